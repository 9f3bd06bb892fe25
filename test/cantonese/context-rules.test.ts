import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import rules from '../../data/sound/context-rules.json' with { type: 'json' };
import {
  createStyleTracker,
  hasRules,
  readingInContext,
  type Style,
  styleOf,
} from '../../src/cantonese/context-rules.ts';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';

const words = rules.flatMap((rule) => rule.word.split('、').map((word) => ({ ...rule, word })));

describe('the table of context rules', () => {
  it('gives every word a valid syllable a character', () => {
    const wrong = words.filter(({ word, reading }) => {
      const syllables = reading.replaceAll(' | ', ' ').split(' ');
      return syllables.length !== Array.from(word).length || !syllables.every((one) => parseSyllable(one));
    });
    expect(wrong).toEqual([]);
  });

  it('has no rule that an unconditional one before it hides', () => {
    const closed = new Set<string>();
    const hidden = words.filter(({ word, ...rule }) => {
      const isHidden = closed.has(word);
      if (!('before' in rule) && !('after' in rule) && !('style' in rule)) closed.add(word);
      return isHidden;
    });
    expect(hidden).toEqual([]);
  });

  it('uses no style but the two', () => {
    const styles = rules.flatMap((rule) => ('style' in rule ? [rule.style] : []));
    expect(new Set(styles)).toEqual(new Set(['spoken', 'written']));
  });
});

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

  it.each([
    // line, where, replacement, style
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
    const character = fc.constantFrom(...Array.from('我愛你而家鍾意邊個有幾多時咗𠺢𠮷'));
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
