import type { FixContour } from '../../../../client/src/client.ts';
import { type ApiResult, type RequestOptions, request } from '../../api/lexicon.ts';
import type { SongDocument, SongLine } from '../model/document.ts';
import { contourLineOf, type LineSound, soundOfReading } from '../model/line-sound.ts';

/** A change of a line that would mend a clash: a word, a character, a reading, or a repair of the whole line. */
export interface Suggestion {
  /** Text shown: the word put in, or the whole line. */
  readonly word: string;
  /** Word or character that is replaced; '' for a reading or a repair of the whole line. */
  readonly replaces: string;
  readonly jyutping: string;
  readonly code: string;
  readonly definition: string;
  /** The sense of the replaced word that it keeps, where it is known. */
  readonly sense?: string;
  /** The line with it in place. */
  readonly line: string;
  /** Readings of the characters put in, by place. */
  readonly readings: Readonly<Record<number, string>>;
  /** Readings that are chosen for characters which stay, by place. */
  readonly chosen: Readonly<Record<number, string>>;
  /** The words put in, each by itself; none where only a reading changes. */
  readonly words: readonly string[];
  /** Number of the line's clashes that it clears. */
  readonly clears: number;
  /** Whether a lyricist would hardly sing it; such suggestions are shown last. */
  readonly isGuess: boolean;
}

/** Preference (0 to 100, from the service) below which a word is a guess. */
const GUESSED_BELOW = 50;

export interface SuggestionGroup {
  readonly kind: 'readingSwaps' | 'wordSwaps' | 'charSwaps' | 'repairs';
  /** `replaces` of all suggestions of the group. */
  readonly replaces: string;
  readonly suggestions: readonly Suggestion[];
}

interface Insertion {
  readonly start: number;
  readonly word: string;
  readonly jyutping: string;
  readonly source?: string;
}

/** The service's answer for one position, by kind; empty kinds are left out. */
export function suggestionsFor(
  fixes: Pick<FixContour, 'risks' | 'repairs'>,
  position: number,
  sound: LineSound,
): SuggestionGroup[] {
  const risk = fixes.risks.find((one) => one.position === position);
  const charAt = (at: number) => sound.characters[sound.places[at] ?? -1]?.char ?? '';
  const text = sound.characters.map(({ char }) => char).join('');
  const words = (risk?.word_swaps ?? []).map((swap) => ({
    ...swap,
    definition: '',
    clears: swap.resolves.length,
    isGuess: swap.preference < GUESSED_BELOW,
    ...placeInsertions([swap], swap.line, sound),
  }));
  const readings = (risk?.reading_swaps ?? []).map(({ sung_position: start, jyutping, code, resolves }) => {
    const word = charAt(start);
    return {
      word,
      replaces: '',
      jyutping,
      code,
      definition: '',
      clears: resolves.length,
      isGuess: false,
      ...placeInsertions([{ start, word, jyutping, source: 'reading' }], text, sound),
    };
  });
  const characters = (risk?.char_swaps ?? []).map(
    ({ char: word, jyutping, definition, resolves, forms_word, line }) => ({
      word,
      replaces: charAt(position),
      jyutping,
      definition,
      code: soundOfReading(jyutping).code ?? '',
      clears: resolves.length,
      isGuess: !forms_word,
      ...placeInsertions([{ start: position, word, jyutping }], line, sound),
    }),
  );
  // A repair that is no more than a swap that was listed says nothing new.
  const listedLines = new Set([...words, ...characters].map(({ line }) => line));
  const repairs = (fixes.repairs ?? [])
    .filter(({ line }) => !listedLines.has(line))
    .map((repair) => ({
      word: repair.line,
      replaces: '',
      // Else a line whose words stay would be told from another one by nothing.
      jyutping: repair.swaps
        .flatMap((swap) => (swap.source === 'reading' ? [`${swap.word} ${swap.jyutping}`] : []))
        .join(' · '),
      code: '',
      definition: '',
      clears: repair.clears.length,
      isGuess: repair.swaps.some((swap) => isGuessed(swap, fixes.risks)),
      ...placeInsertions(repair.swaps, repair.line, sound),
    }));
  return [
    ...groupsOf('readingSwaps', readings),
    ...groupsOf('wordSwaps', words),
    ...groupsOf('charSwaps', characters),
    ...groupsOf('repairs', repairs),
  ];
}

/** Whether a swap within a repair is a guess: a word of low preference. */
function isGuessed(
  { word, replaces, source }: { readonly word: string; readonly replaces: string; readonly source: string },
  risks: FixContour['risks'],
): boolean {
  if (source === 'reading') return false;
  const same = risks.flatMap(({ word_swaps: swaps }) =>
    swaps.filter((swap) => swap.word === word && swap.replaces === replaces),
  );
  return same.some(({ preference }) => preference < GUESSED_BELOW);
}

/** One group for each word that is replaced, in their order; guesses last in each. */
function groupsOf(kind: SuggestionGroup['kind'], suggestions: readonly Suggestion[]): SuggestionGroup[] {
  return [...Map.groupBy(suggestions, ({ replaces }) => replaces)].map(([replaces, group]) => ({
    kind,
    replaces,
    suggestions: [...group.filter(({ isGuess }) => !isGuess), ...group.filter(({ isGuess }) => isGuess)],
  }));
}

function placeInsertions(
  insertions: readonly Insertion[],
  line: string,
  sound: LineSound,
): Pick<Suggestion, 'line' | 'readings' | 'chosen' | 'words'> {
  const readings: Record<number, string> = {};
  const chosen: Record<number, string> = {};
  for (const { start, word, jyutping, source } of insertions) {
    const syllables = jyutping.split(' ');
    Array.from(word).forEach((_, i) => {
      const [place, syllable] = [sound.places[start + i], syllables[i]];
      if (place === undefined || syllable === undefined) return;
      readings[place] = syllable;
      if (source === 'reading') chosen[place] = syllable;
    });
  }
  const words = insertions.flatMap(({ word, source }) => (source === 'reading' ? [] : [word]));
  return { line, readings, chosen, words };
}

/** Requests for the fixes of one line. Each costs five credits, so they are sent only when someone opens a mark. */

const MAX_CACHED_LINES = 100;
const fixesCache = new Map<string, FixContour>();

/** The fixes for a line; requested once for each state of the line, then cached. */
export async function fixesFor(
  line: SongLine,
  sound: LineSound,
  tolerance: SongDocument['tolerance'],
  requestOptions: RequestOptions,
): Promise<ApiResult<FixContour>> {
  const body = { ...contourLineOf(line, sound), tolerance };
  const key = JSON.stringify(body);
  const cached = fixesCache.get(key);
  if (cached) return { kind: 'ok', data: cached };
  const result = await request((client, options) => client.fixContour(body, options), requestOptions);
  if (result.kind === 'ok') {
    fixesCache.set(key, result.data);
    for (const oldest of [...fixesCache.keys()].slice(0, -MAX_CACHED_LINES)) fixesCache.delete(oldest);
  }
  return result;
}
