import { describe, expect, it } from '@jest/globals';
import { createSenseCues } from '../../../indexer/compose/entries/sense-cues.ts';
import { createReadingResolver } from '../../../indexer/compose/readings.ts';
import { gatherDrafts } from '../../../indexer/compose/words/drafts.ts';
import { decodeTrie, readJyutpingTrie } from '../../../indexer/sources/to-jyutping.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { row } from './written-words.ts';

describe('gathering words', () => {
  const gathered = gatherDrafts({
    cedict: [
      { traditional: '後', simplified: '后', pinyin: 'hou4', glosses: ['after'] },
      { traditional: '后', simplified: '后', pinyin: 'hou4', glosses: ['empress'] },
      { traditional: '裡面', simplified: '里面', pinyin: 'li3 mian4', glosses: ['inside'] },
      { traditional: 'DVD', simplified: 'DVD', pinyin: 'D V D', glosses: ['DVD'] },
    ],
    jieba: [
      { word: '后', count: 1000, tag: 'f' },
      { word: '里面', count: 50, tag: 'f' },
      { word: '这样子', count: 70, tag: 'r' },
      { word: '毛泽东', count: 9000, tag: 'nr' },
      { word: '走来', count: 10, tag: 'v' },
    ],
    trie: new Map([
      ['裏面', ['leoi5 min6']],
      ['头发', ['tau4 faat3']],
    ]),
    hand: [row('我哋')],
    added: ['新字'],
  });

  it('brings the forms of one word together', () => {
    const inside = gathered.get('裏面')!;
    expect([inside.count, inside.cedict.length, inside.trie]).toEqual([50, 1, ['leoi5 min6']]);
    expect(gathered.has('裡面')).toBe(false);
  });

  it("gives a simplified word's count to what it usually is", () => {
    expect(gathered.get('後')!.count).toBe(1000);
    expect(gathered.get('后')!.count).toBe(10);
  });

  it("takes jieba's own words when they are common and no names", () => {
    expect(gathered.get('這樣子')?.count).toBe(70);
    expect(gathered.has('毛澤東')).toBe(false);
    expect(gathered.has('走來')).toBe(false);
  });

  it('passes over simplified entries of the trie and what is not Han, and keeps what is asked for', () => {
    expect(gathered.has('头发')).toBe(false);
    expect(gathered.has('DVD')).toBe(false);
    expect([gathered.has('我哋'), gathered.has('新字')]).toEqual([true, true]);
  });
});

it('a reading has its code, its rhyme, its rank and its confidence', () => {
  const sources = { trie: new Map([['銀行', ['ngan4 hong4']]]), hand: new Map(), polyphones: new Map() };
  expect(createReadingResolver(sources).readingsOf('銀行')).toEqual([
    { jyutping: 'ngan4 hong4', code: '00', rhyme: 'ong', rank: 0, confidence: 'word' },
  ]);
});

describe('the trie of readings', () => {
  it('is decoded from its table', () => {
    // 海 has hoi2: onset h (15th) × 67 finals × 6 tones + final oi (nucleus o 4 × 9 codas + coda i 1 = 37) × 6 + tone 2 - 1.
    const code = 15 * 402 + 37 * 6 + 1;
    const sign = (n: number) => String.fromCharCode(n + 33);
    const syllable = sign(Math.floor(code / 90)) + sign(code % 90);
    expect(decodeTrie(`{海${syllable}{海${syllable}${syllable}}}`)).toEqual(
      new Map([
        ['海', ['hoi2']],
        ['海海', ['hoi2 hoi2']],
      ]),
    );
  });

  it('is found whole in the installed package', () => {
    const trie = readJyutpingTrie();
    expect(trie.size).toBeGreaterThan(40_000);
    expect(trie.get('銀行')).toEqual(['ngan4 hong4']);
    expect(trie.get('長大')).toEqual(['zoeng2 daai6']);
  });
});

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
