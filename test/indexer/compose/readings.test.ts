import { describe, expect, it } from '@jest/globals';
import { countMandarinReadings, createReadingResolver, rankReadings } from '../../../indexer/compose/readings.ts';
import { decodeTrie, readJyutpingTrie } from '../../../indexer/sources/to-jyutping.ts';

const TRIE = new Map<string, string[]>([
  ['銀', ['ngan4']],
  ['行', ['haang4', 'hong4']],
  ['長', ['coeng4', 'zoeng2']],
  ['得', ['dak1']],
  ['我', ['ngo5', 'o5']],
  ['相', ['soeng1', 'soeng2']],
  ['片', ['pin3', 'pin2']],
  ['瓩', ['cin1 ngaa5']],
  ['銀行', ['ngan4 hong4']],
  ['相片', ['soeng3 pin2', 'soeng2 pin2']],
]);

function book(hand: Record<string, string[]> = {}, polyphones: Record<string, string[]> = {}) {
  return createReadingResolver({
    trie: TRIE,
    hand: new Map(Object.entries(hand)),
    polyphones: new Map(Object.entries(polyphones)),
  });
}

const spoken = (readings: readonly { jyutping: string; confidence: string }[] | undefined) =>
  readings?.map(({ jyutping, confidence }) => `${jyutping} ${confidence}`);

describe('the reading of a word', () => {
  it('is first of all what a person wrote', () => {
    expect(spoken(book({ 相片: ['soeng2 pin2'] }).readingsOf('相片'))).toEqual(['soeng2 pin2 hand']);
  });

  it('is else that of the whole word', () => {
    expect(book().readingsOf('銀行')).toEqual([
      { jyutping: 'ngan4 hong4', code: '00', rhyme: 'ong', rank: 0, confidence: 'word' },
    ]);
  });

  it('is else put together from words inside it', () => {
    expect(spoken(book().readingsOf('得銀行'))).toEqual(['dak1 ngan4 hong4 subword']);
  });

  it('is else put together from the first readings of its characters, with less confidence', () => {
    expect(spoken(book().readingsOf('行得'))).toEqual(['haang4 dak1 character']);
  });

  it('takes the cut with the fewest single characters, where the longest match from the left would be wrong', () => {
    const found = book({ 行長: ['hong4 zoeng2'] }).readingsOf('銀行長得');
    expect(spoken(found)).toEqual(['ngan4 hong4 coeng4 dak1 subword']);
    expect(spoken(book({ 行長得: ['hong4 zoeng2 dak1'] }).readingsOf('銀行長得'))).toEqual([
      'ngan4 hong4 zoeng2 dak1 subword',
    ]);
  });

  it('is not known where a character is not', () => {
    expect(book().readingsOf('銀𠮷')).toBeUndefined();
  });

  it('keeps several for a character: those written by hand, else those of the trie', () => {
    expect(spoken(book({}, { 行: ['hang4', 'hong4'] }).readingsOf('行'))).toEqual(['hang4 hand', 'hong4 hand']);
    expect(spoken(book().readingsOf('行'))).toEqual(['haang4 word', 'hong4 word']);
  });

  it('keeps several for a longer word only where Mandarin too has several', () => {
    expect(spoken(book().readingsOf('相片', 1))).toEqual(['soeng3 pin2 word']);
    expect(spoken(book().readingsOf('相片', 2))).toEqual(['soeng3 pin2 word', 'soeng2 pin2 word']);
  });

  it('does not change the reading of characters elsewhere when a single character has one by hand', () => {
    expect(spoken(book({ 相: ['soeng2'] }).readingsOf('相得'))).toEqual(['soeng1 dak1 character']);
  });
});

describe('ranking readings', () => {
  it('drops variants of pronunciation, repetitions, invalid jyutping and wrong numbers of syllables', () => {
    const kept = rankReadings(['ngo5', 'o5', 'ngo5', 'hoi9', 'cin1 ngaa5', 'ngo6'], 'word', 1);
    expect(kept?.map(({ jyutping, rank: place }) => [jyutping, place])).toEqual([
      ['ngo5', 0],
      ['ngo6', 1],
    ]);
    expect(rankReadings(['nei5', 'lei5'], 'word', 1)?.map(({ jyutping }) => jyutping)).toEqual(['nei5']);
  });

  it('answers nothing when nothing is left', () => {
    expect(rankReadings(['hoi9'], 'word', 1)).toBeUndefined();
  });
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

describe('readings that Mandarin tells apart', () => {
  const article = (pinyin: string) => ({ pinyin, glosses: [] });
  it('do not count neutral tones and capitals', () => {
    expect(countMandarinReadings([article('dong1 xi1'), article('dong1 xi5')])).toBe(1);
    expect(countMandarinReadings([article('Chang2 cheng2'), article('chang2 cheng2')])).toBe(1);
    expect(countMandarinReadings([article('chao2 yang2'), article('zhao1 yang2')])).toBe(2);
    expect(countMandarinReadings([])).toBe(0);
  });
});
