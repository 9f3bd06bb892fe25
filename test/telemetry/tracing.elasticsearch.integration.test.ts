import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { openElasticsearchStore } from '../../src/stores/elasticsearch/open.ts';
import { openTracing, type Tracing } from '../../src/telemetry/tracing.ts';
import { startService, type TestService } from '../http/service.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from '../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../support/describe-with.ts';
import { type Collector, startCollector } from './collector.ts';

await describeOnElasticsearch('traces of a service on a real Elasticsearch', (url) => {
  const target = targetOn(url);
  let collector: Collector;
  let tracing: Tracing;
  let store: LexiconStore;
  let service: TestService;

  beforeAll(async () => {
    await loadBuild(target, smallBuild());
    collector = await startCollector();
    const logger = { warn: () => undefined };
    tracing = (await openTracing({ otlpTracesUrl: `${collector.url}/v1/traces` }, logger))!;
    store = await openElasticsearchStore({ node: url, prefix: target.prefix });
    service = await startService({ store, wrap: tracing.traceRequests });
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    await store.close();
    await removeAll(target);
    await target.client.close();
    await collector.stop();
  }, 60_000);

  it('have the engine’s requests below that of the caller, without what was looked up', async () => {
    const answer = await service.get(`/api/lexicon/browse?theme=${encodeURIComponent('愛情')}&limit=2`);
    expect(answer.status).toBe(200);
    await service.get(`/api/lexicon/word/${encodeURIComponent('開心')}`);
    await tracing.close();
    const servers = collector.spans.filter(({ kind }) => kind === 2);
    expect(servers.map(({ name }) => name)).toEqual(['GET /api/lexicon/browse', 'GET /api/lexicon/word/{text}']);
    for (const { traceId, spanId } of servers) {
      const asked = collector.spans.filter((span) => span.traceId === traceId && span.kind === 3);
      expect(asked.length).toBeGreaterThan(0);
      for (const span of asked)
        expect(span).toMatchObject({
          parentSpanId: spanId,
          attributes: { 'db.system': 'elasticsearch', 'http.request.method': 'POST', 'db.response.status_code': '200' },
        });
    }
    // The service looks for a new generation by itself; nobody's request waits for that.
    expect(collector.spans.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === undefined)).toEqual([]);
    for (const written of ['愛情', '開心', 'db.query.text'])
      expect([written, collector.text().includes(written)]).toEqual([written, false]);
  }, 60_000);
});
