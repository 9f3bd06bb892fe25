import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, anonymousMeter } from '../../src/metering/meter-port.ts';
import { fixContour } from '../../src/operations/fix-contour.ts';
import { forTests } from '../support/for-tests.ts';
import { fullStoreForTests } from '../support/full-store.ts';
import { startService } from './service.ts';

const LARGEST_ANSWER = 1_000_000;

describe('the largest request', () => {
  const store = fullStoreForTests();
  const service = forTests(() => startService({ store, handlerTimeoutMs: 120_000 }));

  async function post(path: string, body: unknown) {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await service.get(`/api/lexicon/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { ...answer, bytes: Buffer.byteLength(JSON.stringify(answer.body)) };
  }
  const clashing = (count: number) => '+-'.repeat(count).slice(0, count);

  it.each([
    // Two words by turns: what is said twice is not torn apart.
    ['快樂時間', '=', 20],
    ['開心寂寞', '+-', 20],
    // So many words stand for it that each risk has room for fewer than were asked for.
    ['開心難過', '-+', 19],
  ])('to mend 50 times %s has an answer below 1 MB', async (word, moves, mostSuggestions) => {
    const line = word.repeat(50);
    const { status, body, bytes } = await post('workflow/fix-contour', {
      line,
      moves: moves.repeat(199).slice(0, 199),
      max_candidates: 20,
    });
    expect([status, body.risk_count > 50]).toEqual([200, true]);
    expect(bytes).toBeLessThan(LARGEST_ANSWER);
    expect(bytes).toBeGreaterThan(LARGEST_ANSWER / 3);
    const limit = body.max_candidates ?? 20;
    expect(limit).toBeLessThanOrEqual(mostSuggestions);
    const counts = body.risks.flatMap((risk: Record<string, unknown[]>) => [
      risk.word_swaps!.length,
      risk.char_swaps!.length,
    ]);
    expect(Math.max(...counts)).toBeLessThanOrEqual(limit);
  });

  it('to mend lets other requests have their turn', async () => {
    const asked = { line: '開心難過'.repeat(50), moves: clashing(199), max_candidates: 20 };
    const body = fixContour.request.body.parse(asked);
    const mend = () =>
      store.read((lexicon) => fixContour.handle({ path: {}, query: {}, body }, lexicon, ANONYMOUS, anonymousMeter));
    await mend();
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await mend();
    clearImmediate(next);
    expect(turns).toBeGreaterThan(2);
  });

  it('has as many suggestions as were asked for where there is room', async () => {
    const { body } = await post('workflow/fix-contour', { line: '我好快樂', moves: '+-+', max_candidates: 20 });
    expect(body.risks.length).toBeGreaterThan(0);
    expect(body.max_candidates).toBeUndefined();
  });

  it('to check has an answer below 1 MB', async () => {
    const lines = Array.from({ length: 25 }, () => ({ line: '雙𡃁'.repeat(100), moves: clashing(199) }));
    const { status, bytes } = await post('workflow/check', { lines });
    expect(status).toBe(200);
    expect(bytes).toBeLessThan(LARGEST_ANSWER);
  });

  it('to annotate has an answer below 1 MB', async () => {
    // The character with the most to say: seven readings.
    const readings = Array.from({ length: 1000 }, (_, position) => ({ line: 0, position, jyutping: 'gwaang6' }));
    const { status, bytes } = await post('annotate', { text: '卜'.repeat(5000), readings });
    expect(status).toBe(200);
    expect(bytes).toBeLessThan(LARGEST_ANSWER);
  });
});
