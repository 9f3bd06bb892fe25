import type { ParameterValue } from '../../src/openapi/examples.ts';

/** What is asked for the example of an operation. */
export interface ExampleRequest {
  readonly summary: string;
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const LEXICON = '/api/lexicon';

const note = (step: string, lyric: string) =>
  `<note><pitch><step>${step}</step><octave>4</octave></pitch><duration>1</duration>${lyric}</note>`;
const lyric = (text: string) => `<lyric><text>${text}</text></lyric>`;
const SCORE = `<score-partwise><part-list><score-part id="P1"><part-name>Vocal</part-name></score-part></part-list><part id="P1"><measure>${note('G', lyric('心'))}${note('E', lyric('事'))}${note('D', '')}</measure></part></score-partwise>`;

/** One question for each operation, by its id. Short ones: the answers are read by people. */
export const OPERATION_REQUESTS: Readonly<Record<string, ExampleRequest>> = {
  synonyms: {
    summary: 'Words like 開心 of four characters that rhyme with 愛, the rhyme widened',
    path: `${LEXICON}/synonyms`,
    parameters: { word: '開心', rhyme_char: '愛', loose_rhyme: true, length: [4], limit: 3 },
  },
  antonyms: {
    summary: 'The opposite of 開心 with the tones 2 and 0: few, so that the answer names ways on',
    path: `${LEXICON}/antonyms`,
    parameters: { word: '開心', code: ['20'], length: [2], reg: ['雅'], limit: 3 },
  },
  word: {
    summary: 'The card of 未來, with at most three related words of each type',
    path: `${LEXICON}/word/{text}`,
    parameters: { text: '未來', relations_limit: 3 },
  },
  browse: {
    summary: 'Joyful words of two characters, with the registers that they have',
    path: `${LEXICON}/browse`,
    parameters: { emotion: ['喜悅'], length: [2], facets: ['reg', 'pos'], limit: 3 },
  },
  search: {
    summary: 'Words of two high tones that rhyme with 愛',
    path: `${LEXICON}/search`,
    parameters: { code: ['33'], rhyme_char: '愛', limit: 3 },
  },
  words: {
    summary: 'Words like 開心 that rhyme with 愛 and have two high tones, by the names of Datamuse',
    path: `${LEXICON}/words`,
    parameters: { ml: '開心', rhy: '愛', tone: ['33'], max: 3 },
  },
  categories: { summary: 'All categories', path: `${LEXICON}/categories` },
  categoryWords: {
    summary: 'Feelings with the tones 3 and 0',
    path: `${LEXICON}/category/{name}/words`,
    parameters: { name: 'noun.feeling', code: ['30'], limit: 3 },
  },
  vocabulary: { summary: 'All emotions, themes and valences', path: `${LEXICON}/vocabulary` },
  homophones: {
    summary: 'Characters that sound like 詩',
    path: `${LEXICON}/homophones/{char}`,
    parameters: { char: '詩' },
  },
  autocomplete: {
    summary: 'Words that begin with hoi1 s…',
    path: `${LEXICON}/autocomplete`,
    parameters: { prefix: 'hoi1 s', limit: 5 },
  },
  annotate: {
    summary: 'Two lines',
    method: 'POST',
    path: `${LEXICON}/annotate`,
    body: { text: '我在期待\n重來' },
  },
  fixContour: {
    summary: 'A line whose melody falls, rises and stays, in three moves',
    method: 'POST',
    path: `${LEXICON}/workflow/fix-contour`,
    body: { line: '我在期待', moves: '-+=', max_candidates: 2 },
  },
  check: {
    summary: 'Two sections of a line each with the same moves, one given in MIDI pitches, that should rhyme',
    method: 'POST',
    path: `${LEXICON}/workflow/check`,
    body: {
      lines: [
        { line: '我在期待', melody: [60, 58, 62, 62], section: 'verse 1' },
        { line: '為你盛開', moves: '-+=', section: 'verse 2' },
      ],
      scheme: 'AA',
    },
  },
  readMelody: {
    summary: 'Two notes of MusicXML, the second on two pitches, under the line 心事',
    method: 'POST',
    path: `${LEXICON}/workflow/melody`,
    body: { file: Buffer.from(SCORE).toString('base64'), text: '心事' },
  },
  rhymeClose: {
    summary: 'Joyful words that rhyme with 愛, two of each pitch',
    path: `${LEXICON}/workflow/rhyme-close`,
    parameters: { rhyme_char: '愛', emotion: ['喜悅'], limit: 2 },
  },
  feedback: {
    summary: 'A reading that is wrong',
    method: 'POST',
    path: `${LEXICON}/feedback`,
    body: { word: '內', field: 'reading', suggestion: 'noi6', note: '「內」只讀 noi6' },
  },
  sources: { summary: 'All sources', path: `${LEXICON}/sources` },
  account: { summary: 'A key on the free plan', path: '/api/account' },
  usage: { summary: 'The last two days of a key', path: '/api/account/usage', parameters: { days: 2 } },
  events: { summary: 'The first event, sent when the stream is opened', path: `${LEXICON}/events` },
  health: { summary: 'All is well', path: '/healthz' },
  readiness: { summary: 'The embedded lexicon answers', path: '/readyz' },
  problem: {
    summary: 'What cursor_expired means',
    path: '/problems/{code}',
    parameters: { code: 'cursor_expired' },
  },
};
