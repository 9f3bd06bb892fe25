import { describe, expect, it } from '@jest/globals';
import type { PartnerRelation } from '../../src/lexicon/partner-relations.ts';
import type { Candidate } from '../../src/lyrics/candidates.ts';
import { byPartners, partnersToAsk } from '../../src/lyrics/partner-fit.ts';
import { tableOf } from '../cantonese/table.ts';
import { sungLine } from './lines.ts';

const table = tableOf(
  ['我', 'ngo5', 1700],
  ['抹', 'maat3', 1300],
  ['流', 'lau4', 1300],
  ['咗', 'zo2', 1700],
  ['眼淚', 'ngaan5 leoi6', 1400],
  ['無聲', 'mou4 sing1', 1300],
);

const candidate = (start: number, replaces: string, word: string, code: string, preference = 70): Candidate => ({
  start,
  replaces,
  word,
  jyutping: '',
  code,
  source: 'generated',
  score: 70,
  near: 'close',
  preference,
});

/** What is left of candidates for a line in which 眼淚 goes with 流 and 抹, and 抹 takes 眼淚 and 淚水. */
function fitted(text: string, candidates: readonly Candidate[]) {
  const line = sungLine(text, table);
  const query = partnersToAsk(line, line.words);
  const known: Record<string, [PartnerRelation, string][]> = {
    眼淚: [
      ['done_to', '抹'],
      ['done_to', '擦'],
      ['does', '流'],
      ['like_what', '無聲'],
      ['like_what', '滾燙'],
    ],
    抹: [
      ['takes', '眼淚'],
      ['takes', '淚水'],
    ],
  };
  const names = query.words.map((word) => (known[word] ?? []).map(([relation, word]) => ({ relation, word })));
  return byPartners(line, candidates, query, names).map(({ word, preference }) => `${word} ${preference}`);
}

describe('candidates beside what they go with', () => {
  it('are preferred, on either side of it, over what stands between', () => {
    expect(fitted('我抹眼淚', [candidate(1, '抹', '擦', '4')])).toEqual(['擦 90']);
    expect(fitted('我抹咗眼淚', [candidate(1, '抹', '擦', '4')])).toEqual(['擦 90']);
    expect(fitted('抹眼淚', [candidate(1, '眼淚', '淚水', '23')])).toEqual(['淚水 90']);
    // The most there is.
    expect(fitted('抹眼淚', [candidate(1, '眼淚', '淚水', '23', 105)])).toEqual(['淚水 120']);
  });

  it('are left out where they break up a verb and its object', () => {
    expect(fitted('抹眼淚', [candidate(0, '抹', '塗', '0'), candidate(1, '眼淚', '眼睛', '23')])).toEqual([]);
    // 抹 and 我 are no pair, and what does not stand side by side breaks up nothing.
    expect(fitted('我抹我眼淚', [candidate(1, '抹', '塗', '0')])).toEqual(['塗 70']);
  });

  it('stay as they are beside other pairs, which are looser', () => {
    expect(fitted('無聲眼淚', [candidate(0, '無聲', '靜默', '20'), candidate(0, '無聲', '滾燙', '24')])).toEqual([
      '靜默 70',
      '滾燙 90',
    ]);
    expect(fitted('眼淚流', [candidate(2, '流', '滾', '2')])).toEqual(['滾 70']);
  });

  it('need the partners of the replaced words and of their neighbours, each once, but of no pronoun', () => {
    const line = sungLine('我抹咗眼淚', table);
    expect(partnersToAsk(line, [line.words[1]!]).words).toEqual(['抹', '眼淚']);
  });
});
