import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import {
  FeedbackFull,
  type FeedbackState,
  type FeedbackStore,
  type NewSuggestion,
} from '../../src/feedback/feedback-store.ts';
import { openRedisFeedbackStore } from '../../src/feedback/redis-store.ts';
import { openSqliteFeedbackStore } from '../../src/feedback/sqlite-store.ts';
import { describeRedis } from '../metering/describe-redis.ts';
import { startRedis, type TestRedis } from '../servers/redis.ts';

const suggestion = (word: string, given: Partial<NewSuggestion> = {}): NewSuggestion => ({
  word,
  field: 'reading',
  suggestion: 'noi6',
  note: '',
  generation: 'g1',
  day: '2026-11-21',
  caller: 'anonymous:a',
  ...given,
});

const words = async (store: FeedbackStore, state?: FeedbackState) => (await store.list(state)).map(({ word }) => word);

interface Limits {
  readonly maxOpen?: number;
  readonly maxReviewed?: number;
}

/** What every box does. `reopen` opens the same store once more. */
function itKeepsSuggestions(reopen: (limits?: Limits) => Promise<FeedbackStore>): void {
  let box: FeedbackStore;
  beforeEach(async () => {
    box = await reopen();
  });
  afterEach(async () => await box.close());

  it('stores a suggestion once and counts repeats', async () => {
    const id = await box.add(suggestion('內', { note: 'one reading only' }));
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(await box.add(suggestion('內', { note: 'another note', day: '2026-11-22' }))).toBe(id);
    const other = await box.add(suggestion('內', { suggestion: 'naap6' }));
    expect(other).not.toBe(id);
    expect(await box.list()).toEqual([
      { ...suggestion('內', { note: 'one reading only' }), id, count: 2, state: 'open' },
      { ...suggestion('內', { suggestion: 'naap6' }), id: other, count: 1, state: 'open' },
    ]);
    const again = await reopen();
    expect((await again.find(id))?.count).toBe(2);
    await again.close();
  });

  it('tells reviewed ones from open ones, all of them in the order in which they came', async () => {
    const ids = [];
    for (const word of ['一', '二', '三']) ids.push(await box.add(suggestion(word)));
    expect(await box.review(ids[1]!, 'accepted')).toBe(true);
    expect(await box.review(ids[0]!, 'rejected')).toBe(true);
    expect(await box.review('000000000000', 'rejected')).toBe(false);
    expect(await words(box, 'open')).toEqual(['三']);
    expect(await words(box, 'accepted')).toEqual(['二']);
    expect(await words(box, 'rejected')).toEqual(['一']);
    expect(await words(box)).toEqual(['一', '二', '三']);
    // What was rejected is not new when it comes again.
    await box.add(suggestion('一'));
    expect(await words(box, 'open')).toEqual(['三']);
    expect(await box.find(ids[0]!)).toMatchObject({ count: 2, state: 'rejected' });
    expect(await box.find('000000000000')).toBeUndefined();
  });

  const keyed = { caller: 'key:k' };

  it('drops the oldest open ones of anonymous callers when too many wait, and none of callers with a key', async () => {
    const small = await reopen({ maxOpen: 2, maxReviewed: 1 });
    const first = await small.add(suggestion('一'));
    await small.add(suggestion('匙', keyed));
    await small.review(first, 'accepted');
    for (const word of ['二', '三', '二', '四']) await small.add(suggestion(word));
    expect(await words(small)).toEqual(['一', '匙', '三', '四']);
    // What was dropped is new when it comes again.
    const again = await small.add(suggestion('二'));
    expect(await small.find(again)).toMatchObject({ count: 1, state: 'open' });
    expect(await words(small, 'open')).toEqual(['匙', '四', '二']);
    await small.close();
  });

  it('refuses callers with a key alone when too many of theirs wait', async () => {
    const small = await reopen({ maxOpen: 2, maxReviewed: 1 });
    const first = await small.add(suggestion('一', keyed));
    const second = await small.add(suggestion('二', keyed));
    await expect(small.add(suggestion('三', keyed))).rejects.toThrow(FeedbackFull);
    expect(await small.add(suggestion('二', { caller: 'key:other' }))).toBe(second);
    await small.add(suggestion('四'));
    await small.review(first, 'accepted');
    await small.add(suggestion('三', keyed));
    await small.review(second, 'rejected');
    expect(await words(small)).toEqual(['二', '四', '三']);
    await small.review(second, 'open');
    await expect(small.add(suggestion('五', keyed))).rejects.toThrow(FeedbackFull);
    await small.close();
  });

  it('keeps what a caller with a key repeats as theirs', async () => {
    const small = await reopen({ maxOpen: 1 });
    const id = await small.add(suggestion('一'));
    expect(await small.add(suggestion('一', keyed))).toBe(id);
    expect(await small.add(suggestion('一', { caller: 'anonymous:b' }))).toBe(id);
    expect(await small.find(id)).toMatchObject({ count: 3, ...keyed });
    for (const word of ['二', '三']) await small.add(suggestion(word));
    expect(await words(small)).toEqual(['一', '三']);
    await small.close();
  });

  it('rejects what one caller sent, and nothing else', async () => {
    const accepted = await box.add(suggestion('一', { caller: 'anonymous:junk' }));
    await box.review(accepted, 'accepted');
    for (const word of ['二', '三']) await box.add(suggestion(word, { caller: 'anonymous:junk' }));
    await box.add(suggestion('四'));
    expect([await box.rejectCaller('anonymous:junk'), await box.rejectCaller('anonymous:junk')]).toEqual([2, 0]);
    expect([await words(box, 'open'), await words(box, 'rejected')]).toEqual([['四'], ['二', '三']]);
  });
}

describe('suggestions in SQLite', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  itKeepsSuggestions(async (limits = {}) =>
    openSqliteFeedbackStore({ path: join(folder, 'feedback.sqlite'), ...limits }),
  );
});

describeRedis('suggestions in Redis', () => {
  let redis: TestRedis;
  let test = 0;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => await redis.stop());
  beforeEach(() => {
    test++;
  });
  it('reads what an earlier release stored as of anonymous callers', async () => {
    const client = new Redis(redis.url);
    const key = (name: string) => `${redis.prefix}${test}:{feedback}:${name}`;
    const { caller: _, ...stored } = suggestion('一');
    await client.hset(key('items'), '0123456789ab', JSON.stringify({ ...stored, id: '0123456789ab' }));
    await client.hset(key('counts'), '0123456789ab', 2);
    await client.zadd(key('open'), await client.incr(key('number')), '0123456789ab');
    const box = openRedisFeedbackStore({ client, prefix: `${redis.prefix}${test}:`, maxOpen: 1 });
    expect(await box.list('open')).toEqual([{ ...stored, id: '0123456789ab', caller: '', count: 2, state: 'open' }]);
    await box.add(suggestion('二', { caller: 'key:k' }));
    await box.add(suggestion('三'));
    expect(await words(box)).toEqual(['二', '三']);
    await box.close();
  });

  itKeepsSuggestions(async (limits = {}) =>
    openRedisFeedbackStore({ client: new Redis(redis.url), prefix: `${redis.prefix}${test}:`, ...limits }),
  );
});
