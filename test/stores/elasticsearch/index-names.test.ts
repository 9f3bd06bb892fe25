import { describe, expect, it } from '@jest/globals';
import { MIN_RETIRED_MS, planPrune, type StoredGeneration } from '../../../indexer/elasticsearch/generations.ts';
import { BackendError } from '../../../src/lexicon/store.ts';
import { TOKENS_VERSION } from '../../../src/lexicon/tokenizer.ts';
import { engineError } from '../../../src/stores/elasticsearch/client.ts';
import { cardinalityCounter, relationDocument } from '../../../src/stores/elasticsearch/documents.ts';
import {
  generationMeta,
  generationOfIndex,
  INDEX_FORMAT,
  incompatibilityReason,
  indexNames,
} from '../../../src/stores/elasticsearch/generations.ts';
import { createCircuitBreaker, createSearchCache } from '../../../src/stores/elasticsearch/searcher.ts';
import { entryLines, relationLines, smallManifest } from '../../contract/small-lexicon.ts';

describe('documents of relations', () => {
  it('have ids that differ', () => {
    const [target] = entryLines();
    const relations = relationLines();
    const ids = relations.map((line) => relationDocument(line, { wordRank: 0, target: target!, likeness: 0 }).id);
    expect(new Set(ids).size).toBe(relations.length);
  });
});

describe('index names', () => {
  it('are made and taken apart', () => {
    expect(indexNames('g1')).toEqual({
      entries: 'lexicon-entries-g1',
      relations: 'lexicon-relations-g1',
      tables: 'lexicon-tables-g1',
    });
    expect(generationOfIndex('lexicon-relations-g1-2')).toBe('g1-2');
    expect(generationOfIndex('lexicon-tables-g1')).toBe('g1');
    expect(generationOfIndex('lexicon-lock')).toBeUndefined();
  });
});

describe('the metadata of a generation', () => {
  it('is read where it is of a version without meanings, which this one cannot serve', () => {
    const { counts, sources, vocabulary, inputs_sha256 } = smallManifest();
    const meta = generationMeta.parse({
      index_format: 1,
      tokens_version: TOKENS_VERSION,
      generation: 'g1',
      state: 'complete',
      loaded_at: '',
      inputs_sha256,
      counts,
      checksums: { entries: 1, relations: 1 },
      cardinalities: {},
      sources,
      vocabulary,
    });
    expect(meta.counts.tokens).toBe(0);
    expect(incompatibilityReason(meta)).toContain('index format 1');
    const cardinalities = cardinalityCounter().result();
    expect(incompatibilityReason({ ...meta, index_format: INDEX_FORMAT, cardinalities })).toBeUndefined();
  });

  it('says which facets the generation was loaded without', () => {
    const { code: _, theme_all: __, ...cardinalities } = cardinalityCounter().result();
    const meta = { index_format: INDEX_FORMAT, tokens_version: TOKENS_VERSION, state: 'complete' as const };
    expect(incompatibilityReason({ ...meta, cardinalities })).toMatch(/^it was loaded without theme_all, code; run /);
  });
});

describe('pruning', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const generation = (name: string, retiredAgo: number | undefined, live = false): StoredGeneration => ({
    name,
    live,
    liveIndices: live ? 2 : 0,
    indices: Object.values(indexNames(name)),
    meta: {
      generation: name,
      index_format: INDEX_FORMAT,
      state: 'complete',
      ...(retiredAgo === undefined ? {} : { retired_at: new Date(now - retiredAgo).toISOString() }),
    } as NonNullable<StoredGeneration['meta']>,
  });

  it('keeps the live one, those that were live last, and those that may still be read', () => {
    const hour = 3600_000;
    const all = [
      generation('live', undefined, true),
      generation('fresh', MIN_RETIRED_MS - 1),
      generation('older', hour),
      generation('oldest', 2 * hour),
      { name: 'broken', live: false, liveIndices: 0, indices: ['broken'], meta: undefined },
    ];
    const names = (list: readonly StoredGeneration[]) => list.map(({ name }) => name);
    const one = planPrune(all, 1, now);
    expect([names(one.retained), names(one.remove), names(one.recentlyRetired)]).toEqual([
      ['fresh'],
      ['older', 'oldest', 'broken'],
      [],
    ]);
    const none = planPrune(all, 0, now);
    expect([names(none.remove), names(none.recentlyRetired)]).toEqual([['older', 'oldest', 'broken'], ['fresh']]);
  });
});

