import type { ListedWords } from '../lexicon/listed-words.ts';
import { negatedBy, readEnglish, repairEnglish, tokenForms } from './english.ts';
import { isEnder, isFunctionWord, isGovernor, isLightWord, isNegation, type PhraseUnit } from './parse.ts';

/** An idea: one thing that a phrase says. */
export interface Idea {
  /** The Chinese word or the English words, as they were understood. */
  readonly text: string;
  /** Headwords that say it, the best first; for a Chinese word, the word itself. */
  readonly headwords: readonly string[];
  /** English words that may have vectors of meaning; empty for a Chinese word. */
  readonly tokens: readonly string[];
  /** How much of the phrase's subject it says, from 0 to somewhat above 1; ideas are compared by it. */
  readonly weight: number;
  /** The words that negate it, 唔 of 唔開心; undefined where nothing does. */
  readonly negation?: string;
  /** Whether the phrase says that it is over, so that its opposite is meant. */
  readonly isEnded?: boolean;
  /** Whether its headwords are those of the table of phrasal verbs. */
  readonly isPhrasal?: boolean;
}

export interface PhraseIdeas {
  readonly ideas: readonly Idea[];
  /** Texts that were not understood. */
  readonly ignored: readonly string[];
}

/** The least weight of content words: popular ones mean little, but may be all that a phrase is about (愛). */
const MIN_WORD_WEIGHT = 0.7;
/** The popularity rank at which a word has the weight 0.5, if {@link MIN_WORD_WEIGHT} were not more. */
const HALF_WEIGHT_RANK = 1000;
const LIGHT_WORD_WEIGHT = 0.25;
/** Function words keep a trace of their meaning, for phrases without other words. */
const FUNCTION_WORD_WEIGHT = 0.01;
/** Factor of the weight of a negated idea, which says most. */
const NEGATED_WEIGHT = 1.2;
/** The number of words behind a negation that it may reach; function words among them do not count (唔會再為佢喊). */
const MAX_REACHED = 3;
/** The number of units that together may be a headword. */
const MAX_TOGETHER = 3;
/** Particles behind an attribute, beyond which a negation does not reach. */
const ATTRIBUTE: ReadonlySet<string> = new Set(['嘅', '的']);
/** The particle between an adjective and its complement of degree, and the factor of the complement's weight. */
const DEGREE = '到';
const COMPLEMENT_WEIGHT = 0.3;
/** Factors of the weights of a verb that ends, begins or turns away from something (a governor), and of its object. */
const GOVERNOR_WEIGHT = 1.2;
const GOVERNED_SHARE = 0.4;
/** Prepositions before the object of a verb at the end. */
const TOWARDS: ReadonlySet<string> = new Set(['對', '向', '同', '將', '把']);
/** Factor of the weight of a negation in a relative clause (等一個唔會返嚟嘅人): the phrase is about what stands before it. */
const RELATIVE_CLAUSE_WEIGHT = 0.3;
/** Words for being without: with a person behind them (沒有你的夜晚), they mean to be alone, as persons have no opposite. */
const LACKING: ReadonlySet<string> = new Set(['沒有', '沒', '無', '冇', '冇咗', 'without']);
const PERSON = /^(?:[你您妳佢他她我][哋們]?[嘅的]?|you|him|her|me|us)$/u;
const ALONE = { headwords: ['孤單', '寂寞'], tokens: ['lonely'], weight: MIN_WORD_WEIGHT } as const;
/**
 * Words for nobody: somebody to or for whom nobody does a thing (冇人等門, nobody loves me) is alone, and the verb says
 * little more.
 */
const NOBODY: ReadonlySet<string> = new Set(['冇人', '無人', '沒有人', '沒人', 'nobody', 'none']);
/** Particles of the passive: a negated passive (從未被人愛過) means the same as nobody with the verb. */
const PASSIVE: ReadonlySet<string> = new Set(['被', '被人', '俾人', '畀人']);
/** Complements that say that the verb before them fails. */
const UNABLE: ReadonlySet<string> = new Set(['唔到', '不到', '唔甩', '不掉', '唔低', '不下', '不了']);
/** Factor of the weight of what somebody is without, or of what nobody does. */
const UNDONE_SHARE = 0.4;
/** Verbs of knowing: with nobody they are negated like any verb, as what nobody knows is a secret. */
const KNOWING: ReadonlySet<string> = new Set(['知', '知道', '知曉', '識', '曉', '曉得', '得知', 'know', 'knows']);
/** Nouns whose lack negates the verb that follows (冇勇氣開口). */
const ABILITIES: ReadonlySet<string> = new Set([
  '勇氣',
  '膽量',
  '膽',
  '機會',
  '時間',
  '力氣',
  '力',
  '辦法',
  '資格',
  '心情',
  '心機',
  'courage',
  'chance',
  'time',
  'strength',
]);

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

/** The place of a verb's object: the next content word, else the one before it with a preposition (對愛情死心). */
function objectOf(ideas: readonly Idea[], verb: number): number | undefined {
  const behind = ideas.findIndex((idea, i) => i > verb && isContent(idea));
  if (behind >= 0) return behind;
  const before = ideas.findLastIndex((idea, i) => i < verb && isContent(idea));
  return before > 0 && TOWARDS.has(ideas[before - 1]!.text) ? before : undefined;
}

const isContent = ({ weight }: Idea) => weight > FUNCTION_WORD_WEIGHT;

