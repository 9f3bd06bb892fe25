import { describe, expect, it } from '@jest/globals';
import { movesOfMelody, movesOfText, type Tolerance } from '../../src/cantonese/melody.ts';
import { type ContourReport, fixContour } from '../../src/lyrics/fix-contour.ts';
import { swapSourcesOf } from '../../src/lyrics/swaps/find.ts';
import { linesToBytes, memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines, smallManifest } from '../contract/small-lexicon.ts';

const lexicon = memoryLexicon(smallManifest('gworkflow'), linesToBytes(entryLines()), linesToBytes(relationLines()));

interface Asked {
  moves?: string;
  melody?: (number | null)[];
  tolerance?: Tolerance;
  readings?: Record<number, string>;
}

async function fix(
  line: string,
  { moves, melody, tolerance = 'strict', readings = {} }: Asked,
): Promise<ContourReport> {
  const sources = await swapSourcesOf(lexicon);
  const chosen = new Map(Object.entries(readings).map(([position, jyutping]) => [Number(position), jyutping]));
  const asked = melody ? movesOfMelody(melody) : movesOfText(moves ?? '');
  return await fixContour({ line, melody: asked, tolerance, readings: chosen, maxCandidates: 8 }, sources);
}

const positions = (report: ContourReport) => report.risks.map((risk) => risk.position);

// Codes of the words used below: 我 4, 愛 4, 海 3, 開 3, 害 2, 行 0, 雪 4, 開心 33, 快樂 42, 大海 23, 未來 20.
describe('risks', () => {
  it('are where melody and tones disagree, and the last of five characters is position 4', async () => {
    // 我愛未來海 is 4 4 2 0 3: level, down, down, up.
    const report = await fix('我愛未來海', { moves: '=---' });
    expect(report.risks).toMatchObject([{ position: 4, melodyMove: '-', lyricMove: '+', severity: 'contrary' }]);
  });

  it('are none where the melody goes as the tones do', async () => {
    expect(await fix('我愛未來海', { moves: '=--+' })).toMatchObject({ risks: [] });
  });

  it('are contrary where songs seldom move so, and say how often', async () => {
    const report = await fix('我愛海', { moves: '+=' });
    // Tone 5 to 3 rises in 66 of 317, tone 3 to 2 stays in 3 of 315.
    expect(report.risks.map(({ position, severity, sungShare }) => [position, severity, sungShare])).toEqual([
      [1, 'oblique', 66 / 317],
      [2, 'contrary', 3 / 315],
    ]);
  });

  it('between equal levels are none when what is singable is asked', async () => {
    expect(positions(await fix('我愛海', { moves: '+=', tolerance: 'singable' }))).toEqual([2]);
    expect(positions(await fix('我愛海', { moves: '+-', tolerance: 'singable' }))).toEqual([2]);
  });

  it('come out the same from a melody as from its moves, wherever it is transposed', async () => {
    const byMoves = await fix('我愛未來海', { moves: '+-=+' });
    const melody = [60, 62.5, 61, 61, 61.5];
    expect(await fix('我愛未來海', { melody })).toEqual(byMoves);
    expect(await fix('我愛未來海', { melody: melody.map((note) => note + 7) })).toEqual(byMoves);
  });

  it('are not asked of free moves, nor on either side of a null note', async () => {
    expect(positions(await fix('我愛未來海', { moves: '***-' }))).toEqual([4]);
    // The true moves are = - - +; the null frees those into 未 and out of it.
    const report = await fix('我愛未來海', { melody: [60, 70, null, 50, 40] });
    expect(positions(report)).toEqual([1, 4]);
    expect(report.chars.map((char) => char.melodyMove)).toEqual([null, '+', null, null, '-']);
  });

  it('count sung characters only: neither spaces nor punctuation; Latin letters that are no word have no reading', async () => {
    const report = await fix('我，愛 B海！', { moves: '=**' });
    expect(report.chars.map(({ position, char, pitch }) => [position, char, pitch])).toEqual([
      [0, '我', 4],
      [1, '愛', 4],
      [2, 'B', null],
      [3, '海', 6],
    ]);
    expect(report.chars[2]).toMatchObject({ jyutping: null, tone: null, lyricMove: null });
    expect(report.risks).toEqual([]);
  });

  it('follow a chosen reading', async () => {
    expect(positions(await fix('行長', { moves: '+' }))).toEqual([1]);
    expect(positions(await fix('行長', { moves: '+', readings: { 1: 'zoeng2' } }))).toEqual([]);
  });
});

