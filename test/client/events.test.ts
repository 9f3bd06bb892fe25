import { afterEach, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/src/client.ts';
import { parseEventStream, type StreamEvent } from '../../client/src/event-stream.ts';
import { generationEvents } from '../../client/src/events.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { smallStore, startService, type TestService } from '../http/service.ts';

function streamOf(...parts: string[]): ReadableStream<Uint8Array> {
  const bytes = parts.map((part) => new TextEncoder().encode(part));
  return new ReadableStream({
    start(controller) {
      for (const part of bytes) controller.enqueue(part);
      controller.close();
    },
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('reading a stream of events', () => {
  it('parses blocks split over any packets', async () => {
    const expected: StreamEvent[] = [{ retry: 5000 }, {}, { event: 'a', id: '1', data: '海\n洋' }];
    const text = 'retry: 5000\n\n: alive\n\nevent: a\nid: 1\ndata: 海\ndata:洋\n\n';
    expect(await all(parseEventStream(streamOf(text)))).toEqual(expected);
    expect(await all(parseEventStream(streamOf(text.replaceAll('\n', '\r\n'))))).toEqual(expected);
    expect(await all(parseEventStream(streamOf(...text)))).toEqual(expected);
    expect(await all(parseEventStream(streamOf(...text.replaceAll('\n', '\r\n'))))).toEqual(expected);
  });

  it('drops a block cut off by the end of the stream', async () => {
    expect(await all(parseEventStream(streamOf('id: 1\n\nid: 2\n')))).toEqual([{ id: '1' }]);
  });
});

/** Ends the process's streams and starts it again with another generation, at the same address. */
describe('the events of the service', () => {
  const services: TestService[] = [];
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop();
  });

  const changing = () => {
    let live = smallStore('one');
    const listeners = new Set<(generation: string) => void>();
    const store: LexiconStore = {
      ...live,
      read: (work) => live.read(work),
      onGeneration(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const change = (generation: string) => {
      live = smallStore(generation);
      for (const listener of listeners) listener(generation);
    };
    return { store, change };
  };

  it('begin with the live generation, tell every change, and end with the signal', async () => {
    const { store, change } = changing();
    const down = new AbortController();
    const service = await startService({ store, shutdownSignal: down.signal });
    services.push(service);
    const stop = new AbortController();
    const told: string[] = [];
    for await (const { generation } of createClient({ baseUrl: service.url }).events({ signal: stop.signal })) {
      told.push(generation);
      if (generation === 'one') change('two');
      else stop.abort();
    }
    expect(told).toEqual(['one', 'two']);
    down.abort();
  });

  it('reconnect after the last event id', async () => {
    const asked: (string | undefined)[] = [];
    const waited: number[] = [];
    const streams = ['retry: 100\n\nevent: generation\nid: one\ndata: {"generation":"one"}\n\n', undefined, undefined];
    const last = 'event: generation\nid: two\ndata: {"generation":"two"}\n\n';
    const fetch = async (_: string, init: RequestInit) => {
      asked.push((init.headers as Record<string, string>)['Last-Event-ID']);
      const text = asked.length > streams.length ? last : streams[asked.length - 1];
      if (text === undefined) throw new TypeError('fetch failed');
      return new Response(streamOf(text), { headers: { 'Content-Type': 'text/event-stream' } });
    };
    const wait = async (milliseconds: number) => void waited.push(milliseconds);
    const told: string[] = [];
    for await (const { generation } of generationEvents({ url: 'x', fetch, key: undefined, wait }, {})) {
      told.push(generation);
      if (generation === 'two') break;
    }
    expect(told).toEqual(['one', 'two']);
    expect(asked).toEqual([undefined, 'one', 'one', 'one']);
    // 100 ms as the service asks, doubled with each failure, a fifth more or less.
    expect(waited).toHaveLength(3);
    [100, 200, 400].forEach((middle, i) => {
      expect(waited[i]).toBeGreaterThanOrEqual(middle * 0.8);
      expect(waited[i]).toBeLessThanOrEqual(middle * 1.2);
    });
  });

  it('end with a non-retryable error', async () => {
    const service = await startService();
    services.push(service);
    const events = createClient({ baseUrl: service.url, key: 'lex_wrong' }).events();
    await expect(events.next()).rejects.toMatchObject({ code: 'invalid_key', status: 401 });
  });
});
