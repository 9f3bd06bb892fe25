import { describe, expect, it } from '@jest/globals';
import { facetCounts, pageQuery, type ReadLexicon, shownWords } from '../queries.ts';

/** Looking words up, and filters on whole words. */
export function wordCases(read: ReadLexicon): void {
  describe('lookup', () => {
    it('finds headwords, aliases and forms that differ by character, and says which form was asked for', async () => {
      const found = await read((lexicon) => lexicon.lookup(['開心', '开心', '說話', '說說話', '𠮷', 'Ａ', '沒有這個']));
      expect(
        [...found].map(([requested, { entry, normalizedFrom }]) => [requested, entry.char, normalizedFrom]),
      ).toEqual([
        ['開心', '開心', undefined],
        ['开心', '開心', '开心'],
        ['說話', '説話', '說話'],
        ['說說話', '説説話', '說說話'],
        ['𠮷', '𠮷', undefined],
        ['Ａ', 'Ａ', undefined],
      ]);
    });
  });

  describe('entries', () => {
    it('tell what they mean in Chinese, where it is written', async () => {
      const found = await read((lexicon) => lexicon.lookup(['海', '𠮷']));
      expect([...found.values()].map(({ entry }) => entry.definitionZh)).toEqual(['廣闊的鹹水', undefined]);
    });

    it('tell senses apart, each with what belongs to it, where somebody wrote them', async () => {
      const found = await read((lexicon) => lexicon.lookup(['長', '海']));
      const [long, sea] = [...found.values()].map(({ entry }) => entry.senses);
      expect(long).toEqual([
        {
          pos: 'a',
          category: 'adj.all',
          definition: 'long',
          synonyms: ['存在'],
          told: {
            sense: 'long',
            definitionZh: '距離大',
            reg: '通',
            jyutping: 'coeng4',
            example: '長路',
            antonyms: ['短'],
          },
        },
        {
          pos: 'v',
          category: null,
          definition: 'to grow',
          synonyms: ['成長', '存在'],
          told: { sense: 'grow', definitionZh: '生長', reg: '通', jyutping: 'zoeng2', example: '長高', antonyms: [] },
        },
      ]);
      expect(sea).toEqual([]);
    });

    it('tell the words of written Chinese that say the same, and the usual spelling', async () => {
      const found = await read((lexicon) => lexicon.lookup(['白雪雪', '𠮷', '海']));
      expect([...found.values()].map(({ entry }) => [entry.standard, entry.variantOf])).toEqual([
        [['雪白'], undefined],
        [[], '吉'],
        [[], undefined],
      ]);
    });
  });

  describe('filters', () => {
    it('lists everything by popularity when nothing is asked', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({}, {}, { limit: 4 })));
      expect(page.total).toBe(33);
      expect(shownWords(page)).toEqual(['我', '愛', '海', '開心']);
    });

    it('takes several values of one facet as any, several facets as all', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({ emotion: ['喜悅', '悲傷'], reg: ['通'] })));
      expect(shownWords(page)).toEqual(['開心', '快樂', '悲傷', '傷心']);
      expect(page.total).toBe(4);
    });

    it('finds and counts a word under the labels of a later sense and a further part of speech', async () => {
      const later = { valence: ['正'], theme: ['成長'], category: ['verb.change'], pos: ['v'] } as const;
      for (const [facet, values] of Object.entries(later)) {
        const page = await read((lexicon) => lexicon.page(pageQuery({ [facet]: values, contains: '長' })));
        expect(shownWords(page)).toContain('長');
      }
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({ starts: '長' }, {}, { facets: ['pos', 'valence', 'theme', 'category'] })),
      );
      const [long] = page.words.filter(({ entry }) => entry.char === '長');
      expect(long!.entry.also).toEqual([
        { sense: 'grow', pos: 'v', category: 'verb.change', valence: '正', themes: ['成長'] },
      ]);
      expect(facetCounts(page.facets?.theme)).toEqual(['成長 1']);
      expect(facetCounts(page.facets?.pos)).toEqual(['a 1', 'v 1']);
    });

    it('answers nothing for an unknown value and for an empty list', async () => {
      const [unknown, empty] = await read((lexicon) =>
        Promise.all([lexicon.page(pageQuery({ theme: ['沒有'] })), lexicon.page(pageQuery({ category: [] }))]),
      );
      expect([unknown.total, empty.total]).toEqual([0, 0]);
    });

    it('keeps tagged, inferred and all themes apart', async () => {
      const pages = await read((lexicon) =>
        Promise.all(
          (['tagged', 'inferred', 'all'] as const).map((themeScope) =>
            lexicon.page(pageQuery({ theme: ['希望', '自然'], themeScope })),
          ),
        ),
      );
      expect(pages.map(shownWords)).toEqual([['未來'], ['海', '期待', '海洋'], ['海', '未來', '期待', '海洋']]);
    });

    it('counts length in code points', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({ length: [1], reg: ['粵'] })));
      expect(shownWords(page)).toEqual(['靚', '屎', '𡃁']);
    });

    it('may be of a tone', async () => {
      const page = await read((lexicon) =>
        lexicon.page(pageQuery({ tone: ['joke', 'literary'] }, {}, { facets: ['tone'] })),
      );
      expect(page.words.map(({ entry }) => entry.char)).toEqual(['愛河', 'Ａ']);
      expect(facetCounts(page.facets?.tone)).toEqual(['plain 31', 'joke 1', 'literary 1']);
    });

    it('tells words from phrases and specialist entries', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({ kind: ['phrase', 'specialist'] })),
          lexicon.page(pageQuery({ kind: ['specialist'] }, { rhyme: ['oi'] }, { facets: ['kind'] })),
          lexicon.page(pageQuery({ kind: ['word'] }, { rhyme: ['oi'] })),
          lexicon.lookup(['海', '開']),
        ] as const),
      );
      expect([pages[0], pages[1], pages[2]].map(shownWords)).toEqual([
        ['開', '説説話'],
        ['開'],
        ['愛', '海', '大海', '未來', '期待', '存在', '害'],
      ]);
      expect(facetCounts(pages[1].facets?.kind)).toEqual(['word 7', 'specialist 1']);
      expect([...pages[3].values()].map(({ entry }) => entry.kind)).toEqual(['word', 'specialist']);
    });

    it('leaves coarse words out when asked', async () => {
      const page = await read((lexicon) => lexicon.page(pageQuery({ emotion: ['厭惡'], vulgar: false })));
      expect(page.total).toBe(0);
    });

    it('filters by quality of the category, uncategorised words being of neither', async () => {
      const [verified, generated] = await read((lexicon) =>
        Promise.all((['verified', 'generated'] as const).map((quality) => lexicon.page(pageQuery({ quality })))),
      );
      expect(verified!.total).toBe(10);
      expect(generated!.total).toBe(20);
    });

    it('matches characters at the start, at the end and inside, side by side', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({ starts: '海' })),
          lexicon.page(pageQuery({ ends: '心' })),
          lexicon.page(pageQuery({ contains: '説話' })),
          lexicon.page(pageQuery({ contains: '話説' })),
          lexicon.page(pageQuery({ contains: '説説' })),
          lexicon.page(pageQuery({ contains: '説説説' })),
          lexicon.page(pageQuery({ contains: '説説話話説説話' })),
          lexicon.page(pageQuery({ contains: '説 話' })),
          lexicon.page(pageQuery({ starts: '靚', ends: '仔' })),
        ]),
      );
      expect(pages.map(shownWords)).toEqual([
        ['海', '海洋'],
        ['開心', '傷心'],
        ['説話', '説説話'],
        [],
        ['説説話'],
        [],
        [],
        [],
        ['靚仔'],
      ]);
    });

    it('matches every token of q among the definition or the characters, in any order', async () => {
      const pages = await read((lexicon) =>
        Promise.all([
          lexicon.page(pageQuery({ tokens: ['happy'] })),
          lexicon.page(pageQuery({ tokens: ['up', 'grow'] })),
          lexicon.page(pageQuery({ tokens: ['sea'] })),
          lexicon.page(pageQuery({ tokens: ['海', 'the'] })),
          lexicon.page(pageQuery({ tokens: ['hap'] })),
        ]),
      );
      expect(pages.map(shownWords)).toEqual([['開心', '快樂'], ['成長'], ['海', '大海'], ['大海'], []]);
    });
  });
}
