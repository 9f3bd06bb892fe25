import { describe, expect, it } from '@jest/globals';
import { indexJsonLines } from '../../src/generation/json-lines.ts';

describe('lines of a JSON Lines file', () => {
  it('are counted and parsed one by one, empty ones left out', () => {
    const read = indexJsonLines(Buffer.from('{"a":1}\n\n{"a":2}'));
    expect([read.count, read.parse(0), read.parse(1)]).toEqual([2, { a: 1 }, { a: 2 }]);
  });

  it('are refused where their offsets do not fit, before any is read', () => {
    // Never touched, so that it takes no memory.
    const tooLarge = Buffer.allocUnsafeSlow(2 ** 32);
    expect(() => indexJsonLines(tooLarge)).toThrow('a file of 4294967296 bytes is too large');
  });
});
