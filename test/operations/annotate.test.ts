import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorsOf, startService, type TestResponse, type TestService } from '../http/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const annotate = (body: unknown): Promise<TestResponse> => service.post('/api/lexicon/annotate', body);

describe('POST /annotate', () => {
  it('answers lines of characters in the shape of the specification', async () => {
    const { status, body } = await annotate({ text: '我開心\r\n\nOK！' });
    expect(status).toBe(200);
    expect(body).toEqual({
      lines: [
        {
          text: '我開心',
          code: '433',
          rhyme: 'am',
          scheme: 'A',
          chars: [
            { char: '我', jyutping: 'ngo5', code: '4', tone: 5, rhyme: 'o', g: 0 },
            { char: '開', jyutping: 'hoi1', code: '3', tone: 1, rhyme: 'oi', g: 1 },
            { char: '心', jyutping: 'sam1', code: '3', tone: 1, rhyme: 'am', g: 1 },
          ],
        },
        { text: '', code: '', rhyme: null, scheme: null, chars: [] },
        {
          text: 'OK！',
          code: '',
          rhyme: null,
          scheme: null,
          chars: [
            { char: 'O', jyutping: null, code: null, tone: null, rhyme: null, g: 0 },
            { char: 'K', jyutping: null, code: null, tone: null, rhyme: null, g: 0 },
            { char: '！', jyutping: null, code: null, tone: null, rhyme: null, g: 1 },
          ],
        },
      ],
    });
  });

  it('has a place for each syllable of a Latin word, and for each letter that is said singly', async () => {
    const { body } = await annotate({
      text: 'Baby我love愛 MV',
      readings: [{ line: 0, position: 2, jyutping: 'ngo5' }],
    });
    const { chars, code } = body.lines[0];
    expect(chars.map(({ char, g }: { char: string; g: number }) => `${char} ${g}`)).toEqual([
      ...['Ba 0', 'by 0', '我 1', 'love 2', '愛 3', '  4', 'M 5', 'V 5'],
    ]);
    expect(chars[0]).toEqual({ char: 'Ba', jyutping: null, code: null, tone: null, rhyme: null, g: 0 });
    expect(code).toHaveLength(2);
    const beyond = await annotate({ text: 'love', readings: [{ line: 0, position: 1, jyutping: 'ngo5' }] });
    expect(errorsOf(beyond)[0]).toContain('line 0 has 1 characters');
  });

  it('costs one credit', async () => {
    const { headers } = await annotate({ text: '我' });
    expect(headers.get('x-quota-cost') ?? '1').toBe('1');
  });

  it('reads simplified text in traditional form and says what was sent', async () => {
    const { body } = await annotate({ text: '我开心' });
    expect(body.lines[0]).toMatchObject({ text: '我開心', normalized_from: '我开心', code: '433' });
  });

  it('follows chosen readings', async () => {
    const { body } = await annotate({ text: '我\n我', readings: [{ line: 1, position: 0, jyutping: ' NGO2 ' }] });
    expect(body.lines.map((line: { code: string }) => line.code)).toEqual(['4', '3']);
    expect(body.lines[1].chars[0]).toMatchObject({ jyutping: 'ngo2', polyphones: ['ngo5', 'ngo2'] });
  });

  it.each([
    ['，。！ ', '', 4],
    ['', '', 0],
    ['   ', '', 3],
    ['\u0065\u0301', '', 1],
  ])('answers %j without a reading', async (text, code, characters) => {
    const { status, body } = await annotate({ text });
    expect(status).toBe(200);
    expect(body.lines).toHaveLength(1);
    expect(body.lines[0]).toMatchObject({ code, rhyme: null, scheme: null });
    expect(body.lines[0].chars).toHaveLength(characters);
  });

  it('takes 5,000 characters and 200 lines, and no more', async () => {
    expect((await annotate({ text: '我'.repeat(5000) })).status).toBe(200);
    expect((await annotate({ text: '\n'.repeat(199) })).body.lines).toHaveLength(200);
    expect(errorsOf(await annotate({ text: '我'.repeat(5001) }))).toEqual([
      'body text: has 5001 characters; at most 5000 are taken: send it in parts',
    ]);
    expect(errorsOf(await annotate({ text: '\n'.repeat(200) }))).toEqual([
      'body text: has 201 lines; at most 200 are taken: send it in parts',
    ]);
    expect((await annotate({ text: '𠮷'.repeat(5000) })).status).toBe(200);
  });

  it.each<[unknown, string]>([
    [{}, 'body text: is needed: the text to annotate'],
    [{ text: 5 }, 'body text: is needed: the text to annotate'],
    ['{"text":"我\\ud800"}', 'body text: holds half of a surrogate pair; send whole characters in UTF-8'],
    [{ text: '我', mode: 1 }, 'body mode: is not a field that is read here; take it out'],
    [
      { text: '我', readings: [{ line: 1, position: 0, jyutping: 'ngo5' }] },
      'body readings.0.line: 1 is beyond the last line, 0',
    ],
    [
      { text: '我', readings: [{ line: 0, position: 1, jyutping: 'ngo5' }] },
      'body readings.0.position: 1 is beyond the end: line 0 has 1 characters',
    ],
    [
      { text: '我，', readings: [{ line: 0, position: 1, jyutping: 'ngo5' }] },
      'body readings.0.position: 1 is a space or punctuation, which has no reading',
    ],
    [
      {
        text: '我',
        readings: [
          { line: 0, position: 0, jyutping: 'ngo5' },
          { line: 0, position: 0, jyutping: 'ngo2' },
        ],
      },
      'body readings.1.position: 0 is given twice; choose one reading',
    ],
    [
      { text: '我', readings: [{ line: 0, position: 0, jyutping: 'wo' }] },
      'body readings.0.jyutping: “wo” is not a toned syllable of jyutping, such as hoi1',
    ],
    [
      { text: '我', readings: [{ line: -1, position: 0, jyutping: 'ngo5' }] },
      'body readings.0.line: is below 0, the first one',
    ],
  ])('refuses %j', async (body, message) => {
    const answer = await annotate(body);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([message]);
  });
});
