import type { ListedWords } from '../lexicon/listed-words.ts';
import { type Idea, isContent, isEnderText, LIGHT_WORD_WEIGHT, MIN_WORD_WEIGHT } from './idea.ts';
import { isFunctionWord, isNegation } from './phrase-words.ts';

/** What is negated in a phrase, and what being without somebody or something means. */

/** Factor of the weight of a negated idea, which says most. */
const NEGATED_WEIGHT = 1.2;
/** The number of words behind a negation that it may reach; function words among them do not count (唔會再為佢喊). */
const MAX_REACHED = 3;
/** Particles behind an attribute, beyond which a negation does not reach. */
const ATTRIBUTE: ReadonlySet<string> = new Set(['嘅', '的']);
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

/** A reading of the ideas from a place on: how many it takes, at least 1, and what they say together. */
interface Reading {
  readonly length: number;
  readonly ideas: readonly Idea[];
}

/** The readings of a negation, the first that holds decides. An idea of which none holds stays as it is. */
const READINGS: readonly ((ideas: readonly Idea[], at: number, table: ListedWords) => Reading | undefined)[] = [
  readWithoutPerson,
  readCancelled,
  readNobody,
  readNegated,
];

/** Joins each negation with the idea that it negates; two that cancel each other are left out. */
export function applyNegations(ideas: readonly Idea[], table: ListedWords): Idea[] {
  const result: Idea[] = [];
  for (let at = 0; at < ideas.length; ) {
    let reading: Reading | undefined;
    for (const read of READINGS) reading ??= read(ideas, at, table);
    const { length, ideas: said } = reading ?? { length: 1, ideas: [ideas[at]!] };
    result.push(...said);
    at += length;
  }
  return result;
}

/** Without a person (沒有你的夜晚): to be alone. */
function readWithoutPerson(ideas: readonly Idea[], at: number, table: ListedWords): Reading | undefined {
  const [idea, next] = [ideas[at]!, ideas[at + 1]];
  if (!next || !LACKING.has(idea.text)) return undefined;
  const isPronoun = PERSON.test(next.text);
  if (!isPronoun && !isPerson(next, table)) return undefined;
  const alone = { ...ALONE, text: idea.tokens.length > 0 ? `${idea.text} ${next.text}` : idea.text + next.text };
  return { length: 2, ideas: isPronoun ? [alone] : [alone, { ...next, weight: UNDONE_SHARE * next.weight }] };
}

function readCancelled(ideas: readonly Idea[], at: number): Reading | undefined {
  const second = secondOfCancelling(ideas, at);
  return second === undefined ? undefined : { length: second + 1 - at, ideas: [] };
}

/** Nobody who does something for somebody (冇人等門, 從未被人愛過): to be alone. */
function readNobody(ideas: readonly Idea[], at: number): Reading | undefined {
  const target = targetOf(ideas, at);
  if (target === undefined) return undefined;
  const isNobody = NOBODY.has(ideas[at]!.text) || PASSIVE.has(ideas[at + 1]!.text);
  const { negation: _, ...undone } = ideas[target]!;
  if (!isNobody || KNOWING.has(undone.text)) return undefined;
  const alone = { ...ALONE, text: ideas[at]!.text };
  return { length: target + 1 - at, ideas: [alone, { ...undone, weight: UNDONE_SHARE * undone.weight }] };
}

/** A negated idea; a negated ability negates the verb behind it as well (冇勇氣開口). */
function readNegated(ideas: readonly Idea[], at: number): Reading | undefined {
  const target = targetOf(ideas, at);
  if (target === undefined) return undefined;
  const { text } = ideas[at]!;
  const { negation, ...negated } = ideas[target]!;
  const share = isRelativeClause(ideas, at, target) ? RELATIVE_CLAUSE_WEIGHT : 1;
  const weight = Math.max(negated.weight, MIN_WORD_WEIGHT) * NEGATED_WEIGHT * share;
  // What is negated twice is meant.
  const said = negation === undefined ? { ...negated, negation: text, weight } : negated;
  const length = target + 1 - at;
  const undone = ideas[target + 1];
  return undone && ABILITIES.has(negated.text) && undone.weight > LIGHT_WORD_WEIGHT
    ? { length: length + 1, ideas: [said, { ...undone, negation: text }] }
    : { length, ideas: [said] };
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
 * The place of the idea that a negation at a place negates; undefined where none does. Of those in its reach it is the first that is more than a light word,
 * else the first that is more than a function word, else the first of several characters: a verb that elsewhere is a
 * direction (返嚟).
 */
function targetOf(ideas: readonly Idea[], negation: number): number | undefined {
  if (!isNegation(ideas[negation]!.text)) return undefined;
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
