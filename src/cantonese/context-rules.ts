import table from '../../data/sound/context-rules.json' with { type: 'json' };
import freeVariants from '../../data/sound/free-variants.json' with { type: 'json' };
import markers from '../../data/sound/spoken-markers.json' with { type: 'json' };
import lists from '../../data/sound/word-lists.json' with { type: 'json' };
import typedForms from '../../data/typed/in-context.json' with { type: 'json' };

/** The style of a line: spoken, with words that only Cantonese has, or standard written Chinese, as in most songs. */
export type Style = 'spoken' | 'written';

/** The result of a rule: the readings of a segment's parts. Several parts split the segment. */
type ContextReading = readonly (readonly string[])[];

/** Characters of context on each side that a rule can use. */
export const MAX_CONTEXT_CHARACTERS = 12;

/** The words of a table's cell. */
const wordsIn = (cell: string): readonly string[] => cell.split(' ');

/** The words of a list that rules name. */
export function wordsOfList(wanted: string): readonly string[] {
  const found = lists.find(({ name }) => name === wanted);
  if (!found) throw new Error(`No list of words has the name ${wanted}.`);
  return wordsIn(found.words);
}

const LISTS = new Map(lists.map(({ name, words }) => [name, `(?:${wordsIn(words).join('|')})`]));

/** A pattern with the words of a list at each of its names: `{garments}`. */
export function withLists(pattern: string): string {
  return pattern.replace(/\{([a-z-]+)\}/g, (_, name: string) => {
    const words = LISTS.get(name);
    if (words === undefined) throw new Error(`No list of words has the name ${name}.`);
    return words;
  });
}

interface MarkerRow {
  /** Words that written Chinese does not use, separated by spaces. */
  readonly words: string;
  /** Longer words that begin so, and are written Chinese. */
  readonly except?: string;
}

/** A mark of spoken style, unless one of the longer words that are none begins there. */
const SPOKEN_MARKERS = new RegExp(
  (markers as readonly MarkerRow[])
    .map(({ words, except }) => `${except ? `(?!${wordsIn(except).join('|')})` : ''}(?:${wordsIn(words).join('|')})`)
    .join('|'),
  // Letters in any case: 唱K and 唱k.
  'iu',
);

/** Regular expressions for the text right before and right after a word; `{name}` is any word of that list. */
interface BesideRow {
  readonly before?: string;
  readonly after?: string;
}

interface Rule<Result> {
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
  readonly result: Result;
}

/** Rules by the words that they are for: a row has them with 、 between. */
function rulesByWord<Row extends BesideRow, Result>(
  rows: readonly Row[],
  wordsOf: (row: Row) => string,
  resultOf: (row: Row) => Result,
): ReadonlyMap<string, readonly Rule<Result>[]> {
  const rules = new Map<string, Rule<Result>[]>();
  for (const row of rows) {
    const before = row.before === undefined ? undefined : new RegExp(`(?:${withLists(row.before)})$`, 'u');
    const after = row.after === undefined ? undefined : new RegExp(`^(?:${withLists(row.after)})`, 'u');
    const rule = { before, after, result: resultOf(row) };
    for (const word of wordsOf(row).split('、')) rules.set(word, [...(rules.get(word) ?? []), rule]);
  }
  return rules;
}

/** The result of the first of the rules for the units from `start` to `end` that holds there. */
function resultInPlace<Result>(
  rules: readonly Rule<Result>[],
  characters: readonly string[],
  start: number,
  end: number,
  holds: (result: Result) => boolean = () => true,
): Result | undefined {
  const left = characters.slice(Math.max(0, start - MAX_CONTEXT_CHARACTERS), start).join('');
  const right = characters.slice(end, end + MAX_CONTEXT_CHARACTERS).join('');
  return rules.find(
    ({ before, after, result }) => holds(result) && before?.test(left) !== false && after?.test(right) !== false,
  )?.result;
}

interface ReadingRow extends BesideRow {
  readonly word: string;
  /** The reading; ` | ` splits the word in two, where it is not a word in this context. */
  readonly reading: string;
  readonly style?: string;
}

const READINGS = rulesByWord(
  table as readonly ReadingRow[],
  ({ word }) => word,
  ({ reading, style }) => ({ style, parts: reading.split(' | ').map((part) => part.split(' ')) }),
);

