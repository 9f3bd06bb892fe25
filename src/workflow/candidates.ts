import type { Style } from '../cantonese/context-rules.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { PartOfSpeech, RelationSource } from '../lexicon/entry.ts';
import { meaningVector, sumOfMeanings } from '../lexicon/meaning.ts';
import type { Replacement, ReplacementQuery } from '../lexicon/store.ts';
import type { CharacterTable } from './character-table.ts';
import { contentOf, isExchanged, isPronoun } from './exchanges.ts';
import { type Near, nearOf, type Preference, preferenceOf } from './preference.ts';
import { clearingCodes, type MelodyConstraint, type Risk } from './risks.ts';
import { isUnbroken, type SungLine, type SungWord } from './sung-line.ts';

/** Words that may stand for a span of the line of as many characters; whether they fit the melody is not yet looked at. */
export interface Candidate {
  readonly start: number;
  readonly replaces: string;
  readonly word: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar';
  readonly score: number;
  /** The sense of the replaced word for which it stands, where it is known. */
  readonly sense?: string;
  readonly near: Near;
  readonly preference: Preference;
}

/** A span of the line that the lexicon is asked about: a word, or two neighbouring ones that one word may stand for. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The headword whose replacements are wanted. */
  readonly headword: string;
  readonly pos: PartOfSpeech | undefined;
  /** Whether it is a verb with its object right after it. */
  readonly hasObject: boolean;
  /** Subtracted from each preference: what is lost where one word stands for two. */
  readonly loss: number;
  /** Whether words that are no synonyms may stand for it although it is two words. */
  readonly isPair?: boolean;
  readonly query: ReplacementQuery;
}

/** Specialist entries come after all other words: preferences of those are 20 at least. */
const SPECIALIST_SHARE = 0.1;
const LOSS_OF_PHRASE = 4;
const LOSS_OF_DEGREE_OR_ASPECT = 10;
const LOSS_OF_TWO_WORDS = 12;

/** The words on both sides of each risk, and their neighbours, which a repair of the whole line may replace. */
export function affectedWords({ words }: SungLine, risks: readonly Risk[]): SungWord[] {
  const isAtRisk = words.map(({ start, end }) => risks.some(({ position }) => start <= position && position <= end));
  return words.filter((_, i) => isAtRisk[i - 1] || isAtRisk[i] || isAtRisk[i + 1]);
}

/** Rows of meaning by word, see {@link file://../lexicon/meaning.ts}. */
export type RowsOfWords = ReadonlyMap<string, Int8Array>;

/** Whether a word stands on either side of a risk. */
const isBesideRisk = ({ start, end }: SungWord, risks: readonly Risk[]) =>
  risks.some(({ position }) => start <= position && position <= end);

/**
 * The spans that the lexicon is asked about. What the table of function words has is not asked for. Words that are no synonyms are
 * asked for only beside a risk.
 */
export function spansToAsk(
  line: SungLine,
  words: readonly SungWord[],
  risks: readonly Risk[],
  rows: RowsOfWords,
  table: WordTable,
  characters: CharacterTable,
  constraint: MelodyConstraint,
): Span[] {
  const single = words
    .filter(({ dictionaryWord }) => !isExchanged(dictionaryWord.word) && !isPronoun(dictionaryWord.word))
    .map((word): Span => {
      const headword = word.dictionaryWord.word;
      const pos = characters.wordDetail(headword)?.pos;
      const hasObject = pos === 'v' && startsWithNoun(line, word.end, characters);
      return {
        ...word,
        headword,
        pos,
        hasObject,
        loss: 0,
        query: replacementQuery(
          line,
          word,
          isBesideRisk(word, risks) ? rows.get(headword) : undefined,
          pos,
          constraint,
        ),
      };
    });
  const pairs = words.flatMap((word, i) => pairToAsk(line, word, words[i + 1], table, characters));
  const known = new Set(pairs.map(({ start }) => start));
  const fused = words.flatMap((word, i) => {
    const next = words[i + 1];
    if (!next || known.has(word.start) || !(isBesideRisk(word, risks) && isBesideRisk(next, risks))) return [];
    return twoWordsToAsk(line, word, next, rows, characters, constraint);
  });
  return [...single, ...pairs, ...fused];
}

/** Whether a noun or a pronoun starts at a position. */
function startsWithNoun({ words }: SungLine, position: number, characters: CharacterTable): boolean {
  const word = words.find(({ start }) => start === position)?.dictionaryWord.word;
  return word !== undefined && (isPronoun(word) || characters.wordDetail(word)?.pos === 'n');
}

/** Whether a word of two characters is a verb and its object, which takes no other: 擦身, 流淚. */
function isVerbAndObject(word: string, characters: CharacterTable): boolean {
  const [first, second, ...others] = Array.from(word, (character) => characters.wordDetail(character)?.pos);
  return others.length === 0 && first === 'v' && second === 'n';
}

