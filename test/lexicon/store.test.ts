import { describe, expect, it } from '@jest/globals';
import { cachePerGeneration, type Lexicon } from '../../src/lexicon/store.ts';

const lexicon = (name: string) => ({ generation: { name } }) as unknown as Lexicon;

describe('what is made of a generation', () => {
  it('is made once, however many ask, and whatever wraps the lexicon', async () => {
    const made: string[] = [];
    const make = cachePerGeneration(async ({ generation }) => made.push(generation.name));
    const [a, b] = [lexicon('a'), lexicon('b')];
    await Promise.all([make(a), make({ ...a }), make(b), make(new Proxy(a, {}))]);
    expect(made).toEqual(['a', 'b']);
  });

  it('is rebuilt when a generation of the same name is opened again', async () => {
    let times = 0;
    const make = cachePerGeneration(async () => ++times);
    expect([await make(lexicon('a')), await make(lexicon('a'))]).toEqual([1, 2]);
  });

  it('is not kept where it failed', async () => {
    let times = 0;
    const make = cachePerGeneration(async () => {
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
