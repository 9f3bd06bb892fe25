import { describe, expect, it } from '@jest/globals';
import { likenessOfRows, meaningVector } from '../../../src/lexicon/meaning.ts';
import type { SimilarityFeatures } from '../../../src/lexicon/query.ts';
import { senseFeatures, similarityFeatures } from '../../../src/lexicon/similarity.ts';
import { facetCounts, pageQuery, type ReadLexicon } from '../queries.ts';
import { entryLines } from '../small-lexicon.ts';
import { smallRows } from '../small-lexicon-meanings.ts';

/** Meanings of words, and words of similar meaning. */
export function meaningCases(read: ReadLexicon): void {
  const entryOf = (word: string) => read(async (lexicon) => (await lexicon.lookup([word])).get(word)!.entry);

  describe('meanings', () => {
    it('are the rows of headwords and tokens, in the order that they are asked, without unknown ones', async () => {
      const words = ['快樂', '沒有這個', '我', '𡃁仔', '开心'];
      const meanings = await read((lexicon) => lexicon.meanings({ words, tokens: ['sea', 'sæ', 'happy'] }));
      expect([...meanings.words.keys()]).toEqual(['快樂', '我', '𡃁仔']);
      expect([...meanings.words.get('快樂')!.subarray(0, 3)]).toEqual([32, 24, 0]);
      // The fifth of 33 words, and the first.
      expect([...meanings.words.get('快樂')!.subarray(94)]).toEqual([112, 127]);
      expect(meanings.words.get('我')).toHaveLength(96);
      expect(meanings.words.get('我')![94]).toBe(127);
      expect([...meanings.tokens].map(([token, row]) => [token, row.length, row[2], row[3]])).toEqual([
        ['sea', 94, 38, 6],
        ['happy', 94, 0, 0],
      ]);
    });

    it('are none of nothing', async () => {
      const meanings = await read((lexicon) => lexicon.meanings({ words: [], tokens: [] }));
      expect([meanings.words.size, meanings.tokens.size]).toEqual([0, 0]);
    });

    it('are the basis of similarity, with synonyms, antonyms and other spellings', async () => {
      const basis = await read(async (lexicon) => lexicon.similarityBasis(await entryOf('快樂')));
      expect([...basis.row!.subarray(0, 2)]).toEqual([32, 24]);
      expect(basis).toMatchObject({
        synonyms: [{ word: '開心', source: 'curated', score: 90 }],
        antonyms: ['悲傷'],
        senses: [],
        variants: [],
      });
      // A spelling knows the usual one, and that its other spellings.
      const [variant, usual] = await read((lexicon) =>
        Promise.all([
          lexicon.similarityBasis({ char: '𠮷', variantOf: '吉', senses: [] }),
          lexicon.similarityBasis({ char: '吉', senses: [] }),
        ]),
      );
      expect([variant.variants, usual.variants]).toEqual([['吉'], ['𠮷']]);
      expect([variant.row?.length, usual.row]).toEqual([96, undefined]);
    });
  });

  describe('similar words', () => {
    const likeHappy = async () => {
      const entry = await entryOf('快樂');
      const features = await read(async (lexicon) => similarityFeatures(entry, await lexicon.similarityBasis(entry)));
      return { by: 'similarity', features } as const;
    };

    it('are synonyms, then words by the product of their rows and what they share; antonyms and the word are left out', async () => {
      const order = await likeHappy();
      const page = await read((lexicon) => lexicon.page(pageQuery({ pos: ['a', 'v'] }, {}, { order, limit: 4 })));
      const popularity = (rank: number) => Math.round(127 * (1 - rank / 33));
      const constant = 16 * 127;
      const first = 150_000;
      expect(page.words.map(({ entry, score }) => [entry.char, score])).toEqual([
        // Its own synonym: 32 × 40, feeling and category are the same.
        ['開心', 30_000 + 9000 + 32 * 40 + 7 * popularity(3) + constant + 60 + 30 + first],
        // 32 × 24 + 24 × 32; another feeling and category.
        ['愛', 32 * 24 + 24 * 32 + 7 * popularity(1) + constant + first],
        ['行', 7 * popularity(5) + constant + first],
        ['靚', 7 * popularity(13) + constant + 60 + 30 + first],
      ]);
      // 8 adjectives and 9 verbs; 快樂 and 悲傷 are left out.
      expect(page.total).toBe(15);
    });

    it('have specialist entries last, and phrases among the words', async () => {
      const order = await likeHappy();
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order })));
      expect(page.words.at(-1)!.entry.char).toBe('開');
      expect(page.words.findIndex(({ entry }) => entry.char === '説説話')).toBeLessThan(page.words.length - 2);
    });

    it('have jokes and archaic words behind all plain and literary ones, and before specialist entries', async () => {
      const order = await likeHappy();
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order })));
      expect(page.words.slice(-2).map(({ entry }) => entry.char)).toEqual(['Ａ', '開']);
    });

    it('have a weight up to a rank', async () => {
      const features = { vectors: [], words: new Map([['海', 50]]), popular: [2, 40], excluded: [] } as const;
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({}, {}, { order: { by: 'similarity', features }, limit: 4 })),
      );
      expect(page.words.map(({ entry, score }) => [entry.rank, score])).toEqual([
        [2, 50],
        [0, 40],
        [1, 40],
        [3, 0],
      ]);
    });

    it('have a weight for more than one character', async () => {
      const features = { vectors: [], words: new Map([['海', 50]]), longer: 40, excluded: [] } as const;
      const order = { by: 'similarity', features } as const;
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order, limit: 4 })));
      expect(page.words.map(({ entry, score }) => [entry.length > 1, score])).toEqual([
        [false, 50],
        [true, 40],
        [true, 40],
        [true, 40],
      ]);
    });

    it('and their total and counts leave the same words out whatever is filtered, by a chosen value too', async () => {
      const order = await likeHappy();
      const [all, chosen, none] = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({}, {}, { order, facets: ['emotion', 'valence'], limit: 1 })),
          lexicon.page(
            pageQuery({ emotion: ['悲傷'], theme: ['海'] }, {}, { order, facets: ['emotion', 'theme'], limit: 1 }),
          ),
          lexicon.page(pageQuery({ starts: '快' }, { code: ['42'] }, { order, facets: ['code', 'pos'], limit: 1 })),
        ]),
      );
      expect(all.total).toBe(31);
      expect(facetCounts(all.facets?.emotion).slice(0, 3)).toEqual(['平 25', '喜悅 2', '厭惡 1']);
      expect(facetCounts(all.facets?.valence)).toEqual(['中 24', '正 5', '負 3']);
      expect([chosen.total, facetCounts(chosen.facets?.theme)]).toEqual([0, ['海 0']]);
      expect([none.total, none.words, facetCounts(none.facets?.code)]).toEqual([0, [], ['42 0']]);
    });

    it('of a word whose senses are told apart are like the nearest of them', async () => {
      const entry = await entryOf('長');
      const basis = await read((lexicon) => lexicon.similarityBasis(entry));
      expect(basis.senses.map(({ sense, components }) => [sense, components.length])).toEqual([
        ['long', 94],
        ['grow', 94],
      ]);
      // 存在 is the only synonym of the first.
      const rows = await read((lexicon) => lexicon.meanings({ words: ['存在'], tokens: [] }));
      expect(likenessOfRows(basis.senses[0]!.components, rows.words.get('存在')!)).toBeGreaterThan(1550);
      const scores = async (features: SimilarityFeatures) => {
        const order = { by: 'similarity', features } as const;
        const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order })));
        return new Map(
          page.words.map(({ entry, score }) => [entry.char, score! - (features.words.get(entry.char) ?? 0)]),
        );
      };
      const onlyProducts = { words: new Map(), excluded: [] };
      const { vectors } = similarityFeatures(entry, basis);
      const [all, long, grow] = await Promise.all(
        [vectors, vectors.slice(0, 1), vectors.slice(1)].map((some) => scores({ ...onlyProducts, vectors: some })),
      );
      expect(vectors).toHaveLength(2);
      for (const [word, score] of all!) expect(score).toBe(Math.max(long!.get(word)!, grow!.get(word)!));
      expect([...all!.values()]).not.toEqual([...long!.values()]);
    });

    it('of one sense have its synonyms and category, and nothing of the other senses', async () => {
      const entry = await entryOf('長');
      const basis = await read((lexicon) => lexicon.similarityBasis(entry));
      const features = senseFeatures(entry, basis, 'long')!;
      expect([...features.words]).toEqual([['存在', 39_100]]);
      expect([features.category, features.vectors.length]).toEqual([['adj.all', 30], 1]);
      expect(senseFeatures(entry, basis, 'deep')).toBeUndefined();
    });

    it('have the weight of tokens in their definitions, in either language, or among their characters, once', async () => {
      const tokens = [
        [['廣闊', '鹹水', 'zzz'], 400],
        [['sea', 'ocean'], 30],
        [['海'], 7],
        [['zzz'], 9000],
      ] as const;
      const features = { vectors: [], words: new Map(), tokens, excluded: [] };
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({}, {}, { order: { by: 'similarity', features }, limit: 5 })),
      );
      expect(page.words.map(({ entry, score }) => [entry.char, score])).toEqual([
        ['海', 437],
        // The sea, and ocean.
        ['大海', 37],
        ['海洋', 37],
        ['我', 0],
        ['愛', 0],
      ]);
    });

    it('are counted from a score on, whatever of them is shown', async () => {
      const features = {
        vectors: [],
        words: new Map([
          ['海', 400],
          ['大海', 300],
          ['海洋', 299],
        ]),
        excluded: [],
      };
      const near = async (nearScore: number, offset: number, limit: number, starts?: string) => {
        const order = { by: 'similarity', features, nearScore } as const;
        const words = starts === undefined ? {} : { starts };
        return (await read((lexicon) => lexicon.page(pageQuery(words, {}, { order, start: { offset }, limit })))).near;
      };
      expect(await near(300, 0, 5)).toBe(2);
      expect(await near(299, 0, 1)).toBe(3);
      expect(await near(300, 1, 1)).toBe(2);
      expect(await near(300, 40, 5)).toBe(2);
      expect(await near(300, 0, 5, '海')).toBe(1);
      expect(await near(300, 0, 5, '沒有這個')).toBe(0);
    });

    it('may be of no word: the whole numbers of any vector', async () => {
      const vector = meaningVector(Int8Array.from({ length: 94 }, (_, place) => (place % 7) - 3));
      const order = { by: 'similarity', features: { vectors: [vector], words: new Map(), excluded: [] } } as const;
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { order })));
      const words = entryLines().map(({ char }) => char);
      const rows = smallRows(words);
      const expected = words
        .map((word, rank) => [word, vector.reduce((sum, n, i) => sum + n * rows[rank * 96 + i]!, 0)] as const)
        .toSorted((a, b) => b[1] - a[1] || words.indexOf(a[0]) - words.indexOf(b[0]));
      expect(page.words.map(({ entry, score }) => [entry.char, score])).toEqual(expected);
      expect(page.total).toBe(33);
    });
  });
}
