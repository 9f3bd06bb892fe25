import { Worker } from 'node:worker_threads';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { isPartnerRelation } from '../../src/lexicon/partner-relations.ts';
import type { WordLine } from '../../src/lexicon/word-packer.ts';
import type { FileRecord } from './build-files.ts';
import type { PartnerRow, WordTableMessage, WordTableSources, WordTableTask } from './word-table-thread.ts';

/** Packs the word table in a thread of its own. */
export interface WordTableBuilder {
  /** All entries by rank, then all relations. */
  entry(line: EntryLine): void;
  relation(line: RelationLine): void;
  /** After all lines. Rejects with an error of the thread. */
  finish(sources: WordTableSources): Promise<FileRecord>;
}

/** A smaller young generation costs more processor time in collections than it saves memory. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 64 };
/** Rows of a message. More would outlive the young generation, and be copied again and again. */
const BATCH = 500;

export function startWordTable(task: WordTableTask): WordTableBuilder {
  const worker = new Worker(new URL('./word-table-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
    execArgv: [],
  });
  const record = new Promise<FileRecord>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The packing of the words ended early (code ${code}). Run it again.`)),
    );
  });
  // Awaited by finish() alone.
  record.catch(() => undefined);
  const send = (message: WordTableMessage) => worker.postMessage(message);
  const entries = batches<WordLine>((rows) => send({ kind: 'entries', rows }));
  const partners = batches<PartnerRow>((rows) => send({ kind: 'partners', rows }));
  return {
    entry: (line) => entries.add(wordLine(line)),
    relation({ word, type, related }) {
      if (isPartnerRelation(type)) partners.add([word, type, related]);
    },
    async finish(sources) {
      entries.flush();
      partners.flush();
      send({ kind: 'finish', sources });
      return await record;
    },
  };
}

/** The fields that the word table has of an entry. */
function wordLine(line: EntryLine): WordLine {
  return {
    char: line.char,
    length: line.length,
    aliases: line.aliases,
    frequency: line.frequency,
    pos: line.pos,
    also: line.also,
    kind: line.kind,
    category: line.category,
    vulgar: line.vulgar,
    definition: line.definition,
    definition_zh: line.definition_zh,
    variant_of: line.variant_of,
    readings: line.readings.map(({ jyutping }) => ({ jyutping })),
    affect: { emotion: line.affect.emotion, themes: line.affect.themes },
    senses: line.senses.filter(({ told }) => told),
    examples: line.examples,
  };
}

function batches<Row>(send: (rows: string) => void): { add(row: Row): void; flush(): void } {
  let rows: Row[] = [];
  const flush = () => {
    if (rows.length > 0) send(JSON.stringify(rows));
    rows = [];
  };
  return {
    add(row) {
      rows.push(row);
      if (rows.length === BATCH) flush();
    },
    flush,
  };
}
