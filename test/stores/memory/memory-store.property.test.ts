import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entryFromLine } from '../../../src/lexicon/formats.ts';
import { toNaiveResult } from '../../contract/comparable.ts';
import { naivePage } from '../../contract/naive.ts';
import { randomPageQuery } from '../../contract/random-query.ts';
import { entryLines } from '../../contract/small-lexicon.ts';
import { smallLexicon, smallRows } from '../../contract/small-lexicon-meanings.ts';

describe('the embedded store on the small lexicon', () => {
  const lines = entryLines();
  const entries = lines.map(entryFromLine);
  const lexicon = smallLexicon(lines);
  const rows = smallRows(lines.map(({ char }) => char));

  it('returns what a naive scan returns for any query', async () => {
    await fc.assert(
      fc.asyncProperty(randomPageQuery(entries), async (query) => {
        expect(toNaiveResult(await lexicon.page(query))).toEqual(naivePage(entries, query, rows));
      }),
      { numRuns: 1200 },
    );
  });
});
