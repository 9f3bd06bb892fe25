import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ANONYMOUS } from '../../src/metering/caller.ts';
import { anonymousMeter } from '../../src/metering/meter-port.ts';
import { repairSong } from '../../src/operations/repair.ts';
import { errorsOf, smallStore, startService, type TestResponse, type TestService } from '../http/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const PATH = '/api/lexicon/workflow/repair';
const post = (body: unknown): Promise<TestResponse> => service.post(PATH, body);
const fixContour = (body: unknown): Promise<TestResponse> => service.post('/api/lexicon/workflow/fix-contour', body);

/** 我愛海 is level, then rises; asked to rise, then fall: two risks. 我雪 rises, as it is asked to. */
const CLASH = { line: '我愛海', moves: '+-' };
const FITS = { line: '我愛', moves: '=' };

describe('POST /workflow/repair', () => {
  it('answers for each line what fix-contour answers, and nothing for a line that fits', async () => {
    const { status, body } = await post({ lines: [FITS, { line: '' }, CLASH], max_candidates: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ credits: 5, risk_count: 2, next_line: null });
    expect(body.lines.map(({ index, risk_count }: Record<string, number>) => [index, risk_count])).toEqual([
      [0, 0],
      [1, 0],
      [2, 2],
    ]);
    const alone = await fixContour({ ...CLASH, max_candidates: 2 });
    expect(body.lines[2].risks).toEqual(alone.body.risks);
    expect(body.lines[2].repairs).toEqual(alone.body.repairs);
  });

  it('begins where it is told to', async () => {
    const { body } = await post({ lines: [CLASH, FITS], start_line: 1 });
    expect(body.lines.map(({ index }: { index: number }) => index)).toEqual([1]);
    expect(errorsOf(await post({ lines: [CLASH, FITS], start_line: 2 }))).toEqual([
      'body start_line: 2 is beyond the last line, 1',
    ]);
  });

  it('answers as many lines as have room in a document, and where to go on', async () => {
    const line = '大害'.repeat(99);
    const lines = Array.from({ length: 25 }, () => ({ line, moves: '+-'.repeat(99).slice(0, 197) }));
    const { body } = await post({ lines, max_candidates: 20 });
    expect(body.next_line).toBe(body.lines.length);
    expect(body.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(body).length).toBeLessThan(2_100_000);
    expect(body.credits).toBe(Math.max(5, body.lines.length));
    const rest = await post({ lines, max_candidates: 20, start_line: body.next_line });
    expect(rest.body.lines[0].index).toBe(body.next_line);
  });

  it('lets other work go on between lines, of which each alone takes no time', async () => {
    // Each look at the clock takes 6 ms, a slice 5.
    let clock = 0;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 6));
    const body = repairSong.request.body.parse({ lines: Array.from({ length: 10 }, () => FITS) });
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    await smallStore().read(async (lexicon) => {
      setImmediate(count);
      await repairSong.handle({ path: {}, query: {}, body }, lexicon, ANONYMOUS, anonymousMeter);
    });
    isDone = true;
    now.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});
