import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import type { AppOptions } from '../../src/http/app.ts';
import { authenticate } from '../../src/http/authenticate.ts';
import { events } from '../../src/http/events.ts';
import { listen, type RunningServer } from '../../src/http/listen.ts';
import { requestContext } from '../../src/http/request-context.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { ANONYMOUS } from '../../src/metering/caller.ts';
import { anonymousMeter, type Meter } from '../../src/metering/meter-port.ts';
import { smallStore, startService, type TestService } from './service.ts';

const PATH = '/api/lexicon/events';

/** A store whose generation can be changed. */
function changingStore(): { store: LexiconStore; change(generation: string): void; listeners(): number } {
  let live = smallStore('gone');
  const listeners = new Set<(generation: string) => void>();
  return {
    store: {
      ...live,
      read: (work) => live.read(work),
      onGeneration(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    change(generation) {
      live = smallStore(generation);
      for (const listener of listeners) listener(generation);
    },
    listeners: () => listeners.size,
  };
}

/** Reads a stream until it holds `count` blocks; fewer when it ends. Blocks are separated by an empty line. */
async function blocks(response: Response, count: number): Promise<string[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.split('\n\n').length <= count) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  reader.releaseLock();
  return text.split('\n\n').slice(0, count);
}

const generationEvent = (name: string) => `event: generation\nid: ${name}\ndata: {"generation":"${name}"}`;

describe('the stream of events', () => {
  const started: Pick<RunningServer, 'stop'>[] = [];
  const aborts: AbortController[] = [];
  const start = async (options: Partial<AppOptions> = {}): Promise<TestService> => {
    const down = new AbortController();
    const service = await startService({ shutdownSignal: down.signal, ...options });
    started.push({
      stop() {
        down.abort();
        return service.stop();
      },
    });
    return service;
  };
  const open = (url: string, headers: Record<string, string> = {}) => {
    const abort = new AbortController();
    aborts.push(abort);
    return fetch(url + PATH, { headers, signal: abort.signal });
  };
  afterEach(async () => {
    for (const abort of aborts.splice(0)) abort.abort();
    for (const { stop } of started.splice(0)) await stop();
  });

  it('tells which generation is live, and each one that follows', async () => {
    const { store, change } = changingStore();
    const { url } = await start({ store });
    const response = await open(url, { 'Accept-Encoding': 'gzip' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toContain('no-store');
    const [first, second] = response.body!.tee();
    expect(await blocks(new Response(first), 2)).toEqual(['retry: 5000', generationEvent('gone')]);
    change('gtwo');
    change('gtwo');
    change('gthree');
    expect(await blocks(new Response(second), 4)).toEqual([
      'retry: 5000',
      ...['gone', 'gtwo', 'gthree'].map(generationEvent),
    ]);
  });

  it('sends only new events after Last-Event-ID', async () => {
    const { store, change } = changingStore();
    const { url } = await start({ store });
    const response = await open(url, { 'Last-Event-ID': 'gone' });
    change('gtwo');
    expect(await blocks(response, 2)).toEqual(['retry: 5000', generationEvent('gtwo')]);
  });

  it('sends heartbeats, and removes closed streams', async () => {
    const { store, listeners } = changingStore();
    const app = express();
    app.use(requestContext({ logger: pino({ enabled: false }), generation: () => undefined }));
    app.get(PATH, authenticate(PATH, anonymousMeter), events({ store, heartbeatMs: 10 }));
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    started.push(server);
    const response = await open(server.url);
    expect(await blocks(response, 4)).toEqual(['retry: 5000', generationEvent('gone'), ': heartbeat', ': heartbeat']);
    expect(listeners()).toBe(1);
    aborts[0]!.abort();
    while (listeners() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('keeps places free for callers with a key, and says that it is places that are taken', async () => {
    const { store } = changingStore();
    const app = express();
    app.use(requestContext({ logger: pino({ enabled: false }), generation: () => undefined }));
    // A caller is whoever the header names, with a key where that begins so.
    const admit: Meter['admit'] = async ({ authorization: account = '' }) => {
      const keyId = account.startsWith('key') ? account : undefined;
      return { caller: { ...ANONYMOUS, keyId, account }, charge: async () => ({}) };
    };
    const maxStreams = { perCaller: 2, total: 6, anonymous: 4 };
    app.get(PATH, authenticate(PATH, { admit }), events({ store, maxStreams }));
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    started.push(server);
    const ask = async (account: string) => {
      const response = await open(server.url, { Authorization: account });
      return response.status === 200 ? 200 : [response.status, ((await response.json()) as { detail: string }).detail];
    };
    for (const account of ['a', 'a', 'b', 'b']) expect(await ask(account)).toBe(200);
    const taken = (which: string) =>
      `All places for streams of events${which} are taken. Everything else is answered: wait 60 seconds, then try again.`;
    expect(await ask('c')).toEqual([503, taken(' without a key')]);
    for (const account of ['key 1', 'key 2']) expect(await ask(account)).toBe(200);
    expect(await ask('key 3')).toEqual([503, taken('')]);
    aborts[0]!.abort();
    let answer = await ask('key 3');
    while (answer !== 200) answer = await ask('key 3');
  });

  it('ends when the service goes down', async () => {
    const down = new AbortController();
    const { url } = await start({ shutdownSignal: down.signal });
    const response = await open(url);
    down.abort();
    expect(await response.text()).toBe(`retry: 5000\n\n${generationEvent('gsmall')}\n\n`);
  });

  it('is open to twenty streams of one caller', async () => {
    const { url, get } = await start();
    const responses = await Promise.all(Array.from({ length: 20 }, () => open(url)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await get(PATH);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'rate_limited' });
    expect(refused.headers.get('retry-after')).toBe('60');
    aborts[0]!.abort();
    let status = 429;
    while (status === 429) {
      const again = await open(url);
      status = again.status;
      if (status === 429) await again.text();
    }
    expect(status).toBe(200);
  });

  it('answers HEAD, other methods, parameters and wrong keys like every endpoint', async () => {
    const { get } = await start();
    const head = await get(PATH, { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
    const post = await get(PATH, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await get(`${PATH}?since=1`)).body).toMatchObject({ status: 400, code: 'invalid_parameter' });
    expect((await get(PATH, { headers: { Authorization: 'Bearer no' } })).status).toBe(401);
  });
});
