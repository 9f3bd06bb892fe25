import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { writeArchive, writeSums } from '../../scripts/release/archive.ts';
import {
  CHART_FILE,
  changesOf,
  otherVersions,
  PACKAGE_FILES,
  spreadVersion,
  versionOf,
} from '../../scripts/release/versions.ts';
import { folderForTests } from '../support/for-tests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = folderForTests();

describe('the version', () => {
  it('is the same wherever it is said, and has its changes told', () => {
    expect(otherVersions(ROOT)).toEqual([]);
    expect(changesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), versionOf(ROOT))).toMatch(/^\S/);
  });

  it('is spread from package.json by "npm version", and nothing else is changed', () => {
    const copy = join(folder, 'copy');
    for (const file of ['package.json', CHART_FILE, ...PACKAGE_FILES]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(ROOT, file), join(copy, file));
    }
    const former = versionOf(copy);
    const text = readFileSync(join(copy, 'package.json'), 'utf8');
    writeFileSync(join(copy, 'package.json'), text.replace(`"version": "${former}"`, '"version": "7.8.9-rc.1"'));
    expect(otherVersions(copy)).toHaveLength(4);
    spreadVersion(copy);
    expect(otherVersions(copy)).toEqual([]);
    for (const file of [CHART_FILE, ...PACKAGE_FILES]) {
      const lines = (root: string) => readFileSync(join(root, file), 'utf8').split('\n');
      const changed = lines(copy).filter((line, i) => line !== lines(ROOT)[i]);
      expect(changed.every((line) => line.includes('7.8.9-rc.1'))).toBe(true);
    }
  });
});

it('the changes of a version are those under its heading', () => {
  const text = '# Changes\n\nIn front.\n\n## 1.1.0\n\nNew.\n\n- more\n\n## 1.0.0 (2026)\n\nFirst.\n';
  expect(changesOf(text, '1.1.0')).toBe('New.\n\n- more');
  expect(changesOf(text, '1.0.0')).toBe('First.');
  expect(changesOf(text, '1')).toBeUndefined();
});

describe('an archive', () => {
  it('has the same bytes whenever and by whomever the same files are packed', () => {
    const pack = (name: string, time: number, mode: number) => {
      const files = join(folder, name);
      mkdirSync(files);
      for (const file of ['b', 'a']) {
        writeFileSync(join(files, file), file, { mode });
        utimesSync(join(files, file), time, time);
      }
      writeArchive(join(folder, `${name}.tar.gz`), files);
      return readFileSync(join(folder, `${name}.tar.gz`));
    };
    expect(pack('one', 1000, 0o600).equals(pack('two', 2000, 0o644))).toBe(true);
  });

  it('is listed by its checksum', () => {
    const files = join(folder, 'sums');
    mkdirSync(files);
    writeFileSync(join(files, 'abc'), 'abc');
    writeSums(files);
    writeSums(files);
    // The example of FIPS 180-4.
    const sum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(readFileSync(join(files, 'SHA256SUMS'), 'utf8')).toBe(`${sum}  abc\n`);
  });
});
