import { describe, expect, it } from '@jest/globals';
import { QUALITIES, REGISTERS, VALENCES } from '../../../../src/lexicon/entry.ts';
import type { PageQuery, SoundFilters, WordFilters } from '../../../../src/lexicon/query.ts';
import type { Lexicon } from '../../../../src/lexicon/store.ts';
import { openMemoryStore } from '../../../../src/stores/memory/open.ts';
import { pageQuery } from '../../../contract/queries.ts';
import { arrayBufferBytes } from '../../../support/array-buffer-bytes.ts';
import { FULL_BUILD_TIMEOUT_MS, fullBuild } from '../../../support/full-build.ts';

const MB = 2 ** 20;
const CACHE_BYTES = 4 * MB;
/** Queries by each kind of filter; were nothing let go, what is made for them would be several times what may be kept. */
const QUERIES = 600;

async function runQueries(lexicon: Lexicon, queries: readonly PageQuery[]): Promise<void> {
  for (const query of queries) await lexicon.page(query);
}

describe('the query cache of the embedded store', () => {
  it(
    'stays within its byte limit for any filters',
    async () => {
      const { directory } = await fullBuild();
      const store = await openMemoryStore({ directory, cacheBytes: CACHE_BYTES });
      await store.warm();
      await store.read(async (lexicon) => {
        const { facets } = await lexicon.page(pageQuery({}, {}, { limit: 0, facets: ['rhyme', 'code', 'category'] }));
        const names = (facet: 'rhyme' | 'code' | 'category') => facets![facet]!.map(({ value }) => String(value));
        const [rhymes, codes, categories] = [names('rhyme'), names('code'), names('category')];
        const others = (list: readonly string[], at: number) => [
          list[at % 40]!,
          list[(at + 1 + Math.floor(at / 40)) % list.length]!,
        ];
        const by = (query: (at: number) => [words?: Partial<WordFilters>, sound?: SoundFilters]) =>
          Array.from({ length: QUERIES }, (_, at) => pageQuery(...query(at), { limit: 1 }));
        const kinds = {
          'two rhymes': by((at) => [{}, { rhyme: others(rhymes, at) }]),
          'two codes': by((at) => [{}, { code: others(codes, at) }]),
          'two categories': by((at) => [{ category: others(categories, at) }]),
          'a text and two filters': by((at) => [
            { contains: '人', category: others(categories, at), reg: [REGISTERS[at % 3]!] },
          ]),
          'filters of one value each': by((at) => [
            { quality: QUALITIES[at % 2]!, valence: [VALENCES[at % 3]!], vulgar: false },
            { rhyme: [rhymes[at % rhymes.length]!] },
          ]),
          'two finals and a syllable': by((at) => [
            {},
            { finals: [others(rhymes, at), others(rhymes, at + 7)], code: others(codes, at) },
          ]),
        };
        const grown: Record<string, number> = {};
        for (const [kind, queries] of Object.entries(kinds)) {
          await runQueries(lexicon, queries.slice(0, 20));
          const before = await arrayBufferBytes();
          await runQueries(lexicon, queries);
          grown[kind] = ((await arrayBufferBytes()) - before) / MB;
        }
        // Half of what may be kept is for sets.
        const excess = Object.entries(grown).filter(([, megabytes]) => megabytes > CACHE_BYTES / 2 / MB + 0.5);
        expect([excess, grown]).toEqual([[], grown]);
      });
      await store.close();
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});