/** A line as the rules match it. */
export interface LineContext {
  readonly characters: readonly string[];
  readonly style: Style;
}

export function styleOf(line: string): Style {
  return SPOKEN_MARKERS.test(line) ? 'spoken' : 'written';
}

/** The reading of the word at `start` … `end` by its context: that of the word's first rule that matches; undefined if none does. */
export function readingInContext(
  word: string,
  { characters, style }: LineContext,
  start: number,
  end: number,
): ContextReading | undefined {
  const rules = READINGS.get(word);
  if (!rules) return undefined;
  return resultInPlace(rules, characters, start, end, (row) => row.style === undefined || row.style === style)?.parts;
}

/** Characters and letters that people type for others, told by what stands around them: 食左飯 is 食咗飯, 呢d is 呢啲. */
interface TypedRow extends BesideRow {
  /** Letters in lower case. */
  readonly typed: string;
  readonly written: string;
}

const TYPED = rulesByWord(
  typedForms as readonly TypedRow[],
  ({ typed }) => typed,
  ({ written }) => written,
);

const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}]/u;
/** What a rule may speak of; most lines have none of it. */
const MAY_BE_TYPED = new RegExp(
  `[${[...TYPED.keys()].filter((typed) => !LATIN_OR_DIGIT.test(typed[0]!)).join('')}]|[A-Za-z0-9]`,
  'u',
);

/**
 * The units of a line as they are meant: a form of several letters that is one syllable becomes one character. Where nothing was typed for something else, the same list.
 */
export function readTyped(characters: readonly string[]): readonly string[] {
  if (!MAY_BE_TYPED.test(characters.join(''))) return characters;
  let meant: string[] | undefined;
  for (let start = 0, end: number; start < characters.length; start = end) {
    end = endOfForm(characters, start);
    const rules = TYPED.get(characters.slice(start, end).join('').toLowerCase());
    const written = rules && resultInPlace(rules, characters, start, end);
    if (written !== undefined) (meant ??= [...characters])[start] = written;
  }
  return meant ?? characters;
}

/** A run of letters and digits is one form, as is any other character. */
function endOfForm(characters: readonly string[], start: number): number {
  let end = start + 1;
  if (LATIN_OR_DIGIT.test(characters[start]!))
    while (end < characters.length && LATIN_OR_DIGIT.test(characters[end]!)) end++;
  return end;
}

/** Readings of a character that are heard for the same meaning: which of them is sung, the style of the line decides. */

interface FreeVariantRow extends BesideRow {
  readonly char: string;
  /** The readings, separated by ` / `. */
  readonly readings: string;
  /** The words in which it is so, separated by 、; without them wherever the character has one of the readings. */
  readonly words?: string;
  /** The reading that a line of this style takes; without it the reading of the word stays. */
  readonly written?: string;
  readonly spoken?: string;
}

interface FreeVariant {
  readonly readings: readonly string[];
  readonly words: ReadonlySet<string> | undefined;
  readonly choice: Readonly<Record<Style, string | undefined>>;
}

const FREE_VARIANTS = rulesByWord(
  freeVariants as readonly FreeVariantRow[],
  ({ char }) => char,
  ({ readings, words, written, spoken }): FreeVariant => ({
    readings: readings.split(' / '),
    words: words === undefined ? undefined : new Set(words.split('、')),
    choice: { written, spoken },
  }),
);

function variantOf(character: string, syllable: string, word: string): FreeVariant | undefined {
  return FREE_VARIANTS.get(character)?.find(
    ({ result: { readings, words } }) => readings.includes(syllable) && (words?.has(word) ?? true),
  )?.result;
}

/** The syllables of a word as a line of this style takes them. */
export function readInStyle(word: string, syllables: readonly string[], style: Style): readonly string[] {
  let read: string[] | undefined;
  let index = 0;
  for (const character of word) {
    const syllable = syllables[index];
    const chosen = syllable === undefined ? undefined : variantOf(character, syllable, word)?.choice[style];
    if (chosen !== undefined && chosen !== syllable) (read ??= [...syllables])[index] = chosen;
    index++;
  }
  return read ?? syllables;
}

/** The readings that may stand for a syllable of a word, itself among them; undefined where there is no other. */
export function freeReadings(character: string, syllable: string, word: string): readonly string[] | undefined {
  return variantOf(character, syllable, word)?.readings;
}