describe('suggestions', () => {
  it('take the place of characters whose reading was chosen, and are read anew', async () => {
    // The readings that the characters have anyway: choosing them changes nothing.
    const readings = { 1: 'hoi1', 2: 'sam1' };
    expect(await fix('我開心', { moves: '=-', readings })).toEqual(await fix('我開心', { moves: '=-' }));
    // 行 stays, and so does what was chosen for it.
    const kept = await fix('開心行', { moves: '--', readings: { 0: 'hoi1', 2: 'hong4' } });
    expect(kept.chars[2]?.jyutping).toBe('hong4');
    expect(kept.risks[0]?.wordSwaps[0]).toMatchObject({ word: '快樂', line: '快樂行', resolves: [1] });
  });
});

describe('word swaps', () => {
  it('replace a whole word by one of like meaning, and say what they clear', async () => {
    // 我開心 is 4 33, asked = and -: both are risks. 我快樂 is 4 42.
    const report = await fix('我開心', { moves: '=-' });
    expect(positions(report)).toEqual([1, 2]);
    for (const risk of report.risks) {
      expect(risk.wordSwaps[0]).toEqual({
        start: 1,
        word: '快樂',
        replaces: '開心',
        jyutping: 'faai3 lok6',
        code: '42',
        source: 'curated',
        score: 90,
        preference: expect.any(Number),
        near: 'exact',
        resolves: [1, 2],
        lowers: [],
        line: '我快樂',
      });
    }
  });

  it('never open another risk at a seam', async () => {
    // Asked + and -: only 2 is a risk. 快樂 would clear it, but goes level out of 我.
    const report = await fix('我開心', { moves: '+-' });
    expect(report.risks.map(({ position, wordSwaps }) => [position, wordSwaps.map(({ word }) => word)])).toEqual([
      [2, []],
    ]);
  });

  it('keep the length', async () => {
    // 靚 and 愛 are synonyms of 開心 too, of one character.
    const report = await fix('開心', { moves: '-' });
    expect(report.risks[0]!.wordSwaps.map(({ word }) => word)).toEqual(['快樂']);
  });
});

describe('character swaps', () => {
  it('keep initial and final at the position, what makes a word first', async () => {
    // 大害 is 2 2, asked +: hoi in a higher tone. 大海 is a word, and 大開 none.
    const report = await fix('大害', { moves: '+' });
    expect(report.risks[0]).toMatchObject({ fixable: true, reasonCode: null, reason: null });
    expect(
      report.risks[0]!.charSwaps.map(({ char, jyutping, pitch, resolves, line }) => [
        char,
        jyutping,
        pitch,
        resolves,
        line,
      ]),
    ).toEqual([
      ['海', 'hoi2', 6, [1], '大海'],
      ['開', 'hoi1', 6, [1], '大開'],
    ]);
  });

  it('make a word with the neighbour on either side', async () => {
    // 海 is more frequent than 開, but 開心 is a word and 海心 is none.
    const report = await fix('我害心', { moves: '+*' });
    expect(report.risks[0]!.charSwaps.map(({ char }) => char)).toEqual(['開', '海']);
  });
});

describe('repairs', () => {
  it('leave no risk in the line, the cheapest first', async () => {
    const report = await fix('我開心', { moves: '=-' });
    expect(report.repairs?.[0]).toMatchObject({
      line: '我快樂',
      clears: [1, 2],
      leaves: [],
      isReadingOnly: false,
      swaps: [{ start: 1, replaces: '開心', word: '快樂', jyutping: 'faai3 lok6', code: '42', source: 'curated' }],
    });
  });
});
