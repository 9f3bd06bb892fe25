import { describe, expect, it } from '@jest/globals';
import type { RhymeQuery } from '../../../src/lexicon/store.ts';
import { suggestWords } from '../../../src/lexicon/suggest-words.ts';
import { type ReadLexicon, shownWords } from '../queries.ts';

/** Suggestions, and rhymes by end tone. */
export function suggestionCases(read: ReadLexicon): void {
  describe('suggestions', () => {
    const suggest = (prefix: string, limit = 10, vulgar = true) =>
      read((lexicon) => lexicon.suggest(prefix, limit, { vulgar }));

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
      expect(await suggest('hoi')).toEqual(['海', '開心', '海洋', '害', '開']);
      expect(await suggest('hoi1')).toEqual(['開心', '開']);
      expect(await suggest('hoi1 s')).toEqual(['開心']);
      expect(await suggest('hoisam')).toEqual(['開心']);
      expect(await suggest('HOI s')).toEqual(['開心']);
      expect(await suggest('ho is')).toEqual([]);
      expect(await suggest('zoeng')).toEqual(['長']);
    });

    it('put specialist entries last, save one that is the prefix itself', async () => {
      expect(await suggest('hoi', 4)).toEqual(['海', '開心', '海洋', '害']);
      expect(await suggest('hoi', 5, false)).toEqual(['海', '開心', '海洋', '害', '開']);
      expect(await suggest('開')).toEqual(['開', '開心']);
    });

    it('give no place of its own to another spelling that sounds the same', async () => {
      expect(await suggest('gat')).toEqual([]);
      expect(await suggest('𠮷')).toEqual(['𠮷']);
    });

    it('understand what is typed', async () => {
      const typed = ['開s', '開 sum', 'hoi sum', 'hoisum', 'leng j', '𡃁z', '海y', 'hoi1 sum'];
      const found = await read((lexicon) =>
        Promise.all(typed.map((prefix) => suggestWords(lexicon, prefix, 10, { vulgar: true }))),
      );
      expect(found).toEqual([['開心'], ['開心'], ['開心'], ['開心'], ['𡃁仔', '靚仔'], ['𡃁仔'], ['海洋'], []]);
    });

    it('answer English by glosses: the whole gloss first, then what begins so, by popularity', async () => {
      const typed = (prefix: string, limit = 10) =>
        read((lexicon) => suggestWords(lexicon, prefix, limit, { vulgar: undefined }));
      expect([await typed('happy'), await typed('Happy', 1), await typed('hap')]).toEqual([
        ['開心', '快樂'],
        ['開心'],
        ['開心', '快樂'],
      ]);
      // 海 is "sea; ocean", 雪 "snow", 白雪雪 "snow white"; 害 is "to harm".
      expect((await typed('ocean'))[0]).toBe('海');
      expect([await typed('the snow'), await typed('harm')]).toEqual([['雪', '白雪雪'], ['害']]);
      // 開, a specialist entry, is "to open"; 屎 is coarse.
      expect([await typed('open'), await typed('shit')]).toEqual([['開'], []]);
      expect(await read((lexicon) => suggestWords(lexicon, 'shit', 10, { vulgar: true }))).toEqual(['屎']);
    });

    it('offer coarse words where one is typed, or when asked', async () => {
      const typed = (prefix: string, vulgar?: boolean) =>
        read((lexicon) => suggestWords(lexicon, prefix, 10, { vulgar }));
      expect([await typed('si'), await typed('sze'), await typed('屎')]).toEqual([['成長'], ['成長'], ['屎']]);
      expect([await typed('si', true), await typed('屎', false)]).toEqual([['成長', '屎'], []]);
    });

    it('leave coarse words out when asked', async () => {
      expect(await suggest('si')).toEqual(['成長', '屎']);
      expect(await suggest('si', 10, false)).toEqual(['成長']);
      expect([await suggest('屎'), await suggest('屎', 10, false)]).toEqual([['屎'], []]);
    });
  });

  describe('rhymes', () => {
    const plain = { words: { themeScope: 'tagged' as const }, offset: 0, limit: 20 };
    const groups = (query: Partial<RhymeQuery> & Pick<RhymeQuery, 'tiers'>) =>
      read(async (lexicon) =>
        (await lexicon.rhymes({ ...plain, ...query })).map(
          (group) => `${group.endTone}: ${group.count} ${shownWords(group).join(' ')}`,
        ),
      );

    it('are grouped by the tone of the last syllable of the first rhyming reading', async () => {
      expect(await groups({ tiers: [['oi']] })).toEqual([
        '1: 1 開',
        '2: 2 海 大海',
        '3: 1 愛',
        '4: 1 未來',
        '6: 3 存在 期待 害',
      ]);
      // 行 rhymes in its third reading, which is seldom meant, and comes last; 長 in its first, so it is not in the group of tone 2 as well.
      expect(await groups({ tiers: [['ong', 'oeng']] })).toEqual([
        '1: 1 悲傷',
        '2: 1 成長',
        '4: 4 海洋 長 銀行 行:hong4',
      ]);
    });

    it('come by tier first, then as they end a line, and are paged within each group', async () => {
      expect(await groups({ tiers: [['oeng'], ['ong']], endTone: 4 })).toEqual(['4: 4 海洋 長 銀行 行:hong4']);
      expect(await groups({ tiers: [['oeng'], ['ong']], endTone: 4, offset: 1, limit: 2 })).toEqual(['4: 4 長 銀行']);
    });

    it('are narrowed by word filters', async () => {
      expect(await groups({ tiers: [['oi']], words: { themeScope: 'tagged', theme: ['海'], length: [2] } })).toEqual([
        '2: 1 大海',
      ]);
      expect(await groups({ tiers: [[]] })).toEqual([]);
    });

    it('are narrowed by the syllables before the last, which the rhyming reading has', async () => {
      expect(await groups({ tiers: [['oi']], earlier: [['aai']] })).toEqual(['2: 1 大海']);
      expect(await groups({ tiers: [['oi'], ['ong']], earlier: [['an', 'yun']] })).toEqual(['4: 1 銀行', '6: 1 存在']);
      expect(await groups({ tiers: [['oi']], earlier: [['an']] })).toEqual([]);
    });

    it('are narrowed by codes, which the rhyming reading itself has', async () => {
      // 存在 is ji4 of code 02, 期待 02, 未來 20, 大海 23.
      expect(await groups({ tiers: [['oi']], sound: { code: ['02', '23'] } })).toEqual(['2: 1 大海', '6: 2 存在 期待']);
      expect(await groups({ tiers: [['oi']], sound: { melodyCodes: ['2', '4'] } })).toEqual(['3: 1 愛', '6: 1 害']);
      // 行 is hong4 of code 0 in its third reading; by code 2, which its second has, it rhymes with nothing of these.
      expect(await groups({ tiers: [['ong']], sound: { code: ['0'] } })).toEqual(['4: 1 行:hong4']);
      expect(await groups({ tiers: [['ong']], sound: { code: ['2'] } })).toEqual([]);
      expect(await groups({ tiers: [['oi']], sound: { code: [] } })).toEqual([]);
    });
  });
}
