import type { Suggestion, SuggestionGroup } from './suggestions.ts';

/** Which repairs of the song are proposed for each line, and in which order. */

export interface RepairChoices {
  /** What would be sung, the proposal first. */
  readonly sung: readonly Suggestion[];
  readonly guesses: readonly Suggestion[];
  /** Those with a word that another line has taken, or an earlier one is to take. */
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

/** What it makes of its line: a word and a repair of the line may come to the same. */
export const keyOfSuggestion = ({ line, readings }: Suggestion) => `${line} ${Object.entries(readings)}`;

/** What mends several clashes of a line is listed with each of them, and counts once; repairs of the whole line first. */
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
