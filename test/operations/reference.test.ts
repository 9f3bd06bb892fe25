import { describe, expect, it } from '@jest/globals';
import { formatJyutping } from '../../src/cantonese/jyutping.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import type { Headword } from '../../src/lexicon/typed-words.ts';
import { rewriteToHeadwords } from '../../src/operations/headword-forms.ts';
import { parseReference, readingOfReference, wordsOfReference } from '../../src/operations/reference.ts';

describe('references', () => {
  /** What a lexicon that knows these readings finds. */
  function found(readings: Record<string, string[]>): Map<string, Headword> {
    return new Map(Object.entries(readings).map(([char, all]) => [char, { char, readings: all, senses: [] }]));
  }

  function read(given: string, readings: Record<string, string[]>): string | undefined {
    const reference = parseReference(given);
    if ('problem' in reference) throw new Error(reference.problem);
    const syllables = readingOfReference(reference.value, found(readings));
    return syllables && formatJyutping(syllables);
  }

  describe('a reference', () => {
    it('means the primary reading of its word', () => {
      expect(read('行', { 行: ['haang4', 'hong4'] })).toBe('haang4');
      expect(read('銀行', { 銀行: ['ngan4 hong4'], 銀: ['ngan4'], 行: ['haang4'] })).toBe('ngan4 hong4');
    });

    it('means the reading after its colon, known or not', () => {
      expect(read('行:hong4', { 行: ['haang4'] })).toBe('hong4');
      expect(read('銀行：Ngan4 hong4', {})).toBe('ngan4 hong4');
      expect(read('㗎:gaa3', {})).toBe('gaa3');
    });

    it('falls back to the characters of a word that is in no lexicon', () => {
      expect(read('海行', { 海: ['hoi2'], 行: ['haang4', 'hong4'] })).toBe('hoi2 haang4');
      expect(read('海㗎', { 海: ['hoi2'] })).toBeUndefined();
      expect(read('K歌', { 歌: ['go1'] })).toBeUndefined();
    });

    it('is no final, even where a word is written so', () => {
      expect(read('oi', { oi: ['oi3'], o: ['o1'], i: ['ji1'] })).toBeUndefined();
      expect(read('m', { m: ['m4'] })).toBeUndefined();
    });

    it('names all that must be looked up, once', () => {
      const words = (text: string) => wordsOfReference({ text });
      expect(words('銀行')).toEqual(['銀行', '銀', '行']);
      expect(words('行')).toEqual(['行']);
      expect(words('慢慢')).toEqual(['慢慢', '慢']);
      expect(words('𡃁仔')).toEqual(['𡃁仔', '𡃁', '仔']);
      expect(words('K歌')).toEqual(['K歌']);
      expect(words('oi')).toEqual([]);
    });

    it.each([
      [':loi4', /nothing before its colon/],
      ['來:', /is not toned jyutping/],
      ['來:loi', /is not toned jyutping/],
      ['來:loi7', /is not toned jyutping/],
      ['未來:loi4', /has 2 characters, its reading “loi4” has 1 syllables/],
    ])('%s is an error', (given, message) => {
      expect(parseReference(given)).toEqual({ problem: expect.stringMatching(message) });
    });
  });
});

describe('forms of headwords', () => {
  /** 跡 is the usual form of 蹟, which stands in 奇蹟 all the same; 愛 that of 爱, which stands in no word. */
  const lexicon = {
    async lookup(words: readonly string[]) {
      const headwords = new Map([
        ['蹟', '跡'],
        ['爱', '愛'],
      ]);
      return new Map(
        words.flatMap((word) => {
          const char = headwords.get(word);
          return char === undefined ? [] : [[word, { entry: { char }, normalizedFrom: word }]];
        }),
      );
    },
    async page({ words: { contains = '', tokens = [] } }: Parameters<Lexicon['page']>[0]) {
      return { total: [contains, ...tokens].some((text) => text !== '' && '奇蹟'.includes(text)) ? 1 : 0, words: [] };
    },
  } as unknown as Lexicon;

  describe('characters as headwords have them', () => {
    it('are taken where no word has them as they were given', async () => {
      expect(await rewriteToHeadwords({ contains: '爱' }, lexicon)).toEqual({
        request: { contains: '愛' },
        normalizedFrom: '爱',
      });
      expect(await rewriteToHeadwords({ contains: '蹟' }, lexicon)).toBeUndefined();
      expect(await rewriteToHeadwords({ contains: '蹟', q: '爱 x' }, lexicon)).toEqual({
        request: { contains: '蹟', q: '愛 x' },
        normalizedFrom: '爱 x',
      });
    });

    it('are not asked for where there are none', async () => {
      expect(await rewriteToHeadwords({ q: 'love', starts: 'a' }, lexicon)).toBeUndefined();
      expect(await rewriteToHeadwords({}, lexicon)).toBeUndefined();
    });
  });
});
