import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Manifest } from '../../src/lexicon/formats.ts';

type FileRecord = Manifest['files'][number];

const CHUNK = 1 << 18;

/**
 * Writes one JSON object a line, compressed. The same lines give the same bytes: gzip's header carries no time.
 * Answers the file's size and checksum; `bytes` and `sha256` are of the compressed file.
 */
export async function writeLines(path: string, lines: Iterable<unknown>): Promise<FileRecord> {
  const hash = createHash('sha256');
  let bytes = 0;
  let count = 0;
  function* chunks(): Generator<string> {
    let chunk = '';
    for (const line of lines) {
      chunk += `${JSON.stringify(line)}\n`;
      count++;
      if (chunk.length >= CHUNK) {
        yield chunk;
        chunk = '';
      }
    }
    if (chunk) yield chunk;
  }
  const measure = new Transform({
    transform(data: Buffer, _encoding, done) {
      hash.update(data);
      bytes += data.length;
      done(null, data);
    },
  });
  await pipeline(Readable.from(chunks()), createGzip({ level: 5 }), measure, createWriteStream(path));
  return { name: basename(path), bytes, sha256: hash.digest('hex'), lines: count };
}
