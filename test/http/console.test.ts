import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Problem } from '../../src/problem.ts';
import { startService, type TestService } from './service.ts';

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

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Asks for a path as it stands and gives the bytes as they came: fetch mends the one and unpacks the other. */
function raw(service: TestService, path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { hostname, port } = new URL(service.url);
  return new Promise<Raw>((resolve, reject) => {
    const sent = ask({ hostname, port, path, ...options }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const SCRIPT_PATH = '/assets/main-abc123.js';

describe('serving the workbench', () => {
  let directory: string;
  let service: TestService;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'console-'));
    await writeBuild(directory);
    service = await startService({ consoleDirectory: directory });
  });
  afterAll(async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('gives the page at /, to be asked for again each time, under a strict content policy', async () => {
    const { status, headers, body } = await raw(service, '/');
    expect([status, body.toString()]).toEqual([200, PAGE]);
    expect(headers).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';connect-src 'self';img-src 'self' data:;font-src 'self';" +
        "manifest-src 'self';worker-src 'self';base-uri 'none';frame-ancestors 'none';form-action 'none'",
    });
  });

  it('answers 304 to whoever has the page already', async () => {
    const { headers } = await raw(service, '/');
    const tag = String(headers.etag);
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    const again = await raw(service, '/', { headers: { 'If-None-Match': tag } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    expect((await raw(service, '/', { headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200);
  });

  it('lets files with a hash in their name be kept for ever', async () => {
    const { headers, body } = await raw(service, SCRIPT_PATH);
    expect(body.toString()).toBe(SCRIPT);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript');
  });

  it('sends the compressed form that the caller takes', async () => {
    const encoded = async (accepted: string) => {
      const { headers, body } = await raw(service, SCRIPT_PATH, { headers: { 'Accept-Encoding': accepted } });
      expect(headers.vary).toContain('Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(body.length);
      return [headers['content-encoding'], body] as const;
    };
    expect(await encoded('gzip, deflate, br')).toEqual(['br', brotliCompressSync(SCRIPT)]);
    expect(await encoded('gzip')).toEqual(['gzip', gzipSync(SCRIPT)]);
    expect(await encoded('br;q=0, gzip')).toEqual(['gzip', gzipSync(SCRIPT)]);
    expect(await encoded('identity')).toEqual([undefined, Buffer.from(SCRIPT)]);
  });

  it('sends whole files, whatever range is asked for', async () => {
    for (const range of ['bytes=0-4', 'bytes=10-5', 'bytes=99999-']) {
      const { status, body } = await raw(service, SCRIPT_PATH, { headers: { Range: range } });
      expect([range, status, body.toString()]).toEqual([range, 200, SCRIPT]);
    }
  });

  it('answers HEAD with the headers alone', async () => {
    const { status, headers, body } = await raw(service, SCRIPT_PATH, { method: 'HEAD' });
    expect([status, body.length, headers['content-length']]).toEqual([200, 0, String(SCRIPT.length)]);
  });

  it('refuses to be written to', async () => {
    for (const path of ['/', SCRIPT_PATH]) {
      const { status, headers } = await raw(service, path, { method: 'POST' });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  it('gives the 404 problem for whatever is no file of the build', async () => {
    const elsewhere = ['/nothing', '/assets/none.js', '/index.html', '/secret.txt', '/built.json', `${SCRIPT_PATH}.br`];
    const climbing = ['/../package.json', '/assets/../secret.txt', '/..%2fpackage.json', '/%2e%2e/package.json'];
    for (const path of [...elsewhere, ...climbing, '//', '/assets/..\\secret.txt', '/assets/%00']) {
      const { status, headers } = await raw(service, path);
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/problem+json; charset=utf-8']);
    }
  });

  it('does not change the API routes', async () => {
    const { status, headers } = await raw(service, '/api/lexicon/browse?limit=1');
    expect([status, headers['content-security-policy']]).toEqual([200, "default-src 'none';frame-ancestors 'none'"]);
    expect((await raw(service, '/api/nothing')).status).toBe(404);
  });

  it('is not metered', async () => {
    const refuseAll = { admit: () => Promise.reject(new Problem('rate_limited')) };
    const strict = await startService({ consoleDirectory: directory, meter: refuseAll });
    try {
      expect((await raw(strict, '/api/lexicon/browse')).status).toBe(429);
      expect((await raw(strict, '/')).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('a workbench that is not built, or rebuilt', () => {
  it('says how to build it, and shows it as soon as it is there', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'console-'));
    const service = await startService({ consoleDirectory: directory });
    try {
      const missing = await raw(service, '/');
      expect(missing.status).toBe(503);
      expect(missing.body.toString()).toContain('npm run build:console');
      await writeBuild(directory);
      expect((await raw(service, '/')).body.toString()).toBe(PAGE);
      await writeBuild(directory, 'a newer page');
      await utimes(join(directory, 'built.json'), new Date(), new Date(Date.now() + 5000));
      expect((await raw(service, '/')).body.toString()).toBe('a newer page');
    } finally {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe('a file of the build that cannot be read', () => {
  it('breaks the connection and nothing else', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'console-'));
    await writeBuild(directory);
    // A socket looks like a file until it is opened.
    const socket = createServer().listen(join(directory, 'socket.txt'));
    await writeFile(join(directory, 'built.json'), JSON.stringify(['index.html', 'socket.txt', 'gone.txt']));
    const service = await startService({ consoleDirectory: directory });
    try {
      await expect(raw(service, '/socket.txt')).rejects.toThrow('socket hang up');
      expect((await raw(service, '/gone.txt')).status).toBe(404);
      expect((await raw(service, '/')).status).toBe(200);
    } finally {
      await service.stop();
      socket.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
