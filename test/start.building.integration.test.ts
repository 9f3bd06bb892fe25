import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { respondsOk, waitUntil } from './drills/service.ts';
import { freePort } from './servers/elasticsearch/node.ts';
import { smallBuild } from './stores/elasticsearch/support.ts';
import { writePackedBuild } from './support/builds.ts';

const PROGRAM = fileURLToPath(new URL('support/start-with-slow-build.ts', import.meta.url));

describe('a start that composes the lexicon', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-building-'));
  let child: ChildProcess;
  let url: string;
  let operatorUrl: string;

  beforeAll(async () => {
    await writePackedBuild(join(folder, 'build'), smallBuild());
    const [port, metricsPort] = [String(await freePort()), String(await freePort())];
    child = spawn(process.execPath, [PROGRAM], {
      env: { ...process.env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: port, METRICS_PORT: metricsPort },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    url = `http://127.0.0.1:${port}`;
    operatorUrl = `http://127.0.0.1:${metricsPort}`;
    await waitUntil(() => respondsOk(`${operatorUrl}/healthz`), 120_000);
  });
  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('is alive, and not ready, and says how far it is', async () => {
    for (const base of [url, operatorUrl]) {
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      const readiness = await fetch(`${base}/readyz`);
      expect([readiness.status, readiness.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await readiness.json()).toMatchObject({ code: 'backend_unavailable', detail: 'building, 40 %' });
    }
  });

  it('shows the progress in place of the workbench, in both languages, and loads again by itself', async () => {
    const page = await fetch(`${url}/`);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
    const text = await page.text();
    for (const part of ['<progress max="100" value="40">', 'http-equiv="refresh"', '砌好咗會自己開', 'opens by itself'])
      expect(text).toContain(part);
  });

  it('refuses everything else with a problem document that says when to come back', async () => {
    for (const path of ['/api/lexicon/browse?code=33', '/openapi.json', '/nowhere']) {
      const refusal = await fetch(url + path);
      expect([refusal.status, refusal.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(refusal.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
      expect(await refusal.json()).toMatchObject({ code: 'backend_unavailable', instance: path.split('?')[0] });
    }
  });

  it('serves on the same port once the lexicon is built', async () => {
    child.stdin!.write(`${join(folder, 'build')}\n`);
    await waitUntil(() => respondsOk(`${url}/readyz`), 120_000);
    const answer = (await (await fetch(`${url}/api/lexicon/browse?code=33`)).json()) as { total: number };
    expect(answer.total).toBeGreaterThan(0);
    expect((await fetch(`${operatorUrl}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/`)).text()).not.toContain('http-equiv="refresh"');
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});
