import type { WordTable } from '../../cantonese/segmentation.ts';
import type { PartOfSpeech } from '../../lexicon/entry.ts';
import { meaningVector } from '../../lexicon/meaning.ts';
import type { ReplacementQuery } from '../../lexicon/query.ts';
import type { CharacterTable } from '../character-table.ts';
import { contentOf, isExchanged, isPronoun } from '../exchanges.ts';
import { clearingCodes, type EffectOf, type MelodyConstraint, type Risk } from '../risks.ts';
import { isUnbroken, type SungLine, type SungWord } from '../sung-line.ts';

/** The spans of a line about which the lexicon is asked. */

/** A word of the line, a part of one, or two neighbouring ones for which one word may stand. */
export interface Span {
  /** Sung positions, from 0; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The headword whose replacements are wanted. */
  readonly headword: string;
  /** `phrase`: two words that are one entry; `absorbing`: one word for a word and its degree or aspect. */
  readonly kind: 'word' | 'phrase' | 'absorbing';
  readonly pos: PartOfSpeech | undefined;
  /** Whether it is a verb with its object after it. */
  readonly hasObject: boolean;
  /** Whether it is a verb right before another one: 可以 of 可以見面. */
  readonly isBeforeVerb: boolean;
  readonly query: ReplacementQuery;
}

/** A line with its risks. */
export interface SwapSearch {
  readonly line: SungLine;
  readonly risks: readonly Risk[];
  /** The words around the risks. */
  readonly affected: readonly SungWord[];
  readonly table: WordTable;
  readonly characters: CharacterTable;
  readonly constraint: MelodyConstraint;
  readonly effectOf: EffectOf;
  /** Words that are found even where they could not serve, so that it can be told why they are not offered. */
  readonly isAsked: (word: string) => boolean;
  readonly yieldIfDue: () => Promise<void> | undefined;
}

/** A search with the meanings (components are the first 94 numbers) and parts of speech that words have in the line. */
export interface SpanSearch extends SwapSearch {
  readonly vectorOf: (word: SungWord) => Int8Array | undefined;
  readonly posOf: (word: SungWord) => PartOfSpeech | undefined;
}

/** Length in characters of the longest pair of words that one word may stand for. */
const MAX_PAIR_LENGTH = 4;

/** The words on both sides of each risk, and their neighbours, which a repair of the whole line may replace. */
export function affectedWords({ words }: SungLine, risks: readonly Risk[]): SungWord[] {
  const isAtRisk = words.map((word) => isBesideRisk(word, risks));
  return words.filter((_, i) => isAtRisk[i - 1] || isAtRisk[i] || isAtRisk[i + 1]);
}

/** Whether a word stands on either side of a risk. */
const isBesideRisk = ({ start, end }: Pick<SungWord, 'start' | 'end'>, risks: readonly Risk[]) =>
  risks.some(({ position }) => start <= position && position <= end);

/** Function words have few of like meaning that fit their sentence: their synonyms alone are asked for. */
const isFunctionWord = ({ dictionaryWord: { word } }: SungWord) => isExchanged(word) || isPronoun(word);

/** The spans that the lexicon is asked about; beside a risk also for words like them. */
export async function spansOf(
  swapSearch: SwapSearch,
  vectorOf: SpanSearch['vectorOf'],
  posOf: SpanSearch['posOf'],
): Promise<Span[]> {
  const search: SpanSearch = { ...swapSearch, vectorOf, posOf };
  const { affected, risks, yieldIfDue } = search;
  const single: Span[] = [];
  for (const word of affected.flatMap((outer) => [outer, ...objectOf(outer, search)])) {
    await yieldIfDue();
    const isShortFunctionWord = isFunctionWord(word) && word.end - word.start === 1;
    const asksSimilar = isBesideRisk(word, risks) && !isShortFunctionWord && !isPronoun(word.dictionaryWord.word);
    const vector = asksSimilar ? vectorOf(word) : undefined;
    const span = spanOf(search, word);
    const similar = vector && similarTo(search, word, vector);
    single.push({ ...span, query: similar ? { ...queryOf(word), similar } : queryOf(word) });
  }
  const pairs = affected.flatMap((word, i) => pairOf(search, word, affected[i + 1]));
  return [...single, ...pairs];
}

const queryOf = (word: SungWord) => ({ word: word.dictionaryWord.word, length: word.end - word.start });

