import { describe, expect, it } from '@jest/globals';
import { createSenseCues } from '../../../../indexer/compose/entries/sense-cues.ts';
import type { HandWritten } from '../../../../indexer/tables/hand-written.ts';
import type { EntryLine } from '../../../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../../../src/lexicon/meaning.ts';

describe('cues of senses', () => {
  const ROWS: Record<string, number[]> = {
    開: [20, 20],
    打開: [40, 0],
    綻放: [0, 40],
    門: [35, 0],
    鎖: [30, 10],
    花: [0, 38],
    雨: [20, 20],
    的: [40, 0],
  };

  function sense(id: string, synonyms: string[]): EntryLine['senses'][number] {
    const told = { sense: id, definition_zh: '義', reg: '通' as const, example: '例', antonyms: [] };
    return { pos: 'v', category: null, definition: '', synonyms, told };
  }

  describe('cues of senses', () => {
    const words = Object.keys(ROWS);
    const rows = new Int8Array(words.length * ROW_BYTES);
    for (const [i, word] of words.entries()) rows.set(ROWS[word]!, i * ROW_BYTES);
    const row = (word: string, ...partners: string[]) => ({ value: { word, relation: 'does', partners } });
    const partners = [row('花', '綻放', '開'), row('夢', '綻放*'), row('雨', '打開+', '綻放'), row('開', '鎖')];
    const cuesOf = createSenseCues({
      words,
      rows,
      tokens: { names: [], rows: new Int8Array(0) },
      partners: partners as unknown as HandWritten['partners'],
    });

    it('are synonyms, their partners, own partners and common words that mean more like one sense', () => {
      const [open, bloom] = cuesOf('開', [sense('open', ['打開']), sense('bloom', ['綻放'])]);
      // 打開: a synonym that is like itself. 鎖: a partner of 開 that is more like the first sense, and so a common word like it. 門: like it.
      expect(open).toEqual({ 打開: 3, 鎖: 3, 門: 1 });
      // 花: a partner of 綻放, a partner of 開 and like the sense, which is more than there are weights. 夢 is no word of this lexicon.
      expect(bloom).toEqual({ 花: 4, 綻放: 3 });
    });

    it('are none of what goes with both senses, of function words and of the word itself', () => {
      const [open, bloom] = cuesOf('開', [sense('open', ['打開']), sense('bloom', ['綻放'])]);
      for (const word of ['雨', '的', '開']) expect([open![word], bloom![word]]).toEqual([undefined, undefined]);
    });
  });
});
