import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ensureBuild } from '../../indexer/build.ts';
import type { EntryLine, Manifest, RelationLine } from '../../src/lexicon/formats.ts';
import { type BuildFiles, readBuild } from '../../src/stores/memory/built-file.ts';
import { CHECKSUMS_FILE, writeChecksums } from '../../src/stores/memory/checksums.ts';
import { linesOf } from '../../src/stores/memory/jsonl.ts';
import { linesToBytes } from '../../src/stores/memory/memory-store.ts';

const DATA = fileURLToPath(new URL('../../.data', import.meta.url));

/** Folder of the lexicon's current build; it is built when there is none. */
export async function currentBuild(): Promise<string> {
  const pointer = join(DATA, 'builds', 'current');
  if (existsSync(pointer)) {
    const dir = join(DATA, 'builds', readFileSync(pointer, 'utf8').trim());
    if (existsSync(join(dir, CHECKSUMS_FILE))) return dir;
  }
  return (await ensureBuild({ out: DATA })).dir;
}

/** The most popular words of a build (at most all) with the relations among them: a lexicon that loads in some seconds. */
export async function excerpt(directory: string, most: number, generation: string): Promise<BuildFiles> {
  const build = await readBuild(directory);
  const [entryLines, relationLines] = [linesOf(build.entries), linesOf(build.relations)];
  const words = Math.min(most, entryLines.count);
  const entries = Array.from({ length: words }, (_, at) => entryLines.parse<EntryLine>(at));
  const inside = new Set(entries.map(({ char }) => char));
  const order = new Map([...inside].sort().map((char, at) => [char, at]));
  const relations: RelationLine[] = [];
  const places = new Map<string, number>();
  for (let at = 0; at < relationLines.count; at++) {
    const line = relationLines.parse<RelationLine>(at);
    if (!inside.has(line.word) || !inside.has(line.related)) continue;
    const key = `${line.word} ${line.type}`;
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    relations.push({ ...line, order: place });
  }
  return {
    manifest: manifestOf(build.manifest, generation, words, relations.length),
    entries: linesToBytes(entries.map((line) => ({ ...line, char_rank: order.get(line.char)! }))),
    relations: linesToBytes(relations),
  };
}

function manifestOf(manifest: Manifest, generation: string, entries: number, relations: number): Manifest {
  const inputs = createHash('sha256').update(generation).digest('hex');
  return { ...manifest, generation, inputs_sha256: inputs, counts: { entries, relations } };
}

/** Writes a build into a folder, as the indexer does, for commands that are to read it. */
export function writeBuildFiles(directory: string, { manifest, entries, relations }: BuildFiles): string {
  mkdirSync(directory, { recursive: true });
  const files = Object.entries({ 'entries.jsonl.gz': entries, 'relations.jsonl.gz': relations }).map(
    ([name, bytes]) => {
      const packed = gzipSync(bytes, { level: 1 });
      writeFileSync(join(directory, name), packed);
      const sha256 = createHash('sha256').update(packed).digest('hex');
      return { name, bytes: packed.length, sha256, lines: linesOf(bytes).count };
    },
  );
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, files }));
  writeChecksums(directory);
  return directory;
}
