import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../../src/lyrics/candidates.ts';
import { byNaturalness, isNaturalThere } from '../../src/lyrics/natural-order.ts';
import { listOf, sungLine, wordLine } from './lines.ts';

const LINES = [
  ...['我', '你', '令', '學', '會', '定', '位', '下', '在'].map((char) => wordLine(char, 'ngo5', 1700)),
  { ...wordLine('難過', 'naan4 gwo3', 1400), examples: ['令你難過', '難過在', '我會難過'] },
  { ...wordLine('傷心', 'soeng1 sam1', 1400), examples: ['令我傷心', '令你傷心', '令傷心', '令傷心'] },
  { ...wordLine('抵', 'dai2', 1300), examples: ['我抵', '抵我', '我抵', '你會在', '會在'] },
  wordLine('心酸', 'sam1 syun1', 1400),
  { ...wordLine('定位', 'ding6 wai6', 1400), examples: ['定位在', '定位在'] },
  wordLine('決定', 'kyut3 ding6', 1400),
];
const WORDS = listOf(LINES);

const candidate = (word: string, rest: Partial<Candidate> = {}): Candidate => ({
  start: 1,
  replaces: '難過',
  word,
  jyutping: 'soeng1 sam1',
  code: '33',
  source: 'curated',
  score: 92,
  near: 'exact',
  preference: 60,
  ...rest,
});

describe('candidates by how natural the line is', () => {
  const line = sungLine('令難過', WORDS);
  const preferenceOf = (word: string) => byNaturalness(line, [candidate(word)], WORDS)[0]!.preference;

  it('come first where text has them beside what is around them', () => {
    // All are about as common. 心酸 was seen nowhere, 難過 never behind 令.
    expect(preferenceOf('傷心')).toBeGreaterThan(preferenceOf('心酸'));
    expect(preferenceOf('心酸')).toBeGreaterThan(preferenceOf('難過'));
  });

  it('are none of the same field alone that are hardly welcome there', () => {
    const near = (kind: Candidate['near'], preference: number) =>
      byNaturalness(line, [candidate('傷心', { near: kind, preference })], WORDS).length;
    // It gains at most 15 by what is around it and 12 by being common.
    expect(near('loose', 12)).toBe(1);
    expect(near('loose', -16)).toBe(0);
    expect(near('close', -16)).toBe(1);
  });

  it('are less welcome before an object where text has nothing after them', () => {
    // 難過 was seen before 在, 傷心 only at the end.
    const object = sungLine('令難過你', WORDS);
    const loss = (word: string) => {
      const [without, before] = [false, true].map((hasObject) =>
        byNaturalness(object, [candidate(word)], WORDS, hasObject),
      );
      return without![0]!.preference - before![0]!.preference;
    };
    expect(loss('傷心')).toBe(30);
    expect(loss('難過')).toBe(0);
  });

  it('stay as they are where the lexicon does not know them as words', () => {
    expect(byNaturalness(line, [candidate('心傷')], WORDS)).toEqual([candidate('心傷')]);
  });

  it('are no single characters that were never seen there, unless they are synonyms, which come last', () => {
    const character = sungLine('會在', WORDS);
    const one = (near: Candidate['near']) => candidate('抵', { replaces: '在', code: '2', near });
    expect(byNaturalness(character, [one('close'), one('loose')], WORDS)).toEqual([]);
    expect(byNaturalness(character, [one('exact')], WORDS)[0]!.preference).toBeLessThan(60);
  });
});

describe('a word made by a character', () => {
  it('is natural where text has it, and never where it cuts another word in two', () => {
    expect(isNaturalThere(sungLine('我定下在', WORDS), 1, 3, '定位', WORDS)).toBe(true);
    expect(isNaturalThere(sungLine('我定下我', WORDS), 1, 3, '定位', WORDS)).toBe(false);
    expect(isNaturalThere(sungLine('決定下在', WORDS), 1, 3, '定位', WORDS)).toBe(false);
  });
});
