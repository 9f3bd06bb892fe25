import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Build, currentBuild, ensureBuild } from '../../indexer/build.ts';
import { InvalidLinesError } from '../../indexer/sources/operator.ts';
import { FULL_BUILD_TIMEOUT_MS, fullBuild } from '../support/full-build.ts';
import { findEntries, findRelations, wordsAlike } from './built-lines.ts';

const CLI = fileURLToPath(new URL('../../indexer/cli.ts', import.meta.url));
const SILENT = { step: () => {}, done: () => {} };

let out: string;
let first: Build;

/** Writes an operator's file into the folder of this test. */
function own(name: string, lines: readonly (object | string)[]): string {
  const path = join(out, name);
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}

const unfinished = () => readdirSync(join(out, 'builds')).filter((name) => name.startsWith('.'));

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'lexicon-build-'));
  const { directory } = await fullBuild();
  cpSync(directory, join(out, 'builds', basename(directory)), { recursive: true });
  first = await ensureBuild({ out, progress: SILENT });
}, FULL_BUILD_TIMEOUT_MS);
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe('building the lexicon', () => {
  it('reuses the build when the inputs have not changed', async () => {
    const steps: string[] = [];
    const again = await ensureBuild({ out, progress: { step: (step) => steps.push(step), done: () => {} } });
    expect([again.dir, steps]).toEqual([first.dir, []]);
    expect(currentBuild(out)?.dir).toBe(first.dir);
  });

  it('takes the current build where it is to be kept, whatever the inputs are, and makes one where there is none', async () => {
    const source = own('changed.jsonl', [{ kind: 'override', remove: 'entry', char: '慶典' }]);
    const kept = await ensureBuild({ out, sources: [source], keep: true, progress: SILENT });
    expect(kept.dir).toBe(first.dir);
    const none = ensureBuild({ out: join(out, 'none'), sources: [join(out, 'missing.jsonl')], keep: true });
    await expect(none).rejects.toThrow('missing.jsonl');
  });

  it('names every source with its licence in the file beside the lexicon', () => {
    const notice = readFileSync(join(first.dir, 'NOTICE'), 'utf8');
    for (const { name, licence, attribution } of first.manifest.sources) {
      expect(notice).toContain(name);
      expect(notice).toContain(licence);
      expect(notice).toContain(attribution);
    }
    expect(notice).toContain('WordNet 3.0 Copyright 2006 by Princeton University');
    expect(notice).toContain('Redistributions in binary form must reproduce the above copyright');
    expect(first.manifest.licence).toBe('CC BY-SA 4.0');
  });

  it('refuses bad lines of an operator before it begins, and leaves everything as it was', async () => {
    const source = own('bad.jsonl', [
      { kind: 'entry', char: '海傍道', readings: ['hoi2 pong4 dou6'] },
      { kind: 'entry', char: '海傍道', readings: ['hoi2'] },
    ]);
    const refused = ensureBuild({ out, sources: [source], progress: SILENT });
    await expect(refused).rejects.toThrow(InvalidLinesError);
    await expect(refused).rejects.toThrow(
      /bad\.jsonl:2: readings\.0: must have a syllable for each of the 3 characters/,
    );
    expect(currentBuild(out)?.dir).toBe(first.dir);
    expect(unfinished()).toEqual([]);
  });
});

