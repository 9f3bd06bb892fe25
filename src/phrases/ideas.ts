import type { ListedWords } from '../lexicon/listed-words.ts';
import { negatedBy, readEnglish, repairEnglish } from './english.ts';
import {
  FUNCTION_WORD_WEIGHT,
  hasForm,
  type Idea,
  isContent,
  isEnderText,
  LIGHT_WORD_WEIGHT,
  MIN_WORD_WEIGHT,
} from './idea.ts';
import { applyNegations } from './negations.ts';
import type { PhraseUnit } from './parse.ts';
import { isFunctionWord, isGovernor, isLightWord, isNegation } from './phrase-words.ts';

export interface PhraseIdeas {
  readonly ideas: readonly Idea[];
  /** Texts that were not understood. */
  readonly ignored: readonly string[];
}

/** The popularity rank at which a word has the weight 0.5, if {@link MIN_WORD_WEIGHT} were not more. */
const HALF_WEIGHT_RANK = 1000;
/** The number of units that together may be a headword. */
const MAX_TOGETHER = 3;
/** The particle between an adjective and its complement of degree, and the factor of the complement's weight. */
const DEGREE = '到';
const COMPLEMENT_WEIGHT = 0.3;
/** Factors of the weights of a verb that ends, begins or turns away from something (a governor), and of its object. */
const GOVERNOR_WEIGHT = 1.2;
const GOVERNED_SHARE = 0.4;
/** Prepositions before the object of a verb at the end. */
const TOWARDS: ReadonlySet<string> = new Set(['對', '向', '同', '將', '把']);

/** Knowledge of English words that are no gloss of any headword. */
export interface UnglossedTokens {
  /** Whether it has a vector of its own. */
  isKnown(token: string): boolean;
  /** Headwords whose definitions have it, the most popular first. */
  mentions(token: string): readonly string[];
}

/** The ideas of a phrase, with negations applied and weights that fit the place of each in the phrase. */
export function ideasOf(units: readonly PhraseUnit[], table: ListedWords, unglossed: UnglossedTokens): PhraseIdeas {
  const read = units.length > 0 ? readUnits(units, table, unglossed) : { ideas: [], ignored: [] };
  const ideas = weighGoverned(applyNegations(weighComplements(read.ideas, table), table));
  // A negation of nothing that is no word either says nothing.
  const isEmpty = ({ headwords, tokens }: Idea) => headwords.length === 0 && tokens.length === 0;
  return {
    ideas: ideas.filter((idea) => !isEmpty(idea)),
    ignored: [...read.ignored, ...ideas.filter(isEmpty).map(({ text }) => text)],
  };
}

/** A reading of the first units of a phrase. */
interface UnitsRead {
  /** The number of units that were read, at least 1. */
  readonly length: number;
  readonly ideas: readonly Idea[];
  /** Texts that were not understood. */
  readonly ignored: readonly string[];
}

function readUnits(units: readonly PhraseUnit[], table: ListedWords, unglossed: UnglossedTokens): PhraseIdeas {
  const ideas: Idea[] = [];
  const ignored: string[] = [];
  for (let at = 0; at < units.length; ) {
    const read = units[at]!.isEnglish ? readEnglishAt(units, at, table, unglossed) : readChineseAt(units, at, table);
    ideas.push(...read.ideas);
    ignored.push(...read.ignored);
    at += read.length;
  }
  return { ideas, ignored };
}

function readChineseAt(units: readonly PhraseUnit[], at: number, table: ListedWords): UnitsRead {
  const { text, length } = headwordTogether(units, at, table) ?? { text: units[at]!.text, length: 1 };
  const rank = table.numberOf(text);
  if (rank === undefined && !isNegation(text)) return { length, ideas: [], ignored: [text] };
  const headwords = rank === undefined ? [] : [text];
  return { length, ideas: [{ text, headwords, tokens: [], weight: weightOf(text, rank) }], ignored: [] };
}

function readEnglishAt(
  units: readonly PhraseUnit[],
  at: number,
  table: ListedWords,
  unglossed: UnglossedTokens,
): UnitsRead {
  const { text } = units[at]!;
  if (isNegation(text)) {
    const negation = { text, headwords: [], tokens: [text], weight: FUNCTION_WORD_WEIGHT };
    return { length: 1, ideas: [negation], ignored: [] };
  }
  const englishEnd = units.findIndex((unit, i) => i > at && !unit.isEnglish);
  const englishWords = units.slice(at, englishEnd < 0 ? undefined : englishEnd).map((unit) => unit.text);
  const glossed = readEnglish(englishWords, table);
  const { length } = glossed;
  const mentions = unglossed.mentions(glossed.text);
  const reading = mentions.length > 0 ? { ...glossed, headwords: mentions } : glossed;
  const isKnown = reading.headwords.length > 0 || unglossed.isKnown(reading.text) || isFunctionWord(reading.text);
  if (isKnown) return { length, ideas: [ideaOfReading(reading, table)], ignored: [] };
  const negated = negatedBy(reading.text);
  const positive = negated === undefined ? undefined : readEnglish([negated], table);
  if (positive && positive.headwords.length > 0)
    return { length, ideas: [{ ...ideaOfReading(positive, table), negation: reading.text }], ignored: [] };
  const repaired = repairEnglish(reading.text, table).map((repair) => ideaOfReading(repair, table));
  return { length, ideas: repaired, ignored: repaired.length === 0 ? [reading.text] : [] };
}

