import { describe, expect, it } from '@jest/globals';
import rules from '../../../data/sound/context-rules.json' with { type: 'json' };
import { parseSyllable } from '../../../src/cantonese/jyutping.ts';

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
