import type { ListedWords } from '../lexicon/listed-words.ts';
import { negatedBy, readEnglish, repairEnglish, tokenForms } from './english.ts';
import { isEnder, isFunctionWord, isGovernor, isLightWord, isNegation, type PhraseUnit } from './parse.ts';

/** One thing that a phrase says. */
export interface Idea {
  /** The word, or the English words, as they were understood. */
  readonly text: string;
  /** Headwords that say it, the best first; of a Chinese word itself. */
  readonly headwords: readonly string[];
  /** English words of which a vector may be known; none of a Chinese word. */
  readonly tokens: readonly string[];
  /** What it says of what the phrase is about, 0 to 1. */
  readonly weight: number;
  /** The words that turn it round, 唔 of 唔開心; undefined where nothing does. */
  readonly negation?: string;
  /** Whether the phrase says that it is over: what follows is its opposite. */
  readonly isEnded?: boolean;
  /** Whether its headwords are those of the table of phrasal verbs. */
  readonly isPhrasal?: boolean;
}

export interface PhraseIdeas {
  readonly ideas: readonly Idea[];
  readonly ignored: readonly string[];
}

/** The most popular words mean little in a phrase, but are sometimes all that it is about (愛). */
const MIN_WORD_WEIGHT = 0.7;
/** A word of this rank has half of the full weight. */
const HALF_WEIGHT_RANK = 1000;
const LIGHT_WORD_WEIGHT = 0.25;
/** Function words keep a trace of their meaning, for phrases without other words. */
const FUNCTION_WORD_WEIGHT = 0.01;
/** A word that is turned round says most. */
const NEGATED_WEIGHT = 1.2;
/** Words behind a negation that it may reach; function words among them do not count (唔會再為佢喊). */
const MAX_REACHED = 3;
const MAX_TOGETHER = 3;
/** What a negation does not reach beyond. */
const ATTRIBUTE: ReadonlySet<string> = new Set(['嘅', '的']);
const DEGREE = '到';
const COMPLEMENT_WEIGHT = 0.3;
const GOVERNOR_WEIGHT = 1.2;
const GOVERNED_SHARE = 0.4;
/** Before what a verb at the end is about. */
const TOWARDS: ReadonlySet<string> = new Set(['對', '向', '同', '將', '把']);
/** What is left of a negation that tells which one is meant (等一個唔會返嚟嘅人): the phrase is about what stands before it. */
const RELATIVE_CLAUSE_WEIGHT = 0.3;
/** To be without somebody (沒有你的夜晚) is no opposite of anybody, it is to be alone. */
const LACKING: ReadonlySet<string> = new Set(['沒有', '沒', '無', '冇', '冇咗', 'without']);
const PERSON = /^(?:[你您妳佢他她我][哋們]?[嘅的]?|you|him|her|me|us)$/u;
const ALONE = { headwords: ['孤單', '寂寞'], tokens: ['lonely'], weight: MIN_WORD_WEIGHT } as const;
/** Whom nobody does it to or for (冇人等門, nobody loves me) is alone, and what is not done says little more. */
const NOBODY: ReadonlySet<string> = new Set(['冇人', '無人', '沒有人', '沒人', 'nobody', 'none']);
/** To whom it is not done (從未被人愛過) has nobody who does it. */
const PASSIVE: ReadonlySet<string> = new Set(['被', '被人', '俾人', '畀人']);
/** Behind a verb: that it fails. */
const UNABLE: ReadonlySet<string> = new Set(['唔到', '不到', '唔甩', '不掉', '唔低', '不下', '不了']);
const UNDONE_SHARE = 0.4;
/** What nobody knows is a secret: knowing itself is turned round. */
const KNOWING: ReadonlySet<string> = new Set(['知', '知道', '知曉', '識', '曉', '曉得', '得知', 'know', 'knows']);
/** Who lacks these does not do what follows (冇勇氣開口). */
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

