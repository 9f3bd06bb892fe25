import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { writeArchive } from '../../scripts/release/archive.ts';
import { readConfig } from '../../src/config.ts';
import { currentBuild, DamagedBuildError, writeChecksums } from '../../src/generation/build-files.ts';
import { openStore } from '../../src/stores/open.ts';
import { smallBuild } from '../stores/elasticsearch/support.ts';
import { writePackedBuild } from '../support/builds.ts';
import { folderForEachTest } from '../support/for-tests.ts';

const logger = pino({ enabled: false });
const newFolder = folderForEachTest();
let folder: string;
let build: string;
let archive: string;
beforeEach(async () => {
  folder = newFolder();
  build = await writePackedBuild(join(folder, 'build'), smallBuild());
  archive = join(folder, 'lexicon-gsmall.tar.gz');
});

/** Starts on a folder of data without a build, which must not be composed. */
async function open(variables: Readonly<Record<string, string>>): Promise<string> {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), ...variables });
  const store = await openStore(config, logger, async () => {
    throw new Error('a build was to be composed');
  });
  try {
    return await store.read(async (lexicon) => lexicon.generation.name);
  } finally {
    await store.close();
  }
}

describe('a start with an archive of a finished build', () => {
  it('serves it, whether it is named or lies in DATA_DIR, and makes it the current build', async () => {
    writeArchive(archive, build);
    expect(await open({ LEXICON_ARCHIVE: archive })).toBe('gsmall');
    const data = join(folder, 'other');
    mkdirSync(data);
    cpSync(archive, join(data, 'lexicon-gsmall.tar.gz'));
    expect(await open({ DATA_DIR: data })).toBe('gsmall');
    expect(await currentBuild({ out: data })).toEqual({ dir: join(data, 'builds', 'gsmall') });
    expect(readdirSync(join(data, 'builds')).sort()).toEqual(['archive', 'current', 'gsmall']);
  });

  it('unpacks it once, and again when the unpacked files are damaged', async () => {
    writeArchive(archive, build);
    await open({ LEXICON_ARCHIVE: archive });
    const unpacked = join(folder, 'data', 'builds', 'gsmall');
    writeFileSync(join(unpacked, 'marker'), '');
    expect(await open({ LEXICON_ARCHIVE: archive })).toBe('gsmall');
    expect(existsSync(join(unpacked, 'marker'))).toBe(true);
    writeFileSync(join(unpacked, 'lexicon.image'), 'damaged');
    expect(await open({ LEXICON_ARCHIVE: archive })).toBe('gsmall');
    expect(existsSync(join(unpacked, 'marker'))).toBe(false);
  });

  it('refuses one that is not whole, and leaves nothing of it', async () => {
    const damages: readonly (readonly [reason: RegExp, damage: () => void])[] = [
      [/lexicon\.image in it: checksum is/, () => flipLastBit(join(build, 'lexicon.image'))],
      [/NOTICE in it: ENOENT/, () => rmSync(join(build, 'NOTICE'))],
      [/do not list stranger/, () => writeFileSync(join(build, 'stranger'), '')],
      [/has no SHA256SUMS/, () => rmSync(join(build, 'SHA256SUMS'))],
    ];
    writeFileSync(join(build, 'NOTICE'), 'notice');
    writeChecksums(build);
    cpSync(build, join(folder, 'whole'), { recursive: true });
    for (const [reason, damage] of damages) {
      damage();
      writeArchive(archive, build);
      const error = await open({ LEXICON_ARCHIVE: archive }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DamagedBuildError);
      expect((error as Error).message).toMatch(reason);
      expect((error as Error).message).toContain('Fetch the archive again');
      rmSync(build, { recursive: true });
      cpSync(join(folder, 'whole'), build, { recursive: true });
    }
    writeFileSync(archive, readFileSync(archive).subarray(0, 1000));
    await expect(open({ LEXICON_ARCHIVE: archive })).rejects.toThrow('it cannot be unpacked');
    await expect(open({ LEXICON_ARCHIVE: join(folder, 'missing.tar.gz') })).rejects.toThrow('ENOENT');
    expect(readdirSync(join(folder, 'data', 'builds'))).toEqual([]);
  });

  it('refuses a generation whose name leads out of the folder of builds', async () => {
    const { manifest, ...files } = smallBuild();
    await writePackedBuild(build, { manifest: { ...manifest, generation: '../../gsmall' }, ...files });
    writeArchive(archive, build);
    await expect(open({ LEXICON_ARCHIVE: archive })).rejects.toThrow('its generation has no proper name');
    expect(existsSync(join(folder, 'gsmall'))).toBe(false);
  });

  it('asks which of several in DATA_DIR is meant', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    for (const name of ['lexicon-g1.tar.gz', 'lexicon-g2.tar.gz']) writeArchive(join(data, name), build);
    await expect(open({})).rejects.toThrow('Name one with LEXICON_ARCHIVE');
  });
});

function flipLastBit(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(path, bytes);
}
