import { describe, expect, it } from '@jest/globals';
import { indexJsonLines } from '../../../../src/stores/memory/image/json-lines.ts';

const lines = (...objects: unknown[]) =>
  indexJsonLines(Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join('')));

describe('lines of a JSON Lines file', () => {
  it('are counted and parsed one by one, empty ones left out', () => {
    const read = indexJsonLines(Buffer.from('{"a":1}\n\n{"a":2}'));
    expect([read.count, read.parse(0), read.parse(1)]).toEqual([2, { a: 1 }, { a: 2 }]);
  });

  it('are parsed up to a field, whatever the strings before it hold', () => {
    const read = lines({ char: '海,"definition":', n: 1, definition: 'sea', senses: [] });
    expect(read.parseBefore(0, 'definition')).toEqual({ char: '海,"definition":', n: 1 });
  });

  it('are not parsed in part where the field is missing, first, or of an inner object', () => {
    const read = lines(
      { char: '海' },
      { definition: 'sea', char: '海' },
      { inner: { a: 1, definition: 'x' } },
      { char: '山', definition: '' },
    );
    expect([0, 1, 2].map((line) => read.parseBefore(line, 'definition'))).toEqual([undefined, undefined, undefined]);
    expect(read.parseBefore(3, 'definition')).toEqual({ char: '山' });
  });

  it('are refused where their offsets do not fit, before any is read', () => {
    // Never touched, so that it takes no memory.
    const tooLarge = Buffer.allocUnsafeSlow(2 ** 32);
    expect(() => indexJsonLines(tooLarge)).toThrow('a file of 4294967296 bytes is too large');
  });
});
