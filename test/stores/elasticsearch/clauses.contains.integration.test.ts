import { beforeAll, expect, it } from '@jest/globals';
import type { Lexicon, LexiconStore } from '../../../src/lexicon/store.ts';
import { memoryLexicon } from '../../../src/stores/memory/memory-store.ts';
import { pageQuery, shownWords } from '../../contract/queries.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import fc from '../../support/fast-check.ts';
import { loadBuild, smallBuild, targetForTests } from './support.ts';

/** Letters, signs of query languages, blanks of several kinds, a character beyond the basic plane, repeated characters. */
const UNUSUAL = ['OK', 'ok', 'T 恤', 'A　B', 'a*b?', 'U+20', '\\"海', '𠮷a', '𠮷𠮷開', '哈哈哈', '開\u00a0海', '海.海'];
const CHARACTERS = [...new Set(UNUSUAL.flatMap((word) => [...word]))];

await describeOnElasticsearch('characters side by side', (url) => {
  const target = targetForTests(url);
  const build = smallBuild('gcontains', ({ entries }) => {
    const first = entries[0]!;
    for (const char of UNUSUAL) {
      const rank = entries.length;
      entries.push({ ...first, char, rank, char_rank: rank, end_rank: rank, length: [...char].length, aliases: [] });
    }
  });
  const embedded: Lexicon = memoryLexicon(build.manifest, build.entries, build.relations, build);
  let store: LexiconStore;
  beforeAll(async () => {
    // Only what contains them is compared.
    await loadBuild(target, build);
    store = await target.open();
  });

  const found = async (contains: string, lexicon: Lexicon) =>
    shownWords(await lexicon.page(pageQuery({ contains }, {}, { limit: 60 })));

  it('are found whatever they are, and only as they are written', async () => {
    await store.read(async (lexicon) => {
      const words = (contains: string) => found(contains, lexicon);
      expect(await Promise.all(['O', 'o', ' ', '　', 'a*', 'U+2', '𠮷𠮷', '哈哈', '哈哈哈哈', '.'].map(words))).toEqual(
        [...[['OK'], ['ok'], ['T 恤'], ['A　B'], ['a*b?'], ['U+20'], ['𠮷𠮷開'], ['哈哈哈'], [], ['海.海']]],
      );
    });
  });

  it('are those that the embedded store finds', async () => {
    const needle = fc.oneof(
      fc.array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 4 }).map((characters) => characters.join('')),
      fc.tuple(fc.constantFrom(...UNUSUAL), fc.nat({ max: 2 })).map(([word, start]) => [...word].slice(start).join('')),
    );
    await store.read((lexicon) =>
      fc.assert(
        fc.asyncProperty(needle, async (contains) => {
          expect(await found(contains, lexicon)).toEqual(await found(contains, embedded));
        }),
        { numRuns: 300 },
      ),
    );
  });
});
