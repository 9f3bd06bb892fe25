import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface SourceText {
  /** Name by which messages call the file. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The file's text piece by piece, decoded: gzip is opened, and what is no UTF-8 is read as GB 18030 (which GBK is part of). */
export async function* sourceText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(path));
  for await (const bytes of openSource(path)) yield decoder.decode(bytes as Uint8Array, { stream: true });
  yield decoder.decode();
}

function openSource(path: string): Readable {
  const stream = createReadStream(path);
  if (!path.endsWith('.gz')) return stream;
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  return stream.pipe(gunzip);
}

const PROBE_BYTES = 65_536;

/** Text that is valid UTF-8 is nothing else by chance; lists of Chinese words from the mainland are often GBK. */
async function encodingOf(path: string): Promise<'utf-8' | 'gb18030'> {
  const bytes = await firstBytes(path);
  try {
    // Streaming: the probe may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  if (path.endsWith('.gz')) {
    const stream = openSource(path);
    for await (const bytes of stream) return bytes as Uint8Array;
    return new Uint8Array();
  }
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(PROBE_BYTES), 0, PROBE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The lines of a file, from 1, without their ends. */
export async function* sourceLines(path: string): AsyncGenerator<SourceText> {
  const file = basename(path);
  let rest = '';
  let line = 0;
  for await (const piece of sourceText(path)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { file, line: ++line, text: text.replace(/\r$/, '').normalize('NFC') };
  }
  if (rest !== '') yield { file, line: line + 1, text: rest.replace(/\r$/, '').normalize('NFC') };
}
