import { describe, expect, it } from '@jest/globals';
import type { Lexicon } from '../../../src/lexicon/store.ts';
import { perGeneration } from '../../../src/workflow/per-generation.ts';

const lexicon = (name: string) => ({ generation: { name } }) as unknown as Lexicon;

describe('what is made of a generation', () => {
  it('is made once, however many ask, and kept while the generation is among the two newest', async () => {
    const made: string[] = [];
    const make = perGeneration(async ({ generation }) => made.push(generation.name));
    await Promise.all([make(lexicon('a')), make(lexicon('a'))]);
    await make(lexicon('b'));
    await make(lexicon('a'));
    expect(made).toEqual(['a', 'b']);
    await make(lexicon('c'));
    await make(lexicon('b'));
    expect(made).toEqual(['a', 'b', 'c']);
    expect(await make(lexicon('a'))).toBe(4);
    // 'a' came back as the newest: what 'b' had is gone, and 'c' is kept.
    await make(lexicon('c'));
    expect(made).toEqual(['a', 'b', 'c', 'a']);
    await make(lexicon('b'));
    expect(made).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it('is not kept where it failed', async () => {
    let times = 0;
    const make = perGeneration(async () => {
      if (times++ === 0) throw new Error('away');
      return 'well';
    });
    await expect(make(lexicon('a'))).rejects.toThrow('away');
    expect(await make(lexicon('a'))).toBe('well');
    expect(await make(lexicon('a'))).toBe('well');
    expect(times).toBe(2);
  });
});
