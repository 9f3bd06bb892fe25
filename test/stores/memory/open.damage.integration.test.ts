import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readOperatorSources, saveOperatorSources } from '../../../indexer/inputs.ts';
import { CHECKSUMS_FILE, DamagedBuildError, readBuild, writeChecksums } from '../../../src/generation/build-files.ts';
import { entryFromLine } from '../../../src/lexicon/formats.ts';
import { openMemoryStore } from '../../../src/stores/memory/open.ts';
import { entryLines } from '../../contract/small-lexicon.ts';
import { writeBuildFiles, writePackedBuild } from '../../support/builds.ts';
import fc from '../../support/fast-check.ts';
import { folderForEachTest } from '../../support/for-tests.ts';
import { smallBuild } from '../elasticsearch/support.ts';

const newFolder = folderForEachTest();
let folder: string;
beforeEach(() => {
  folder = newFolder();
});

/** Flips one bit: `place` from 0 (the first) up to, but without, 1. */
function flip(path: string, place: number): void {
  const bytes = readFileSync(path);
  const bit = Math.floor(place * bytes.length * 8);
  bytes[bit >> 3]! ^= 1 << (bit & 7);
  writeFileSync(path, bytes);
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const CHECKED = [
  'entries.jsonl.gz',
  'relations.jsonl.gz',
  'meanings.bin.gz',
  'meaning-tokens.bin.gz',
  'word-table.bin',
  'manifest.json',
] as const;

describe('one flipped bit in a build', () => {
  it('is detected in every file, by the embedded store and by the Elasticsearch loader', async () => {
    const directory = writeBuildFiles(folder, smallBuild());
    await (await openMemoryStore({ directory })).close();
    const damage = fc.asyncProperty(fc.constantFrom(...CHECKED), place, async (name, at) => {
      const path = join(directory, name);
      const whole = readFileSync(path);
      flip(path, at);
      for (const read of [() => openMemoryStore({ directory }), () => readBuild(directory)]) {
        const error = await read().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(DamagedBuildError);
        expect((error as DamagedBuildError).message).toContain('npm run lexicon -- build');
        expect((error as DamagedBuildError).file).toBe(path);
      }
      writeFileSync(path, whole);
      expect((await readBuild(directory)).manifest.generation).toBe('gsmall');
    });
    await fc.assert(damage, { numRuns: 300 });
  });

  it('in the image is logged, and the image is rebuilt from the files', async () => {
    const directory = writeBuildFiles(folder, smallBuild());
    await (await openMemoryStore({ directory })).close();
    const path = join(directory, 'lexicon.image');
    const whole = readFileSync(path);
    const words = entryLines().map(({ char }) => char);
    const damage = fc.asyncProperty(place, async (at) => {
      flip(path, at);
      const refused: string[] = [];
      const store = await openMemoryStore({ directory, onImageRejected: (file) => refused.push(file) });
      const found = await store.read((lexicon) => lexicon.lookup(words));
      await store.close();
      expect([...found.values()].map(({ entry }) => entry)).toEqual(entryLines().map(entryFromLine));
      expect(refused).toEqual([path]);
      expect(readFileSync(path).equals(whole)).toBe(true);
    });
    await fc.assert(damage, { numRuns: 100 });
  });

  it('in the image of a build without JSON Lines is detected by the embedded store', async () => {
    const directory = await writePackedBuild(folder, smallBuild());
    const words = entryLines().map(({ char }) => char);
    const store = await openMemoryStore({ directory });
    const found = await store.read((lexicon) => lexicon.lookup(words));
    expect([...found.values()].map(({ entry }) => entry)).toEqual(entryLines().map(entryFromLine));
    const path = join(directory, 'lexicon.image');
    const whole = readFileSync(path);
    const damage = fc.asyncProperty(place, async (at) => {
      flip(path, at);
      const error = await openMemoryStore({ directory }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DamagedBuildError);
      expect((error as DamagedBuildError).file).toBe(path);
      writeFileSync(path, whole);
    });
    await fc.assert(damage, { numRuns: 100 });
    await expect(readBuild(directory)).rejects.toThrow('this build has no JSON Lines. Build the lexicon again');
  });

  it('is found in the checksums themselves too', async () => {
    const directory = writeBuildFiles(folder, smallBuild());
    const sums = readFileSync(join(directory, CHECKSUMS_FILE), 'utf8');
    const line = sums.split('\n').findIndex((text) => text.endsWith('manifest.json'));
    const start = sums.split('\n').slice(0, line).join('\n').length + 1;
    for (const at of [start, start + 40, start + 70]) {
      const bytes = Buffer.from(sums);
      bytes[at]! ^= 1;
      writeFileSync(join(directory, CHECKSUMS_FILE), bytes);
      await expect(readBuild(directory)).rejects.toThrow(DamagedBuildError);
    }
    rmSync(join(directory, CHECKSUMS_FILE));
    await expect(openMemoryStore({ directory })).rejects.toThrow('npm run lexicon -- build');
  });

  it('in a stored copy of an operator’s file stops the merge', () => {
    const mine = join(folder, 'mine.jsonl');
    writeFileSync(mine, '{"kind":"override","remove":"entry","char":"海"}');
    const build = join(folder, 'build');
    mkdirSync(build);
    saveOperatorSources(build, { sources: [mine], skipInvalid: false });
    writeChecksums(build);
    expect(readOperatorSources(build).sources.map((path) => basename(path))).toEqual(['mine.jsonl']);
    for (const name of [join('sources', '0', 'mine.jsonl'), join('sources', 'sources.json')]) {
      const whole = readFileSync(join(build, name));
      for (const at of [0, 0.3, 0.6, 0.99]) {
        flip(join(build, name), at);
        expect(() => readOperatorSources(build)).toThrow(/build --source FILE/);
        writeFileSync(join(build, name), whole);
      }
    }
  });
});
