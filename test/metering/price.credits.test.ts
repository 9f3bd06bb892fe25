import { describe, expect, it } from '@jest/globals';
import { creditForEachRelation } from '../../src/metering/price.ts';
import { describeCases } from '../contract/cases.ts';
import { smallStore, watchedStore } from '../http/service.ts';
import { forTests } from '../support/for-tests.ts';
import { cardOf, newClientIp, quotaOf, startMetered } from './metered-service.ts';

const encoded = encodeURIComponent;
const relation = (type: string, word: string, more = '') => `/api/lexicon/${type}?word=${encoded(word)}${more}`;
/** 2026-11-21 23:59:50 in Hong Kong. */
const LATE = Date.parse('2026-11-21T15:59:50Z');

describeCases(
  'credits',
  async () => smallStore(),
  ['credits'],
  async (store) => {
    const plans = (plans: Record<string, object>) => Object.assign(plans.anonymous!, { daily_credits: 40 });
    const { service, stop } = await startMetered({ clock: () => LATE, app: { store }, plans });
    return { ...service, stop };
  },
);

describe('credits', () => {
  let now = LATE;
  const watched = watchedStore();
  const metered = forTests(() =>
    startMetered({
      clock: () => now,
      app: { store: watched.store },
      plans: (plans) => {
        plans.anonymous!.daily_credits = 12;
      },
    }),
  );

  it('refuses a card that cannot be paid for before any work, and says what it would cost', async () => {
    const from = newClientIp();
    for (let at = 0; at < 9; at++) await metered.request('/api/lexicon/browse', { from });
    watched.asked.length = 0;
    const { status, body, headers } = await metered.request(cardOf('开心'), { from });
    expect([status, body.code]).toEqual([429, 'quota_exhausted']);
    expect(body.detail).toContain("would cost 5 credits, and 3 of today's 12 are left");
    expect(body.detail).toContain('relations_limit');
    expect([headers.get('retry-after'), headers.get('x-quota-remaining')]).toEqual(['10', '3']);
    // What the price takes, once each, and no card.
    expect(watched.asked).toEqual(['wordTable', 'relatedWords']);
    // Of a line there is no less to ask for.
    const line = { line: '我開心', moves: '=-' };
    const fix = await metered.request('/api/lexicon/workflow/fix-contour', { from, body: line });
    expect(fix.body.detail).toContain("would cost 5 credits, and 3 of today's 12 are left. Wait until midnight");
    // A smaller card is within what is left, and a refusal took nothing.
    expect(quotaOf(await metered.request(cardOf('開心', '?relations_limit=1'), { from }))).toEqual([2, 1, 12]);
    // Two of the five are paid already; one credit does not pay for the other three.
    const again = await metered.request(cardOf('開心'), { from });
    expect(again.body.detail).toContain('would cost 3 credits, and 1 of');
    expect(quotaOf(await metered.request(cardOf('開心', '?relations_limit=1'), { from }))).toEqual([0, 1, 12]);
  });

  it('lets repeats through when nothing is left, and nothing else, before any work', async () => {
    const from = newClientIp();
    expect(quotaOf(await metered.request(relation('synonyms', '開心'), { from }))[0]).toBe(1);
    for (let at = 0; at < 11; at++) await metered.request('/api/lexicon/browse', { from });
    watched.asked.length = 0;
    const refused = await metered.request('/api/lexicon/browse', { from });
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exhausted']);
    expect(refused.body.detail).toContain('would cost 1 credit, and 0 of');
    expect(watched.asked).toEqual([]);
    expect(quotaOf(await metered.request(relation('synonyms', '开心'), { from }))).toEqual([0, 0, 12]);
    expect((await metered.request(relation('synonyms', '快樂'), { from })).status).toBe(429);
    expect((await metered.request('/api/lexicon/words?rel_syn=%E9%96%8B', { from })).status).toBe(429);
    expect((await metered.request('/api/account', { from })).body.quota).toMatchObject({
      limit: 12,
      used: 12,
      remaining: 0,
    });
  });

  it('fills the quota again at midnight in Hong Kong', async () => {
    const from = newClientIp();
    now = LATE;
    for (let at = 0; at < 12; at++) await metered.request('/api/lexicon/browse', { from });
    now = LATE + 9_999;
    const before = await metered.request('/api/lexicon/browse', { from });
    expect([before.status, before.headers.get('retry-after')]).toEqual([429, '1']);
    now = LATE + 10_000;
    const after = await metered.request('/api/lexicon/browse', { from });
    expect([after.status, ...quotaOf(after)]).toEqual([200, 1, 11, 12]);
    expect(after.headers.get('x-quota-reset')).toBe('86400');
    const { body } = await metered.request('/api/account/usage?days=2', { from });
    expect(body.days.map(({ day, credits, errors }: Record<string, unknown>) => [day, credits, errors])).toEqual([
      ['2026-11-21', 12, 1],
      ['2026-11-22', 1, 0],
    ]);
    now = LATE;
  });
});

describe('the price of a word card', () => {
  const card = (synonyms: number, antonyms: number) =>
    creditForEachRelation.cost({
      char: '愛',
      synonyms: Array.from({ length: synonyms }, () => '情'),
      antonyms: Array.from({ length: antonyms }, () => '恨'),
    }).credits;
  const most = (limit: number) =>
    creditForEachRelation.costEstimate.maxCredits({
      path: { text: '愛' },
      query: { relations_limit: limit, source: 'all' },
    });

  it('is up to 300 by default, and a fifteenth of that with relations_limit=10', () => {
    expect([card(150, 150), most(150)]).toEqual([300, 300]);
    expect([card(10, 10), most(10)]).toEqual([20, 20]);
    expect([card(0, 0), most(0)]).toEqual([1, 1]);
  });
});