/** English words that are no gloss of any word. */
export interface UnglossedTokens {
  /** Whether it has a vector of its own. */
  isKnown(token: string): boolean;
  /** Headwords whose definitions have it, the most popular first. */
  mentions(token: string): readonly string[];
}

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

function readUnits(units: readonly PhraseUnit[], table: ListedWords, unglossed: UnglossedTokens) {
  const ideas: Idea[] = [];
  const ignored: string[] = [];
  for (let at = 0; at < units.length; ) {
    const { text, isEnglish } = units[at]!;
    if (!isEnglish) {
      const together = headwordTogether(units, at, table);
      if (together) {
        const { text, length } = together;
        ideas.push({
          text,
          headwords: table.numberOf(text) === undefined ? [] : [text],
          tokens: [],
          weight: weightOf(text, table.numberOf(text)),
        });
        at += length;
        continue;
      }
      const rank = table.numberOf(text);
      if (rank === undefined && !isNegation(text)) ignored.push(text);
      else ideas.push({ text, headwords: rank === undefined ? [] : [text], tokens: [], weight: weightOf(text, rank) });
      at++;
      continue;
    }
    const end = units.findIndex((unit, i) => i > at && !unit.isEnglish);
    const rest = units.slice(at, end < 0 ? undefined : end).map((unit) => unit.text);
    if (isNegation(text)) {
      ideas.push({ text, headwords: [], tokens: [text], weight: FUNCTION_WORD_WEIGHT });
      at++;
      continue;
    }
    const glossed = readEnglish(rest, table);
    at += glossed.length;
    const mentions = unglossed.mentions(glossed.text);
    const reading = mentions.length > 0 ? { ...glossed, headwords: mentions } : glossed;
    const isKnown = reading.headwords.length > 0 || unglossed.isKnown(reading.text) || isFunctionWord(reading.text);
    const negated = isKnown ? undefined : negatedBy(reading.text);
    if (negated !== undefined) {
      const positive = readEnglish([negated], table);
      if (positive.headwords.length > 0) {
        ideas.push({ ...ideaOfReading(positive, table), negation: reading.text });
        continue;
      }
    }
    const readings = isKnown ? [reading] : repairEnglish(reading.text, table);
    if (readings.length === 0) ignored.push(reading.text);
    for (const one of readings) ideas.push(ideaOfReading(one, table));
  }
  return { ideas, ignored };
}

/** Words side by side that are a headword (一個人) or a negation (唔會) together, which segmentation splits: the most of them. */
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

function weightOf(text: string, rank: number | undefined): number {
  if (isFunctionWord(text) || isNegation(text)) return FUNCTION_WORD_WEIGHT;
  if (isLightWord(text)) return LIGHT_WORD_WEIGHT;
  if (rank === undefined) return MIN_WORD_WEIGHT;
  return Math.max(MIN_WORD_WEIGHT, rank / (rank + HALF_WEIGHT_RANK));
}

/** What follows an adjective and 到 says how much (嬲到爆炸), and weighs less. */
function weighComplements(ideas: readonly Idea[], table: ListedWords): Idea[] {
  const at = ideas.findIndex(({ text }, i) => i > 0 && text === DEGREE && isAdjective(ideas[i - 1]!, table));
  return ideas.map((idea, i) => (at > 0 && i > at ? { ...idea, weight: idea.weight * COMPLEMENT_WEIGHT } : idea));
}

