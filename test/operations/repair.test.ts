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

const note = (step: string, lyric = '') =>
  `<note><pitch><step>${step}</step><octave>4</octave></pitch><duration>1</duration>${
    lyric && `<lyric><text>${lyric}</text></lyric>`
  }</note>`;
const score = (notes: string) =>
  Buffer.from(
    `<score-partwise><part-list><score-part id="P1"><part-name>Vocal</part-name></score-part></part-list><part id="P1"><measure>${notes}</measure></part></score-partwise>`,
  ).toString('base64');

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
    const file = { file: score(note('C', '我')), text: '我\n\n愛' };
    expect((await post({ ...file, start_line: 2 })).body.lines).toHaveLength(1);
    expect((await post({ ...file, start_line: 3 })).status).toBe(400);
  });

  it('answers as many lines as have room in a document, and where to go on; a stream has them all', async () => {
    const line = '大害'.repeat(99);
    const lines = Array.from({ length: 25 }, () => ({ line, moves: '+-'.repeat(99).slice(0, 197) }));
    const { body } = await post({ lines, max_candidates: 20 });
    expect(body.next_line).toBe(body.lines.length);
    expect(body.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(body).length).toBeLessThan(2_100_000);
    expect(body.credits).toBe(Math.max(5, body.lines.length));
    const rest = await post({ lines, max_candidates: 20, start_line: body.next_line });
    expect(rest.body.lines[0].index).toBe(body.next_line);
    const stream = await fetch(service.url + PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
      body: JSON.stringify({ lines, max_candidates: 20 }),
    });
    expect((await stream.text()).trimEnd().split('\n')).toHaveLength(26);
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
      const pieces = repairSong.stream!({ path: {}, query: {}, body }, lexicon, ANONYMOUS, anonymousMeter);
      await pieces[Symbol.asyncIterator]().next();
      setImmediate(count);
      turns = 0;
      for await (const _ of pieces);
    });
    isDone = true;
    now.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('lays a melody file under the lyrics, and leaves out a line that it does not fit', async () => {
    // C up to E, down to D under 我愛海: as CLASH. One note is left for 我雪.
    const notes = note('C', '我') + note('E', '愛') + note('D', '海');
    const { status, body } = await post({ file: score(notes), text: '我愛海' });
    expect(status).toBe(200);
    expect(body.lines).toMatchObject([{ line: '我愛海', risk_count: 2 }]);
    // Without words of its own the melody is one phrase, of which a note is left over.
    const longer = await post({ file: score(note('C') + note('E') + note('D')), text: '我愛' });
    expect(longer.body.lines).toMatchObject([{ line: '我愛', risk_count: 0, unmatched: { notes: 3, characters: 2 } }]);
  });

  it('takes lines or a file, and says so', async () => {
    expect(errorsOf(await post({}))[0]).toMatch(/^body lines: is needed/);
    const both = await post({ lines: [FITS], file: score(note('C', '我')) });
    expect(both.status).toBe(400);
    expect(errorsOf(both)[0]).toMatch(/^body file: .*give one of both$/);
  });

  it('says what it would cost, and does nothing else', async () => {
    const lines = Array.from({ length: 7 }, () => CLASH);
    const { body, headers } = await post({ lines: [...lines, { line: '' }], estimate_only: true });
    expect(body).toEqual({ credits: 7, lines: [], risk_count: 0, next_line: null });
    expect(headers.get('x-cost-estimate')).toBe('7');
    const stream = await fetch(service.url + PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
      body: JSON.stringify({ lines, estimate_only: true }),
    });
    expect(await stream.text()).toBe('{"credits":7,"risk_count":0,"next_line":null}\n');
  });

  it('sends line by line to whom asks for that', async () => {
    const response = await fetch(service.url + PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
      body: JSON.stringify({ lines: [FITS, CLASH] }),
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('x-cost-estimate')).toBe('5');
    const text = await response.text();
    expect(text.endsWith('\n')).toBe(true);
    const pieces = text
      .trimEnd()
      .split('\n')
      .map((piece) => JSON.parse(piece));
    expect(pieces).toHaveLength(3);
    const { body } = await post({ lines: [FITS, CLASH] });
    expect(pieces.slice(0, 2)).toEqual(body.lines);
    expect(pieces[2]).toEqual({ credits: 5, risk_count: 2, next_line: null });
  });
});
