import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { RelationLine } from '../../src/lexicon/formats.ts';
import { PARTNER_INVERSES, PARTNER_TABLE, type PartnerSource } from '../../src/lexicon/partner-relations.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { PartnerPair } from './types.ts';

/** Partners of all words together: pairs that somebody wrote down, then those that phrases and headwords attest. */

export interface PartnerInput {
  /** In order of popularity. */
  readonly words: readonly AttestingWord[];
  readonly tables: Pick<HandWritten, 'partners' | 'deniedPartners'>;
  /** The number of the word that a form leads to, in its usual spelling. */
  numberOf(form: string): number | undefined;
}

export interface Partners {
  /** Partners of a word in the order of its list. */
  of(word: number): readonly PartnerPair[];
  readonly counts: Readonly<Record<PartnerSource, number>>;
}

/**
 * Answers the number of the word that a form leads to, in its usual spelling: words, then other forms of them.
 *
 * @param names in order of popularity
 * @param spellings other spellings with the usual one
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
  const ordered = new Map([...lists].map(([word, list]) => [word, inOrder([...list.values()])]));
  const counts = { curated: 0, attested: 0 };
  for (const list of ordered.values()) for (const { source } of list) counts[source]++;
  return { of: pairsOf(ordered), counts };
}

/** Apart, so that it does not keep the lists by key. */
const pairsOf =
  (ordered: ReadonlyMap<number, readonly PartnerPair[]>): Partners['of'] =>
  (word) =>
    ordered.get(word) ?? NO_PAIRS;

const NO_PAIRS: readonly PartnerPair[] = [];

/** Score of the first partner of a row, and by how much each is less than the one before. */
const FIRST_SCORE = 98;
const STEP = 2;
/** Rows are seldom longer; what is, ends in equals. */
const LAST_SCORE = 68;

/** A partner without the mark of its style. */
const withoutMark = (partner: string) => partner.replace(/[*+]$/, '');

/** The pairs of the hand-written rows whose words the lexicon has. */
function writtenPairs(rows: HandWritten['partners'], numberOf: PartnerInput['numberOf']): PartnerPair[] {
  return rows.flatMap(({ value }) => {
    const word = numberOf(value.word);
    if (word === undefined) return [];
    return value.partners.flatMap((partner, place): PartnerPair[] => {
      const related = numberOf(withoutMark(partner));
      if (related === undefined || related === word) return [];
      const score = Math.max(LAST_SCORE, FIRST_SCORE - STEP * place);
      return [{ word, related, relation: value.relation, source: 'curated', score }];
    });
  });
}

/** Whether a pair is one that must not be taken from phrases. */
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

/** What is written for a word comes before what only follows for it: below {@link LAST_SCORE}. */
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

/** The best of each relation in turn, so that the beginning of a list shows all that can be said with a word. */
function inOrder(pairs: readonly PartnerPair[]): PartnerPair[] {
  const byRelation = Map.groupBy(
    pairs.toSorted((a, b) => b.score - a.score || a.related - b.related),
    ({ relation }) => relation,
  );
  const list: PartnerPair[] = [];
  for (let turn = 0; list.length < pairs.length; turn += 1)
    for (const { name, perTurn } of PARTNER_TABLE)
      list.push(...(byRelation.get(name) ?? []).slice(turn * perTurn, (turn + 1) * perTurn));
  return list;
}

/** The lines of a word's partners; `order` is the place in the list of all its relations. */
export function* partnerLines(names: readonly string[], partners: Partners, word: number): Generator<RelationLine> {
  for (const [order, { related, relation, source, score }] of partners.of(word).entries())
    yield { word: names[word]!, related: names[related]!, type: relation, source, score, order, senses: [] };
}

/** Pairs that phrases and headwords show, by the few patterns that hardly mislead. */

/** What is known of a word where pairs are looked for. */
export interface AttestingWord {
  readonly word: string;
  readonly pos: PartOfSpeech;
  readonly examples: readonly string[];
}

/** Below all that somebody wrote, both ways. */
const ATTESTED_SCORE = 34;

/** 咗 and the like between a verb and its object. */
const ASPECT = /^(?:咗|過|緊|住|着|了|晒)/u;
/** 一場, 呢個: what counts a noun before it. */
const COUNTED = /^[一呢嗰這那兩幾](.)/u;
const DESCRIBED = /^(.{2,4})[嘅的](.{2,4})$/u;

const MAX_VERB_LENGTH = 2;
const MIN_NOUN_LENGTH = 2;
/** A headword of verb and noun; longer ones are mostly idioms. */
const HEADWORD_LENGTHS: readonly number[] = [3, 4];

interface Roles {
  readonly isNoun: (word: number) => boolean;
  readonly isVerb: (word: number) => boolean;
  readonly isAdjective: (word: number) => boolean;
  readonly isMeasure: (word: number) => boolean;
}

/**
 * Verb and object that are a headword (流眼淚) or a whole phrase (守住秘密, 看一場電影), and adjective and noun with 嘅 between them
 * that are a whole phrase. A noun has rows of its own, and a verb takes objects in what is written, so that words which only look
 * like them are not taken.
 *
 * @param words in order of popularity
 */
export function attestedPairs(
  words: readonly AttestingWord[],
  written: readonly PartnerPair[],
  numberOf: (form: string) => number | undefined,
): PartnerPair[] {
  const known = new Set(written.map(keyOf));
  const roles = rolesIn(words, written);
  const found = new Map<string, PartnerPair>();
  const add = (pair: PartnerPair | undefined) => {
    if (pair && !known.has(keyOf(pair)) && !found.has(keyOf(pair))) found.set(keyOf(pair), pair);
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

/** One key for both ways of writing a pair down. */
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

/** The longest verb that leaves a noun. */
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
