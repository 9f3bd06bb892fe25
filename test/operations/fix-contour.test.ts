import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorsOf, startService, type TestResponse, type TestService } from '../http/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const post = (body: unknown): Promise<TestResponse> => service.post('/api/lexicon/workflow/fix-contour', body);

describe('POST /workflow/fix-contour', () => {
  it('answers risks, swaps, characters and repairs in the shape of the specification', async () => {
    const { status, body } = await post({ line: '我開心', moves: '=-' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['line', 'risk_count', 'risks', 'chars', 'repairs']);
    expect(body).toMatchObject({ line: '我開心', risk_count: 2 });
    expect(body.risks[1]).toEqual({
      position: 2,
      melody_move: '-',
      lyric_move: '=',
      severity: 'oblique',
      sung_share: 0.5345,
      word_swaps: expect.arrayContaining([
        {
          start: 1,
          word: '快樂',
          replaces: '開心',
          jyutping: 'faai3 lok6',
          code: '42',
          source: 'curated',
          score: 90,
          near: 'exact',
          preference: 33,
          resolves: [1, 2],
          lowers: [],
          line: '我快樂',
        },
      ]),
      char_swaps: [],
      reading_swaps: [],
      fixable: false,
      reason_code: 'no_candidate',
      reason: expect.stringContaining('sam1'),
    });
    expect(body.risks[1].word_swaps[0].word).toBe('快樂');
    expect(body.chars[1]).toEqual({
      position: 1,
      char: '開',
      jyutping: 'hoi1',
      tone: 1,
      pitch: 6,
      melody_move: '=',
      lyric_move: '+',
    });
    expect(body.chars[0]).toMatchObject({ melody_move: null, lyric_move: null, pitch: 4 });
  });

  it('takes a melody with fractions and nulls', async () => {
    const { body } = await post({ line: '我愛未來海', melody: [60, 60.5, null, 50, 40] });
    expect(body.risks.map(({ position }: { position: number }) => position)).toEqual([1, 4]);
  });

  it('keeps at most max_candidates of each kind', async () => {
    const { body } = await post({ line: '大害心', moves: '+*', max_candidates: 1 });
    expect(body.risks[0].char_swaps).toHaveLength(1);
    expect(body.risks[0].char_swaps[0]).toMatchObject({ char: '海', forms_word: true });
  });

  it('takes chosen readings by the characters of the line, by sung place, and as it took them', async () => {
    const read = async (readings: unknown) => {
      const { body } = await post({ line: '海，行', moves: '=', readings });
      return body.chars.map(({ jyutping }: { jyutping: string }) => jyutping);
    };
    expect(await read([{ position: 2, jyutping: 'hong4' }])).toEqual(['hoi2', 'hong4']);
    expect(await read([{ sung_position: 1, jyutping: 'hong4' }])).toEqual(['hoi2', 'hong4']);
    expect(await read([{ position: 1, jyutping: 'hong4' }])).toEqual(['hoi2', 'hong4']);
  });

  it('answers other readings of a character as it is', async () => {
    const { body } = await post({ line: '行長', moves: '+' });
    expect(body.risks[0].reading_swaps).toEqual([
      { sung_position: 1, jyutping: 'zoeng2', tone: 2, pitch: 6, code: '3', resolves: [1] },
    ]);
  });

  it('answers a line in which nothing is sung', async () => {
    const { status, body } = await post({ line: '……！', moves: '' });
    expect([status, body.risk_count, body.chars]).toEqual([200, 0, []]);
  });

  it('takes a line of one sung character, which has no move', async () => {
    expect((await post({ line: '愛！', moves: '' })).body).toMatchObject({ risk_count: 0 });
    expect((await post({ line: '愛', melody: [60] })).status).toBe(200);
  });

  it('takes 200 characters and refuses 201', async () => {
    expect((await post({ line: '愛'.repeat(200), moves: '='.repeat(199) })).body).toMatchObject({
      risk_count: 0,
    });
    const refused = await post({ line: '愛'.repeat(201), moves: '='.repeat(200) });
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
    ['an unknown field', { line: '我愛', move: '=', moves: '=' }, 'move: did you mean moves?'],
  ])('says what is wrong with %s', async (_, body, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid_parameter');
    expect(errorsOf(answer).join('\n')).toContain(`body ${message}`);
  });
});
