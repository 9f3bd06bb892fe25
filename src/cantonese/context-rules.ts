import table from '../../data/sound/context-rules.json' with { type: 'json' };
import freeVariants from '../../data/sound/free-variants.json' with { type: 'json' };
import markers from '../../data/sound/spoken-markers.json' with { type: 'json' };
import lists from '../../data/sound/word-lists.json' with { type: 'json' };

/** The style of a line: spoken, with words that only Cantonese has, or standard written Chinese, as in most songs. */
export type Style = 'spoken' | 'written';

interface Rule {
  readonly reading: ContextReading;
  readonly style: Style | undefined;
  readonly before: RegExp | undefined;
  readonly after: RegExp | undefined;
}

/** The result of a rule: the readings of a segment's parts. Several parts split the segment. */
export type ContextReading = readonly (readonly string[])[];

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

/** Characters in the longest mark of spoken style, or longer word that is none. */
export const MAX_MARKER_LENGTH = Math.max(
  ...(markers as readonly MarkerRow[])
    .flatMap(({ words, except = '' }) => [...wordsIn(words), ...wordsIn(except)])
    .map((word) => Array.from(word).length),
);

const RULES = new Map<string, Rule[]>();
interface RuleRow {
  /** The words of the rule, separated by 、. */
  readonly word: string;
  /** The reading; ` | ` splits the word in two, where it is not a word in this context. */
  readonly reading: string;
  readonly style?: string;
  /** Regular expressions for the text right before and right after the word; `{name}` is any word of that list. */
  readonly before?: string;
  readonly after?: string;
}

for (const row of table as RuleRow[]) {
  const rule: Rule = {
    reading: row.reading.split(' | ').map((part) => part.split(' ')),
    style: row.style as Style | undefined,
    before: row.before ? new RegExp(`(?:${withLists(row.before)})$`, 'u') : undefined,
    after: row.after ? new RegExp(`^(?:${withLists(row.after)})`, 'u') : undefined,
  };
  for (const word of row.word.split('、')) {
    const rules = RULES.get(word);
    if (rules) rules.push(rule);
    else RULES.set(word, [rule]);
  }
}

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
  const rules = RULES.get(word);
  if (!rules) return undefined;
  const left = characters.slice(Math.max(0, start - MAX_CONTEXT_CHARACTERS), start).join('');
  const right = characters.slice(end, end + MAX_CONTEXT_CHARACTERS).join('');
  return rules.find(
    (rule) =>
      (rule.style === undefined || rule.style === style) &&
      (rule.before?.test(left) ?? true) &&
      (rule.after?.test(right) ?? true),
  )?.reading;
}

/** Readings of a character that are heard for the same meaning: which of them is sung, the style of the line decides. */

interface FreeVariantRow {
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

const BY_CHARACTER = new Map<string, FreeVariant[]>();
for (const { char, readings, words, written, spoken } of freeVariants as readonly FreeVariantRow[]) {
  const variant: FreeVariant = {
    readings: readings.split(' / '),
    words: words === undefined ? undefined : new Set(words.split('、')),
    choice: { written, spoken },
  };
  for (const one of char.split('、')) BY_CHARACTER.set(one, [...(BY_CHARACTER.get(one) ?? []), variant]);
}

function variantOf(character: string, syllable: string, word: string): FreeVariant | undefined {
  return BY_CHARACTER.get(character)?.find(
    ({ readings, words }) => readings.includes(syllable) && (words?.has(word) ?? true),
  );
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
