import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { respondsOk, waitUntil } from './drills/service.ts';
import { freePort } from './servers/elasticsearch/node.ts';
import { fullBuild } from './support/full-build.ts';
import { START_ARGUMENTS, START_ENVIRONMENT } from './support/start-arguments.ts';

/** On a machine that does much else. */
const START_TIMEOUT_MS = 120_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  const { directory } = await fullBuild();
  dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  symlinkSync(resolve(dirname(directory)), join(dataDir, 'builds'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly metricsUrl: string;
}

/** Runs a command that starts the service, in a process group of its own, which is killed in the end. */
async function withStarted(
  [command, ...args]: readonly [string, ...string[]],
  output: number | 'pipe',
  work: (started: Started) => Promise<void>,
): Promise<void> {
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...START_ENVIRONMENT, DATA_DIR: dataDir, PORT: port, METRICS_PORT: metricsPort },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    expect(await waitUntil(() => respondsOk(`${url}/healthz`), START_TIMEOUT_MS)).toBe(true);
    await work({ child, url, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` });
  } finally {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  }
}

describe('npm start', () => {
  it('gives SIGTERM to the service, which drains and ends', async () => {
    await withStarted(['npm', 'start'], 'pipe', async ({ child }) => {
      let log = '';
      child.stdout!.setEncoding('utf8').on('data', (text: string) => (log += text));
      // Once nobody has its output: neither npm nor the service.
      const ended = new Promise((resolveCode) => child.once('close', resolveCode));
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(log).toMatch(/"signal":"SIGTERM".*\n.*"msg":"down"/);
    });
  });
});

describe('the service on a full disk, to which all goes that it writes', () => {
  it('answers, counts the lines that are lost, and ends', async () => {
    const full = openSync('/dev/full', 'w');
    await withStarted([process.execPath, ...START_ARGUMENTS], full, async ({ child, url, metricsUrl }) => {
      expect(await countAnswers(url, 9000)).toBe(9000);
      expect(await (await fetch(metricsUrl)).text()).toMatch(/^lexicon_log_lines_dropped_total [1-9]/m);
      const ended = new Promise((resolveCode) => child.once('exit', resolveCode));
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });
    closeSync(full);
  });
});

/** Fewer than a connection may have waiting. */
const REQUESTS_AT_ONCE = 40;

/** Asks for an explanation, which is logged and not counted, so often on one connection, and counts the successes until it is closed. */
function countAnswers(url: string, requests: number): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let [text, count, sent] = ['', 0, 0];
  const send = () => {
    const batch = Math.min(REQUESTS_AT_ONCE, requests - sent);
    if (batch === 0) socket.end();
    else socket.write('GET /problems/not_found HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(batch));
    sent += batch;
  };
  return new Promise((resolveCount, reject) => {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const responses = (text + chunk).split('HTTP/1.1 200 OK');
      count += responses.length - 1;
      text = responses.at(-1)!.slice(-20);
      if (count === sent) send();
    });
    socket.once('close', () => resolveCount(count));
    socket.once('error', reject);
    socket.once('connect', send);
  });
}
