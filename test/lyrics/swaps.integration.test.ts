import { describe, expect, it } from '@jest/globals';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../indexer/tables/quality-tables.ts';
import { readTable } from '../../indexer/tables/read-table.ts';
import { type MoveList, movesOfCodes, movesOfText, type Tolerance } from '../../src/cantonese/melody.ts';
import { fixContour } from '../../src/lyrics/fix-contour.ts';
import { readSungLine } from '../../src/lyrics/sung-line.ts';
import { swapSourcesOf } from '../../src/lyrics/swaps/find.ts';
import { fullStoreForTests } from '../support/full-store.ts';

/** A line with its moves, and the swaps that it must have. */
interface Row {
  readonly line: string;
  readonly moves: string;
  /** Word swaps of some risk, with their least preference. */
  readonly offers?: Readonly<Record<string, number>>;
  /** Word swaps of which each has a lower preference, or is not offered. */
  readonly doubts?: Readonly<Record<string, number>>;
  /** Character swaps of some risk. */
  readonly characters?: readonly string[];
}

const ROWS: readonly Row[] = [
  // A noun for a verb, as the lexicon labels them.
  { line: '憂慮', moves: '=', offers: { 擔憂: 30 } },
  { line: '思念像雨一樣落下', moves: '====+=-', doubts: { 投降: 50 } },
  { line: '今日天氣好', moves: '-+--', characters: ['浩', '號'] },
];

const NONE = new Map<number, string>();

describe('swaps on the whole lexicon', () => {
  const store = fullStoreForTests();

  const fix = (line: string, melody: MoveList, tolerance: Tolerance) =>
    store.read(async (lexicon) =>
      fixContour({ line, melody, tolerance, readings: NONE, maxCandidates: 20 }, await swapSourcesOf(lexicon)),
    );
  const melodyOf = (line: string) =>
    store.read(async (lexicon) => movesOfCodes(readSungLine(line, await lexicon.wordTable(), NONE).codes));

  it.each(ROWS)('$line over $moves', async ({ line, moves, offers = {}, doubts = {}, characters = [] }) => {
    const { risks } = await fix(line, movesOfText(moves), 'strict');
    const preferences = new Map(risks.flatMap(({ wordSwaps }) => wordSwaps.map((one) => [one.word, one.preference])));
    for (const [word, least] of Object.entries(offers)) expect(preferences.get(word)).toBeGreaterThanOrEqual(least);
    for (const [word, most] of Object.entries(doubts)) expect(preferences.get(word) ?? 0).toBeLessThan(most);
    const chars = risks.flatMap(({ charSwaps }) => charSwaps.map(({ char }) => char));
    expect(chars).toEqual(expect.arrayContaining([...characters]));
    for (const { fixable, charSwaps, reason } of risks) {
      expect(fixable).toBe(charSwaps.length > 0);
      expect(reason === null).toBe(fixable);
    }
  });

  /** Of lines with a word that clashes: the place of a usable word among the swaps, how many there are, and whether the line is repaired. */
  async function clashes(rows: readonly { line: string; sung: string; word: string; usable: readonly string[] }[]) {
    const found: { place: number; count: number; isRepaired: boolean }[] = [];
    for (const { line, sung, word, usable } of rows) {
      const { risks, repairs } = await fix(line, await melodyOf(sung), 'strict');
      if (risks.length === 0) continue;
      const places = risks.map(({ wordSwaps }) =>
        wordSwaps.findIndex((swap) => swap.replaces === word && usable.includes(swap.word)),
      );
      found.push({
        place: Math.min(...places.map((place) => (place < 0 ? Infinity : place))),
        count: Math.min(...risks.map(({ wordSwaps }) => wordSwaps.length)),
        isRepaired: repairs !== undefined,
      });
    }
    const share = (test: (one: (typeof found)[number]) => boolean) => found.filter(test).length / found.length;
    return {
      lines: found.length,
      first: share(({ place }) => place === 0),
      firstThree: share(({ place }) => place < 3),
      offered: share(({ place }) => place < 8),
      nothing: share(({ count }) => count === 0),
      repaired: share(({ isRepaired }) => isRepaired),
    };
  }

  it('offer the word that stood in a line where another was planted', async () => {
    const rows = readTable(DATA_ROOT, QUALITY_TABLES.plantedClashes).rows.map(({ value }) => value);
    const planted = rows.map(({ line, word, planted: other }) => ({
      line: line.replace(word, other),
      sung: line,
      word: other,
      usable: [word],
    }));
    const { lines, first, firstThree, offered, repaired } = await clashes(planted);
    expect(lines).toBeGreaterThan(40);
    expect(first).toBeGreaterThan(0.7);
    expect(firstThree).toBeGreaterThan(0.75);
    expect(offered).toBeGreaterThan(0.84);
    expect(repaired).toBeGreaterThan(0.88);
  });

  it('repair most lines of which one move is turned against the tones', async () => {
    const rows = readTable(DATA_ROOT, QUALITY_TABLES.turnedMoves).rows.map(({ value }) => value);
    const reports = await Promise.all(rows.map(({ line, moves }) => fix(line, movesOfText(moves), 'strict')));
    const turned = reports.filter(({ risks }) => risks.length > 0);
    expect(turned.length).toBeGreaterThan(40);
    expect(turned.filter(({ repairs }) => repairs !== undefined).length / turned.length).toBeGreaterThan(0.55);
  });

  it.each(['dev', 'test'] as const)('offer a usable word for one that clashes: %s', async (half) => {
    const rows = readTable(DATA_ROOT, QUALITY_TABLES.naturalClashes).rows.map(({ value }) => value);
    const natural = rows
      .filter((row) => row.half === half)
      .map(({ line, word, usable }) => ({ line, sung: line.replace(word, usable[0]!), word, usable }));
    const { lines, first, offered, nothing } = await clashes(natural);
    expect(lines).toBeGreaterThan(20);
    expect(first).toBeGreaterThan(0.7);
    expect(offered).toBeGreaterThan(0.85);
    expect(nothing).toBeLessThan(0.05);
  });

  it('above a preference of 50 are mostly sung, and seldom wrong', async () => {
    const rows = readTable(DATA_ROOT, QUALITY_TABLES.swapLabels).rows.map(({ value }) => value);
    const shown: string[] = [];
    for (const [, labelled] of Map.groupBy(
      rows.filter((row) => row.half === 'test'),
      ({ line, moves }) => `${line} ${moves}`,
    )) {
      const { line, moves } = labelled[0]!;
      const { risks } = await fix(line, movesOfText(moves), 'strict');
      for (const { start, word, label } of labelled)
        if (
          risks.some(({ wordSwaps }) =>
            wordSwaps.some((one) => one.start === start && one.word === word && one.preference >= 50),
          )
        )
          shown.push(label);
    }
    const share = (label: string) => shown.filter((one) => one === label).length / shown.length;
    expect(shown.length).toBeGreaterThan(60);
    expect(share('sung')).toBeGreaterThan(0.7);
    expect(share('wrong')).toBeLessThan(0.15);
  });
});
