import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { EntryLine, Manifest, RelationLine } from '../../src/lexicon/formats.ts';
import { writeImage } from '../../src/stores/memory/image/image-file.ts';
import { createPacker } from '../../src/stores/memory/image/pack.ts';
import { createCoverage } from './coverage.ts';
import { linesFile } from './lines-file.ts';

/** Files of lines, in the order in which a manifest names them. */
export const LINE_FILES = ['entries', 'relations'] as const;
export type LineFile = (typeof LINE_FILES)[number];

export type OutputCommand =
  | { readonly kind: 'lines'; readonly file: LineFile; readonly lines: string }
  | { readonly kind: 'finish'; readonly generation: string; readonly evidence: Readonly<Record<string, number>> };

export interface WriteResult {
  readonly files: Manifest['files'];
  readonly coverage: Record<string, number>;
}

export type OutputReport = { readonly kind: 'taken' } | ({ readonly kind: 'finished' } & WriteResult);

/**
 * Writes the files of a build while another thread makes their lines: compresses them, counts what they hold, and packs what the
 * embedded store starts from, which it could make of the files, but each line is at hand here.
 */
function createOutput(dir: string) {
  const files = {
    entries: linesFile(join(dir, 'entries.jsonl.gz')),
    relations: linesFile(join(dir, 'relations.jsonl.gz')),
  };
  const coverage = createCoverage();
  const pack = createPacker();
  const consume = {
    entries(line: EntryLine) {
      coverage.entry(line);
      pack.entry(line);
    },
    relations(line: RelationLine) {
      coverage.relation(line);
      pack.relation(line);
    },
  };
  return {
    async write(file: LineFile, text: string): Promise<void> {
      const accepted = files[file].write(text);
      for (const line of text.split('\n')) if (line) consume[file](JSON.parse(line));
      await accepted;
    },
    async finish(generation: string, evidence: Readonly<Record<string, number>>): Promise<WriteResult> {
      const records = await Promise.all(LINE_FILES.map((file) => files[file].end()));
      await writeImage(dir, { generation, files: records }, pack.finish());
      return { files: records, coverage: coverage.result(evidence) };
    },
  };
}

const output = createOutput(workerData as string);
const reply = (report: OutputReport) => parentPort!.postMessage(report);

parentPort!.on('message', async (command: OutputCommand) => {
  if (command.kind === 'lines') {
    await output.write(command.file, command.lines);
    reply({ kind: 'taken' });
  } else {
    reply({ kind: 'finished', ...(await output.finish(command.generation, command.evidence)) });
  }
});
