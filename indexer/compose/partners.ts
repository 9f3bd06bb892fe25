import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { RelationLine } from '../../src/lexicon/formats.ts';
import { PARTNER_INVERSES, PARTNER_TABLE, type PartnerSource } from '../../src/lexicon/partner-relations.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { PartnerPair } from './types.ts';

/** Collection of the partners of all words: hand-written pairs, then those that phrases and headwords attest. */

export interface PartnerInput {
  /** Words in order of popularity: the place of a word is its number. */
  readonly words: readonly AttestingWord[];
  readonly tables: Pick<HandWritten, 'partners' | 'deniedPartners'>;
  /** Number of the word that a form leads to, in its usual spelling; undefined if none. */
  numberOf(form: string): number | undefined;
}

export interface Partners {
  /** Partners of a word in the order of its list. */
  of(word: number): readonly PartnerPair[];
  readonly counts: Readonly<Record<PartnerSource, number>>;
}

/**
 * Creates the look-up of the number of the word that a form leads to, in its usual spelling: first among words, then among aliases.
 *
 * @param names in order of popularity
 * @param spellings usual spelling by variant spelling
 */
export function createNumberOf(
  names: readonly string[],
  aliasesOf: (word: string) => readonly string[],
  spellings: ReadonlyMap<string, string>,
): (form: string) => number | undefined {
  const numbers = new Map(names.map((word, number) => [word, number]));
  const aliases = new Map(names.flatMap((word, number) => aliasesOf(word).map((alias) => [alias, number] as const)));
  return (form) => {
    const word = toHongKong(form);
    const number = numbers.get(spellings.get(word) ?? word);
    return number ?? aliases.get(word);
  };
}

/** Collects all pairs in both directions; of equal ones the greatest score stays. */
export function collectPartners({ words, tables, numberOf }: PartnerInput): Partners {
  const lists = new Map<number, Map<string, PartnerPair>>();
  const put = (pair: PartnerPair) => {
    const list = lists.get(pair.word) ?? new Map<string, PartnerPair>();
    lists.set(pair.word, list);
    const key = `${pair.relation} ${pair.related}`;
    const existing = list.get(key);
    if (!existing || existing.score < pair.score) list.set(key, pair);
  };
  const written = writtenPairs(tables.partners ?? [], numberOf);
  const attested = attestedPairs(words, written, numberOf);
  const isDenied = deniedPairs(tables.deniedPartners ?? [], numberOf);
  for (const pair of [...written, ...attested.filter((pair) => !isDenied(pair))]) {
    put(pair);
    put(reversed(pair));
  }
  const ordered = new Map([...lists].map(([word, list]) => [word, inRounds([...list.values()])]));
  const counts = { curated: 0, attested: 0 };
  for (const list of ordered.values()) for (const { source } of list) counts[source]++;
  return { of: pairsOf(ordered), counts };
}

/** Look-up in lists, a function of its own so that its closure does not keep the lists by key in memory. */
const pairsOf =
  (ordered: ReadonlyMap<number, readonly PartnerPair[]>): Partners['of'] =>
  (word) =>
    ordered.get(word) ?? NO_PAIRS;

const NO_PAIRS: readonly PartnerPair[] = [];

/** Scores of a row's partners: from {@link FIRST_SCORE} down by {@link SCORE_STEP} each, but not below {@link LAST_SCORE}. */
const FIRST_SCORE = 98;
const SCORE_STEP = 2;
const LAST_SCORE = 68;

const withoutMark = (partner: string) => partner.replace(/[*+]$/, '');

/** Pairs of hand-written rows of which the lexicon has both words. */
function writtenPairs(rows: HandWritten['partners'], numberOf: PartnerInput['numberOf']): PartnerPair[] {
  return rows.flatMap(({ value }) => {
    const word = numberOf(value.word);
    if (word === undefined) return [];
    return value.partners.flatMap((partner, place): PartnerPair[] => {
      const related = numberOf(withoutMark(partner));
      if (related === undefined || related === word) return [];
      const score = Math.max(LAST_SCORE, FIRST_SCORE - SCORE_STEP * place);
      return [{ word, related, relation: value.relation, source: 'curated', score }];
    });
  });
}

