import type { WordTable } from '../cantonese/segmentation.ts';
import type { PartOfSpeech } from '../lexicon/entry.ts';
import { meaningVector, sumOfMeanings } from '../lexicon/meaning.ts';
import type { ReplacementQuery } from '../lexicon/store.ts';
import type { CharacterTable } from './character-table.ts';
import { contentOf, isExchanged, isPronoun } from './exchanges.ts';
import type { Reach } from './preference.ts';
import { clearingCodes, type MelodyConstraint, type Risk } from './risks.ts';
import { isWhole } from './standing-in-line.ts';
import { isUnbroken, type SungLine, type SungWord } from './sung-line.ts';

/** Which spans of a line the lexicon is asked about, and what. */

/** A span of the line that the lexicon is asked about: a word, a part of one, or two neighbouring ones that one word may stand for. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The headword whose replacements are wanted. */
  readonly headword: string;
  readonly pos: PartOfSpeech | undefined;
  /** Whether it is a verb with its object after it. */
  readonly hasObject: boolean;
  /** Whether it is a verb right before another one: 可以 of 可以見面. */
  readonly isBeforeVerb?: boolean;
  /** Subtracted from each preference: what is lost where one word stands for two. */
  readonly loss: number;
  /** Absent for a word that is asked for as such. */
  readonly reach?: Reach;
  readonly query: ReplacementQuery;
}

/** What decides which spans are asked about. */
export interface Asking {
  readonly line: SungLine;
  readonly risks: readonly Risk[];
  /** The row of meaning of a word of the line, see {@link file://../lexicon/meaning.ts}. */
  readonly rowOf: (word: SungWord) => Int8Array | undefined;
  /** The part of speech that the line gives a word. */
  readonly posOf: (word: SungWord) => PartOfSpeech | undefined;
  readonly table: WordTable;
  readonly characters: CharacterTable;
  readonly constraint: MelodyConstraint;
}

const LOSS_OF_PHRASE = 4;
const LOSS_OF_DEGREE_OR_ASPECT = 10;
const MAX_PAIR_LENGTH = 4;

/** The words on both sides of each risk, and their neighbours, which a repair of the whole line may replace. */
export function affectedWords({ words }: SungLine, risks: readonly Risk[]): SungWord[] {
  const isAtRisk = words.map((word) => isBesideRisk(word, risks));
  return words.filter((_, i) => isAtRisk[i - 1] || isAtRisk[i] || isAtRisk[i + 1]);
}

/** Whether a word stands on either side of a risk. */
const isBesideRisk = ({ start, end }: Pick<SungWord, 'start' | 'end'>, risks: readonly Risk[]) =>
  risks.some(({ position }) => start <= position && position <= end);

/** Whether nothing but what the hand-written table lists stands for a word. */
const isFixed = ({ dictionaryWord: { word } }: SungWord) => isExchanged(word) || isPronoun(word);

/**
 * The spans that the lexicon is asked about. What the table of function words has is not asked for. Words that are no synonyms are
 * asked for only beside a risk.
 */
export async function spansToAsk(
  asking: Asking,
  words: readonly SungWord[],
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Span[]> {
  const { risks } = asking;
  const single: Span[] = [];
  const whole = words.filter((one) => isWhole(asking.line, one, asking.characters));
  for (const word of whole.filter((one) => !isFixed(one)).flatMap((one) => [one, ...objectOf(one, asking)])) {
    await yieldIfDue();
    const row = isBesideRisk(word, risks) ? asking.rowOf(word) : undefined;
    const span = spanOf(asking, word);
    const { pos } = span;
    // Adverbs and particles that are near in meaning seldom fit the same sentence.
    const similar = row && pos !== undefined && pos !== 'r' ? similarTo(asking, word, row, pos) : undefined;
    single.push({ ...span, query: { ...queryOf(word), ...(similar ? { similar } : {}) } });
  }
  const pairs = words.flatMap((word, i) => pairToAsk(asking, word, words[i + 1]));
  const known = new Set(pairs.map(({ start }) => start));
  const fused: Span[] = [];
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    if (!next || known.has(word.start) || !isBesideRisk(word, risks) || !isBesideRisk(next, risks)) continue;
    await yieldIfDue();
    fused.push(...twoWordsToAsk(asking, word, next));
  }
  return [...single, ...pairs, ...fused];
}