/** Whether a predicate holds of a text, or of an English verb in any of its forms, with its particles. */
function hasForm(
  text: string,
  [verb = '', ...particles]: readonly string[],
  holds: (text: string) => boolean,
): boolean {
  return holds(text) || (verb !== '' && tokenForms(verb).some((form) => holds([form, ...particles].join(' '))));
}

const isGovernorText = (text: string, tokens: readonly string[]) => hasForm(text, tokens, isGovernor);
const isEnderText = (text: string, tokens: readonly string[]) => hasForm(text, tokens, isEnder);

function isAdjective({ text }: Idea, table: ListedWords): boolean {
  const word = table.numberOf(text);
  return word !== undefined && table.detail(word).pos === 'a';
}

/** Joins each negation with the idea that it negates; two that cancel each other are left out. */
function applyNegations(ideas: readonly Idea[], table: ListedWords): Idea[] {
  const result: Idea[] = [];
  for (let at = 0; at < ideas.length; at++) {
    const idea = ideas[at]!;
    const next = ideas[at + 1];
    if (next && LACKING.has(idea.text) && (PERSON.test(next.text) || isPerson(next, table))) {
      result.push({ ...ALONE, text: idea.tokens.length > 0 ? `${idea.text} ${next.text}` : idea.text + next.text });
      if (!PERSON.test(next.text)) result.push({ ...next, weight: UNDONE_SHARE * next.weight });
      at++;
      continue;
    }
    const cancelling = secondOfCancelling(ideas, at);
    if (cancelling !== undefined) {
      at = cancelling;
      continue;
    }
    const target = isNegation(idea.text) ? targetOf(ideas, at) : undefined;
    if (target === undefined) {
      result.push(idea);
      continue;
    }
    const { negation, ...negated } = ideas[target]!;
    const isNobody = NOBODY.has(idea.text) || PASSIVE.has(ideas[at + 1]!.text);
    if (isNobody && !KNOWING.has(negated.text)) {
      result.push({ ...ALONE, text: idea.text }, { ...negated, weight: UNDONE_SHARE * negated.weight });
      at = target;
      continue;
    }
    const share = isRelativeClause(ideas, at, target) ? RELATIVE_CLAUSE_WEIGHT : 1;
    const weight = Math.max(negated.weight, MIN_WORD_WEIGHT) * NEGATED_WEIGHT * share;
    result.push(negation === undefined ? { ...negated, negation: idea.text, weight } : negated);
    at = target;
    const undone = ideas[at + 1];
    if (undone && ABILITIES.has(negated.text) && undone.weight > LIGHT_WORD_WEIGHT) {
      result.push({ ...undone, negation: idea.text });
      at++;
    }
  }
  return result;
}

/**
 * The place of the second of two negations or verbs of ending that cancel each other (無法停止想你, can't stop thinking,
 * 戒唔到諗佢), so that what follows goes on; undefined where `first` is none of two.
 */
function secondOfCancelling(ideas: readonly Idea[], first: number): number | undefined {
  const negatesOrEnds = ({ text, tokens }: Idea) => isNegation(text) || isEnderText(text, tokens);
  const { text, tokens } = ideas[first]!;
  const isFailing = isEnderText(text, tokens) && UNABLE.has(ideas[first + 1]?.text ?? '');
  if (!isFailing && !isNegation(text)) return undefined;
  const second = isFailing
    ? first + 1
    : ideas.findIndex((idea, i) => i > first && (isContent(idea) || negatesOrEnds(idea)));
  if (second < 0 || !(isFailing || negatesOrEnds(ideas[second]!))) return undefined;
  const hasContentBehind = ideas.slice(second + 1).some(isContent);
  return hasContentBehind ? second : undefined;
}

function isPerson({ headwords: [word = ''] }: Idea, table: ListedWords): boolean {
  const number = table.numberOf(word);
  return number !== undefined && table.detail(number).category === 'noun.person';
}

/** Whether an idea is 嘅 or 的, or a function word that ends in one (你的). */
function isAttribute({ text }: Idea): boolean {
  return ATTRIBUTE.has(text.slice(-1)) && isFunctionWord(text);
}

/**
 * Whether the negated idea belongs to a relative clause, with its noun behind it, while an idea before the negation has
 * the phrase's subject.
 */
function isRelativeClause(ideas: readonly Idea[], negation: number, target: number): boolean {
  const next = ideas.slice(target + 1).find((idea) => isAttribute(idea) || idea.weight > LIGHT_WORD_WEIGHT);
  const hasSubjectBefore = ideas.slice(0, negation).some(({ weight }) => weight > LIGHT_WORD_WEIGHT);
  return next !== undefined && isAttribute(next) && hasSubjectBefore;
}

/**
 * The place of the idea that a negation negates. Of those in its reach it is the first that is more than a light word,
 * else the first that is more than a function word, else the first of several characters: a verb that elsewhere is a
 * direction (返嚟).
 */
function targetOf(ideas: readonly Idea[], negation: number): number | undefined {
  const behind = ideas.slice(negation + 1);
  let contentWords = 0;
  const reachEnd = behind.findIndex((idea) => isAttribute(idea) || (isContent(idea) && ++contentWords > MAX_REACHED));
  const reached = reachEnd < 0 ? behind : behind.slice(0, reachEnd);
  const preferences: readonly ((idea: Idea) => boolean)[] = [
    ({ weight }) => weight > LIGHT_WORD_WEIGHT,
    isContent,
    ({ headwords: [word = ''] }) => Array.from(word).length > 1,
  ];
  const place = preferences.map((isPreferred) => reached.findIndex(isPreferred)).find((found) => found >= 0);
  return place === undefined ? undefined : negation + 1 + place;
}