/** To end, begin or turn away from something is what a phrase is about, more than the thing: 對愛情死心, letting go of the past. */
function weighGoverned(ideas: readonly Idea[]): Idea[] {
  const weighed = [...ideas];
  for (const [at, { text, tokens, negation, weight }] of ideas.entries()) {
    if (negation !== undefined || !isGovernorText(text, tokens)) continue;
    const isContent = ({ weight }: Idea) => weight > FUNCTION_WORD_WEIGHT;
    const behind = weighed.findIndex((idea, i) => i > at && isContent(idea));
    const before = weighed.findLastIndex((idea, i) => i < at && isContent(idea));
    const object = behind >= 0 ? behind : before > 0 && TOWARDS.has(weighed[before - 1]!.text) ? before : -1;
    const isComplement = weighed.slice(at, Math.max(at, object)).some((idea) => idea.text === DEGREE);
    if (object < 0 || isComplement || isGovernorText(weighed[object]!.text, weighed[object]!.tokens)) continue;
    weighed[at] = { ...weighed[at]!, weight: GOVERNOR_WEIGHT * Math.max(weight, MIN_WORD_WEIGHT) };
    const governed = weighed[object]!;
    const isEnded = governed.negation === undefined && isEnderText(text, tokens);
    weighed[object] = { ...governed, weight: GOVERNED_SHARE * governed.weight, isEnded };
  }
  return weighed;
}

/** An English verb in any form, with its particle. */
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

/** A negation and what it negates become one idea; two of them hold each other up. */
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
    const undoing = undoneAt(ideas, at);
    if (undoing !== undefined) {
      at = undoing;
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

/** The second of two that turn each other round (無法停止想你, can't stop thinking, 戒唔到諗佢): together they say that what follows goes on. */
function undoneAt(ideas: readonly Idea[], first: number): number | undefined {
  const turns = ({ text, tokens }: Idea) => isNegation(text) || isEnderText(text, tokens);
  const { text, tokens } = ideas[first]!;
  const isFailing = isEnderText(text, tokens) && UNABLE.has(ideas[first + 1]?.text ?? '');
  if (!isFailing && !isNegation(text)) return undefined;
  const second = isFailing
    ? first + 1
    : ideas.findIndex((idea, i) => i > first && (idea.weight > FUNCTION_WORD_WEIGHT || turns(idea)));
  if (second < 0 || !(isFailing || turns(ideas[second]!))) return undefined;
  const follows = ideas.slice(second + 1).some(({ weight }) => weight > FUNCTION_WORD_WEIGHT);
  return follows ? second : undefined;
}

function isPerson({ headwords: [word = ''] }: Idea, table: ListedWords): boolean {
  const number = table.numberOf(word);
  return number !== undefined && table.detail(number).category === 'noun.person';
}

/** 嘅, or a function word that ends in it (你的). */
function isAttribute({ text }: Idea): boolean {
  return ATTRIBUTE.has(text.slice(-1)) && isFunctionWord(text);
}

/** Whether what is negated tells of a noun behind it, while a word before says what the phrase is about. */
function isRelativeClause(ideas: readonly Idea[], negation: number, target: number): boolean {
  const next = ideas.slice(target + 1).find((idea) => isAttribute(idea) || idea.weight > LIGHT_WORD_WEIGHT);
  return (
    next !== undefined && isAttribute(next) && ideas.slice(0, negation).some(({ weight }) => weight > LIGHT_WORD_WEIGHT)
  );
}

/** Behind a negation the first word that says much, else the first that says little, else a verb that is else a direction (返嚟). */
function targetOf(ideas: readonly Idea[], negation: number): number | undefined {
  const next = ideas.slice(negation + 1);
  let said = 0;
  const end = next.findIndex(
    (idea) => isAttribute(idea) || (idea.weight > FUNCTION_WORD_WEIGHT && ++said > MAX_REACHED),
  );
  const behind = end < 0 ? next : next.slice(0, end);
  const place =
    [LIGHT_WORD_WEIGHT, FUNCTION_WORD_WEIGHT]
      .map((limit) => behind.findIndex(({ weight }) => weight > limit))
      .find((found) => found >= 0) ?? behind.findIndex(({ headwords: [word = ''] }) => Array.from(word).length > 1);
  return place < 0 ? undefined : negation + 1 + place;
}
