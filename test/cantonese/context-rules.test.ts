import { describe, expect, it } from '@jest/globals';
import { createStyleTracker, styleOf } from '../../src/cantonese/context-rules.ts';
import fc from '../support/fast-check.ts';

describe('the style of a line', () => {
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
      { numRuns: 300 },
    );
  });
});