/** The content words beside risks for which nothing else was found: what is like them, of whatever part of speech. */
export function farSpansToAsk(asking: Asking, words: readonly SungWord[], risks: readonly Risk[]): Span[] {
  return words.flatMap((word): Span[] => {
    const isAsked = isBesideRisk(word, risks) && isWhole(asking.line, word, asking.characters);
    const isAlone = isPronoun(word.dictionaryWord.word) || (isFixed(word) && word.end - word.start === 1);
    const row = isAsked && !isAlone ? asking.rowOf(word) : undefined;
    const similar = row && similarTo(asking, word, row, undefined);
    return similar ? [{ ...spanOf(asking, word), reach: 'far', query: { ...queryOf(word), similar } }] : [];
  });
}

const queryOf = (word: SungWord) => ({ word: word.dictionaryWord.word, length: word.end - word.start });

function spanOf(asking: Asking, word: SungWord): Omit<Span, 'query'> {
  const { start, end, text } = word;
  // An adjective with an object is a verb: 溫暖了我.
  const isVerb = hasAspectAndObject(asking, end);
  const pos = isVerb ? 'v' : asking.posOf(word);
  const hasObject = isVerb || (pos === 'v' && startsWithNoun(asking, end));
  const isBeforeVerb =
    asking.characters.wordDetail(word.dictionaryWord.word)?.pos === 'v' && startsWithVerb(asking, end);
  return { start, end, text, headword: word.dictionaryWord.word, pos, hasObject, isBeforeVerb, loss: 0 };
}

/** What stands between a verb and its object, and is seldom a verb itself. */
const ASPECTS: ReadonlySet<string> = new Set(['了', '着', '著', '咗']);

/** Whether an aspect and then an object stand at a position. */
function hasAspectAndObject(asking: Asking, position: number): boolean {
  const aspect = asking.line.words.find(({ start }) => start === position);
  return aspect !== undefined && ASPECTS.has(aspect.text) && startsWithNoun(asking, aspect.end);
}

const startsWithVerb = ({ line: { words }, characters }: Asking, position: number) =>
  words.some(({ start, dictionaryWord: { word } }) => start === position && characters.wordDetail(word)?.pos === 'v');

/** What words alike are asked by; undefined where no codes clear a risk. */
function similarTo(
  { line, constraint }: Asking,
  { start, end }: Pick<SungWord, 'start' | 'end'>,
  row: Int8Array,
  pos: PartOfSpeech | undefined,
): ReplacementQuery['similar'] {
  const codes = clearingCodes(line.tones, start, end - start, constraint);
  return codes.length === 0 ? undefined : { vector: meaningVector(row), ...(pos === undefined ? {} : { pos }), codes };
}

/** The object of a word of three characters that is a verb with it: 大話 of 講大話. */
function objectOf({ start, end, text, dictionaryWord }: SungWord, { table, characters }: Asking): SungWord[] {
  const [verb, ...rest] = Array.from(dictionaryWord.word);
  const object = rest.join('');
  if (rest.length !== 2 || end - start !== 3) return [];
  if (characters.wordDetail(verb!)?.pos !== 'v' || characters.wordDetail(object)?.pos !== 'n') return [];
  const found = table.find(object);
  return found && !found.phrase
    ? [{ start: start + 1, end, dictionaryWord: found, text: Array.from(text).slice(1).join('') }]
    : [];
}

/** Whether a noun or a pronoun starts at a position. */
function startsWithNoun({ line: { words }, characters }: Asking, position: number): boolean {
  const word = words.find(({ start }) => start === position)?.dictionaryWord.word;
  return word !== undefined && (isPronoun(word) || characters.wordDetail(word)?.pos === 'n');
}

/** What is done to each other needs no object, unless 相 says that it is done to somebody. */
const RECIPROCAL = '相';
const WITH_OBJECT: ReadonlySet<string> = new Set(['相信', '相約', '相伴', '相送', '相贈']);

