import type { Suggestion, SuggestionGroup } from './suggestions.ts';

/** Choice and order of the repairs that are proposed for each line of a song. */

export interface RepairChoices {
  /** Suggestions that a lyricist would sing, the proposal first. */
  readonly sung: readonly Suggestion[];
  readonly guesses: readonly Suggestion[];
  /** Suggestions with a word that another line has taken, or that is proposed for an earlier line. */
  readonly used: readonly Suggestion[];
}

export const proposalOf = ({ sung, guesses, used }: RepairChoices): Suggestion | undefined =>
  sung[0] ?? guesses[0] ?? used[0];

interface ChoosingLine {
  readonly lineId: string;
  readonly before: { readonly text: string };
}

/**
 * The choices of each line by its id. A word that was taken in one line, or is proposed in an earlier one, comes last in another; lines
 * with the same text take the same.
 * @param settled what was taken for lines by their ids, null where they were skipped
 */
export function choicesOfSong<Line extends ChoosingLine>(
  lines: readonly Line[],
  settled: ReadonlyMap<string, Suggestion | null>,
  suggestionsOf: (line: Line) => readonly Suggestion[],
): ReadonlyMap<string, RepairChoices> {
  /** The text of the line that has a word. */
  const usedIn = new Map<string, string>();
  const use = (words: readonly string[], { before }: Line) => {
    for (const word of words) if (!usedIn.has(word)) usedIn.set(word, before.text);
  };
  for (const line of lines) use(settled.get(line.lineId)?.words ?? [], line);
  const choices = new Map<string, RepairChoices>();
  for (const line of lines) {
    const { text } = line.before;
    const isUsed = ({ words }: Suggestion) => words.some((word) => (usedIn.get(word) ?? text) !== text);
    // Stable: of those that clear as many the service's order stays.
    const ranked = [...suggestionsOf(line)].sort((a, b) => b.clears - a.clears);
    const fresh = ranked.filter((one) => !isUsed(one));
    const ofLine = {
      sung: fresh.filter(({ isGuess }) => !isGuess),
      guesses: fresh.filter(({ isGuess }) => isGuess),
      used: ranked.filter(isUsed),
    };
    choices.set(line.lineId, ofLine);
    if (!settled.has(line.lineId)) use(proposalOf(ofLine)?.words ?? [], line);
  }
  return choices;
}

/** A key for the resulting line: equal for a word and a repair of the whole line that have the same effect. */
export const keyOfSuggestion = ({ line, readings }: Suggestion) => `${line} ${Object.entries(readings)}`;

/** All suggestions of a line without repeats, repairs of the whole line first: one that mends several clashes is in several groups. */
export function mergeGroups(groups: readonly SuggestionGroup[]): readonly Suggestion[] {
  const ofLine = groups.filter(({ kind }) => kind === 'repairs');
  const others = groups.filter(({ kind }) => kind !== 'repairs');
  const each = new Map<string, Suggestion>();
  for (const one of [...ofLine, ...others].flatMap(({ suggestions }) => suggestions)) {
    const key = keyOfSuggestion(one);
    if (!each.has(key)) each.set(key, one);
  }
  return [...each.values()];
}
