import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listenForOperators, type OperatorServer } from '../../src/http/operator-listener.ts';
import { smallStore, startService } from './service.ts';

describe('the listener', () => {
  it('looks every two seconds for heads that are overdue, not every thirty', async () => {
    const service = await startService({ listening: { timeouts: { headersTimeout: 100 } } });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ');
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1\.1 408 /);
    await service.stop();
  });
});

describe('the listener for operators', () => {
  let server: OperatorServer;
  let isDraining = false;
  let metrics = async () => 'lexicon_ready 1\n';
  afterEach(() => server.stop());

  it('answers probes and scrapes, and nothing else', async () => {
    server = await listenForOperators(
      {
        metrics: { text: () => metrics(), contentType: 'text/plain; version=0.0.4' },
        store: smallStore(),
        isDraining: () => isDraining,
      },
      { host: '127.0.0.1', port: 0 },
    );
    const ask = async (path: string) => {
      const response = await fetch(new URL(path, server.url));
      return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
    };
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect(await ask('/readyz')).toMatchObject({ status: 200, text: expect.stringContaining('"ready"') });
    expect(await ask('/metrics')).toEqual({
      status: 200,
      text: 'lexicon_ready 1\n',
      type: expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    });
    expect((await ask('/api/lexicon/browse')).status).toBe(404);
    isDraining = true;
    const { status, text, type } = await ask('/readyz');
    expect([status, type]).toEqual([503, expect.stringContaining('application/problem+json')]);
    expect(JSON.parse(text)).toMatchObject({ detail: 'The service is going down. Ask another instance.' });
    metrics = () => Promise.reject(new Error('broken'));
    expect((await ask('/metrics')).status).toBe(500);
  });
});