/**
 * Whether a word takes no object: of two characters a verb and its own (擦身, 流淚) or what is done to each other (相遇), of four or more
 * what ends in no verb (記憶猶新).
 */
export function takesNoObject(word: string, characters: CharacterTable): boolean {
  const all = Array.from(word);
  if (all.length > 3) return characters.wordDetail(all.slice(-2).join(''))?.pos !== 'v';
  if (all.length === 2 && all[0] === RECIPROCAL) return !WITH_OBJECT.has(word);
  const [first, second] = all.map((character) => characters.wordDetail(character)?.pos);
  return all.length === 2 && first === 'v' && second === 'n';
}

function pairToAsk(asking: Asking, first: SungWord, second: SungWord | undefined): Span[] {
  const { line, table, characters } = asking;
  if (second?.start !== first.end || !isUnbroken(line, first.start, second.end)) return [];
  if (!isWhole(line, { start: first.start, end: second.end }, characters)) return [];
  const span = { start: first.start, end: second.end, text: first.text + second.text };
  const length = span.end - span.start;
  if (length > MAX_PAIR_LENGTH) return [];
  const phrase = table.find(first.dictionaryWord.word + second.dictionaryWord.word)?.word;
  if (phrase !== undefined && Array.from(phrase).length === length) {
    if (isExchanged(phrase)) return [];
    const pos = characters.wordDetail(phrase)?.pos;
    const hasObject = pos === 'v' && startsWithNoun(asking, span.end);
    return [{ ...span, headword: phrase, pos, hasObject, loss: LOSS_OF_PHRASE, query: { word: phrase, length } }];
  }
  if (length !== 2) return [];
  const content = contentOf(first.dictionaryWord.word, second.dictionaryWord.word);
  if (!content || characters.wordDetail(content.word)?.pos !== content.pos) return [];
  const { word, pos } = content;
  const hasObject = pos === 'v' && startsWithNoun(asking, span.end);
  return [{ ...span, headword: word, pos, hasObject, loss: LOSS_OF_DEGREE_OR_ASPECT, query: { word, length } }];
}

/** Two words, for which one that means both may stand: 夜深人靜 for 寂靜深夜. */
function twoWordsToAsk(asking: Asking, first: SungWord, second: SungWord): Span[] {
  const { line } = asking;
  const [start, end] = [first.start, second.end];
  if (second.start !== first.end || end - start > MAX_PAIR_LENGTH || !isUnbroken(line, start, end)) return [];
  const [a, b] = [asking.rowOf(first), asking.rowOf(second)];
  if (isFixed(first) || isFixed(second) || !a || !b || !isWhole(line, { start, end }, asking.characters)) return [];
  // A set phrase says neither what somebody does to what, nor how: it is a clause of its own.
  const isSaying = (word: SungWord) => asking.posOf(word) === 'v' || asking.posOf(word) === 'r';
  if (end - start > 2 && (isSaying(first) || isSaying(second))) return [];
  // What says as much as a verb and another word has an object of its own.
  if (asking.posOf(second) === 'v' && startsWithNoun(asking, end)) return [];
  const pos = end - start === 2 ? posOfTwo(asking.posOf(first), asking.posOf(second)) : undefined;
  const sum = sumOfMeanings([
    [a, 1],
    [b, 1],
  ]);
  const similar =
    sum && (end - start > 2 || pos !== undefined) ? similarTo(asking, { start, end }, sum, pos) : undefined;
  if (!similar) return [];
  const text = first.text + second.text;
  const query = { word: text, length: end - start, similar };
  return [{ start, end, text, headword: text, pos, hasObject: false, loss: 0, reach: 'pair', query }];
}

/** The part of speech of a word of two characters that stands for two; that of longer ones is loose. */
function posOfTwo(first: PartOfSpeech | undefined, second: PartOfSpeech | undefined): PartOfSpeech | undefined {
  if (second !== 'n') return undefined;
  return first === 'a' || first === 'n' ? 'n' : first === 'v' ? 'v' : undefined;
}
