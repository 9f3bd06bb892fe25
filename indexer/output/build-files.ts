import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { sha256Of } from '../../src/generation/build-files.ts';
import type { Manifest } from '../../src/lexicon/formats.ts';

/** The record of a file in the manifest; `bytes` and `sha256` are of the file as it lies there. */
export type FileRecord = Manifest['files'][number];

/** A fifth larger than with the usual 6, in a third of the time. */
const GZIP_LEVEL = 2;
/** UTF-16 units that are compressed at once, on a thread of libuv's, while the next ones are made. */
const BLOCK_LENGTH = 1 << 20;
/** Blocks that may wait for that. */
const MAX_WAITING_BLOCKS = 8;

/** Writes a gzip file of JSON Lines. The same lines give the same bytes: the gzip header carries no time, and where blocks begin does not show. */
export async function writeLines<Line>(path: string, lines: Iterable<Line>): Promise<FileRecord> {
  const hash = createHash('sha256');
  let bytes = 0;
  let lineCount = 0;
  async function* blocks(): AsyncGenerator<string> {
    let block = '';
    for (const line of lines) {
      lineCount++;
      block += `${JSON.stringify(line)}\n`;
      if (block.length < BLOCK_LENGTH) continue;
      yield block;
      block = '';
      // Lets the block before go and this one be compressed: the lines are made without waiting for anything.
      await setImmediate();
    }
    if (block) yield block;
  }
  const measure = new Transform({
    transform(data: Buffer, _encoding, done) {
      hash.update(data);
      bytes += data.length;
      done(null, data);
    },
  });
  const sizes = { chunkSize: BLOCK_LENGTH, highWaterMark: MAX_WAITING_BLOCKS * BLOCK_LENGTH };
  await pipeline(blocks(), createGzip({ level: GZIP_LEVEL, ...sizes }), measure, createWriteStream(path));
  return { name: basename(path), bytes, sha256: hash.digest('hex'), lines: lineCount };
}

/** Writes bytes as a gzip file, compressed in one go beside what else is done. `lines` of its record are rows. */
export async function writeCompressed(
  dir: string,
  name: string,
  content: Uint8Array,
  lines: number,
  level: number,
): Promise<FileRecord> {
  // Room for all that comes out: else the thread would wait for this one again and again.
  return await writeBytes(dir, name, await promisify(gzip)(content, { level, chunkSize: content.length }), lines);
}

export async function writeBytes(dir: string, name: string, bytes: Buffer, lines: number): Promise<FileRecord> {
  await writeFile(join(dir, name), bytes);
  return { name, bytes: bytes.length, sha256: sha256Of(bytes), lines };
}