function pairToAsk(
  line: SungLine,
  first: SungWord,
  second: SungWord | undefined,
  table: WordTable,
  characters: CharacterTable,
): Span[] {
  if (second?.start !== first.end || !isUnbroken(line, first.start, second.end)) return [];
  const span = { start: first.start, end: second.end, text: first.text + second.text };
  const length = span.end - span.start;
  if (length > 4) return [];
  const phrase = table.find(first.dictionaryWord.word + second.dictionaryWord.word)?.word;
  if (phrase !== undefined && Array.from(phrase).length === length) {
    if (isExchanged(phrase)) return [];
    const pos = characters.wordDetail(phrase)?.pos;
    const hasObject = pos === 'v' && startsWithNoun(line, span.end, characters);
    return [{ ...span, headword: phrase, pos, hasObject, loss: LOSS_OF_PHRASE, query: { word: phrase, length } }];
  }
  if (length !== 2) return [];
  const content = contentOf(first.dictionaryWord.word, second.dictionaryWord.word);
  if (!content || characters.wordDetail(content.word)?.pos !== content.pos) return [];
  const { word, pos } = content;
  const hasObject = pos === 'v' && startsWithNoun(line, span.end, characters);
  return [{ ...span, headword: word, pos, hasObject, loss: LOSS_OF_DEGREE_OR_ASPECT, query: { word, length } }];
}

/** Two words of one thing or action, for which one word that means both may stand: 寂靜深夜. */
function twoWordsToAsk(
  line: SungLine,
  first: SungWord,
  second: SungWord,
  rows: RowsOfWords,
  characters: CharacterTable,
  constraint: MelodyConstraint,
): Span[] {
  const length = second.end - first.start;
  if (second.start !== first.end || length > 4 || !isUnbroken(line, first.start, second.end)) return [];
  const parts = [first, second].map(({ dictionaryWord: { word } }) => ({
    row: rows.get(word),
    pos: characters.wordDetail(word)?.pos,
    isFixed: isExchanged(word) || isPronoun(word),
  }));
  const [a, b] = [parts[0]!, parts[1]!];
  if (a.isFixed || b.isFixed || !a.row || !b.row) return [];
  const pos: PartOfSpeech | undefined =
    b.pos === 'n' && (a.pos === 'a' || a.pos === 'n') ? 'n' : a.pos === 'v' && b.pos === 'n' ? 'v' : undefined;
  const sum = sumOfMeanings([
    [a.row, 1],
    [b.row, 1],
  ]);
  if (pos === undefined || !sum) return [];
  const text = first.text + second.text;
  const codes = clearingCodes(line.tones, first.start, length, constraint);
  const query = { word: text, length, similar: { vector: meaningVector(sum), pos, codes } };
  const span = { start: first.start, end: second.end, text, headword: text, pos, hasObject: false };
  return [{ ...span, loss: LOSS_OF_TWO_WORDS, isPair: true, query }];
}

/** The replacement query of a word; with its row also for words that are like it, with codes that clear a risk. */
export function replacementQuery(
  line: SungLine,
  word: SungWord,
  row: Int8Array | undefined,
  pos: PartOfSpeech | undefined,
  constraint: MelodyConstraint,
): ReplacementQuery {
  const length = word.end - word.start;
  const query = { word: word.dictionaryWord.word, length };
  // Adverbs and particles that are near in meaning seldom fit the same sentence.
  if (!row || pos === undefined || pos === 'r') return query;
  const codes = clearingCodes(line.tones, word.start, length, constraint);
  return codes.length === 0 ? query : { ...query, similar: { vector: meaningVector(row), pos, codes } };
}

const isSpecialist = (word: string, characters: CharacterTable) => characters.wordDetail(word)?.kind === 'specialist';

/** Replacements of a span that make sense, those that a writer takes most gladly first. */
export function candidatesOfSpan(
  span: Span,
  replacements: readonly Replacement[],
  characters: CharacterTable,
  style: Style,
): Candidate[] {
  const { start, end, text, headword, pos, hasObject, loss, isPair = false } = span;
  const candidates: Candidate[] = [];
  const seen = new Set([text, headword]);
  const replaced = { pos, style, hasObject };
  for (const replacement of replacements) {
    const { entry, source, score, sense } = replacement;
    const { jyutping, code } = entry.readings[0]!;
    // The best source comes first.
    if (seen.has(entry.char) || code.length !== end - start) continue;
    seen.add(entry.char);
    if (loss > 0 && ((source === 'similar') !== isPair || entry.pos !== pos)) continue;
    const preference = preferenceOf(replacement, replaced, hasObject && isVerbAndObject(entry.char, characters));
    if (preference === undefined) continue;
    candidates.push({
      start,
      replaces: text,
      word: entry.char,
      jyutping,
      code,
      source,
      score,
      ...(sense === undefined ? {} : { sense }),
      near: nearOf(replacement),
      preference: isSpecialist(entry.char, characters) ? preference * SPECIALIST_SHARE : preference - loss,
    });
  }
  return candidates.sort((a, b) => b.preference - a.preference);
}
