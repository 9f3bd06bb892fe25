import { describe, expect, it } from '@jest/globals';
import { gatherDrafts } from '../../../../indexer/compose/words/drafts.ts';
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
