import { describe, expect, it } from '@jest/globals';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { rewriteToHeadwords } from '../../src/operations/page-request.ts';

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
