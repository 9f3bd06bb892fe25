import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DamagedBuildError, readManifest } from '../../src/generation/build-files.ts';
import { packLines } from '../../src/generation/pack.ts';
import { IMAGE_FILE, readImage, writeImage } from '../../src/generation/packed-lexicon.ts';
import { entryFromLine } from '../../src/lexicon/formats.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { lexiconFromPacked, linesToBytes } from '../../src/stores/memory/memory-store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { entryLines, smallManifest } from '../contract/small-lexicon.ts';
import { smallRows } from '../contract/small-lexicon-meanings.ts';
import { smallBuild } from '../stores/elasticsearch/support.ts';
import { writeBuildFiles } from '../support/builds.ts';
import { folderForEachTest } from '../support/for-tests.ts';
import { full } from './full-entry.ts';

const directory = folderForEachTest();
const image = () => join(directory(), IMAGE_FILE);

/** Writes the small lexicon as a build does, without an image. */
function writeSmallBuild() {
  writeBuildFiles(directory(), smallBuild());
  return readManifest(join(directory(), 'manifest.json'));
}

async function open<T>(work: (lexicon: Lexicon) => Promise<T>): Promise<T> {
  const store = await openMemoryStore({ directory: directory() });
  return await store.read(work);
}

const wholeEntries = (lexicon: Lexicon) =>
  lexicon.lookup(entryLines().map(({ char }) => char)).then((found) => [...found.values()].map(({ entry }) => entry));

describe('the image of a build', () => {
  it('is left by the first opening, and gives back every entry whole', async () => {
    writeSmallBuild();
    const expected = entryLines().map(entryFromLine);
    expect(await open(wholeEntries)).toEqual(expected);
    expect(readdirSync(directory())).toContain(IMAGE_FILE);
    const written = readFileSync(image());
    expect(await open(wholeEntries)).toEqual(expected);
    // The second opening read it, and did not write it again.
    expect(readFileSync(image()).equals(written)).toBe(true);
  });

  it('gives back every row of meaning, and the tokens', async () => {
    writeSmallBuild();
    const words = entryLines().map(({ char }) => char);
    const expected = smallRows(words);
    for (const _ of ['packed from the files', 'read from the image']) {
      const meanings = await open((lexicon) => lexicon.meanings({ words, tokens: ['sea', 'unknown', 'happy'] }));
      expect([...meanings.words.values()].flatMap((row) => [...row])).toEqual([...expected]);
      expect([...meanings.tokens].map(([token, row]) => [token, [...row.subarray(0, 4)]])).toEqual([
        ['sea', [0, 0, 38, 6]],
        ['happy', [36, 4, 0, 0]],
      ]);
    }
  });

  it('is not made of fewer or more rows of meaning than entries', () => {
    const { entries, relations, ...meanings } = smallBuild();
    const count = entryLines().length;
    const tooShort = { ...meanings, meanings: meanings.meanings.subarray(96) };
    expect(() => packLines(entries, relations, tooShort)).toThrow(
      `there are ${count - 1} rows of meaning for ${count} entries`,
    );
  });

  it('holds entries whole that have all that an entry can have', async () => {
    const manifest = smallManifest();
    await writeImage(directory(), manifest, packLines(linesToBytes([full]), Buffer.alloc(0)));
    const lexicon = lexiconFromPacked(manifest, (await readImage(directory(), manifest))!);
    const found = (await lexicon.lookup([full.char])).get(full.char);
    expect(found?.entry).toEqual(entryFromLine(full));
  });

  it('is not taken when it belongs to another build', async () => {
    const manifest = writeSmallBuild();
    await open(async () => undefined);
    expect(await readImage(directory(), manifest)).toBeDefined();
    expect(await readImage(directory(), { ...manifest, generation: 'gother' })).toBeUndefined();
    const [first, ...rest] = manifest.files;
    const rebuilt = [{ ...first!, sha256: '0'.repeat(64) }, ...rest];
    expect(await readImage(directory(), { ...manifest, files: rebuilt })).toBeUndefined();
  });

  it('does not hide that a built file is damaged', async () => {
    writeSmallBuild();
    await open(async () => undefined);
    const path = join(directory(), 'relations.jsonl.gz');
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    await expect(openMemoryStore({ directory: directory() })).rejects.toThrow(DamagedBuildError);
  });

  it('is done without where it cannot be written', async () => {
    writeSmallBuild();
    // A folder of its name: nothing can be renamed to it.
    mkdirSync(join(image(), 'in the way'), { recursive: true });
    expect(await open(async ({ generation }) => generation.entries)).toBe(entryLines().length);
    expect(readdirSync(directory()).filter((name) => name.startsWith(`${IMAGE_FILE}.`))).toEqual([]);
  });
});
