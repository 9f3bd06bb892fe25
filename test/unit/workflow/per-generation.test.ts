import { describe, expect, it } from '@jest/globals';
import type { Lexicon } from '../../../src/lexicon/store.ts';
import { perGeneration } from '../../../src/workflow/per-generation.ts';
import { COLLECTING, usedArrays } from '../../support/used-arrays.ts';

const lexicon = (name: string) => ({ generation: { name } }) as unknown as Lexicon;

describe('what is made of a generation', () => {
  it('is made once, however many ask, and whatever wraps the lexicon', async () => {
    const made: string[] = [];
    const make = perGeneration(async ({ generation }) => made.push(generation.name));
    const [a, b] = [lexicon('a'), lexicon('b')];
    await Promise.all([make(a), make({ ...a }), make(b), make(new Proxy(a, {}))]);
    expect(made).toEqual(['a', 'b']);
  });

  it('is made anew where a generation of the same name is opened once more', async () => {
    let times = 0;
    const make = perGeneration(async () => ++times);
    expect([await make(lexicon('a')), await make(lexicon('a'))]).toEqual([1, 2]);
  });

  it(
    'goes when the generation is no longer held',
    async () => {
      const make = perGeneration(async () => new Uint8Array(32 * 2 ** 20));
      const before = await usedArrays();
      const kept = lexicon('kept');
      for (const one of [kept, ...['a', 'b', 'c'].map(lexicon)]) await make(one);
      expect((await usedArrays()) - before).toBeLessThan(2 * 32 * 2 ** 20);
      expect(await make(kept)).toHaveLength(32 * 2 ** 20);
    },
    COLLECTING,
  );

  it('is not kept where it failed', async () => {
    let times = 0;
    const make = perGeneration(async () => {
      if (times++ === 0) throw new Error('away');
      return 'well';
    });
    const a = lexicon('a');
    await expect(make(a)).rejects.toThrow('away');
    expect(await make(a)).toBe('well');
    expect(await make(a)).toBe('well');
    expect(times).toBe(2);
  });
});
