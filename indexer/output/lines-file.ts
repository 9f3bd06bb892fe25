import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Manifest } from '../../src/lexicon/formats.ts';

type FileRecord = Manifest['files'][number];

/** A compressed file of lines. */
export interface LinesFile {
  /** Whole lines, each with its line feed. Settled when there is room for more; rejected when the file cannot be written. */
  write(text: string): Promise<void>;
  /** The finished file's size and checksum; `bytes` and `sha256` are of what lies on the disk. */
  end(): Promise<FileRecord>;
}

/** A fifth larger than with the usual 6, in a third of the time. */
const GZIP_LEVEL = 2;

/** Begins a file. The same lines give the same bytes: gzip's header carries no time. */
export function linesFile(path: string): LinesFile {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const gzip = createGzip({ level: GZIP_LEVEL });
  const measure = new Transform({
    transform(data: Buffer, _encoding, done) {
      hash.update(data);
      bytes += data.length;
      done(null, data);
    },
  });
  const written = pipeline(gzip, measure, createWriteStream(path));
  // Whoever writes or ends hears of a failure.
  written.catch(() => {});
  return {
    async write(text) {
      for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', newline + 1)) lines++;
      const accepted = new Promise<void>((resolve) => gzip.write(text, () => resolve()));
      await Promise.race([accepted, written]);
    },
    async end() {
      gzip.end();
      await written;
      return { name: basename(path), bytes, sha256: hash.digest('hex'), lines };
    },
  };
}
