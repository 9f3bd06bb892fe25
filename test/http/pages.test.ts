import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Problem } from '../../src/problem.ts';
import { describeCases } from '../contract/cases.ts';
import { startMetered } from '../metering/metered-service.ts';
import { folderForTests, forTests } from '../support/for-tests.ts';
import { smallStore, startService } from './service.ts';

const PAGE = '<!doctype html><title>workbench</title>';
const SCRIPT = `console.log("${'long enough to be worth compressing '.repeat(20)}")`;

/** What a build leaves, by hand: a page, a script with its compressed forms, and a file that the list leaves out. */
async function writeBuild(directory: string, page = PAGE): Promise<void> {
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'assets/main-abc123.js'), SCRIPT);
  await writeFile(join(directory, 'assets/main-abc123.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(directory, 'assets/main-abc123.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(directory, 'secret.txt'), 'not in the list');
  await writeFile(join(directory, 'built.json'), JSON.stringify(['index.html', 'assets/main-abc123.js']));
}

describe('serving the workbench', () => {
  const directory = folderForTests();
  beforeAll(() => writeBuild(directory));
  describeCases('by cases', async () => smallStore(), ['console'], { consoleDirectory: directory });

  it('is not metered', async () => {
    const refuseAll = { admit: () => Promise.reject(new Problem('rate_limited')) };
    await using strict = await startService({ consoleDirectory: directory, meter: refuseAll });
    expect((await strict.get('/api/lexicon/browse')).status).toBe(429);
    expect((await strict.get('/')).status).toBe(200);
  });
});

describe('a workbench that is not built, or rebuilt', () => {
  const directory = folderForTests();
  const service = forTests(() => startService({ consoleDirectory: directory }));

  it('says how to build it, and shows it as soon as it is there', async () => {
    const missing = await service.get('/');
    expect(missing.status).toBe(503);
    expect(missing.body).toContain('npm run build:console');
    await writeBuild(directory);
    expect((await service.get('/')).body).toBe(PAGE);
    await writeBuild(directory, 'a newer page');
    await utimes(join(directory, 'built.json'), new Date(), new Date(Date.now() + 5000));
    expect((await service.get('/')).body).toBe('a newer page');
  });
});

describe('a file of the build that cannot be read', () => {
  const directory = folderForTests();
  const service = forTests(() => startService({ consoleDirectory: directory }));

  it('breaks the connection and nothing else', async () => {
    await writeBuild(directory);
    // A socket looks like a file until it is opened.
    const socket = createServer().listen(join(directory, 'socket.txt'));
    await writeFile(join(directory, 'built.json'), JSON.stringify(['index.html', 'socket.txt', 'gone.txt']));
    await expect(service.get('/socket.txt')).rejects.toThrow();
    expect((await service.get('/gone.txt')).status).toBe(404);
    expect((await service.get('/')).status).toBe(200);
    socket.close();
  });
});

describe('the API document as it is served', () => {
  const service = forTests(() => startService());

  it('tells the limits of the plans as they are now', async () => {
    await using metered = await startMetered({
      plans: (plans) => Object.assign(plans.anonymous!, { daily_credits: 123 }),
    });
    await using told = await startService({ plans: metered.plans });
    const creditsTold = async () =>
      /without a key \| (\d+) /.exec((await told.get('/openapi.json')).body.info.description)?.[1];
    expect(await creditsTold()).toBe('123');
    const text = await readFile(metered.plansFile, 'utf8');
    await writeFile(metered.plansFile, text.replace('"daily_credits":123', '"daily_credits":456'));
    metered.plans.reload();
    expect(await creditsTold()).toBe('456');
  });

  it('has a page without inline script or style, and serves every file that it asks for', async () => {
    const { body } = await service.get('/docs');
    expect(body).toContain('<title>API reference: Cantonese lyric lexicon</title>');
    expect(body).not.toMatch(/<script>|<style|style="|onload=|https?:/);
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
    expect(files).toHaveLength(6);
    // By HEAD: the package's bundle is large.
    for (const path of files) expect([path, (await service.get(path, { method: 'HEAD' })).status]).toEqual([path, 200]);
  });
});