/**
 * The longest headword (一個人) or negation (唔會) that 2 to {@link MAX_TOGETHER} units from `at` on form together:
 * segmentation splits these.
 */
function headwordTogether(units: readonly PhraseUnit[], at: number, table: ListedWords) {
  for (let length = MAX_TOGETHER; length > 1; length--) {
    const parts = units.slice(at, at + length);
    if (parts.length < length || parts.some(({ isEnglish }) => isEnglish)) continue;
    const text = parts.map((part) => part.text).join('');
    const isHeadword = !parts.some((part) => isNegation(part.text)) && table.numberOf(text) !== undefined;
    if (isHeadword || isNegation(text)) return { text, length };
  }
  return undefined;
}

function ideaOfReading(
  { text, tokens, headwords, isPhrasal = false }: ReturnType<typeof readEnglish>,
  table: ListedWords,
): Idea {
  const best = headwords[0];
  const weight = weightOf(text, best === undefined ? undefined : table.numberOf(best));
  return { text, headwords: isFunctionWord(text) ? [] : headwords, tokens, weight, isPhrasal };
}

/** The weight of a word, below 1: rare words weigh more. */
function weightOf(text: string, rank: number | undefined): number {
  if (isFunctionWord(text) || isNegation(text)) return FUNCTION_WORD_WEIGHT;
  if (isLightWord(text)) return LIGHT_WORD_WEIGHT;
  if (rank === undefined) return MIN_WORD_WEIGHT;
  return Math.max(MIN_WORD_WEIGHT, rank / (rank + HALF_WEIGHT_RANK));
}

/** Lowers the weights of a complement of degree: what follows an adjective and 到 (嬲到爆炸). */
function weighComplements(ideas: readonly Idea[], table: ListedWords): Idea[] {
  const particle = ideas.findIndex(({ text }, i) => i > 0 && text === DEGREE && isAdjective(ideas[i - 1]!, table));
  if (particle < 0) return [...ideas];
  return ideas.map((idea, i) => (i > particle ? { ...idea, weight: idea.weight * COMPLEMENT_WEIGHT } : idea));
}

/**
 * Raises the weights of governors and lowers those of their objects: 對愛情死心 and letting go of the past are about the
 * ending, not the thing.
 */
function weighGoverned(ideas: readonly Idea[]): Idea[] {
  const weighed = [...ideas];
  for (const [at, { text, tokens, negation, weight }] of ideas.entries()) {
    if (negation !== undefined || !isGovernorText(text, tokens)) continue;
    const object = objectOf(weighed, at);
    if (object === undefined) continue;
    const governed = weighed[object]!;
    const isComplement = weighed.slice(at, Math.max(at, object)).some((idea) => idea.text === DEGREE);
    if (isComplement || isGovernorText(governed.text, governed.tokens)) continue;
    weighed[at] = { ...weighed[at]!, weight: GOVERNOR_WEIGHT * Math.max(weight, MIN_WORD_WEIGHT) };
    const isEnded = governed.negation === undefined && isEnderText(text, tokens);
    weighed[object] = { ...governed, weight: GOVERNED_SHARE * governed.weight, isEnded };
  }
  return weighed;
}

/** Whether it is a verb that governs what stands behind it, in any of its forms. */
const isGovernorText = (text: string, tokens: readonly string[]) => hasForm(text, tokens, isGovernor);

/** The place of a verb's object: the next content word, else the one before it with a preposition (對愛情死心). */
function objectOf(ideas: readonly Idea[], verb: number): number | undefined {
  const behind = ideas.findIndex((idea, i) => i > verb && isContent(idea));
  if (behind >= 0) return behind;
  const before = ideas.findLastIndex((idea, i) => i < verb && isContent(idea));
  return before > 0 && TOWARDS.has(ideas[before - 1]!.text) ? before : undefined;
}

function isAdjective({ text }: Idea, table: ListedWords): boolean {
  const word = table.numberOf(text);
  return word !== undefined && table.detail(word).pos === 'a';
}
