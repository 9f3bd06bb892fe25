import type { HandWritten } from '../../tables/hand-written.ts';
import type { PartnerPair } from './partners.ts';

/** Score of the first partner of a row, and by how much each is less than the one before. */
const FIRST_SCORE = 98;
const STEP = 2;
/** Rows are seldom longer; what is, ends in equals. */
const LAST_SCORE = 68;

type NumberOf = (form: string) => number | undefined;

/** A partner without the mark of its style. */
const withoutMark = (partner: string) => partner.replace(/[*+]$/, '');

/** The pairs of the hand-written rows whose words the lexicon has. */
export function writtenPairs(rows: HandWritten['partners'], numberOf: NumberOf): PartnerPair[] {
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
export function deniedPairs(
  rows: HandWritten['deniedPartners'],
  numberOf: NumberOf,
): (pair: Pick<PartnerPair, 'word' | 'related' | 'relation'>) => boolean {
  const denied = new Set(
    rows.flatMap(({ value }) =>
      value.partners.map((partner) => `${numberOf(value.word)} ${value.relation} ${numberOf(partner)}`),
    ),
  );
  return ({ word, related, relation }) => denied.has(`${word} ${relation} ${related}`);
}