describe('a build that is interrupted', () => {
  it('is removed even when there is nothing to build', async () => {
    const builds = join(out, 'builds');
    // No system numbers its processes so high.
    mkdirSync(join(builds, '.unfinished-gdead-999999999'));
    writeFileSync(join(builds, 'current.999999999'), 'gdead');
    // One whose process lives is another's work.
    mkdirSync(join(builds, `.unfinished-galive-${process.ppid}`));
    expect((await ensureBuild({ out, progress: SILENT })).dir).toBe(first.dir);
    expect(unfinished()).toEqual([`.unfinished-galive-${process.ppid}`]);
    expect(readdirSync(builds).filter((name) => name.startsWith('current'))).toEqual(['current']);
    rmSync(join(builds, `.unfinished-galive-${process.ppid}`), { recursive: true });
  });

  it(
    'keeps the previous build; the next build removes its leftovers and merges the operator’s lines',
    async () => {
      const source = own('own.jsonl', [
        { kind: 'entry', char: '噠噠聲海', readings: ['daat6 daat6 seng1 hoi2'], frequency_class: 5, themes: ['海'] },
        { kind: 'entry', char: '海', definition: 'the sea, as our house says it', emotion: '平靜', aliases: ['嗨海'] },
        {
          kind: 'entry',
          char: '噠噠噠噠聲',
          readings: ['daat6 daat6 daat6 daat6 seng1'],
          definition: 'lonely rainy night',
        },
        { kind: 'relation', type: 'syn', word: '噠噠聲海', related: '海', score: 97 },
        { kind: 'relation', type: 'syn', word: '海', related: '無此詞無此詞' },
        { kind: 'override', remove: 'entry', char: '慶典' },
        { kind: 'override', remove: 'relation', char: '快樂', related: '悲傷' },
        'no json',
      ]);
      await buildAndKill(['build', '--out', out, '--source', source, '--skip-invalid'], 'comparing meanings');
      expect(currentBuild(out)?.manifest).toEqual(first.manifest);
      expect(unfinished()).toHaveLength(1);

      const { dir, manifest } = await ensureBuild({ out, sources: [source], skipInvalid: true, progress: SILENT });
      expect(unfinished()).toEqual([]);
      expect(existsSync(first.dir)).toBe(true);
      expect(currentBuild(out)?.dir).toBe(dir);
      expect(dir).not.toBe(first.dir);
      expect(manifest.rejected.map(({ file, line, field }) => [file, line, field])).toEqual([
        ['own.jsonl', 8, ''],
        ['own.jsonl', 5, 'related'],
      ]);
      expect(manifest.sources.find(({ name }) => name === 'Own files')).toMatchObject({
        version: 'own.jsonl',
        entries: 3,
      });
      // Its meaning is made of its English alone: nobody relates it to anything.
      expect(wordsAlike(dir, '噠噠噠噠聲', 30)).toEqual(expect.arrayContaining(['雨夜', '夜雨', '寂夜']));

      const entries = findEntries(dir, ['噠噠聲海', '海', '慶典']);
      expect(entries.get('慶典')).toBeUndefined();
      expect(entries.get('海')).toMatchObject({
        definition: 'the sea, as our house says it',
        affect: { emotion: '平靜' },
      });
      expect(entries.get('海')!.aliases).toContain('嗨海');
      const added = entries.get('噠噠聲海')!;
      expect(added.readings).toEqual([
        { jyutping: 'daat6 daat6 seng1 hoi2', code: '2233', rhyme: 'oi', rank: 0, confidence: 'hand' },
      ]);
      expect(added.affect.themes).toEqual(['海']);
      expect(added.rank).toBeLessThan(3000);

      const relations = findRelations(dir, ['噠噠聲海', '海', '快樂', '悲傷']);
      expect(relations.get('噠噠聲海')!.get('syn 海')).toMatchObject({ source: 'curated', score: 97, order: 0 });
      expect(relations.get('海')!.get('syn 噠噠聲海')).toMatchObject({ source: 'curated', score: 97, order: 0 });
      expect(relations.get('快樂')!.has('ant 悲傷')).toBe(false);
      expect(relations.get('悲傷')!.has('ant 快樂')).toBe(false);

      // The next start names no files of the operator, and serves theirs even when they are gone.
      rmSync(source);
      expect((await ensureBuild({ out, progress: SILENT })).dir).toBe(dir);
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});

/** Runs the command until it says that it has come to a step, then kills it as a power cut would. */
function buildAndKill(args: readonly string[], step: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes(step)) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`the build ended by itself with code ${code}: ${said}`));
    });
  });
}
