import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import { checkLines } from '../../src/lyrics/check-lines.ts';
import { runToCompletion } from '../../src/time-slicing.ts';
import { tableOf } from '../cantonese/table.ts';

// Codes: 我 4, 愛 4, 未來 20, 海 3, 行 0 or, in another reading, 2.
const table = tableOf(
  ['我', 'ngo5', 1700],
  ['愛', 'oi3', 1400],
  ['海', 'hoi2', 1300],
  ['行', 'hong4 / hang6', 1300],
  ['未來', 'mei6 loi4', 1400],
);

const check = (lines: [line: string, moves: string, readings?: [number, string][]][]) =>
  runToCompletion(
    checkLines(
      lines.map(([line, moves, readings = []]) => ({ line, melody: movesOfText(moves), readings: new Map(readings) })),
      'strict',
      table,
    ),
  );

describe('checking lines', () => {
  it('counts pairs only where both melody and tones are known', () => {
    // Free, then known; A has no reading; the melody ends before the line and after it.
    expect(check([['我愛海', '*+']]).summary).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(check([['我A海', '+-']]).summary).toEqual({ pairs: 0, contrary: 0, oblique: 0 });
    expect(check([['我愛海', '=']]).summary).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(check([['我愛', '=---']]).summary).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(check([['', '']])).toEqual({
      lines: [{ line: '', risks: [], chars: [], end: null }],
      summary: { pairs: 0, contrary: 0, oblique: 0 },
    });
  });

  it('tells how each line ends: the last sung character and its word', () => {
    const { lines } = check([
      ['我未來！', '+-'],
      ['行', '', [[0, 'hang6']]],
      ['愛A', '='],
    ]);
    expect(lines.map(({ end }) => end)).toEqual([
      { char: '來', word: '未來', jyutping: 'loi4', rhyme: 'oi' },
      { char: '行', word: '行', jyutping: 'hang6', rhyme: 'ang' },
      { char: 'A', word: 'A', jyutping: null, rhyme: null },
    ]);
  });

  it('reads as it was chosen, and shows each character with both moves', () => {
    // 行 0 falls from 我; under the same melody 2 falls too, and rises to 海 as 0 does.
    const { lines } = check([['我，行海', '=+', [[1, 'hang6']]]]);
    expect(lines[0]!.risks).toMatchObject([{ position: 1, melodyMove: '=', lyricMove: '-' }]);
    expect(lines[0]!.chars).toMatchObject([
      { position: 0, char: '我', jyutping: 'ngo5', tone: 5, pitch: 4, melodyMove: null, lyricMove: null },
      { position: 1, char: '行', jyutping: 'hang6', tone: 6, pitch: 2, melodyMove: '=', lyricMove: '-' },
      { position: 2, char: '海', jyutping: 'hoi2', tone: 2, pitch: 6, melodyMove: '+', lyricMove: '+' },
    ]);
  });
});

describe('readings that the melody decides', () => {
  const lexicon = tableOf(['為何', 'wai6 ho4', 1500], ['為', 'wai6', 1600], ['何', 'ho4', 1500]);
  const checked = (moves: string, readings: [number, string][] = []) =>
    runToCompletion(
      checkLines([{ line: '為何', melody: movesOfText(moves), readings: new Map(readings) }], 'strict', lexicon),
    ).lines[0]!;

  it('are shown, and are no risk', () => {
    const { chars, risks } = checked('=');
    expect(risks).toEqual([]);
    expect(chars).toMatchObject([
      { jyutping: 'wai4', tone: 4, isReadByMelody: true },
      { jyutping: 'ho4', isReadByMelody: false },
    ]);
  });

  it('are those of the line where the melody goes as they do, or the writer chose', () => {
    expect(checked('-').chars).toMatchObject([{ jyutping: 'wai6', isReadByMelody: false }, {}]);
    expect(checked('=', [[0, 'wai6']])).toMatchObject({ risks: [{ position: 1 }] });
  });
});
