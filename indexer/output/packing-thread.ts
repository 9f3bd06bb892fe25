import { parentPort, workerData } from 'node:worker_threads';
import { constants } from 'node:zlib';
import { writeImage } from '../../src/generation/image-file.ts';
import { createPacker } from '../../src/generation/pack.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import type { MeaningTable } from '../../src/lexicon/meaning.ts';
import { encodeWords, WORD_TABLE_FILE } from '../../src/lexicon/packed-words.ts';
import { isPartnerRelation } from '../../src/lexicon/partner-relations.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { type FileRecord, writeCompressed } from './build-files.ts';
import { createCoverage } from './coverage.ts';
import { withDescriptions } from './descriptions.ts';

/** What the thread is begun with. */
export interface PackingTask {
  /** Where the build is written. */
  readonly dir: string;
  readonly generation: string;
}

/** What it needs besides the lines. */
export interface PackingSources {
  /** The rows of meaning of all words. */
  readonly rows: Int8Array;
  readonly tokens: MeaningTable;
  readonly descriptions: HandWritten['descriptions'];
  /** Strings of text, a line each, and the occurrences of each. */
  readonly counted: string;
  readonly occurrences: Uint32Array;
}

/** What the thread is sent, in this order. Lines come as JSON, whole ones, some thousands at a time. */
export type PackingMessage =
  | { readonly kind: 'entries'; readonly lines: string }
  | { readonly kind: 'relations'; readonly lines: string }
  | { readonly kind: 'words'; readonly sources: PackingSources }
  | { readonly kind: 'image'; readonly files: readonly FileRecord[] };

/** What it answers, when all is written. */
export interface Packed {
  readonly wordTable: FileRecord;
  readonly coverage: ReturnType<ReturnType<typeof createCoverage>['result']>;
}

/**
 * Makes the image and the word table of the lines while the composer makes the next lines: a thread of its own, see
 * {@link file://../../docs/decisions/0013-threads-of-a-build.md}. Returns what takes the messages, and tells at the last what was packed.
 */
function createPacking({ dir, generation }: PackingTask): (message: PackingMessage) => Promise<Packed | undefined> {
  const coverage = createCoverage();
  const packer = createPacker();
  const wordPacker = createWordPacker();
  let wordTable: Promise<FileRecord> | undefined;
  const finishWords = async ({ rows, tokens, descriptions, counted, occurrences }: PackingSources) => {
    packer.meanings(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
    packer.meaningTokens(tokens);
    for (const [place, text] of counted.split('\n').entries()) wordPacker.counted(text, occurrences[place]!);
    const words = await withDescriptions(wordPacker.finish(), descriptions, { rows, tokens });
    const count = words.counts[0]!;
    return await writeCompressed(dir, WORD_TABLE_FILE, encodeWords(words), count, constants.Z_DEFAULT_COMPRESSION);
  };
  return async (message) => {
    switch (message.kind) {
      case 'entries':
        for (const line of parsed<EntryLine>(message.lines)) {
          coverage.entry(line);
          packer.entry(line);
          wordPacker.add(line);
        }
        return undefined;
      case 'relations':
        for (const line of parsed<RelationLine>(message.lines)) {
          coverage.relation(line);
          packer.relation(line);
          if (isPartnerRelation(line.type)) wordPacker.partners(line.word, line.type, line.related);
        }
        return undefined;
      case 'words':
        wordTable = finishWords(message.sources);
        return undefined;
      case 'image': {
        // The words are compressed meanwhile, outside this thread.
        const packed = packer.finish();
        const words = await wordTable!;
        await writeImage(dir, { generation, files: [...message.files, words] }, packed);
        return { wordTable: words, coverage: coverage.result() };
      }
    }
  };
}

function* parsed<Line>(lines: string): Generator<Line> {
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf('\n', at);
    yield JSON.parse(lines.slice(at, end)) as Line;
    at = end + 1;
  }
}

const receive = createPacking(workerData as PackingTask);
parentPort!.on('message', async (message: PackingMessage) => {
  const packed = await receive(message);
  if (!packed) return;
  parentPort!.postMessage(packed);
  parentPort!.close();
});