function spanOf(search: SpanSearch, word: SungWord): Omit<Span, 'query'> {
  const { start, end, text } = word;
  // An adjective with an object is a verb: 溫暖了我.
  const isVerb = hasAspectAndObject(search, end);
  const pos = isVerb ? 'v' : search.posOf(word);
  const hasObject = isVerb || (pos === 'v' && startsWithNoun(search, end));
  const isBeforeVerb =
    search.characters.wordDetail(word.dictionaryWord.word)?.pos === 'v' && startsWithVerb(search, end);
  return { start, end, text, headword: word.dictionaryWord.word, kind: 'word', pos, hasObject, isBeforeVerb };
}

/** Aspect marks: they stand between a verb and its object, and are seldom verbs themselves. */
const ASPECTS: ReadonlySet<string> = new Set(['了', '着', '著', '咗']);

/** Whether an aspect and then an object stand at a position. */
function hasAspectAndObject(search: SpanSearch, position: number): boolean {
  const aspect = search.line.words.find(({ start }) => start === position);
  return aspect !== undefined && ASPECTS.has(aspect.text) && startsWithNoun(search, aspect.end);
}

const startsWithVerb = ({ line: { words }, characters }: SpanSearch, position: number) =>
  words.some(({ start, dictionaryWord: { word } }) => start === position && characters.wordDetail(word)?.pos === 'v');

/** The query for words of like meaning; undefined where no codes clear a risk. */
function similarTo(
  { line, constraint }: SpanSearch,
  { start, end }: Pick<SungWord, 'start' | 'end'>,
  row: Int8Array,
): ReplacementQuery['similar'] {
  const codes = clearingCodes(line.tones, start, end - start, constraint);
  return codes.length === 0 ? undefined : { vector: meaningVector(row), codes };
}

/** The object of a word of three characters that is a verb with it: 大話 of 講大話. */
function objectOf({ start, end, text, dictionaryWord }: SungWord, { table, characters }: SpanSearch): SungWord[] {
  const [verb, ...objectCharacters] = Array.from(dictionaryWord.word);
  const object = objectCharacters.join('');
  if (objectCharacters.length !== 2 || end - start !== 3) return [];
  if (characters.wordDetail(verb!)?.pos !== 'v' || characters.wordDetail(object)?.pos !== 'n') return [];
  const found = table.find(object);
  return found && !found.phrase
    ? [{ start: start + 1, end, dictionaryWord: found, text: Array.from(text).slice(1).join('') }]
    : [];
}

/** Whether a noun or a pronoun starts at a position. */
function startsWithNoun({ line: { words }, characters }: SpanSearch, position: number): boolean {
  const word = words.find(({ start }) => start === position)?.dictionaryWord.word;
  return word !== undefined && (isPronoun(word) || characters.wordDetail(word)?.pos === 'n');
}

/** Two words that are one entry, or a word with its degree or aspect. */
function pairOf(search: SpanSearch, first: SungWord, second: SungWord | undefined): Span[] {
  const { line, table, characters } = search;
  if (second?.start !== first.end || !isUnbroken(line, first.start, second.end)) return [];
  const [start, end] = [first.start, second.end];
  const length = end - start;
  if (length > MAX_PAIR_LENGTH) return [];
  const spanFor = (headword: string, kind: Span['kind'], pos: PartOfSpeech | undefined): Span => ({
    start,
    end,
    text: first.text + second.text,
    headword,
    kind,
    pos,
    hasObject: pos === 'v' && startsWithNoun(search, end),
    isBeforeVerb: false,
    query: { word: headword, length },
  });
  const phrase = table.find(first.dictionaryWord.word + second.dictionaryWord.word)?.word;
  if (phrase !== undefined && Array.from(phrase).length === length)
    return [spanFor(phrase, 'phrase', characters.wordDetail(phrase)?.pos)];
  if (length !== 2) return [];
  const content = contentOf(first.dictionaryWord.word, second.dictionaryWord.word);
  return content && characters.wordDetail(content.word)?.pos === content.pos
    ? [spanFor(content.word, 'absorbing', content.pos)]
    : [];
}

/** Words that stand between a word and its partner. */
const BETWEEN: ReadonlySet<string> = new Set(['咗', '過', '緊', '住', '着', '了', '晒', '埋', '嘅', '的', '地']);

/** The words beside a span, over what may stand between. */
export function neighboursOf({ words }: SungLine, start: number, end: number): SungWord[] {
  const beside = (position: number, side: 'before' | 'after'): SungWord | undefined => {
    const word = words.find(({ start, end }) => (side === 'before' ? end : start) === position);
    if (!word || !BETWEEN.has(word.text)) return word;
    return beside(side === 'before' ? word.start : word.end, side);
  };
  return [beside(start, 'before'), beside(end, 'after')].filter((word) => word !== undefined);
}
