import { describe, expect, it } from '@jest/globals';
import { creditForEachRelation } from '../../src/metering/price.ts';
import { watchedStore } from '../http/service.ts';
import { forTests } from '../support/for-tests.ts';
import { cardOf, newClientIp, quotaOf, startMetered } from './metered-service.ts';

const encoded = encodeURIComponent;
const relation = (type: string, word: string, more = '') => `/api/lexicon/${type}?word=${encoded(word)}${more}`;
/** 2026-11-21 23:59:50 in Hong Kong. */
const LATE = Date.parse('2026-11-21T15:59:50Z');

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

  it('charges what each endpoint costs, and says what is left after it', async () => {
    const { key } = await metered.issue();
    const line = { line: '我開心', moves: '=-' };
    const costs: [path: string, cost: number, body?: unknown][] = [
      ['/api/lexicon/search', 1],
      ['/api/lexicon/browse', 1],
      ['/api/lexicon/categories', 1],
      ['/api/lexicon/category/adj.all/words', 1],
      ['/api/lexicon/vocabulary', 1],
      ['/api/lexicon/autocomplete?prefix=hoi', 1],
      [`/api/lexicon/homophones/${encoded('說')}`, 1],
      [relation('synonyms', '開心'), 1],
      [relation('antonyms', '開心'), 1],
      [cardOf('開心'), 5],
      ['/api/lexicon/annotate', 1, { text: '我開心' }],
      ['/api/lexicon/workflow/fix-contour', 5, line],
      ['/api/lexicon/workflow/check', 5, { lines: [line] }],
      ['/api/lexicon/workflow/rhyme-close?rhyme_char=%E4%BE%86', 5],
      ['/api/lexicon/sources', 0],
      ['/api/account', 0],
      ['/api/account/usage', 0],
    ];
    let left = 20_000;
    for (const [path, cost, body] of costs) {
      const answer = await metered.request(path, { key, body });
      left -= cost;
      expect([path, answer.status, ...quotaOf(answer)]).toEqual([path, 200, cost, left, 20_000]);
      expect(answer.headers.get('x-quota-reset')).toBe('10');
    }
  });

  it('charges a card for each related word, and a repeat only for more than was paid', async () => {
    const { key } = await metered.issue();
    const cost = async (path: string) => quotaOf(await metered.request(path, { key }))[0];
    // 開心 has three synonyms and two antonyms.
    expect(await cost(cardOf('開心', '?relations_limit=1'))).toBe(2);
    expect(await cost(cardOf('開心', '?relations_limit=2'))).toBe(2);
    expect(await cost(cardOf('開心'))).toBe(1);
    expect(await cost(cardOf('開心'))).toBe(0);
    expect(await cost(cardOf('開心', '?relations_limit=1'))).toBe(0);
    // Another form of the word is the same word.
    expect(await cost(cardOf('开心'))).toBe(0);
    // A card without related words costs one.
    expect(await cost(cardOf('我', '?relations_limit=0'))).toBe(1);
  });

  it('charges relations and homophones once a day for each word, whatever the filters or page', async () => {
    const { key } = await metered.issue();
    const cost = async (path: string) => quotaOf(await metered.request(path, { key }))[0];
    expect(await cost(relation('synonyms', '開心'))).toBe(1);
    expect(await cost(relation('synonyms', '開心', '&limit=1&offset=1&code=33'))).toBe(0);
    expect(await cost(relation('synonyms', '开心'))).toBe(0);
    expect(await cost(relation('antonyms', '開心'))).toBe(1);
    expect(await cost(relation('synonyms', '快樂'))).toBe(1);
    expect(await cost(relation('partners', '海'))).toBe(1);
    expect(await cost(relation('partners', '海', '&relation=done_to&moves=*'))).toBe(0);
    // Each endpoint has a ledger of its own, that of Datamuse's names too.
    const relatives = (type: string, word: string) => cost(`/api/lexicon/words?rel_${type}=${encoded(word)}&max=3`);
    expect(await relatives('syn', '開心')).toBe(1);
    expect(await relatives('syn', '开心')).toBe(0);
    expect(await relatives('ant', '開心')).toBe(0);
    expect(await relatives('ant', '快樂')).toBe(1);
    expect(await relatives('jjb', '海')).toBe(1);
    expect(await relatives('trg', '海')).toBe(0);
    expect(await cost('/api/lexicon/words?ml=love')).toBe(1);
    expect(await cost('/api/lexicon/words?ml=love')).toBe(1);
    expect(await cost(`/api/lexicon/homophones/${encoded('說')}`)).toBe(1);
    expect(await cost(`/api/lexicon/homophones/${encoded('说')}`)).toBe(0);
    // What is not of one word is paid for each time.
    expect(await cost('/api/lexicon/search')).toBe(1);
    expect(await cost('/api/lexicon/search')).toBe(1);
  });

  it('charges nothing for errors, and notes them', async () => {
    const { key } = await metered.issue();
    const answers = [
      await metered.request(cardOf('冇呢個詞'), { key }),
      await metered.request('/api/lexicon/browse?limit=0', { key }),
      await metered.request('/api/lexicon/workflow/fix-contour', { key, body: { line: '我' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400]);
    expect(answers.map(({ headers }) => headers.get('x-quota-remaining'))).toEqual([null, null, null]);
    const { body } = await metered.request('/api/account/usage?days=1', { key });
    expect(body.days).toEqual([expect.objectContaining({ requests: 3, credits: 0, errors: 3 })]);
  });

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

  it('charges HEAD as GET', async () => {
    const headers = { 'X-Forwarded-For': newClientIp() };
    const ask = (method: string) => metered.service.get('/api/lexicon/browse?limit=1', { method, headers });
    expect([quotaOf(await ask('GET')), quotaOf(await ask('HEAD'))]).toEqual([
      [1, 11, 12],
      [1, 10, 12],
    ]);
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
