import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readOperatorSources, saveOperatorSources } from '../../indexer/inputs.ts';

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
});
