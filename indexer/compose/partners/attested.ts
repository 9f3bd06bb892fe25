import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';
import type { PartnerPair } from '../types.ts';

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
