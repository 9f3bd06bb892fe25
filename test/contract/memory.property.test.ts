import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entryOfLine } from '../../src/lexicon/lines.ts';
import { linesToBytes, memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { comparable } from './comparable.ts';
import { answerNaively } from './naive.ts';
import { randomPageQuery } from './random-query.ts';
import { entryLines, relationLines, smallManifest } from './small-lexicon.ts';

describe('the embedded store on the small lexicon', () => {
  const lines = entryLines();
  const entries = lines.map(entryOfLine);
  const lexicon = memoryLexicon(smallManifest(), linesToBytes(lines), linesToBytes(relationLines()));

  it('answers any query as a naive walk over all entries does', async () => {
    await fc.assert(
      fc.asyncProperty(randomPageQuery(entries), async (query) => {
        expect(comparable(await lexicon.page(query))).toEqual(answerNaively(entries, query));
      }),
      { numRuns: 3000 },
    );
  });
});
