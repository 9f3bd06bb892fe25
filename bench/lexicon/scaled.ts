import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomNumbers } from '../../indexer/random-numbers.ts';
import { type BuildFiles, readBuild } from '../../src/generation/build-files.ts';
import { readImage, writeImage } from '../../src/generation/image-file.ts';
import { indexJsonLines } from '../../src/generation/json-lines.ts';
import { createPacker } from '../../src/generation/pack.ts';
import type { PackedLexicon } from '../../src/generation/packed-lexicon.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { EntryLine, Manifest, RelationLine } from '../../src/lexicon/formats.ts';
import { MEANING_COMPONENTS, parseMeaningTable, ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { listOfType } from '../../src/lexicon/partner-relations.ts';
import { mutatedLine } from './mutated-line.ts';

/**
 * The lexicon in another size, the same on every run.
 *
 * Smaller: every so many words. Larger: to each word of two characters or more, copies in which one character is another one, drawn
 * from the single characters of the lexicon with its reading (code and rhyme follow); all else is the word's own. A copy comes
 * right after its word in popularity. Copies with the same number are related as their words are.
 */
export interface SizedLexicon {
  readonly manifest: Manifest;
  readonly packed: PackedLexicon;
}

const CACHE_DIR = fileURLToPath(new URL('../results/lexicons/', import.meta.url));
const SEED = 20261121;
/** Raised when the mutation changes. */
const VERSION = 2;

/** Kept in `bench/results/` once made. `size` undefined: as the build has it. */
export async function sizedLexicon(directory: string, size?: number): Promise<SizedLexicon> {
  const build = await readBuild(directory);
  const count = size ?? build.manifest.counts.entries;
  const manifest: Manifest = { ...build.manifest, generation: `${build.manifest.generation}-${VERSION}-${count}` };
  const kept = join(CACHE_DIR, manifest.generation);
  const image = await readImage(kept, manifest);
  if (image) return { manifest, packed: image };
  const packed = pack(build, count);
  mkdirSync(kept, { recursive: true });
  await writeImage(kept, manifest, packed);
  return { manifest, packed };
}

interface Copy {
  readonly originalId: number;
  readonly line: EntryLine;
}

function pack(build: BuildFiles, size: number): PackedLexicon {
  const lines = indexJsonLines(build.entries);
  const originals = Array.from({ length: lines.count }, (_, id) => lines.parse<EntryLine>(id));
  const kept =
    size < originals.length
      ? Array.from({ length: size }, (_, i) => Math.floor((i * originals.length) / size))
      : [...originals.keys()];
  const chosen = kept.map((originalId): Copy => ({ originalId, line: originals[originalId]! }));
  // By the place of the word, the words of its copies.
  const copies = new Map<number, string[]>();
  const all = size > chosen.length ? withCopies(chosen, size, copies) : chosen;
  const imagePacker = createPacker();
  const byCodePoint = Uint32Array.from(all.keys()).sort((a, b) =>
    compareCodePoints(all[a]!.line.char, all[b]!.line.char),
  );
  const charRank = new Uint32Array(all.length);
  for (const [place, id] of byCodePoint.entries()) charRank[id] = place;
  for (const [rank, { line }] of all.entries())
    imagePacker.entry({ ...line, rank, char_rank: charRank[rank]!, end_rank: rank });
  imagePacker.meanings(rowsOf(build, all));
  imagePacker.meaningTokens(parseMeaningTable(build.meaningTokens));
  const originalIds = new Map(chosen.map(({ originalId, line }) => [line.char, originalId]));
  for (const line of relationsAmong(build.relations, originalIds, copies)) imagePacker.relation(line);
  return imagePacker.finish();
}

/** The rows of meaning: a copy means what its word means, and is as popular as its own place. */
function rowsOf({ meanings }: BuildFiles, all: readonly Copy[]): Uint8Array {
  const rows = new Uint8Array(all.length * ROW_BYTES);
  for (const [rank, { originalId }] of all.entries()) {
    rows.set(meanings.subarray(originalId * ROW_BYTES, (originalId + 1) * ROW_BYTES), rank * ROW_BYTES);
    rows[rank * ROW_BYTES + MEANING_COMPONENTS] = Math.round(127 * (1 - rank / all.length));
  }
  return rows;
}

/** Each word followed by its copies. */
function withCopies(chosen: readonly Copy[], size: number, copies: Map<number, string[]>): Copy[] {
  const random = randomNumbers(SEED);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const characters = chosen.flatMap(({ line }) => (line.length === 1 ? [line] : []));
  const long = chosen.filter(({ line }) => line.length > 1);
  const seen = new Set(chosen.map(({ line }) => line.char));
  const needed = size - chosen.length;
  const groups = new Map<number, Copy[]>();
  for (let i = 0; i < needed; i++) {
    const original = long[i % long.length]!;
    let line: EntryLine;
    do {
      const place = Math.floor(random() * original.line.length);
      const character = pick(characters);
      line = mutatedLine(original.line, place, character.char, character.readings);
    } while (seen.has(line.char));
    seen.add(line.char);
    const group = groups.get(original.originalId);
    if (group) group.push({ originalId: original.originalId, line });
    else groups.set(original.originalId, [{ originalId: original.originalId, line }]);
  }
  for (const [originalId, group] of groups)
    copies.set(
      originalId,
      group.map(({ line }) => line.char),
    );
  return chosen.flatMap((one) => [one, ...(groups.get(one.originalId) ?? [])]);
}

function* relationsAmong(
  bytes: Buffer,
  originalIds: ReadonlyMap<string, number>,
  copies: ReadonlyMap<number, readonly string[]>,
): Generator<RelationLine> {
  const lines = indexJsonLines(bytes);
  const orders = new Map<string, number>();
  const withOrder = (line: RelationLine): RelationLine => {
    const key = `${listOfType(line.type)}${line.word}`;
    const order = orders.get(key) ?? 0;
    orders.set(key, order + 1);
    return { ...line, order };
  };
  for (let i = 0; i < lines.count; i++) {
    const line = lines.parse<RelationLine>(i);
    const [from, to] = [originalIds.get(line.word), originalIds.get(line.related)];
    if (from === undefined || to === undefined) continue;
    yield withOrder(line);
    const [words, related] = [copies.get(from) ?? [], copies.get(to) ?? []];
    for (let copy = 0; copy < Math.min(words.length, related.length); copy++)
      yield withOrder({ ...line, word: words[copy]!, related: related[copy]! });
  }
}
