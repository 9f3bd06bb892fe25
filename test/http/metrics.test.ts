import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../src/http/metrics.ts';
import { listenForOperators } from '../../src/http/operator-listener.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { cardOf, startMetered } from '../metering/metered-service.ts';
import { smallStore } from './service.ts';

/** The value of a line of the metrics; 0 where there is none. */
function sample(text: string, line: string): number {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}

describe('the metrics', () => {
  it('keep all that a store can', async () => {
    const [warmed, closed]: [string[], string[]] = [[], []];
    const store: LexiconStore = {
      ...smallStore('g1'),
      warm: async () => void warmed.push('tables'),
      isCircuitOpen: () => true,
      close: async () => void closed.push('store'),
    };
    const instrumented = createMetrics().instrumented(store);
    expect(Object.keys(instrumented).sort()).toEqual(Object.keys(store).sort());
    await instrumented.warm!();
    await instrumented.close();
    expect([instrumented.isCircuitOpen!(), warmed, closed]).toEqual([true, ['tables'], ['store']]);
  });

  it('count requests, time, credits, caches, the engine and the generation, and name nothing that a caller wrote', async () => {
    const metrics = createMetrics();
    const metered = await startMetered({
      app: {
        store: metrics.instrumented(smallStore('g77')),
        onRequestEnd: metrics.recordRequest,
        onCacheLookup: metrics.recordCacheLookup,
      },
      onCharge: metrics.recordCharge,
      onKeyCheck: metrics.recordKeyCheck,
      onKeyLookup: (atHand) => metrics.recordCacheLookup('keys', atHand),
    });
    metrics.gauge('lexicon_metering_down', 'down', () => Number(metered.isDown()));
    const listening = await listenForOperators(
      { metrics, store: smallStore(), isDraining: () => false },
      { host: '127.0.0.1', port: 0 },
    );
    const { key } = await metered.issue();
    for (const path of [
      cardOf('開心'),
      cardOf('開心'),
      cardOf('冇呢個詞'),
      '/api/lexicon/search?limit=0',
      '/secret-path',
    ])
      await metered.request(path, { key });
    await metered.request('/api/lexicon/browse', { key: 'wrong' });

    const response = await fetch(listening.url);
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const requests = (endpoint: string, status: number) =>
      sample(text, `lexicon_requests_total{method="GET",endpoint="${endpoint}",status="${status}"}`);
    expect(requests('/api/lexicon/word/{text}', 200)).toBe(2);
    expect(requests('/api/lexicon/word/{text}', 404)).toBe(1);
    expect(requests('/api/lexicon/search', 400)).toBe(1);
    expect(requests('/api/lexicon/browse', 401)).toBe(1);
    expect(requests('-', 404)).toBe(1);
    expect(sample(text, 'lexicon_request_duration_seconds_count{endpoint="/api/lexicon/word/{text}"}')).toBe(3);
    expect(sample(text, 'lexicon_credits_total{plan="free",endpoint="/api/lexicon/word/{text}"}')).toBe(5);
    // The second card was at hand.
    expect(sample(text, 'lexicon_engine_duration_seconds_count{question="relatedWords"}')).toBe(1);
    expect(sample(text, 'lexicon_cache_lookups_total{cache="answers",result="hit"}')).toBe(1);
    expect(sample(text, 'lexicon_cache_lookups_total{cache="answers",result="miss"}')).toBe(2);
    expect(sample(text, 'lexicon_cache_lookups_total{cache="keys",result="miss"}')).toBeGreaterThanOrEqual(1);
    const lookups = ['hit', 'miss'].map((result) =>
      sample(text, `lexicon_cache_lookups_total{cache="keys",result="${result}"}`),
    );
    expect(lookups[0]! + lookups[1]!).toBe(4);
    for (const [result, count] of Object.entries({ valid: 4, refused: 1, limited: 0 }))
      expect([result, sample(text, `lexicon_key_checks_total{result="${result}"}`)]).toEqual([result, count]);
    const answers = 'lexicon_answer_duration_seconds_count{endpoint="/api/lexicon/word/{text}",costly="no"';
    expect([sample(text, `${answers},cached="no"}`), sample(text, `${answers},cached="yes"}`)]).toEqual([1, 1]);
    expect(sample(text, 'lexicon_generation_info{generation="g77"}')).toBe(1);
    expect(text).toContain('lexicon_metering_down 0');
    expect(text).toContain('process_cpu_seconds_total');
    for (const private_ of ['secret-path', key, key.slice(4, 16), '開心']) expect(text).not.toContain(private_);

    // They are on their own port alone, and nothing else is there.
    expect((await metered.request('/metrics')).status).toBe(404);
    expect((await fetch(listening.url.replace('/metrics', '/api/lexicon/browse'))).status).toBe(404);
    await listening.stop();
    await metered.stop();
  });
});
