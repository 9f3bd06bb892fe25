import { describe, expect, it } from '@jest/globals';
import { jsonBytes } from '../../src/operations/json-bytes.ts';

const parsed = (bytes: string): unknown => JSON.parse(Buffer.from(bytes, 'latin1').toString('utf8'));

describe('jsonBytes', () => {
  // Lengths around the size of the shared buffer, in characters of one, two, three and four bytes.
  it.each(['a', 'é', '愛', '𠮷'])('writes the whole of texts of any length in %s', (character) => {
    for (const length of [0, 1, 2_700, 5_459, 5_460, 5_461, 8_190, 16_380, 16_384, 40_000]) {
      const text = character.repeat(length);
      expect(parsed(jsonBytes([text]))).toEqual([text]);
    }
  });

  it('has one unit for each byte of UTF-8', () => {
    expect(jsonBytes('愛é')).toHaveLength(Buffer.byteLength('"愛é"'));
  });
});
