import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorsOf, startService, type TestResponse, type TestService } from '../http/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const post = (body: unknown): Promise<TestResponse> => service.post('/api/lexicon/workflow/check', body);
const fixContour = (body: unknown): Promise<TestResponse> => service.post('/api/lexicon/workflow/fix-contour', body);

describe('POST /workflow/check', () => {
  it('answers the risks of each line and a summary of all pairs', async () => {
    // 我愛海 is = +, asked + -: of 3 to 2 songs fall in 2 of 315. 我雪 is level, and so asked.
    const { status, body } = await post({
      lines: [
        { line: '我愛海', moves: '+-' },
        { line: '我雪', melody: [60, 60] },
      ],
    });
    expect(status).toBe(200);
    expect(body.lines.map(({ risk_count }: { risk_count: number }) => risk_count)).toEqual([2, 0]);
    expect(body.lines[0].risks[1]).toEqual({
      position: 2,
      melody_move: '-',
      lyric_move: '+',
      severity: 'contrary',
      sung_share: 0.0063,
    });
    expect(body.summary).toEqual({
      pairs: 3,
      contrary: 1,
      oblique: 1,
      contrary_share: 0.3333,
      oblique_share: 0.3333,
      published: { contrary_share: 0.009, oblique_share: 0.154 },
    });
  });

  it('forgives what is singable in the lines, and still counts it in the summary', async () => {
    const { body } = await post({ lines: [{ line: '我愛海', moves: '+-' }], tolerance: 'singable' });
    expect(body.lines[0].risk_count).toBe(1);
    expect(body.summary).toMatchObject({ oblique: 1, contrary: 1 });
  });

  it('takes blank lines without a melody, as annotate does', async () => {
    const { status, body } = await post({
      lines: [{ line: '我愛', moves: '=' }, { line: '' }, { line: ' ' }],
    });
    expect(status).toBe(200);
    expect(body.lines.slice(1).map(({ chars }: { chars: unknown[] }) => chars)).toEqual([[], []]);
  });

  it('reads simplified lines in their traditional form, and says so', async () => {
    const lines = [{ line: '我爱海', moves: '+-' }];
    const { body } = await post({ lines });
    expect(body.lines[0]).toMatchObject({ line: '我愛海', normalized_from: '我爱海', risk_count: 2 });
    const fixed = await fixContour(lines[0]!);
    expect(fixed.body).toMatchObject({ line: '我愛海', normalized_from: '我爱海', risk_count: 2 });
    expect(fixed.body.chars.map(({ char }: { char: string }) => char)).toEqual(['我', '愛', '海']);
  });

  it('reads a line of digits as tones without words', async () => {
    const { body } = await fixContour({ line: '34 0', melody_code: '330' });
    // 3 to 4 falls where the melody stays; 4 to 0 falls as the melody does.
    expect(body.risks).toMatchObject([
      { position: 1, melody_move: '=', lyric_move: '-', word_swaps: [], char_swaps: [], fixable: false },
    ]);
    expect(body.risks[0].reason).toContain('no word yet');
    expect(body.chars).toMatchObject([
      { char: '3', jyutping: null, tone: null, pitch: 6 },
      { char: '4', pitch: 4 },
      { char: '0', pitch: 0 },
    ]);
    // A number among words is no tone.
    const { body: mixed } = await fixContour({ line: '3愛', melody_code: '30' });
    expect(mixed.chars[0].pitch).toBe(null);
  });

  it('compares notes by semitones', async () => {
    const { body } = await post({ lines: [{ line: '我愛', melody: [60.4, 59.6] }] });
    expect(body.lines[0].chars[1].melody_move).toBe('=');
  });

  it('reads signs that look like moves as the moves', async () => {
    const { body } = await post({ lines: [{ line: '我愛海我', moves: '＝＋−' }] });
    expect(body.lines[0].chars.map((character: { melody_move: string }) => character.melody_move)).toEqual([
      ...[null, '=', '+', '-'],
    ]);
  });

  it('compares a section with the one whose melody it repeats', async () => {
    // 我愛海 is = +, 海我愛 - =: under = + only the second clashes.
    const verses = [
      { line: '我愛海', moves: '=+', section: 'verse 1' },
      { line: '' },
      { line: '海我愛', moves: '=+', section: 'verse 2' },
    ];
    const { body } = await post({ lines: verses });
    expect(body.sections).toEqual([
      {
        section: 'verse 1',
        lines: [0],
        risk_count: 0,
        melody_of: null,
        only_here: [],
        in_both: [],
        other_moves: [],
      },
      {
        section: 'verse 2',
        lines: [2],
        risk_count: 2,
        melody_of: 0,
        only_here: [
          { line: 2, position: 1 },
          { line: 2, position: 2 },
        ],
        in_both: [],
        other_moves: [],
      },
    ]);
    expect((await post({ lines: [{ line: '我愛海', moves: '=+' }] })).body).not.toHaveProperty('sections');
  });

  it('tells how lines rhyme, and holds them against a scheme', async () => {
    const lines = [
      { line: '我愛', moves: '=' },
      { line: ' ' },
      { line: '我雪', moves: '=' },
      { line: '海我愛', moves: '-=' },
      { line: '我海', moves: '+' },
    ];
    const { body } = await post({ lines, scheme: 'ax/A A' });
    expect(body.lines.map(({ rhyme, scheme }: { rhyme: string; scheme: string }) => [rhyme, scheme])).toEqual([
      ['oi', 'A'],
      [null, null],
      ['yut', 'B'],
      ['oi', 'A'],
      ['oi', 'A'],
    ]);
    expect(body.rhymes).toEqual({
      wanted: [{ letter: 'A', lines: [0, 3, 4], rhyme: 'oi', close: [], off: [] }],
      close: [],
      repeated: [{ char: '愛', jyutping: 'oi3', words: ['愛'], lines: [0, 3] }],
    });
    expect((await post({ lines })).body.rhymes).not.toHaveProperty('wanted');
  });

  it.each([
    [{ scheme: 'AB' }, 'scheme: has 2 letters; lines with something sung: 1. Give a letter for each'],
    [{ scheme: 'A1' }, 'scheme: holds something else than letters'],
    [{ scheme: ' '.repeat(1001) }, 'scheme: has more than 1000 letters'],
    [{ lines: [{ line: '我', moves: '', section: '' }] }, 'lines.0.section: is empty; leave it out'],
    [{ lines: [{ line: '我', moves: '', section: 'x'.repeat(61) }] }, 'lines.0.section: has 61 characters; at most 60'],
  ])('refuses %j', async (fields, message) => {
    const answer = await post({ lines: [{ line: '我', moves: '' }, { line: '' }], ...fields });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([expect.stringContaining(`body ${message}`)]);
  });

  it('has no shares where nothing can be compared', async () => {
    const { body } = await post({ lines: [{ line: '……', moves: '' }] });
    expect(body.summary).toMatchObject({ pairs: 0, contrary_share: null, oblique_share: null });
  });

  it('says which line is wrong, and takes 200 lines and no more', async () => {
    const line = { line: '我愛', moves: '=' };
    expect(errorsOf(await post({ lines: [line, { line: '我愛', moves: '==' }] }))).toEqual([
      'body lines.1.moves: has 2 moves, but the line has 2 sung characters and so needs 1',
    ]);
    expect((await post({ lines: Array(200).fill(line) })).status).toBe(200);
    expect((await post({ lines: Array(201).fill(line) })).status).toBe(400);
    expect((await post({ lines: [] })).status).toBe(400);
  });
});
