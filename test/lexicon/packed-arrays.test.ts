import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { decodeArrays, encodeArrays, readArrays } from '../../src/lexicon/packed-arrays.ts';
import { folderForTests } from '../support/for-tests.ts';

const FORMAT = 'test 1';
const PACKED = {
  words: ['海', ''],
  empty: new Uint32Array(0),
  bytes: Uint8Array.of(1, 2, 255),
  signed: Int8Array.of(-1),
  units: Uint16Array.of(0xffff, 7, 7, 7, 7),
  starts: Uint32Array.of(0, 2 ** 32 - 1),
};
const PREAMBLE_BYTES = 16;

const directory = folderForTests();

async function readFromFile(format: string, bytes: Buffer) {
  const path = join(directory, 'arrays');
  writeFileSync(path, bytes);
  await using file = await open(path);
  return await readArrays(format, file);
}

/** The bytes with another header that is whole by itself. */
function withHeader(bytes: Buffer, change: (header: string) => string): Buffer {
  const length = bytes.readUInt32LE(8);
  const changed = change(bytes.toString('utf8', PREAMBLE_BYTES, PREAMBLE_BYTES + length));
  const text = Buffer.from(changed.padEnd(Math.ceil(changed.length / 8) * 8));
  const preamble = Buffer.from(bytes.subarray(0, PREAMBLE_BYTES));
  preamble.writeUInt32LE(text.length, 8);
  preamble.writeUInt32LE(crc32(text), 12);
  return Buffer.concat([preamble, text, bytes.subarray(PREAMBLE_BYTES + length)]);
}

describe.each([
  ['in memory', async (format: string, bytes: Buffer) => decodeArrays(format, bytes)],
  ['in a file', readFromFile],
] as const)('packed arrays %s', (_, read) => {
  const encoded = encodeArrays(FORMAT, PACKED);

  it('come back as they were', async () => {
    expect(await read(FORMAT, encoded)).toEqual(PACKED);
  });

  it('come back from any place in memory', async () => {
    for (let offset = 1; offset < 8; offset++) {
      const memory = Buffer.alloc(encoded.length + 8);
      encoded.copy(memory, offset);
      expect(await read(FORMAT, memory.subarray(offset, offset + encoded.length))).toEqual(PACKED);
    }
  });

  it('are refused when any bit is flipped', async () => {
    for (let at = 0; at < encoded.length; at++) {
      const damaged = Buffer.from(encoded);
      damaged[at]! ^= 1 << (at % 8);
      expect([at, await read(FORMAT, damaged)]).toEqual([at, undefined]);
    }
  });

  it('are refused when they are cut short or go on', async () => {
    for (const length of [0, 7, PREAMBLE_BYTES, 40, encoded.length - 1])
      expect([length, await read(FORMAT, encoded.subarray(0, length))]).toEqual([length, undefined]);
    expect(await read(FORMAT, Buffer.concat([encoded, Buffer.alloc(8)]))).toBeUndefined();
  });

  it('are refused when they are of another format, byte order or size', async () => {
    expect(await read('test 2', encoded)).toBeUndefined();
    expect(
      await read(
        FORMAT,
        withHeader(encoded, (header) => header),
      ),
    ).toEqual(PACKED);
    const other = (header: string) =>
      header.replace(/"endianness":"(.)E"/, (_, first) => `"endianness":"${first === 'L' ? 'B' : 'L'}E"`);
    expect(await read(FORMAT, withHeader(encoded, other))).toBeUndefined();
    const larger = (header: string) => header.replace('"length":5', '"length":500000000');
    expect(await read(FORMAT, withHeader(encoded, larger))).toBeUndefined();
  });
});
