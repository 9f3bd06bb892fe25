import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { errorsOf, startService, type TestResponse, type TestService } from '../http/service.ts';
import { ZIP64_OF_98_BYTES } from '../melody/hostile-files.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const post = (path: string, body: unknown): Promise<TestResponse> =>
  service.post(`/api/lexicon/workflow/${path}`, body);
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes as string).toString('base64');
const note = (step: string, lyric = '') =>
  `<note><pitch><step>${step}</step><octave>4</octave></pitch><duration>1</duration>${
    lyric && `<lyric><text>${lyric}</text></lyric>`
  }</note>`;
const part = (id: string, notes: string) => `<part id="${id}"><measure>${notes}</measure></part>`;
const score = (...parts: string[]) => `<score-partwise>
  <part-list><score-part id="P1"><part-name>Piano</part-name></score-part></part-list>${parts.join('')}</score-partwise>`;
const piano = part('P1', note('C') + note('D'));
/** 我 on C; 愛 on E and D; 海 on G. */
const vocal = part('P2', note('C', '我') + note('E', '愛') + note('D') + note('G', '海'));

describe('POST /workflow/melody', () => {
  it('answers the lines of the sung part with notes, moves, words and melismas', async () => {
    const { status, body } = await post('melody', { file: base64(score(piano, vocal)) });
    expect(status).toBe(200);
    expect(body).toEqual({
      tempo: null,
      parts: [
        { name: 'Piano', note_count: 2, has_words: false, lowest: 60, highest: 62 },
        { name: '', note_count: 3, has_words: true, lowest: 60, highest: 67 },
      ],
      part: 1,
      lines: [
        {
          line: '我愛海',
          sung_count: 3,
          melody: [60, 64, 67],
          moves: '++',
          notes: [
            { pitch: 60, start: 0, beats: 1, syllable: '我' },
            { pitch: 64, start: 1, beats: 2, syllable: '愛', melisma: [62] },
            { pitch: 67, start: 3, beats: 1, syllable: '海' },
          ],
        },
      ],
    });
    const [{ line, melody }] = body.lines;
    expect((await post('check', { lines: [{ line, melody }] })).status).toBe(200);
  });

  it('lays the melody under the lyrics that are sent with it', async () => {
    const { body } = await post('melody', { file: base64(score(piano, vocal)), text: '我\n\n愛大海' });
    expect(body.lines).toMatchObject([
      { line: '我', sung_count: 1, melody: [60], moves: '' },
      { line: '', sung_count: 0, melody: [], moves: '' },
      { line: '愛大海', sung_count: 3, melody: [64, null, 67], moves: '**' },
    ]);
  });

  it('reads the part that is asked for', async () => {
    const { body } = await post('melody', { file: base64(score(piano, vocal)), part: 0 });
    expect(body).toMatchObject({ part: 0, lines: [{ line: '', sung_count: 0, melody: [60, 62] }] });
    expect(errorsOf(await post('melody', { file: base64(score(piano, vocal)), part: 2 }))).toEqual([
      'body part: 2 is beyond the last part, 1',
    ]);
  });

  it('reads the part of a name, and lists the names where there is none or more than one', async () => {
    const named = (name: string) => `<score-part id="${name}"><part-name>${name}</part-name></score-part>`;
    const two = (first: string, second: string) =>
      base64(
        `<score-partwise><part-list>${named(first)}${named(second)}</part-list>${part(first, note('C'))}${part(second, note('D'))}</score-partwise>`,
      );
    const chosen = await post('melody', { file: two('Flute', 'Oboe'), part: ' oboe' });
    expect(chosen.body).toMatchObject({ part: 1, lines: [{ melody: [62] }] });
    expect(errorsOf(await post('melody', { file: two('Flute', 'Oboe'), part: 'Horn' }))).toEqual([
      'body part: is the name of no part. The parts are: 0 Flute, 1 Oboe',
    ]);
    const alike = two('Flute', 'flute');
    expect(errorsOf(await post('melody', { file: alike, part: 'FLUTE' }))).toEqual([
      'body part: is the name of 2 parts: give the number, one of 0, 1',
    ]);
    expect(errorsOf(await post('melody', { file: alike, part: 1.5 }))[0]).toMatch(/^body part: is neither the number/);
  });

  it('says what of the part it has left out, if anything', async () => {
    const chord = note('E', '心') + note('C').replace('<pitch>', '<chord/><pitch>');
    const { body } = await post('melody', { file: base64(score(part('P1', chord))) });
    expect(body.left_out).toEqual({ lower_notes: 1 });
    expect((await post('melody', { file: base64(score(piano)) })).body).not.toHaveProperty('left_out');
  });

  it('takes base64 with line breaks, and files larger than other bodies', async () => {
    const encoded = base64(score(part('P1', note('C').repeat(1990)))).replace(/.{76}/g, '$&\r\n');
    expect(encoded.length).toBeGreaterThan(128 * 1024);
    const { status, body } = await post('melody', { file: encoded });
    expect([status, body.parts[0].note_count]).toEqual([200, 1990]);
    // Other operations keep their limit.
    const refused = await post('check', { lines: [], padding: encoded });
    expect([refused.status, refused.body.detail]).toEqual([413, expect.stringContaining('Send fewer lines')]);
  });

  it.each(['', 'gzip'])('says of a larger body, sent by %p, what to send instead', async (encoding) => {
    const body = JSON.stringify({ file: 'A'.repeat(600 * 1024) });
    const headers = { 'Content-Type': 'application/json', ...(encoding && { 'Content-Encoding': encoding }) };
    const bytes = encoding ? gzipSync(body) : body;
    const answer = await service.get('/api/lexicon/workflow/melody', { method: 'POST', headers, body: bytes });
    expect([answer.status, answer.body.detail]).toEqual([
      413,
      'The body is larger than 524288 bytes. Send a smaller file: export the sung part alone, MusicXML as .mxl.',
    ]);
  });

  it.each([
    ['no file', undefined, 'is needed'],
    ['an empty file', '', 'is not base64'],
    ['what is not base64', '心事', 'is not base64'],
    ['another type', base64('心事'), 'is neither MIDI nor MusicXML. Export'],
    ['a damaged file', base64('MThd'), 'cannot be read; it may be damaged'],
    ['a score without notes', base64(score()), 'holds no notes'],
    ['another kind of MusicXML', base64('<score-timewise/>'), 'is MusicXML of the kind score-timewise'],
    ['a large file', base64(' '.repeat(256 * 1024 + 1)), 'is larger than 262144 bytes'],
    ['a very large file', base64(' '.repeat(300 * 1024)), 'is larger than 262144 bytes'],
    [
      'a zip of much',
      base64(zipSync({ 'a.xml': Buffer.from(score(vocal) + ' '.repeat(3e6)) })),
      'holds more than is read',
    ],
    ['98 bytes that claim to be a zip of 2³² − 1 files', base64(ZIP64_OF_98_BYTES), 'is a zip of the kind zip64'],
    ['many notes', base64(score(part('P1', note('C').repeat(2001)))), 'has 2001 notes in part 0; at most 2000'],
    ['many parts', base64(score(...Array(101).fill(piano))), 'has 101 parts; at most 100'],
    ['many words', base64(score(part('P1', note('C', '心'.repeat(5001))))), 'has 5001 characters of words in part 0'],
  ])('refuses %s, and says why', async (_, file, message) => {
    const answer = await post('melody', { file });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([expect.stringContaining(`body file: ${message}`)]);
    expect(JSON.stringify(answer.body).length).toBeLessThan(2000);
  });
});
