import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ensureBuild } from '../../indexer/build.ts';
import {
  type BuildFiles,
  CHECKSUMS_FILE,
  ENTRIES_FILE,
  indexJsonLines,
  readBuild,
  sha256Of,
  writeChecksums,
} from '../../src/generation/build-files.ts';
import { packLines, packWords } from '../../src/generation/pack.ts';
import { writeImage } from '../../src/generation/packed-lexicon.ts';
import type { EntryLine, Manifest, RelationLine } from '../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { encodeWords, WORD_TABLE_FILE } from '../../src/lexicon/packed-words.ts';
import { isPartnerRelation, listOfType } from '../../src/lexicon/partner-relations.ts';
import { linesToBytes } from '../../src/stores/memory/memory-store.ts';

const DATA = fileURLToPath(new URL('../../.data', import.meta.url));

/** Folder of the lexicon's current build; it is built when there is none with JSON Lines. */
export async function currentBuild(): Promise<string> {
  const pointer = join(DATA, 'builds', 'current');
  if (existsSync(pointer)) {
    const dir = join(DATA, 'builds', readFileSync(pointer, 'utf8').trim());
    if ([CHECKSUMS_FILE, ENTRIES_FILE].every((name) => existsSync(join(dir, name)))) return dir;
  }
  return (await ensureBuild({ out: DATA })).dir;
}

/** Popular words have so many partners that loading them would take longer than all the rest of an excerpt. */
const WORDS_WITH_PARTNERS = 300;

/**
 * The most popular words of a build (at most all) with the relations among the first of them, partners only of fewer: a lexicon that loads in
 * some seconds.
 */
export async function excerpt(
  directory: string,
  maxWords: number,
  generation: string,
  wordsWithRelations = maxWords,
): Promise<BuildFiles> {
  const build = await readBuild(directory);
  const [entryLines, relationLines] = [indexJsonLines(build.entries), indexJsonLines(build.relations)];
  const words = Math.min(maxWords, entryLines.count);
  const entries = Array.from({ length: words }, (_, index) => entryLines.parse<EntryLine>(index));
  const related = new Set(entries.slice(0, wordsWithRelations).map(({ char }) => char));
  const hasPartners = new Set(entries.slice(0, WORDS_WITH_PARTNERS).map(({ char }) => char));
  const order = new Map(
    entries
      .map(({ char }) => char)
      .sort()
      .map((char, index) => [char, index]),
  );
  const ends = new Map([...entries].sort((a, b) => a.end_rank - b.end_rank).map(({ char }, index) => [char, index]));
  const relations: RelationLine[] = [];
  const places = new Map<string, number>();
  for (let index = 0; index < relationLines.count; index++) {
    const line = relationLines.parse<RelationLine>(index);
    if (!related.has(line.word) || !related.has(line.related)) continue;
    if (isPartnerRelation(line.type) && !(hasPartners.has(line.word) && hasPartners.has(line.related))) continue;
    const key = `${line.word} ${listOfType(line.type)}`;
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    relations.push({ ...line, order: place });
  }
  const included = linesToBytes(
    entries.map((line) => ({ ...line, char_rank: order.get(line.char)!, end_rank: ends.get(line.char)! })),
  );
  return {
    manifest: manifestOf(build.manifest, generation, words, relations.length),
    entries: included,
    wordTable: encodeWords(packWords(included)),
    relations: linesToBytes(relations),
    meanings: build.meanings.subarray(0, words * ROW_BYTES),
    meaningTokens: build.meaningTokens,
  };
}

function manifestOf(manifest: Manifest, generation: string, entries: number, relations: number): Manifest {
  const inputs = createHash('sha256').update(generation).digest('hex');
  return { ...manifest, generation, inputs_sha256: inputs, counts: { entries, relations } };
}

/** Writes a build into a folder as `npm start` makes one: without JSON Lines. */
export async function writePackedBuild(directory: string, build: BuildFiles): Promise<string> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, WORD_TABLE_FILE), build.wordTable);
  const sha256 = sha256Of(build.wordTable);
  const files = [
    { name: WORD_TABLE_FILE, bytes: build.wordTable.length, sha256, lines: build.manifest.counts.entries },
  ];
  const manifest = { ...build.manifest, files };
  await writeImage(directory, manifest, packLines(build.entries, build.relations, build));
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));
  writeChecksums(directory);
  return directory;
}

/** Writes a build into a folder as `lexicon build` does, save for its image, for commands that are to read it. */
export function writeBuildFiles(directory: string, { manifest, ...contents }: BuildFiles): string {
  mkdirSync(directory, { recursive: true });
  const named = {
    'entries.jsonl.gz': contents.entries,
    'relations.jsonl.gz': contents.relations,
    'meanings.bin.gz': contents.meanings,
    'meaning-tokens.bin.gz': contents.meaningTokens,
    [WORD_TABLE_FILE]: contents.wordTable,
  };
  const files = Object.entries(named).map(([name, bytes]) => {
    const compressed = name.endsWith('.gz') ? gzipSync(bytes, { level: 1 }) : bytes;
    writeFileSync(join(directory, name), compressed);
    const sha256 = createHash('sha256').update(compressed).digest('hex');
    return {
      name,
      bytes: compressed.length,
      sha256,
      lines: name.endsWith('.jsonl.gz') ? indexJsonLines(bytes).count : 0,
    };
  });
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, files }));
  writeChecksums(directory);
  return directory;
}
