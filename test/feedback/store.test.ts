import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { FeedbackFull, type FeedbackStore } from '../../src/feedback/feedback-store.ts';
import { openRedisFeedbackStore } from '../../src/feedback/redis-store.ts';
import { openSqliteFeedbackStore } from '../../src/feedback/sqlite-store.ts';
import type { NewSuggestion } from '../../src/feedback/suggestion.ts';
import { describeRedis } from '../metering/describe-redis.ts';
import { startRedis, type TestRedis } from '../servers/redis.ts';

const suggestion = (word: string, given: Partial<NewSuggestion> = {}): NewSuggestion => ({
  ...{ word, field: 'reading', suggestion: 'noi6', note: '', generation: 'g1', day: '2026-11-21' },
  ...given,
});

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
    const words = async (state?: 'open' | 'accepted' | 'rejected') => (await box.list(state)).map(({ word }) => word);
    expect(await words('open')).toEqual(['三']);
    expect(await words('accepted')).toEqual(['二']);
    expect(await words('rejected')).toEqual(['一']);
    expect(await words()).toEqual(['一', '二', '三']);
    // What was rejected is not new when it comes again.
    await box.add(suggestion('一'));
    expect(await words('open')).toEqual(['三']);
    expect(await box.find(ids[0]!)).toMatchObject({ count: 2, state: 'rejected' });
    expect(await box.find('000000000000')).toBeUndefined();
  });

  it('is bounded', async () => {
    const small = await reopen({ maxOpen: 2, maxReviewed: 1 });
    const first = await small.add(suggestion('一'));
    const second = await small.add(suggestion('二'));
    await expect(small.add(suggestion('三'))).rejects.toThrow(FeedbackFull);
    expect(await small.add(suggestion('二'))).toBe(second);
    await small.review(first, 'accepted');
    await small.add(suggestion('三'));
    await small.review(second, 'rejected');
    expect((await small.list()).map(({ word }) => word)).toEqual(['二', '三']);
    await small.close();
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
  itKeepsSuggestions(async (limits = {}) =>
    openRedisFeedbackStore({ client: new Redis(redis.url), prefix: `${redis.prefix}${test}:`, ...limits }),
  );
});
