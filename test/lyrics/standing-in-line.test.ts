import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../../src/lyrics/candidates.ts';
import { characterTable } from '../../src/lyrics/character-table.ts';
import { isUncut, isWhole, overlapsInPart, standsThere } from '../../src/lyrics/standing-in-line.ts';
import { listOf, sungLine, wordLine } from './lines.ts';

const table = listOf([
  wordLine('我', 'ngo5', 1700),
  wordLine('找', 'zaau2', 1500, { pos: 'v' }),
  wordLine('個人', 'go3 jan4', 1500),
  wordLine('首歌', 'sau2 go1', 1400),
  wordLine('聽', 'teng1', 1400, { pos: 'v' }),
  wordLine('說', 'syut3', 1400, { pos: 'v' }),
  wordLine('說話', 'syut3 waa6', 1400, { pos: 'v' }),
  wordLine('燈光', 'dang1 gwong1', 1400, { category: 'noun.phenomenon' }),
  wordLine('燈下', 'dang1 haa6', 1000, { category: 'noun.location' }),
  wordLine('一個', 'jat1 go3', 1500),
  wordLine('一天', 'jat1 tin1', 1500),
  wordLine('執', 'zap1', 1300, { pos: 'v' }),
  wordLine('難過', 'naan4 gwo3', 1300, { pos: 'a' }),
  wordLine('難説', 'naan4 syut3', 1200, { pos: 'v' }),
  wordLine('執笠', 'zap1 lap1', 1200, { pos: 'v' }),
  wordLine('再見', 'zoi3 gin3', 1600, { pos: 'v' }),
  wordLine('見過', 'gin3 gwo3', 1200, { pos: 'v' }),
]);
const characters = characterTable(table);

describe('a unit of a line that other words may stand for', () => {
  const whole = (text: string, word: string) => {
    const start = text.indexOf(word);
    return isWhole(sungLine(text, table), { start, end: start + word.length }, characters);
  };

  it('is no half of what is said twice', () => {
    expect(whole('一個離開', '一個')).toBe(true);
    expect(whole('一個一個離開', '一個')).toBe(false);
    expect(whole('說說話', '說話')).toBe(false);
    expect(whole('說話', '說話')).toBe(true);
    // A mark stands between.
    expect(whole('說，說話', '說')).toBe(true);
  });

  it('is not cut from a noun with its measure or number', () => {
    expect(whole('聽首歌', '首歌')).toBe(true);
    expect(whole('聽嗰首歌', '首歌')).toBe(false);
    // The measure alone may be another.
    expect(whole('聽嗰首歌', '首')).toBe(true);
    expect(whole('那一天', '一天')).toBe(false);
    expect(whole('我一天', '一天')).toBe(true);
  });

  it('is no verb that is split from its own object', () => {
    expect(whole('舖頭執咗笠', '執')).toBe(false);
    expect(whole('舖頭執咗笠', '執咗')).toBe(false);
    expect(whole('舖頭執咗笠', '執咗笠')).toBe(true);
    expect(whole('舖頭執咗我', '執')).toBe(true);
    // 難過 is a word, which has nothing to do with 難説.
    expect(whole('難過説再見', '難過')).toBe(true);
  });

  it('does not begin with the measure that a verb has', () => {
    expect(whole('我找個人', '個人')).toBe(false);
    expect(whole('我個人', '個人')).toBe(true);
  });
});

describe('a word that stands in the place of another', () => {
  const stands = (text: string, replaces: string, word: string, style: 'spoken' | 'written' = 'written') => {
    const start = text.indexOf(replaces);
    const candidate = { start, replaces, word, code: '4'.repeat(word.length) } as Candidate;
    return standsThere(sungLine(text, table), candidate, style, characters);
  };

  it('says no character of its neighbours again', () => {
    expect(stands('眼淚沾濕枕邊', '沾濕', '淚濕')).toBe(false);
    expect(stands('眼淚沾濕枕邊', '沾濕', '染濕')).toBe(true);
    expect(stands('眼淚沾濕枕邊', '沾濕', '依枕')).toBe(false);
  });

  it('counts with the same measure', () => {
    expect(stands('呢個城市', '呢個', '呢件', 'spoken')).toBe(false);
    expect(stands('呢個城市', '呢個', '嗰個', 'spoken')).toBe(true);
    expect(stands('幾多時間', '幾多', '幾個')).toBe(false);
    expect(stands('每當離開', '每當', '每次')).toBe(true);
    expect(stands('一個夢', '個', '場')).toBe(true);
  });

  it('makes no place of a thing, unless a place is asked for', () => {
    expect(stands('燈光照亮', '燈光', '燈下')).toBe(false);
    expect(stands('在燈光', '燈光', '燈下')).toBe(true);
    expect(stands('燈光照亮', '燈光', '燈火')).toBe(true);
    expect(stands('門外照亮', '門外', '燈下')).toBe(true);
  });

  it('brings no spoken word into a written line', () => {
    expect(stands('我不走', '不', '唔')).toBe(false);
    expect(stands('我不走', '不', '未')).toBe(true);
  });

  it('brings no written word among spoken ones, unless they go with it', () => {
    expect(stands('我同你睇戲', '同', '與', 'spoken')).toBe(false);
    expect(stands('我同你睇戲', '同', '跟', 'spoken')).toBe(true);
    // The line has no other spoken word.
    expect(stands('我同你睇戲', '睇', '看', 'spoken')).toBe(true);
    expect(stands('佢同你睇戲', '睇', '看', 'spoken')).toBe(false);
    expect(stands('我瞓到聽朝', '聽朝', '明天', 'spoken')).toBe(false);
    // What it stands for is written too.
    expect(stands('佢這夜睇戲', '這夜', '這晚', 'spoken')).toBe(true);
    // Only as a word of its own.
    expect(stands('佢實在走咗', '實在', '終於', 'spoken')).toBe(true);
  });
});

describe('a word in a changed line', () => {
  it('is cut where another word is heard across its end', () => {
    const line = sungLine('我找個人', table);
    expect(isUncut(line, '再見過人', 1, 3, table)).toBe(false);
    expect(isUncut(line, '我見過人', 1, 3, table)).toBe(true);
    // It is a part of the word.
    expect(isUncut(line, '我再見人', 2, 3, table)).toBe(true);
  });

  it('overlaps in part where neither holds the other', () => {
    const span = { start: 1, end: 3 };
    expect(overlapsInPart(span, { start: 0, end: 2 })).toBe(true);
    expect(overlapsInPart(span, { start: 2, end: 4 })).toBe(true);
    expect(overlapsInPart(span, { start: 0, end: 3 })).toBe(false);
    expect(overlapsInPart(span, { start: 1, end: 2 })).toBe(false);
    expect(overlapsInPart(span, { start: 3, end: 4 })).toBe(false);
  });
});