function deniedPairs(
  rows: HandWritten['deniedPartners'],
  numberOf: PartnerInput['numberOf'],
): (pair: Pick<PartnerPair, 'word' | 'related' | 'relation'>) => boolean {
  const denied = new Set(
    rows.flatMap(({ value }) =>
      value.partners.map((partner) => `${numberOf(value.word)} ${value.relation} ${numberOf(partner)}`),
    ),
  );
  return ({ word, related, relation }) => denied.has(`${word} ${relation} ${related}`);
}

/** Points less of a pair's reverse, so that all reversed pairs score below {@link LAST_SCORE}: behind those written for the word itself. */
const REVERSED_PENALTY = 32;

function reversed({ word, related, relation, score, source }: PartnerPair): PartnerPair {
  return {
    word: related,
    related: word,
    relation: PARTNER_INVERSES[relation],
    score: score - REVERSED_PENALTY,
    source,
  };
}

/** Order of a word's list: rounds of the best `perTurn` pairs of each relation, so that its beginning shows all relations of the word. */
function inRounds(pairs: readonly PartnerPair[]): PartnerPair[] {
  const byRelation = Map.groupBy(
    pairs.toSorted((a, b) => b.score - a.score || a.related - b.related),
    ({ relation }) => relation,
  );
  const list: PartnerPair[] = [];
  for (let round = 0; list.length < pairs.length; round += 1)
    for (const { name, perTurn } of PARTNER_TABLE)
      list.push(...(byRelation.get(name) ?? []).slice(round * perTurn, (round + 1) * perTurn));
  return list;
}

/** Lines of a word's partners; `order` is the place among partners of all relations, from 0. */
export function* partnerLines(names: readonly string[], partners: Partners, word: number): Generator<RelationLine> {
  for (const [order, { related, relation, source, score }] of partners.of(word).entries())
    yield { word: names[word]!, related: names[related]!, type: relation, source, score, order, senses: [] };
}

/** Attested pairs: found in phrases and headwords, by the few patterns that hardly mislead. */

/** Word with the phrases in which pairs are looked for. */
export interface AttestingWord {
  readonly word: string;
  readonly pos: PartOfSpeech;
  readonly examples: readonly string[];
}

/** Score of attested pairs, below all hand-written ones in both directions. */
const ATTESTED_SCORE = 34;

/** Aspect particle between a verb and its object: 咗 and the like. */
const ASPECT = /^(?:咗|過|緊|住|着|了|晒)/u;
/** Numeral or demonstrative with a measure word before a noun: 一場, 呢個. */
const COUNTED = /^[一呢嗰這那兩幾](.)/u;
/** Whole phrase of two words with 嘅 or 的 between them. */
const DESCRIBED = /^(.{2,4})[嘅的](.{2,4})$/u;

const MAX_VERB_LENGTH = 2;
const MIN_NOUN_LENGTH = 2;
/** Lengths in characters of headwords of verb and noun; longer ones are mostly idioms. */
const HEADWORD_LENGTHS: readonly number[] = [3, 4];

/** Tests whether a word, by number, can have a role in an attested pair. */
interface Roles {
  readonly isNoun: (word: number) => boolean;
  readonly isVerb: (word: number) => boolean;
  readonly isAdjective: (word: number) => boolean;
  readonly isMeasure: (word: number) => boolean;
}

/**
 * Pairs of verb and object that are a headword (流眼淚) or a whole phrase (守住秘密, 看一場電影), and of adjective and noun that are a whole
 * phrase with 嘅 between them. Only nouns with hand-written rows and verbs that take objects in such rows count, so that look-alikes are
 * not taken. Pairs among `written` are left out.
 *
 * @param words in order of popularity
 */
