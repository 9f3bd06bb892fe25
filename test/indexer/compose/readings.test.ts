import { describe, expect, it } from '@jest/globals';
import { createReadingResolver } from '../../../indexer/compose/readings.ts';
import { decodeTrie, readJyutpingTrie } from '../../../indexer/sources/to-jyutping.ts';

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
