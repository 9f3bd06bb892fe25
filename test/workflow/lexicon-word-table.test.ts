import { describe, expect, it } from '@jest/globals';
import type { Lexicon, WordlistItem } from '../../src/lexicon/store.ts';
import { wordTableOf } from '../../src/workflow/lexicon-word-table.ts';
import { wordlistItem } from './lines.ts';

describe('the word table of a generation', () => {
  const lexiconOf = (name: string, asked: string[], words: () => Promise<readonly WordlistItem[]>): Lexicon =>
    ({
      generation: { name },
      wordlist: () => {
        asked.push(name);
        return words();
      },
    }) as unknown as Lexicon;
  const one = async () => [wordlistItem('我', 'ngo5', 1700)];

  it('is built once', async () => {
    const asked: string[] = [];
    const [first, second] = ['table-1', 'table-2'].map((name) => lexiconOf(name, asked, one));
    const table = await wordTableOf(first!);
    expect(table.find('我')?.cost).toBe(372);
    await wordTableOf(second!);
    expect(await wordTableOf(first!)).toBe(table);
    expect(asked).toEqual(['table-1', 'table-2']);
  });

  it('is built in slices: the loop goes on meanwhile', async () => {
    const words = Array.from({ length: 60_000 }, (_, at) => wordlistItem(`我${at}`, 'ngo5', 1000));
    let [turns, isOver] = [0, false];
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await wordTableOf(lexiconOf('table-sliced', [], async () => words));
    isOver = true;
    // At once it would be two turns at most.
    expect(turns).toBeGreaterThan(3);
  });

  it('is tried again after a failure', async () => {
    const asked: string[] = [];
    let isAway = true;
    const lexicon = lexiconOf('table-fails', asked, () => (isAway ? Promise.reject(new Error('away')) : one()));
    await expect(wordTableOf(lexicon)).rejects.toThrow('away');
    isAway = false;
    expect((await wordTableOf(lexicon)).find('我')?.word).toBe('我');
    expect(asked).toHaveLength(2);
  });
});
