import { describe, expect, it } from '@jest/globals';
import { postingsPacker, postingsReader } from '../../src/generation/postings.ts';

const SIZE = 70_000;

function idsOf(keysOf: (id: number) => readonly string[]): (key: string) => number[] {
  const packer = postingsPacker();
  for (let id = 0; id < SIZE; id++) packer.add(keysOf(id));
  const { placeOf, idsAt } = postingsReader(packer.finish());
  return (key) => {
    const place = placeOf(key);
    return place === undefined ? [] : [...idsAt(place)];
  };
}

describe('postings', () => {
  it('give back ids whose differences take one, two and three bytes', () => {
    const ids = [0, 127, 128, 256, 16_639, 16_640, 33_025, 69_999];
    expect(idsOf((id) => (ids.includes(id) ? ['sea'] : []))('sea')).toEqual(ids);
  });

  it('have an entry once that repeats a key', () => {
    const read = idsOf((id) => (id < 3 ? [['sea', 'sun', 'sea'], ['sun'], ['sea', 'sea']][id]! : []));
    expect(['sea', 'sun'].map(read)).toEqual([
      [0, 2],
      [0, 1],
    ]);
  });

  it('know the first and the last key, one beyond Unicode’s basic plane, and none that is not there', () => {
    const read = idsOf((id) => (id < 3 ? [['a'], ['\u{20bb7}', '、'], ['～', 'a']][id]! : []));
    expect(['a', '、', '～', '\u{20bb7}', 'b', ''].map(read)).toEqual([[0, 2], [1], [2], [1], [], []]);
  });
});
