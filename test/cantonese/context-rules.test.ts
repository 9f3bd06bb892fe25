import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createStyleTracker,
  hasRules,
  readingInContext,
  type Style,
  styleOf,
} from '../../src/cantonese/context-rules.ts';

describe('a rule of context', () => {
  const read = (line: string, word: string, style: Style = 'written') => {
    const characters = Array.from(line);
    const start = characters.indexOf(word);
    return readingInContext(word, { characters, style }, start, start + 1);
  };

  it('sees what stands right before and right after, wherever the word is', () => {
    expect(read('再會面我愛你我愛你我愛你我愛你', '會')).toEqual([['wui6']]);
    expect(read('長大', '長')).toEqual([['zoeng2']]);
    expect(read('我愛你我愛你我愛你我愛你長翅膀', '長')).toEqual([['zoeng2']]);
    // 大 is in the line, but not after the word.
    expect(read('大我長', '長')).toBeUndefined();
    expect(read('愛', '愛')).toBeUndefined();
    // It takes all of what stands before: 你的愛好 is a hobby.
    expect(read('你的愛好', '好')).toEqual([['hou3']]);
    expect(read('你愛好', '好')).toBeUndefined();
  });

  it('sees any word of a list that it names', () => {
    const reading = ['那件衫', '那件校服', '那本書'].map((what) => read(`只着${what}`, '着'));
    expect(reading).toEqual([[['zoek3']], [['zoek3']], undefined]);
  });

  it('holds in its style alone', () => {
    expect(read('條友', '友', 'spoken')).toEqual([['jau2']]);
    expect(read('條友', '友')).toBeUndefined();
    expect([hasRules('覺'), hasRules('愛')]).toEqual([true, false]);
  });
});

describe('the style of a line', () => {
  it('is spoken where it has what written Chinese does without', () => {
    expect(['我愛你', '我鍾意你', '而家', '而我家', '食咗', ''].map(styleOf)).toEqual([
      ...['written', 'spoken', 'spoken', 'written', 'spoken', 'written'],
    ]);
  });

  it('is not spoken by a word of written Chinese that begins as a mark does', () => {
    expect(['那個女孩', '個女', '這個名字', '個名字', '改個名'].map(styleOf)).toEqual([
      ...['written', 'spoken', 'written', 'written', 'spoken'],
    ]);
  });

  it.each([
    // line, where, replacement, style
    ['個女愛', 2, '孩', 'written'],
    ['個女孩', 2, '愛', 'spoken'],
    ['而愛', 1, '家', 'spoken'],
    ['愛家', 0, '而', 'spoken'],
    ['我愛而家', 0, '佛', 'spoken'],
    ['而家愛我', 3, '你', 'spoken'],
    ['而家愛我', 1, '我', 'written'],
    ['而家愛咗', 0, '我', 'spoken'],
    ['愛愛愛愛而愛愛愛愛', 5, '家', 'spoken'],
    ['愛愛愛愛而愛愛愛愛', 6, '家', 'written'],
  ] as const)('of %s with %i replaced by %s is %s', (line, at, replacement, style) => {
    const characters = Array.from(line);
    const changed = characters.with(at, replacement);
    expect(createStyleTracker(characters)(changed, at, at + 1)).toBe(style);
    expect(styleOf(changed.join(''))).toBe(style);
  });

  it('is not looked for where the mark of a spoken line stays', () => {
    const untouched = new Proxy<string[]>([], {
      get: () => {
        throw new Error('The line was looked at.');
      },
    });
    // Two characters from place 2 on are the mark: what ends right before it or begins right after it does not touch it.
    const styleWhen = createStyleTracker(Array.from('我愛而家愛你'));
    expect([styleWhen(untouched, 0, 2), styleWhen(untouched, 4, 6), styleWhen(untouched, 5, 6)]).toEqual([
      ...['spoken', 'spoken', 'spoken'],
    ]);
    expect(() => styleWhen(untouched, 1, 3)).toThrow('looked at');
    expect(() => styleWhen(untouched, 3, 4)).toThrow('looked at');
  });

  it('is looked for in a written line no further than the longest mark reaches', () => {
    // Two places before the change and two after it. Marks that stand farther off would have been there before.
    const styleWhen = createStyleTracker(Array.from('愛'.repeat(9)));
    const marked = (place: number) => styleWhen(Array.from('愛'.repeat(9)).with(place, '咗'), 4, 5);
    expect([1, 2, 4, 6, 7].map(marked)).toEqual(['written', 'spoken', 'spoken', 'spoken', 'written']);
  });

  it('after any replacement is that of the whole line', () => {
    // Marks of one, two and three characters, their parts, and what stands between; one of them beyond the basic plane.
    const character = fc.constantFrom(...Array.from('我愛你而家鍾意邊個有幾多時咗女孩仔𠺢𠮷'));
    const replaced = fc.array(character, { minLength: 1, maxLength: 9 }).chain((line) =>
      fc.nat({ max: line.length - 1 }).chain((start) =>
        fc.record({
          line: fc.constant(line),
          start: fc.constant(start),
          put: fc.array(character, { minLength: 1, maxLength: Math.min(3, line.length - start) }),
        }),
      ),
    );
    fc.assert(
      fc.property(replaced, ({ line, start, put }) => {
        const changed = line.toSpliced(start, put.length, ...put);
        expect(createStyleTracker(line)(changed, start, start + put.length)).toBe(styleOf(changed.join('')));
      }),
      { numRuns: 1000 },
    );
  });
});
