import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureBuild } from '../../indexer/build.ts';
import { readOperatorSources, saveOperatorSources } from '../../indexer/saved-sources.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { FULL_BUILD_TIMEOUT_MS } from '../support/full-build.ts';

describe("operators' own files", () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('are kept with a build: their names, their order, and how bad lines were taken', () => {
    const one = file('mine.jsonl', 'first');
    const build = join(folder, 'build');
    saveOperatorSources(build, { sources: [one, file('a.jsonl', 'second'), one], skipInvalid: true });
    rmSync(one);
    const { sources, skipInvalid } = readOperatorSources(build);
    expect(skipInvalid).toBe(true);
    expect(sources.map((path) => basename(path))).toEqual(['mine.jsonl', 'a.jsonl', 'mine.jsonl']);
    expect(sources.map((path) => readFileSync(path, 'utf8'))).toEqual(['first', 'second', 'first']);
  });

  it('are none where a build kept none', () => {
    expect(readOperatorSources(folder)).toEqual({ sources: [], skipInvalid: false });
  });

  it(
    'are served by the next start, which names none, even when they are gone',
    async () => {
      const line = { kind: 'entry', char: '樂譜機', readings: ['ngok6 pou2 gei1'], pos: 'n' };
      const mine = file('mine.jsonl', JSON.stringify(line));
      // A copy, so that nothing else changes between the two.
      const dataRoot = join(folder, 'data');
      cpSync(DATA_ROOT, dataRoot, { recursive: true });
      const built = await ensureBuild({ out: folder, dataRoot, sources: [mine] });
      rmSync(mine);
      const { dir } = await ensureBuild({ out: folder, dataRoot });
      expect(dir).toBe(built.dir);
      const store = await openMemoryStore({ directory: dir });
      const found = await store.read((lexicon) => lexicon.lookup(['樂譜機']));
      expect(found.get('樂譜機')?.entry.readings[0]).toMatchObject({ jyutping: 'ngok6 pou2 gei1', code: '233' });
      await store.close();
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});
