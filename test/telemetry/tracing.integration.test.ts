import { afterEach, describe, expect, it } from '@jest/globals';
import { FULL_BUILD_TIMEOUT_MS } from '../support/full-build.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { type Collector, startCollector } from './collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${PARENT}-01`;
const KEY = 'lex_0123456789ab_0123456789abcdefghijklmnopqrstuvwxyzABCDEF';

const running: { service?: ServiceProcess; collector?: Collector } = {};

async function start(environment: (url: string) => Record<string, string>, options?: { neverResponds: boolean }) {
  const collector = await startCollector(options);
  running.collector = collector;
  const service = await startServiceProcess(environment(collector.url));
  running.service = service;
  return { collector, service };
}

async function end() {
  const { service } = running;
  delete running.service;
  return await service!.terminate();
}

afterEach(async () => {
  await running.service?.terminate();
  await running.collector?.stop();
  delete running.service;
  delete running.collector;
}, 60_000);

describe('traces of a service with a collector', () => {
  it(
    'have a server span a request, under the caller’s, with the meter’s spans below it',
    async () => {
      const { collector, service } = await start((url) => ({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=house',
        OTEL_SERVICE_NAME: 'lyrics',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        OTEL_BSP_SCHEDULE_DELAY: '50',
      }));
      const answer = await fetch(`${service.url}/api/lexicon/synonyms?word=${encodeURIComponent('開心')}`, {
        headers: { traceparent },
      });
      expect(answer.status).toBe(200);
      const span = await collector.waitForSpan(({ traceId, kind }) => traceId === TRACE && kind === 2);
      expect(span).toMatchObject({
        name: 'GET /api/lexicon/synonyms',
        parentSpanId: PARENT,
        status: 0,
        resource: { 'service.name': 'lyrics', 'service.version': '1.0.0', 'deployment.environment.name': 'test' },
      });
      expect(span.attributes).toEqual({
        'http.request.method': 'GET',
        'http.route': '/api/lexicon/synonyms',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'network.protocol.version': '1.1',
        'lexicon.request_id': answer.headers.get('x-request-id'),
      });
      // The log, whole once the service has ended, leads to the trace.
      await end();
      const line = service
        .log()
        .split('\n')
        .find((one) => one.includes(String(answer.headers.get('x-request-id'))));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ trace_id: TRACE, status: 200 });
      const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
      expect(below.map(({ name, kind, attributes }) => [name, kind, attributes])).toEqual([
        ['meter.admit', 1, {}],
        ['meter.charge', 1, { 'lexicon.credits': 1 }],
      ]);
      expect(collector.requests[0]).toMatchObject({
        path: '/v1/traces',
        type: 'application/json',
        headers: { 'x-tenant': 'house' },
      });
    },
    FULL_BUILD_TIMEOUT_MS,
  );

  it(
    'are sent whole when the service goes down, and hold neither keys nor what callers wrote',
    async () => {
      const { collector, service } = await start((url) => ({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/own/path` }));
      const ask = (path: string, init: RequestInit = {}) => fetch(service.url + path, init).then((one) => one.text());
      const json = { 'Content-Type': 'application/json' };
      await ask(`/api/lexicon/word/${encodeURIComponent('快樂')}`);
      await ask(`/api/lexicon/search?q=confidential&contains=${encodeURIComponent('愛')}`);
      await ask('/api/lexicon/browse', { headers: { authorization: `Bearer ${KEY}` } });
      await ask('/api/lexicon/annotate', { method: 'POST', headers: json, body: '{"text":"私隱歌詞"}' });
      await ask('/no-such-confidential-path');
      await ask('/healthz');
      expect((await end()).code).toBe(0);
      const servers = collector.spans.filter(({ kind }) => kind === 2);
      expect(servers.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
        ['GET /api/lexicon/word/{text}', 200],
        ['GET /api/lexicon/search', 200],
        ['GET /api/lexicon/browse', 401],
        ['POST /api/lexicon/annotate', 200],
        ['GET', 404],
      ]);
      expect(new Set(servers.map(({ traceId }) => traceId)).size).toBe(5);
      const refused = collector.spans.find(
        ({ name, attributes }) => name === 'meter.admit' && attributes['error.type'],
      );
      expect(refused).toMatchObject({ attributes: { 'error.type': 'invalid_key' }, status: 0 });
      expect(collector.requests.map(({ path }) => path)).toContain('/own/path');
      for (const written of [
        'lex_',
        KEY.slice(-20),
        '快樂',
        encodeURIComponent('快樂'),
        'confidential',
        '愛',
        '私隱',
        '歌詞',
      ])
        expect([written, collector.text().includes(written)]).toEqual([written, false]);
    },
    FULL_BUILD_TIMEOUT_MS,
  );

  it(
    'are left out as the sampler says',
    async () => {
      const { collector, service } = await start((url) => ({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      }));
      for (const headers of [{}, { traceparent }] as Record<string, string>[])
        expect((await fetch(`${service.url}/api/lexicon/categories`, { headers })).status).toBe(200);
      await end();
      expect(collector.spans.filter(({ kind }) => kind === 2).map(({ traceId }) => traceId)).toEqual([TRACE]);
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});

describe('a service whose collector is away', () => {
  it.each([{ neverResponds: true }, { neverResponds: false }])(
    'answers, says it once in its log, and goes down in good order (%j)',
    async ({ neverResponds }) => {
      const { collector, service } = await start(
        (url) => ({
          OTEL_EXPORTER_OTLP_ENDPOINT: url,
          OTEL_BSP_SCHEDULE_DELAY: '10',
          OTEL_EXPORTER_OTLP_TIMEOUT: '100',
        }),
        { neverResponds },
      );
      if (!neverResponds) await collector.stop();
      const statuses: number[] = [];
      for (let at = 0; at < 20; at++) statuses.push((await fetch(`${service.url}/api/lexicon/categories`)).status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect((await end()).code).toBe(0);
      const said = service
        .log()
        .split('\n')
        .filter((line) => line.includes('traces cannot be sent'));
      expect(said).toHaveLength(1);
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});

describe('a service without a collector', () => {
  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '100' }, true],
  ])(
    'loads nothing of the SDK (%j: %s)',
    async (environment, loads) => {
      running.service = await startServiceProcess(environment as Record<string, string>);
      expect((await fetch(`${running.service.url}/api/lexicon/categories`)).status).toBe(200);
      const { loaded } = await end();
      expect(loaded.length > 0).toBe(loads);
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});