describe('the search cache', () => {
  it('sends one search for concurrent callers, is bounded by bytes, and caches no failures', async () => {
    const cache = createSearchCache<{ n: number }>(10_000);
    let asked = 0;
    const ask = async () => ({ response: { n: ++asked }, bytes: 500 });
    const answers = await Promise.all([cache.get('a', ask), cache.get('a', ask), cache.get('b', ask)]);
    expect(answers.map(({ n }) => n)).toEqual([1, 1, 2]);
    expect(await cache.get('a', ask)).toEqual({ n: 1 });
    await expect(cache.get('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('c', ask)).toEqual({ n: 3 });
    for (let i = 0; i < 100; i++) await cache.get(`many ${i}`, ask);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    expect((await cache.get('a', ask)).n).toBeGreaterThan(3);
  });
});

describe('the circuit', () => {
  it('opens after three checks in a row that got no answer, ends what is in flight, and logs a line for each change', async () => {
    const lines: [object, string][] = [];
    const note = (fields: object, text: string) => void lines.push([fields, text]);
    let failures = 0;
    const logger = { info: note, warn: note } as unknown as Parameters<typeof createCircuitBreaker>[0];
    const breaker = createCircuitBreaker(logger, () => void failures++);
    const waiting = breaker.run(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await expect(breaker.run(() => Promise.reject(new BackendError('unavailable', 'away')))).rejects.toThrow('away');
    expect([failures, breaker.openReason()]).toEqual([1, undefined]);
    expect([breaker.recordSilence('away'), breaker.recordSilence('away')]).toEqual([false, false]);
    breaker.recordAnswer();
    expect([1, 2, 3].map(() => breaker.recordSilence('away'))).toEqual([false, false, true]);
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable', isCounted: false });
    for (let i = 0; i < 50; i++)
      await expect(breaker.run(async () => 'well')).rejects.toMatchObject({ isCounted: true, retryAfterSeconds: 2 });
    breaker.recordAnswer();
    expect(await breaker.run(async ({ aborted }) => aborted)).toBe(false);
    expect(lines).toEqual([
      [{ reason: 'away' }, expect.stringContaining('refused until')],
      [{ refused: 50, seconds: expect.any(Number) }, expect.stringContaining('again')],
    ]);
  });
});

describe('errors of the engine', () => {
  it.each([
    ['a closed index', 400, { type: 'index_closed_exception', reason: 'closed' }, 'unavailable'],
    ['a block on reading', 403, { type: 'cluster_block_exception', reason: 'blocked' }, 'unavailable'],
    ['a type that is unknown', 418, { type: 'new_exception', reason: null }, 'unavailable'],
    ['a field that the index lacks', 400, { type: 'query_shard_exception', reason: 'No mapping' }, 'unavailable'],
    ['a request timeout', 408, undefined, 'timeout'],
  ])('are its own fault: %s', (_, status, cause, kind) => {
    expect(engineError(status, cause, 'index')).toMatchObject({ name: 'BackendError', kind, retryAfterSeconds: 2 });
  });

  it('are ours when the request was wrong, as the shards say', () => {
    const cause = {
      type: 'search_phase_execution_exception',
      root_cause: [{ type: 'parsing_exception', reason: 'x' }],
    };
    expect(engineError(400, cause, 'index')).not.toBeInstanceOf(BackendError);
  });
});
