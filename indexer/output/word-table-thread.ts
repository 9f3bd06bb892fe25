import { parentPort, workerData } from 'node:worker_threads';
import type { MeaningTable } from '../../src/lexicon/meaning.ts';
import { encodeWords, WORD_TABLE_FILE } from '../../src/lexicon/packed-words.ts';
import type { PartnerRelation } from '../../src/lexicon/partner-relations.ts';
import { createWordPacker, type WordLine } from '../../src/lexicon/word-packer.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { type FileRecord, writeBytes } from './build-files.ts';
import { withDescriptions } from './descriptions.ts';

export interface WordTableTask {
  /** The folder of the build. */
  readonly dir: string;
}

export type PartnerRow = readonly [word: string, relation: PartnerRelation, related: string];
export type CountedRow = readonly [text: string, occurrences: number];

/** What the table needs besides the entries and their partners. */
export interface WordTableSources {
  /** The rows of meaning of all words. */
  readonly rows: Int8Array;
  readonly tokens: MeaningTable;
  readonly descriptions: HandWritten['descriptions'];
  /** Strings that a list counts in text. */
  readonly counted: readonly CountedRow[];
}

/** Messages in this order. Rows come as JSON, some thousands at a time, because JSON is cloned faster than objects are. */
export type WordTableMessage =
  | { readonly kind: 'entries'; readonly rows: string }
  | { readonly kind: 'partners'; readonly rows: string }
  | { readonly kind: 'finish'; readonly sources: WordTableSources };

/**
 * Packs the word table while the composer packs the image: a thread of its own, see
 * {@link file://../../docs/decisions/0013-threads-of-a-build.md}. The returned function resolves to the file's record at the last message.
 */
function createWordTable({ dir }: WordTableTask): (message: WordTableMessage) => Promise<FileRecord | undefined> {
  const packer = createWordPacker();
  return async (message) => {
    switch (message.kind) {
      case 'entries':
        for (const line of JSON.parse(message.rows) as WordLine[]) packer.add(line);
        return undefined;
      case 'partners':
        for (const row of JSON.parse(message.rows) as PartnerRow[]) packer.partners(...row);
        return undefined;
      case 'finish': {
        const { rows, tokens, descriptions, counted } = message.sources;
        for (const row of counted) packer.counted(...row);
        const words = await withDescriptions(packer.finish(), descriptions, { rows, tokens });
        return await writeBytes(dir, WORD_TABLE_FILE, encodeWords(words), words.counts[0]!);
      }
    }
  };
}

const receive = createWordTable(workerData as WordTableTask);
parentPort!.on('message', async (message: WordTableMessage) => {
  const record = await receive(message);
  if (!record) return;
  parentPort!.postMessage(record);
  parentPort!.close();
});