export function attestedPairs(
  words: readonly AttestingWord[],
  written: readonly PartnerPair[],
  numberOf: (form: string) => number | undefined,
): PartnerPair[] {
  const writtenKeys = new Set(written.map(keyOf));
  const roles = rolesIn(words, written);
  const found = new Map<string, PartnerPair>();
  const add = (pair: PartnerPair | undefined) => {
    if (pair && !writtenKeys.has(keyOf(pair)) && !found.has(keyOf(pair))) found.set(keyOf(pair), pair);
  };
  for (const { word, pos, examples } of words) {
    if (pos === 'v' && HEADWORD_LENGTHS.includes(Array.from(word).length)) add(verbAndObject(word, roles, numberOf));
    for (const phrase of examples) {
      add(verbAndObject(phrase, roles, numberOf));
      add(adjectiveAndNoun(phrase, roles, numberOf));
    }
  }
  return [...found.values()];
}

/** Key of a pair, the same for both directions of verb and object, and of adjective and noun. */
function keyOf({ word, related, relation }: PartnerPair): string {
  if (relation === 'takes') return `done_to ${related} ${word}`;
  if (relation === 'describes') return `like_what ${related} ${word}`;
  return `${relation} ${word} ${related}`;
}

function rolesIn(words: readonly AttestingWord[], written: readonly PartnerPair[]): Roles {
  const [nouns, verbs, measures] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const { word, related, relation } of written) {
    if (relation === 'done_to') verbs.add(related);
    if (relation === 'takes') verbs.add(word);
    if (relation === 'measure') measures.add(related);
    nouns.add(word);
  }
  const pos = (word: number) => words[word]!.pos;
  const lengthOf = (word: number) => Array.from(words[word]!.word).length;
  return {
    isNoun: (word) => nouns.has(word) && pos(word) === 'n' && lengthOf(word) >= MIN_NOUN_LENGTH,
    isVerb: (word) => verbs.has(word) && pos(word) === 'v',
    isAdjective: (word) => pos(word) === 'a',
    isMeasure: (word) => measures.has(word),
  };
}

type NumberOf = (form: string) => number | undefined;

/** Pair of the longest verb at the phrase's beginning whose rest is a noun; undefined if none. */
function verbAndObject(phrase: string, roles: Roles, numberOf: NumberOf): PartnerPair | undefined {
  const characters = Array.from(phrase);
  for (let length = Math.min(MAX_VERB_LENGTH, characters.length - 1); length > 0; length--) {
    const verb = numberOf(characters.slice(0, length).join(''));
    if (verb === undefined || !roles.isVerb(verb)) continue;
    const noun = numberOf(withoutCount(characters.slice(length).join('').replace(ASPECT, ''), roles, numberOf));
    if (noun !== undefined && roles.isNoun(noun)) return attested(noun, 'done_to', verb);
  }
  return undefined;
}

/** Text without a {@link COUNTED} beginning, if its second character is a measure word. */
function withoutCount(text: string, { isMeasure }: Roles, numberOf: NumberOf): string {
  return text.replace(COUNTED, (count, measure: string) => {
    const number = numberOf(measure);
    return number !== undefined && isMeasure(number) ? '' : count;
  });
}

function adjectiveAndNoun(phrase: string, roles: Roles, numberOf: NumberOf): PartnerPair | undefined {
  const [, first, second] = DESCRIBED.exec(phrase) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [adjective, noun] = [numberOf(first), numberOf(second)];
  if (adjective === undefined || noun === undefined) return undefined;
  return roles.isAdjective(adjective) && roles.isNoun(noun) ? attested(noun, 'like_what', adjective) : undefined;
}

function attested(word: number, relation: 'done_to' | 'like_what', related: number): PartnerPair {
  return { word, related, relation, source: 'attested', score: ATTESTED_SCORE };
}
