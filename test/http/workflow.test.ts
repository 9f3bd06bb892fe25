import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorsOf, startService, type TestResponse, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const post = (path: string, body: unknown): Promise<TestResponse> =>
  service.post(`/api/lexicon/workflow/${path}`, body);

describe('POST /workflow/fix-contour', () => {
  it('answers risks, swaps, characters and repairs in the shape of the specification', async () => {
    const { status, body } = await post('fix-contour', { line: '我開心', moves: '=-' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['line', 'risk_count', 'risks', 'chars', 'repairs']);
    expect(body).toMatchObject({ line: '我開心', risk_count: 2 });
    expect(body.risks[1]).toEqual({
      position: 2,
      melody_move: '-',
      lyric_move: '=',
      severity: 'oblique',
      word_swaps: [
        {
          ...{
            start: 1,
            word: '快樂',
            replaces: '開心',
            jyutping: 'faai3 lok6',
            code: '42',
            source: 'curated',
            score: 90,
          },
          ...{ resolves: [1, 2], line: '我快樂' },
        },
      ],
      char_swaps: [],
      reading_swaps: [],
      fixable: false,
      reason_code: 'no_candidate',
      reason: expect.stringContaining('sam1'),
    });
    expect(body.chars[1]).toEqual({
      ...{ position: 1, char: '開', jyutping: 'hoi1', tone: 1, pitch: 6, melody_move: '=', lyric_move: '+' },
    });
    expect(body.chars[0]).toMatchObject({ melody_move: null, lyric_move: null, pitch: 4 });
  });

  it('takes a melody with fractions and nulls', async () => {
    const { body } = await post('fix-contour', { line: '我愛未來海', melody: [60, 60.5, null, 50, 40] });
    expect(body.risks.map(({ position }: { position: number }) => position)).toEqual([1, 4]);
  });

  it('keeps at most max_candidates of each kind', async () => {
    const { body } = await post('fix-contour', { line: '我害', moves: '+', max_candidates: 1 });
    expect(body.risks[0].char_swaps).toHaveLength(1);
    expect(body.risks[0].char_swaps[0]).toMatchObject({ char: '海', forms_word: false });
  });

  it('answers other readings of a character as it is', async () => {
    const { body } = await post('fix-contour', { line: '行長', moves: '+' });
    expect(body.risks[0].reading_swaps).toEqual([{ jyutping: 'zoeng2', tone: 2, pitch: 6, code: '3', resolves: [1] }]);
  });

  it('answers a line in which nothing is sung', async () => {
    const { status, body } = await post('fix-contour', { line: '……！', moves: '' });
    expect([status, body.risk_count, body.chars]).toEqual([200, 0, []]);
  });

  it('takes a line of one sung character, which has no move', async () => {
    expect((await post('fix-contour', { line: '愛！', moves: '' })).body).toMatchObject({ risk_count: 0 });
    expect((await post('fix-contour', { line: '愛', melody: [60] })).status).toBe(200);
  });

  it('takes 200 characters and refuses 201', async () => {
    expect((await post('fix-contour', { line: '愛'.repeat(200), moves: '='.repeat(199) })).body).toMatchObject({
      risk_count: 0,
    });
    const refused = await post('fix-contour', { line: '愛'.repeat(201), moves: '='.repeat(200) });
    expect(refused.status).toBe(400);
    expect(errorsOf(refused)).toEqual(['body line: has 201 characters; at most 200 are taken']);
  });

  it.each([
    ['an empty line', { line: '', moves: '' }, 'line: is empty'],
    ['no line', { moves: '' }, 'line: is needed'],
    ['neither moves nor melody', { line: '我愛' }, 'melody: is needed, or moves'],
    ['both', { line: '我愛', moves: '=', melody: [60, 60] }, 'melody: is given beside moves'],
    [
      'too many moves',
      { line: '我愛', moves: '==' },
      'moves: has 2 moves, but the line has 2 sung characters and so needs 1',
    ],
    ['too few notes', { line: '我，愛', melody: [60] }, 'melody: has 1 notes, but the line has 2 sung characters'],
    ['letters in moves', { line: '我愛', moves: 'u' }, 'moves: holds something else than moves'],
    ['a note that is no number', { line: '我愛', melody: [60, 'C4'] }, 'melody.1: is no MIDI pitch: 0 to 127'],
    ['a note below those of MIDI', { line: '我愛', melody: [60, -1] }, 'melody.1: is no MIDI pitch: 0 to 127'],
    ['a note above those of MIDI', { line: '我愛', melody: [127.5, 60] }, 'melody.0: is no MIDI pitch: 0 to 127'],
    ['too few digits', { line: '我愛', melody_code: '3' }, 'melody_code: has 1 digits, but the line has 2 sung'],
    [
      'digits that are no code',
      { line: '我愛', melody_code: '31' },
      'melody_code: holds something else than 0, 2, 3 and 4',
    ],
    ['moves beside digits', { line: '我愛', moves: '=', melody_code: '33' }, 'melody_code: is given beside moves'],
    ['an empty line', { line: '', moves: '' }, 'line: is empty'],
    ['half of a surrogate pair', '{"line":"我\\ud842","moves":"="}', 'line: holds half of a surrogate pair'],
    ['a line break', { line: '我\n愛', moves: '=' }, 'line: holds a line break'],
    [
      'too many candidates',
      { line: '我愛', moves: '=', max_candidates: 21 },
      'max_candidates: is not a whole number from 1 to 20',
    ],
    [
      'no candidate',
      { line: '我愛', moves: '=', max_candidates: 0 },
      'max_candidates: is not a whole number from 1 to 20',
    ],
    [
      'a reading that is none',
      { line: '我愛', moves: '=', readings: [{ position: 0, jyutping: 'xx' }] },
      'readings.0.jyutping: “xx” is not',
    ],
    [
      'a reading beyond the line',
      { line: '我愛', moves: '=', readings: [{ position: 2, jyutping: 'oi3' }] },
      'readings: position 2 is beyond',
    ],
    ['a list for a body', [], ': the body is not a JSON object; send one'],
    ['null for a body', 'null', ': the body is not a JSON object; send one'],
    [
      'a reading that is no object',
      { line: '我愛', moves: '=', readings: ['oi3'] },
      'readings.0: is not a JSON object; send one',
    ],
    ['an unknown tolerance', { line: '我愛', moves: '=', tolerance: 'lax' }, 'tolerance: is one of strict, singable'],
    ['an unknown field', { line: '我愛', move: '=', moves: '=' }, 'move: is not a field that is read here'],
  ])('says what is wrong with %s', async (_, body, message) => {
    const answer = await post('fix-contour', body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid_parameter');
    expect(errorsOf(answer).join('\n')).toContain(`body ${message}`);
  });
});

describe('POST /workflow/check', () => {
  it('answers the risks of each line and a summary of all pairs', async () => {
    // 我愛海 is = +, asked + -: oblique and contrary. 我雪 is level, and so asked.
    const { status, body } = await post('check', {
      lines: [
        { line: '我愛海', moves: '+-' },
        { line: '我雪', melody: [60, 60] },
      ],
    });
    expect(status).toBe(200);
    expect(body.lines.map(({ risk_count }: { risk_count: number }) => risk_count)).toEqual([2, 0]);
    expect(body.lines[0].risks[1]).toEqual({ position: 2, melody_move: '-', lyric_move: '+', severity: 'contrary' });
    expect(body.summary).toEqual({
      ...{ pairs: 3, contrary: 1, oblique: 1, contrary_share: 0.3333, oblique_share: 0.3333 },
      published: { contrary_share: 0.01, oblique_share: 0.156 },
    });
  });

  it('forgives what is singable in the lines, and still counts it in the summary', async () => {
    const { body } = await post('check', { lines: [{ line: '我愛海', moves: '+-' }], tolerance: 'singable' });
    expect(body.lines[0].risk_count).toBe(1);
    expect(body.summary).toMatchObject({ oblique: 1, contrary: 1 });
  });

  it('takes blank lines without a melody, as annotate does', async () => {
    const { status, body } = await post('check', {
      lines: [{ line: '我愛', moves: '=' }, { line: '' }, { line: ' ' }],
    });
    expect(status).toBe(200);
    expect(body.lines.slice(1).map(({ chars }: { chars: unknown[] }) => chars)).toEqual([[], []]);
  });

  it('reads simplified lines in their traditional form, and says so', async () => {
    const lines = [{ line: '我爱海', moves: '+-' }];
    const { body } = await post('check', { lines });
    expect(body.lines[0]).toMatchObject({ line: '我愛海', normalized_from: '我爱海', risk_count: 2 });
    const fixed = await post('fix-contour', lines[0]!);
    expect(fixed.body).toMatchObject({ line: '我愛海', normalized_from: '我爱海', risk_count: 2 });
    expect(fixed.body.chars.map(({ char }: { char: string }) => char)).toEqual(['我', '愛', '海']);
  });

  it('reads a line of digits as tones without words', async () => {
    const { body } = await post('fix-contour', { line: '34 0', melody_code: '330' });
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
    const { body: mixed } = await post('fix-contour', { line: '3愛', melody_code: '30' });
    expect(mixed.chars[0].pitch).toBe(null);
  });

  it('compares notes by semitones', async () => {
    const { body } = await post('check', { lines: [{ line: '我愛', melody: [60.4, 59.6] }] });
    expect(body.lines[0].chars[1].melody_move).toBe('=');
  });

  it('reads signs that look like moves as the moves', async () => {
    const { body } = await post('check', { lines: [{ line: '我愛海我', moves: '＝＋−' }] });
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
    const { body } = await post('check', { lines: verses });
    expect(body.sections).toEqual([
      {
        ...{ section: 'verse 1', lines: [0], risk_count: 0, melody_of: null },
        ...{ only_here: [], in_both: [], other_moves: [] },
      },
      {
        ...{ section: 'verse 2', lines: [2], risk_count: 2, melody_of: 0 },
        only_here: [
          { line: 2, position: 1 },
          { line: 2, position: 2 },
        ],
        ...{ in_both: [], other_moves: [] },
      },
    ]);
    expect((await post('check', { lines: [{ line: '我愛海', moves: '=+' }] })).body).not.toHaveProperty('sections');
  });

  it('tells how lines rhyme, and holds them against a scheme', async () => {
    const lines = [
      { line: '我愛', moves: '=' },
      { line: ' ' },
      { line: '我雪', moves: '=' },
      { line: '海我愛', moves: '-=' },
      { line: '我海', moves: '+' },
    ];
    const { body } = await post('check', { lines, scheme: 'ax/A A' });
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
    expect((await post('check', { lines })).body.rhymes).not.toHaveProperty('wanted');
  });

  it.each([
    [{ scheme: 'AB' }, 'scheme: has 2 letters; lines with something sung: 1. Give a letter for each'],
    [{ scheme: 'A1' }, 'scheme: holds something else than letters'],
    [{ scheme: ' '.repeat(1001) }, 'scheme: has more than 1000 letters'],
    [{ lines: [{ line: '我', moves: '', section: '' }] }, 'lines.0.section: is empty; leave it out'],
    [{ lines: [{ line: '我', moves: '', section: 'x'.repeat(61) }] }, 'lines.0.section: has 61 characters; at most 60'],
  ])('refuses %j', async (fields, message) => {
    const answer = await post('check', { lines: [{ line: '我', moves: '' }, { line: '' }], ...fields });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([expect.stringContaining(`body ${message}`)]);
  });

  it('has no shares where nothing can be compared', async () => {
    const { body } = await post('check', { lines: [{ line: '……', moves: '' }] });
    expect(body.summary).toMatchObject({ pairs: 0, contrary_share: null, oblique_share: null });
  });

  it('says which line is wrong, and takes 200 lines and no more', async () => {
    const line = { line: '我愛', moves: '=' };
    expect(errorsOf(await post('check', { lines: [line, { line: '我愛', moves: '==' }] }))).toEqual([
      'body lines.1.moves: has 2 moves, but the line has 2 sung characters and so needs 1',
    ]);
    expect((await post('check', { lines: Array(200).fill(line) })).status).toBe(200);
    expect((await post('check', { lines: Array(201).fill(line) })).status).toBe(400);
    expect((await post('check', { lines: [] })).status).toBe(400);
  });
});
