import { describe, expect, it } from '@jest/globals';
import { forEachId } from '../../../../src/stores/memory/columns/entry-set.ts';
import { postingsPacker, postingsReader } from '../../../../src/stores/memory/columns/postings.ts';

const SIZE = 70_000;

function idsOf(keysOf: (id: number) => readonly string[]): (key: string) => number[] {
  const packer = postingsPacker();
  for (let id = 0; id < SIZE; id++) packer.add(keysOf(id));
  const read = postingsReader(packer.finish(), SIZE);
  return (key) => {
    const ids: number[] = [];
    forEachId(read(key), (id) => {
      ids.push(id);
      return true;
    });
    return ids;
  };
}

describe('postings', () => {
  it('give back ids whose differences take one, two and three bytes', () => {
    const ids = [0, 127, 128, 256, 16_639, 16_640, 33_025, 69_999];
    expect(idsOf((id) => (ids.includes(id) ? ['sea'] : []))('sea')).toEqual(ids);
  });

  it('know the first and the last key, one beyond Unicode’s basic plane, and none that is not there', () => {
    const read = idsOf((id) => (id < 3 ? [['a'], ['\u{20bb7}', '、'], ['～', 'a']][id]! : []));
    expect(['a', '、', '～', '\u{20bb7}', 'b', ''].map(read)).toEqual([[0, 2], [1], [2], [1], [], []]);
  });

  it('answer a key of many entries alike each time', () => {
    const read = idsOf((id) => (id % 3 === 0 ? ['common'] : []));
    const expected = Array.from({ length: Math.ceil(SIZE / 3) }, (_, i) => i * 3);
    expect(read('common')).toEqual(expected);
    expect(read('common')).toEqual(expected);
  });
});
