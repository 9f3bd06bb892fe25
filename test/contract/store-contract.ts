import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { proximityQuery } from '../../src/cantonese/proximity.ts';
import type { LexiconStore, RhymeQuery } from '../../src/lexicon/store.ts';
import { asking, counted, pageQuery, relationQuery, shown } from './ask.ts';

/**
 * What any store must answer on the small lexicon, worked out by hand from its rows. `open` gets a store that holds
 * {@link file://./small-lexicon.ts}.
 */
export function describeStoreContract(name: string, open: () => Promise<LexiconStore>): void {
  describe(`${name} keeps the store contract`, () => {
    let store: LexiconStore;
    const ask = asking(() => store);
    beforeAll(async () => {
      store = await open();
    }, 120_000);
    afterAll(() => store?.close());

    describe('lookup', () => {
      it('finds headwords, aliases and forms that differ by character, and says which form was asked for', async () => {
        const found = await ask((lexicon) =>
          lexicon.lookup(['開心', '开心', '說話', '說說話', '𠮷', 'Ａ', '沒有這個']),
        );
        expect([...found].map(([asked, { entry, normalizedFrom }]) => [asked, entry.char, normalizedFrom])).toEqual([
          ['開心', '開心', undefined],
          ['开心', '開心', '开心'],
          ['說話', '説話', '說話'],
          ['說說話', '説説話', '說說話'],
          ['𠮷', '𠮷', undefined],
          ['Ａ', 'Ａ', undefined],
        ]);
      });
    });

    describe('filters', () => {
      it('lists everything by popularity when nothing is asked', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({}, {}, { limit: 4 })));
        expect(page.total).toBe(33);
        expect(shown(page)).toEqual(['我', '愛', '海', '開心']);
      });

      it('takes several values of one facet as any, several facets as all', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({ emotion: ['喜悅', '悲傷'], reg: ['通'] })));
        expect(shown(page)).toEqual(['開心', '快樂', '悲傷', '傷心']);
        expect(page.total).toBe(4);
      });

      it('answers nothing for an unknown value and for an empty list', async () => {
        const [unknown, empty] = await ask((lexicon) =>
          Promise.all([lexicon.page(pageQuery({ theme: ['沒有'] })), lexicon.page(pageQuery({ category: [] }))]),
        );
        expect([unknown.total, empty.total]).toEqual([0, 0]);
      });

      it('keeps tagged, inferred and all themes apart', async () => {
        const pages = await ask((lexicon) =>
          Promise.all(
            (['tagged', 'inferred', 'all'] as const).map((themeScope) =>
              lexicon.page(pageQuery({ theme: ['希望', '自然'], themeScope })),
            ),
          ),
        );
        expect(pages.map(shown)).toEqual([['未來'], ['海', '期待', '海洋'], ['海', '未來', '期待', '海洋']]);
      });

      it('counts length in code points', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({ length: [1], reg: ['粵'] })));
        expect(shown(page)).toEqual(['靚', '屎', '𡃁']);
      });

      it('leaves coarse words out when asked', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({ emotion: ['厭惡'], vulgar: false })));
        expect(page.total).toBe(0);
      });

      it('filters by quality of the category, uncategorised words being of neither', async () => {
        const [verified, generated] = await ask((lexicon) =>
          Promise.all((['verified', 'generated'] as const).map((quality) => lexicon.page(pageQuery({ quality })))),
        );
        expect(verified!.total).toBe(10);
        expect(generated!.total).toBe(20);
      });

      it('matches characters at the start, at the end and inside, side by side', async () => {
        const pages = await ask((lexicon) =>
          Promise.all([
            lexicon.page(pageQuery({ starts: '海' })),
            lexicon.page(pageQuery({ ends: '心' })),
            lexicon.page(pageQuery({ contains: '説話' })),
            lexicon.page(pageQuery({ contains: '話説' })),
            lexicon.page(pageQuery({ starts: '靚', ends: '仔' })),
          ]),
        );
        expect(pages.map(shown)).toEqual([['海', '海洋'], ['開心', '傷心'], ['説話', '説説話'], [], ['靚仔']]);
      });

      it('matches every token of q among the definition or the characters, in any order', async () => {
        const pages = await ask((lexicon) =>
          Promise.all([
            lexicon.page(pageQuery({ tokens: ['happy'] })),
            lexicon.page(pageQuery({ tokens: ['up', 'grow'] })),
            lexicon.page(pageQuery({ tokens: ['sea'] })),
            lexicon.page(pageQuery({ tokens: ['海', 'the'] })),
            lexicon.page(pageQuery({ tokens: ['hap'] })),
          ]),
        );
        expect(pages.map(shown)).toEqual([['開心', '快樂'], ['成長'], ['海', '大海'], ['大海'], []]);
      });
    });

    describe('sound', () => {
      it('shows the first reading that satisfies every sound filter', async () => {
        const pages = await ask((lexicon) =>
          Promise.all([
            lexicon.page(pageQuery({}, { rhyme: ['ong'] })),
            lexicon.page(pageQuery({}, { code: ['3'], rhyme: ['oeng'] })),
            lexicon.page(pageQuery({}, { code: ['4'], rhyme: ['eoi', 'yut'] })),
            lexicon.page(pageQuery({}, { code: ['43'] })),
          ]),
        );
        expect(pages.map(shown)).toEqual([
          ['行:hong4', '銀行'],
          ['長:zoeng2'],
          ['説', '雪'],
          ['説話:syut3 waa2', '靚仔'],
        ]);
      });

      it('never joins two readings of one word', async () => {
        // 長 is coeng4 and zoeng2: no reading has both code 0 and the syllable zoeng.
        const pages = await ask((lexicon) =>
          Promise.all([
            lexicon.page(pageQuery({}, { code: ['0'], syllables: [{ initial: 'z', final: 'oeng', tone: undefined }] })),
            lexicon.page(
              pageQuery({}, { code: ['3'], rhyme: ['oeng'], syllables: [{ initial: 'z', final: 'oeng', tone: 2 }] }),
            ),
          ]),
        );
        expect(pages.map(shown)).toEqual([[], ['長:zoeng2']]);
      });

      it('intersects chosen codes with those that fit a melody', async () => {
        const page = await ask((lexicon) =>
          lexicon.page(pageQuery({}, { code: ['30', '33', '24'], fittingCodes: ['33', '24', '20'] })),
        );
        expect(shown(page)).toEqual(['開心', '夜晚', '悲傷', '傷心', '𡃁仔']);
      });

      it('asks several last syllables to rhyme', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({}, { finals: [['aa'], ['yut']] })));
        expect(shown(page)).toEqual(['説話', '説説話']);
      });

      it('takes lazy sounds as equal only when told to', async () => {
        const syllables = [{ initial: '', final: 'o', tone: 5 as const }];
        const [strict, lazy] = await ask((lexicon) =>
          Promise.all([
            lexicon.page(pageQuery({}, { syllables })),
            lexicon.page(pageQuery({}, { syllables, lazy: ['ng-0'] })),
          ]),
        );
        expect([shown(strict), shown(lazy)]).toEqual([[], ['我']]);
      });
    });

    describe('facets', () => {
      it('count with all other selections applied', async () => {
        const page = await ask((lexicon) =>
          lexicon.page(
            pageQuery({ emotion: ['喜悅'], pos: ['a'] }, {}, { facets: ['emotion', 'pos', 'reg', 'length', 'theme'] }),
          ),
        );
        expect(page.total).toBe(3);
        expect(counted(page.facets?.emotion)).toEqual(['喜悅 3', '平 3', '悲傷 2']);
        expect(counted(page.facets?.pos)).toEqual(['a 3']);
        expect(counted(page.facets?.reg)).toEqual(['通 2', '粵 1']);
        expect(counted(page.facets?.length)).toEqual(['1 1', '2 2']);
        expect(counted(page.facets?.theme)).toEqual([]);
      });

      it('keep a chosen value that counts nothing', async () => {
        const page = await ask((lexicon) =>
          lexicon.page(pageQuery({ theme: ['淚'], pos: ['r'] }, {}, { facets: ['theme', 'pos'] })),
        );
        expect(counted(page.facets?.theme)).toEqual(['時間 1', '淚 0']);
        expect(counted(page.facets?.pos)).toEqual(['r 0']);
      });

      it('of sound count words that have one reading with the value and the other sound filters', async () => {
        const page = await ask((lexicon) =>
          lexicon.page(pageQuery({}, { code: ['3'] }, { facets: ['rhyme', 'code', 'length'] })),
        );
        // Code 3: 海 oi, 開 oi, 長 oeng (as zoeng2, not as coeng4), 屎 i, 𠮷 at, 𡃁 eng, Ａ ei.
        expect(counted(page.facets?.rhyme)).toEqual(['oi 2', 'at 1', 'ei 1', 'eng 1', 'i 1', 'oeng 1']);
        // With no other sound filter every code of every reading counts a word once: 行 has three readings of code 0.
        expect(counted(page.facets?.code).slice(0, 4)).toEqual(['3 7', '4 5', '33 4', '0 2']);
        expect(counted(page.facets?.length)).toEqual(['1 7']);
      });

      it('of every kind count the whole lexicon when nothing is chosen', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({}, {}, { facets: ['valence', 'code'] })));
        expect(counted(page.facets?.valence)).toEqual(['中 24', '正 5', '負 4']);
        expect(counted(page.facets?.code).find((line) => line.startsWith('0 '))).toBe('0 2');
      });
    });

    describe('orders', () => {
      it('by character go by code point, not by UTF-16 unit', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({}, {}, { order: { by: 'char' } })));
        expect(shown(page).slice(-4)).toEqual(['Ａ', '𠮷', '𡃁', '𡃁仔']);
      });

      it('by sound put the reading that is shown nearest first, ties by popularity', async () => {
        const near = parseJyutping('hoi2')!;
        const order = { by: 'sound', near } as const;
        const page = await ask((lexicon) => lexicon.page(pageQuery({ length: [1] }, {}, { order, limit: 4 })));
        // hoi2 itself; hoi1 and hoi6 share the syllable, hoi1 the code digit too; oi3 shares the final and a related initial.
        expect(shown(page)).toEqual(['海', '開', '害', '愛']);
        expect(page.words[0]!.score).toBe(proximityQuery(near).maximum);
        // Same final 32, same initial 16, same code digit 6, same length 8.
        expect(page.words[1]!.score).toBe(62);
      });

      it('by similarity add up the boosts, words with none after, score 0', async () => {
        const features = {
          words: new Map([
            ['開心', 1000],
            ['快樂', 800],
          ]),
          category: ['adj.all', 30] as const,
          emotion: ['悲傷', 60] as const,
          themes: [['海', '夜'], 40] as const,
          maximum: 1130,
        };
        const page = await ask((lexicon) =>
          lexicon.page(pageQuery({}, {}, { order: { by: 'similarity', features }, limit: 9 })),
        );
        expect(page.words.map(({ entry, score }) => `${entry.char} ${score}`)).toEqual([
          '開心 1030',
          '快樂 830',
          '悲傷 90',
          '傷心 90',
          '海 40',
          '夜晚 40',
          '大海 40',
          '海洋 40',
          '靚 30',
        ]);
        expect(page.total).toBe(33);
      });
    });

    describe('paging', () => {
      const orders = [
        { by: 'popularity' },
        { by: 'char' },
        { by: 'sound', near: parseJyutping('hoi2')! },
        { by: 'similarity', features: { words: new Map([['銀行', 5]]), emotion: ['平', 2] as const, maximum: 7 } },
      ] as const;
      it.each(orders.map((order) => [order.by, order] as const))(
        'by %s walks everything once, by offset and by cursor',
        async (_, order) => {
          const whole = await ask((lexicon) => lexicon.page(pageQuery({}, {}, { order })));
          const byOffset: string[] = [];
          for (let offset = 0; offset < 35; offset += 5) {
            byOffset.push(
              ...shown(await ask((lexicon) => lexicon.page(pageQuery({}, {}, { order, start: { offset }, limit: 5 })))),
            );
          }
          const byCursor: string[] = [];
          let page = await ask((lexicon) => lexicon.page(pageQuery({}, {}, { order, limit: 5 })));
          byCursor.push(...shown(page));
          while (page.next) {
            const start = { after: page.next };
            page = await ask((lexicon) => lexicon.page(pageQuery({}, {}, { order, start, limit: 5 })));
            byCursor.push(...shown(page));
          }
          expect(new Set(shown(whole)).size).toBe(33);
          expect(byOffset).toEqual(shown(whole));
          expect(byCursor).toEqual(shown(whole));
        },
      );

      it('answers an empty page with the true total beyond the end', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({}, {}, { start: { offset: 1000 } })));
        expect([page.total, page.words, page.next]).toEqual([33, [], undefined]);
      });
    });

    describe('relations', () => {
      it('come curated first, then by score, then by popularity', async () => {
        const page = await ask((lexicon) => lexicon.relations(relationQuery('開心')));
        expect(page.words.map(({ entry, source, relationScore }) => [entry.char, source, relationScore])).toEqual([
          ['快樂', 'curated', 90],
          ['愛', 'generated', 40],
          ['靚', 'generated', 40],
        ]);
        expect(page.total).toBe(3);
      });

      it('filter by source, by word and by any reading of the target, which is then shown', async () => {
        const pages = await ask((lexicon) =>
          Promise.all([
            lexicon.relations(relationQuery('開心', { source: 'generated' })),
            lexicon.relations(relationQuery('開心', { words: { reg: ['粵'] } })),
            lexicon.relations(relationQuery('成長', { sound: { code: ['3'] } })),
            lexicon.relations(relationQuery('銀行', { sound: { rhyme: ['ong'] } })),
            lexicon.relations(relationQuery('開心', { type: 'ant', sound: { rhyme: ['am'] } })),
            lexicon.relations(relationQuery('開心', { sound: { code: ['00'] } })),
          ]),
        );
        expect(pages.map(shown)).toEqual([['愛', '靚'], ['靚'], ['長:zoeng2'], ['行:hong4'], ['傷心'], []]);
      });

      it('page by offset with an exact total', async () => {
        const page = await ask((lexicon) => lexicon.relations(relationQuery('開心', { offset: 1, limit: 1 })));
        expect([shown(page), page.total]).toEqual([['愛'], 3]);
      });

      it('of an unknown word are none', async () => {
        expect(await ask((lexicon) => lexicon.relations(relationQuery('沒有這個')))).toEqual({ total: 0, words: [] });
      });

      it('are cut to a limit on a card, the counts are not', async () => {
        expect(await ask((lexicon) => lexicon.relatedWords('開心', 'all', 2))).toEqual({
          synonyms: ['快樂', '愛'],
          antonyms: ['傷心', '悲傷'],
          counts: { curated: 2, generated: 3 },
        });
        expect(await ask((lexicon) => lexicon.relatedWords('開心', 'curated', 0))).toMatchObject({
          synonyms: [],
          antonyms: [],
        });
      });

      it('have scores for similarity', async () => {
        expect(await ask((lexicon) => lexicon.relationScores('海', 'syn'))).toEqual([
          { word: '海洋', source: 'curated', score: 90 },
          { word: '大海', source: 'generated', score: 80 },
        ]);
      });
    });

    describe('suggestions', () => {
      const suggest = (prefix: string, limit = 10, vulgar = true) =>
        ask((lexicon) => lexicon.suggest(prefix, limit, { vulgar }));

      it('put the prefix itself first, then the most popular', async () => {
        expect(await suggest('海')).toEqual(['海', '海洋']);
        expect(await suggest('靚', 1)).toEqual(['靚']);
        expect(await suggest('𡃁')).toEqual(['𡃁', '𡃁仔']);
        expect(await suggest('沒')).toEqual([]);
      });

      it('take simplified and variant characters', async () => {
        expect(await suggest('說')).toEqual(['説', '説話', '説説話']);
        expect(await suggest('开')).toEqual(['開', '開心']);
      });

      it('take jyutping with or without tones and spaces, of every reading', async () => {
        expect(await suggest('hoi')).toEqual(['海', '開心', '海洋', '開', '害']);
        expect(await suggest('hoi1')).toEqual(['開心', '開']);
        expect(await suggest('hoi1 s')).toEqual(['開心']);
        expect(await suggest('hoisam')).toEqual(['開心']);
        expect(await suggest('HOI s')).toEqual(['開心']);
        expect(await suggest('ho is')).toEqual([]);
        expect(await suggest('zoeng')).toEqual(['長']);
      });

      it('leave coarse words out when asked', async () => {
        expect(await suggest('si')).toEqual(['成長', '屎']);
        expect(await suggest('si', 10, false)).toEqual(['成長']);
      });
    });

    describe('homophones', () => {
      it('are grouped by each reading, the character itself left out', async () => {
        const groups = await ask(async (lexicon) => {
          const { entry } = (await lexicon.lookup(['説'])).get('説')!;
          return lexicon.homophones(entry);
        });
        expect(
          groups.map(({ reading, homophones }) => [reading.jyutping, homophones.map((entry) => entry.char)]),
        ).toEqual([
          ['syut3', ['雪']],
          ['seoi3', []],
        ]);
      });
    });

    describe('replacements', () => {
      it('are synonyms of the length that is wanted, then words of like meaning whose code fits', async () => {
        const similar = {
          category: 'adj.all',
          pos: 'a' as const,
          emotion: '悲傷',
          themes: ['海'],
          codes: ['33', '30'],
        };
        const answers = await ask((lexicon) =>
          lexicon.replacements([
            { word: '開心', length: 1 },
            { word: '悲傷', length: 2, similar },
            { word: '海', length: 2, similar: { ...similar, category: 'noun.object', pos: 'n', codes: ['30'] } },
            { word: '沒有這個', length: 2 },
          ]),
        );
        expect(
          answers.map((words) => words.map(({ entry, source, score }) => `${entry.char} ${source} ${score}`)),
        ).toEqual([
          ['愛 generated 40', '靚 generated 40'],
          ['傷心 curated 95', '悲傷 similar 0', '傷心 similar 0'],
          ['海洋 curated 90', '大海 generated 80', '海洋 similar 0'],
          [],
        ]);
      });
    });

    describe('rhymes', () => {
      const plain = { words: { themeScope: 'tagged' as const }, offset: 0, limit: 20 };
      const groups = (query: Partial<RhymeQuery> & Pick<RhymeQuery, 'tiers'>) =>
        ask(async (lexicon) =>
          (await lexicon.rhymes({ ...plain, ...query })).map(
            (group) => `${group.endTone}: ${group.count} ${shown(group).join(' ')}`,
          ),
        );

      it('are grouped by the tone of the last syllable of the first rhyming reading', async () => {
        expect(await groups({ tiers: [['oi']] })).toEqual([
          '1: 1 開',
          '2: 2 海 大海',
          '3: 1 愛',
          '4: 1 未來',
          '6: 3 期待 存在 害',
        ]);
        // 行 rhymes in its third reading; 長 in its first, so it is not in the group of tone 2 as well.
        expect(await groups({ tiers: [['ong', 'oeng']] })).toEqual([
          '1: 1 悲傷',
          '2: 1 成長',
          '4: 4 行:hong4 海洋 銀行 長',
        ]);
      });

      it('come by tier first, then by popularity, and are paged within each group', async () => {
        expect(await groups({ tiers: [['oeng'], ['ong']], endTone: 4 })).toEqual(['4: 4 海洋 長 行:hong4 銀行']);
        expect(await groups({ tiers: [['oeng'], ['ong']], endTone: 4, offset: 1, limit: 2 })).toEqual([
          '4: 4 長 行:hong4',
        ]);
      });

      it('are narrowed by word filters', async () => {
        expect(await groups({ tiers: [['oi']], words: { themeScope: 'tagged', theme: ['海'], length: [2] } })).toEqual([
          '2: 1 大海',
        ]);
        expect(await groups({ tiers: [[]] })).toEqual([]);
      });
    });

    describe('where engines part', () => {
      it('scores the reading that is shown, and no other', async () => {
        const order = { by: 'sound', near: parseJyutping('zoeng2')! } as const;
        const pages = await ask((lexicon) =>
          Promise.all(
            [{}, { rhyme: ['oeng'] }, { rhyme: ['oeng'], code: ['3'] }].map((sound) =>
              lexicon.page(pageQuery({ starts: '長' }, sound, { order })),
            ),
          ),
        );
        // coeng4: same length 8, same final 32, related initial 8. zoeng2 itself: 8 + 32 + 16 + 12.
        expect(pages.map(({ words: [word] }) => [word!.reading.jyutping, word!.score])).toEqual([
          ['coeng4', 48],
          ['coeng4', 48],
          ['zoeng2', 68],
        ]);
      });

      it('asks one reading for lazy sounds and its code together', async () => {
        const syllables = [{ initial: '', final: 'o', tone: undefined }];
        const pages = await ask((lexicon) =>
          Promise.all(
            ['4', '0'].map((code) => lexicon.page(pageQuery({}, { syllables, lazy: ['ng-0'], code: [code] }))),
          ),
        );
        expect(pages.map(shown)).toEqual([['我'], []]);
      });

      it('takes an empty list of sounds as matching nothing', async () => {
        const pages = await ask((lexicon) =>
          Promise.all(
            [{ code: [] }, { rhyme: [] }, { fittingCodes: [] }, { finals: [[]] }, { code: ['3'], finals: [[]] }].map(
              (sound) => lexicon.page(pageQuery({}, sound, { facets: ['pos'] })),
            ),
          ),
        );
        for (const page of pages) expect([page.total, page.words, page.facets?.pos]).toEqual([0, [], []]);
      });

      it('keeps the order of popularity when nothing scores', async () => {
        const pages = await ask((lexicon) =>
          Promise.all(
            [
              { by: 'sound', near: [] } as const,
              { by: 'similarity', features: { words: new Map<string, number>(), maximum: 0 } } as const,
            ].map((order) => lexicon.page(pageQuery({}, {}, { order, limit: 2 }))),
          ),
        );
        for (const page of pages) expect(page.words.map(({ score }) => score)).toEqual([0, 0]);
        expect(pages.map(shown)).toEqual([
          ['我', '愛'],
          ['我', '愛'],
        ]);
      });

      it('counts a theme that is tagged here and inferred there once a word', async () => {
        const page = await ask((lexicon) => lexicon.page(pageQuery({ themeScope: 'all' }, {}, { facets: ['theme'] })));
        expect(counted(page.facets?.theme)).toEqual([
          ...['海 3', '季節 2', '希望 2', '愛情 2', '時間 2', '自然 2'],
          ...['夜 1', '成長 1', '旅途 1', '金錢 1'],
        ]);
      });

      it('suggests by jyutping that is longer than any one syllable, tones and spaces as they are typed', async () => {
        const typed = ['syut3 syut3 waa', 'syut3syut3waa6', 'syutsyutwaa', 'syut3syut3waa5', 'syut syutwaa'];
        const answers = await ask((lexicon) =>
          Promise.all(typed.map((prefix) => lexicon.suggest(prefix, 10, { vulgar: true }))),
        );
        expect(answers).toEqual([['説説話'], ['説説話'], ['説説話'], [], []]);
      });
    });

    it('lists every word with all its readings for annotation', async () => {
      const words = await ask((lexicon) => lexicon.wordlist());
      expect(words).toHaveLength(33);
      expect(words[16]).toEqual({
        char: '長',
        aliases: ['长'],
        frequency: 1840,
        readings: ['coeng4', 'zoeng2'],
        pos: 'a',
        category: 'adj.all',
        emotion: '平',
        themes: [],
        vulgar: false,
        definition: 'long; to grow',
      });
      expect(words[3]).toMatchObject({ char: '開心', definition: '' });
    });

    it('counts categories, empty ones too, and the vocabulary', async () => {
      const [categories, vocabulary] = await ask((lexicon) =>
        Promise.all([lexicon.categories(), lexicon.vocabulary()]),
      );
      const words = Object.fromEntries(categories.map((category) => [category.name, category.words]));
      expect(words).toMatchObject({ 'adj.all': 6, 'noun.plant': 0, 'adj.ideophone': 1, 'noun.person': 4 });
      expect(vocabulary.emotion).toEqual({ 平: 25, 喜悅: 3, 悲傷: 2, 愛慕: 1, 希望: 1, 厭惡: 1, 憤怒: 0 });
      expect(vocabulary.valence).toEqual({ 正: 5, 負: 4, 中: 24 });
      expect(vocabulary.theme).toMatchObject({ 海: 3, 希望: 1, 自然: 0, 淚: 0 });
      expect(vocabulary.themeInferred).toMatchObject({ 自然: 2, 希望: 1, 海: 0 });
      expect(vocabulary.themeCoverage.希望).toEqual({ tagged: 1, inferred: 1, all: 2 });
    });
  });
}
