import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import { compareSections, type LineOfSection } from '../../src/lyrics/compare-sections.ts';

const line = (section: string | undefined, moves: string, ...riskPositions: number[]): LineOfSection => ({
  section,
  melody: movesOfText(moves),
  riskPositions,
});
const BLANK: LineOfSection = { section: undefined, melody: [], riskPositions: [] };

describe('comparing sections', () => {
  it('tells risks of a second verse that the first has too from those that only it has', () => {
    const sections = compareSections([
      ...[line('verse 1', '+-=', 1, 3), line('verse 1', '--', 2)],
      BLANK,
      ...[line('verse 2', '+-=', 2, 3), line('verse 2', '--')],
    ]);
    expect(sections).toEqual([
      {
        name: 'verse 1',
        lines: [0, 1],
        riskCount: 3,
        melodyOf: null,
        onlyHere: [],
        inBoth: [],
        otherMoves: [],
      },
      {
        name: 'verse 2',
        lines: [3, 4],
        riskCount: 2,
        melodyOf: 0,
        onlyHere: [{ line: 3, position: 2 }],
        inBoth: [{ line: 3, position: 3 }],
        otherMoves: [],
      },
    ]);
  });

  it('finds the first section with the melody, whatever stands between', () => {
    const sections = compareSections(['+-', '==', '+-', '==', '+-'].map((moves, i) => line(`${i}`, moves, 1)));
    expect(sections.map(({ melodyOf }) => melodyOf)).toEqual([null, null, 0, 1, 0]);
  });

  it('leaves out lines with other moves, and sections with hardly any line in common', () => {
    const verse = ['+-', '--', '=='].map((moves) => line('a', moves));
    const [, changed] = compareSections([...verse, line('b', '+-', 1), line('b', '++', 1), line('b', '==', 2)]);
    expect(changed).toMatchObject({ melodyOf: 0, otherMoves: [4] });
    expect(changed!.onlyHere.map(({ line: index }) => index)).toEqual([3, 5]);
    const melodyOfSecond = (...second: LineOfSection[]) => compareSections([...verse, ...second])[1]!.melodyOf;
    expect(melodyOfSecond(line('b', '+-'), line('b', '++'), line('b', '=-'))).toBe(null);
    expect(melodyOfSecond(line('b', '+-'), line('b', '++'))).toBe(null);
  });

  it('finds a melody again by its lines where one stands between, is left out, or the section is sung twice', () => {
    const of = (name: string, ...moves: string[]) => moves.map((one) => line(name, one, 1));
    const verse = of('a', '+-', '--', '==');
    const second = (...moves: string[]) => compareSections([...verse, ...of('b', ...moves)])[1];
    expect(second('+-', '++-', '--', '==')).toMatchObject({ melodyOf: 0, otherMoves: [4] });
    expect(second('+-', '++-', '--', '==')!.inBoth.map(({ line: index }) => index)).toEqual([3, 5, 6]);
    expect(second('--', '==')).toMatchObject({ melodyOf: 0, otherMoves: [] });
    expect(second('+-', '--', '==', '+-', '--', '==')).toMatchObject({ melodyOf: 0, otherMoves: [6, 7, 8] });
    // One line of three in another order, and one of four that a long section has somewhere.
    expect(second('==', '++', '+-')!.melodyOf).toBe(null);
    expect(second(...Array(9).fill('++'), '+-', '--')!.melodyOf).toBe(null);
  });

  it('finds a melody again where lines have a syllable more or less, half of which it takes for the same', () => {
    const verse = ['+-+-=', '--++=-', '=+-=+', '-+-+=='].map((moves) => line('a', moves));
    const second = (...moves: string[]) => compareSections([...verse, ...moves.map((one) => line('b', one, 1))])[1]!;
    // The second line has a note more, the fourth one less: two of four are the same, and two are alike.
    const changed = second('+-+-=', '--++==-', '=+-=+', '-+-+=');
    expect(changed).toMatchObject({ melodyOf: 0, otherMoves: [5, 7] });
    expect(changed.onlyHere.map(({ line: index }) => index)).toEqual([4, 6]);
    // Lines that are only alike are none in common, and those that are not alike count nothing.
    expect(second('+-+-==', '--++==-', '=+-=++', '-+-+=').melodyOf).toBe(null);
    expect(second('+-+-=', '-=-=-=-', '=+-=+', '=--=').melodyOf).toBe(null);
    // Short lines are alike by chance.
    const short = ['+-', '--', '==', '++'].map((moves) => line('a', moves));
    const other = ['+-', '-', '==', '+'].map((moves) => line('b', moves));
    expect(compareSections([...short, ...other])[1]!.melodyOf).toBe(null);
  });

  it('takes the section with most of its lines', () => {
    const sections = compareSections(
      [
        ['a', '+-', '--', '++'],
        ['b', '=-', '--', '==', '+='],
        ['c', '+-', '--', '==', '+='],
      ].flatMap(([name, ...moves]) => moves.map((one) => line(name, one))),
    );
    expect(sections.map(({ melodyOf }) => melodyOf)).toEqual([null, null, 1]);
  });

  it('does not take lines for the same melody where nothing is known of it', () => {
    const sections = compareSections([line('a', '*'), line('b', '*')]);
    expect(sections.map(({ melodyOf }) => melodyOf)).toEqual([null, null]);
  });

  it('ends a section at a line of none, not at a blank one', () => {
    const lines = [line('a', '+'), BLANK, line('a', '-'), line(undefined, '='), line('a', '=')];
    expect(compareSections(lines).map((section) => section.lines)).toEqual([[0, 2], [4]]);
    expect(compareSections([BLANK])).toEqual([]);
  });
});
