import type { RelationLine } from '../../../src/lexicon/formats.ts';
import {
  PARTNER_INVERSES,
  PARTNER_TABLE,
  type PartnerRelation,
  type PartnerSource,
} from '../../../src/lexicon/partner-relations.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import { type AttestingWord, attestedPairs } from './attested.ts';
import { deniedPairs, writtenPairs } from './written.ts';

/** Partners of all words together: pairs that somebody wrote down, then those that phrases and headwords attest. */

/** One pair, in the direction in which it was found. Words are numbers in order of popularity. */
export interface PartnerPair {
  readonly word: number;
  readonly related: number;
  readonly relation: PartnerRelation;
  readonly source: PartnerSource;
  /** How natural the partner is, 1 to 100; the word is a little less of a partner to its partner. */
  readonly score: number;
}

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
  return { of: (word) => ordered.get(word) ?? NO_PAIRS, counts };
}

const NO_PAIRS: readonly PartnerPair[] = [];

/** What is written for a word comes before what only follows for it: below the last score of a row, see `written.ts`. */
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
  for (let from = 0; list.length < pairs.length; from += 1)
    for (const { name, inARow } of PARTNER_TABLE)
      list.push(...(byRelation.get(name) ?? []).slice(from * inARow, (from + 1) * inARow));
  return list;
}

/** The lines of a word's partners; `order` is the place in the list of all its relations. */
export function* partnerLines(names: readonly string[], partners: Partners, word: number): Generator<RelationLine> {
  for (const [order, { related, relation, source, score }] of partners.of(word).entries())
    yield { word: names[word]!, related: names[related]!, type: relation, source, score, order, senses: [] };
}
