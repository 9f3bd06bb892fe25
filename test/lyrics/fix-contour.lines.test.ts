import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { ReplacementQuery } from '../../src/lexicon/query.ts';
import type { PartnerName, Replacement } from '../../src/lexicon/store.ts';
import { substitutesFor } from '../../src/lyrics/substitutes.ts';
import { readCases } from '../support/function-tables.ts';
import { fixLine } from './fix-line.ts';
import { replacement, wordLine } from './lines.ts';

/** A line with its moves, what a lexicon of a few words has for it, and what its report says. */
interface Row {
  readonly name: string;
  readonly line: string;
  readonly moves: string;
  /** Further words: `word reading/reading frequency field=value…`, with _ between the syllables of a reading. */
  readonly words?: readonly string[];
  /** What may stand for a word: `word reading code field=value…`. */
  readonly instead?: Readonly<Record<string, readonly string[]>>;
  /** What goes with a word: `word relation`. */
  readonly partners?: Readonly<Record<string, readonly string[]>>;
  /** By sung position. */
  readonly readings?: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly about?: string;
  readonly phrases?: boolean;
  /** The lines of the repairs; null for none. */
  readonly repairs?: readonly string[] | null;
  /** The words of the swaps of the risk at a position. */
  readonly swaps?: Readonly<Record<string, readonly string[]>>;
  /** A part of the report. */
  readonly report?: object;
  /** A part of the risk `at` a position, and of its reason. */
  readonly risk?: object;
  readonly at?: number;
  readonly reason?: string;
  /** The words for which replacements are asked for in each round trip, with the words among which they are looked for behind `/`, and codes. */
  readonly asked?: readonly (readonly string[])[];
}

const ROWS = readCases<Row[]>('fix-line');

/** The columns of a text, those of the form `field=value` as an object. */
function columnsOf(text: string): { columns: string[]; fields: Record<string, string | number> } {
  const parts = text.split(' ').map((part) => part.replaceAll('_', ' ').replaceAll('/', ' / '));
  const fields = parts.flatMap((part) => (part.includes('=') ? [part.split('=') as [string, string]] : []));
  const values = fields.map(([field, value]) => [field, /^\d+$/.test(value) ? Number(value) : value]);
  return { columns: parts.filter((part) => !part.includes('=')), fields: Object.fromEntries(values) };
}
const wordOf = (text: string) => {
  const { columns, fields } = columnsOf(text);
  return wordLine(columns[0]!, columns[1]!, Number(columns[2]), fields);
};
const replacementOf = (text: string): Replacement => {
  const { columns, fields } = columnsOf(text);
  return replacement(columns[0]!, columns[1]!, columns[2]!, fields);
};
const mapped = <T>(given: Readonly<Record<string, readonly string[]>>, of: (text: string) => T): Record<string, T[]> =>
  Object.fromEntries(Object.entries(given).map(([word, texts]) => [word, texts.map(of)]));

/** A word that is asked for, with the words among which it is looked for, and with its codes where the row says them. */
const wordAsked = ({ word, similar }: ReplacementQuery, said = '') =>
  [word, ...namesAsked(word, similar?.among)].join('/') + (said.includes(' ') ? ` ${similar?.codes.join(' ')}` : '');

/** The words that are asked for by name; `*` for those of the hand-written table. */
const namesAsked = (word: string, among: readonly string[] = []) =>
  among.length > 0 && isDeepStrictEqual(among, substitutesFor(word)) ? ['*'] : among;

it.each(ROWS)('$name', async ({ line, instead = {}, partners = {}, readings = {}, words = [], ...row }) => {
  const { repairs, swaps = {}, report: part = {}, risk, at, reason = '', asked, ...options } = row;
  const report = await fixLine(line, {
    ...options,
    extraWords: words.map(wordOf),
    replacementsByWord: mapped(instead, replacementOf),
    partnersByWord: mapped(partners, (text) => {
      const [word, relation] = text.split(' ');
      return { word, relation } as PartnerName;
    }),
    readings: Object.entries(readings).map(([position, jyutping]) => [Number(position), jyutping]),
  });
  if (repairs !== undefined) expect(report.repairs?.map((one) => one.line) ?? null).toEqual(repairs);
  for (const [position, names] of Object.entries(swaps)) {
    const found = report.risks.find((one) => one.position === Number(position))!;
    expect([position, found.wordSwaps.map(({ word }) => word)]).toEqual([position, names]);
  }
  expect(report).toMatchObject(part);
  const inTurn = report.asked.map((queries, turn) => queries.map((query, i) => wordAsked(query, asked?.[turn]?.[i])));
  if (asked) expect(inTurn).toEqual(asked);
  if (risk === undefined) return;
  const found = report.risks.find((one) => one.position === at)!;
  expect(found).toMatchObject(risk);
  expect(found.reason ?? '').toContain(reason);
});

it('replacements are asked for once of a word that the line says many times', async () => {
  const { asked, risks } = await fixLine('雪愛'.repeat(20), { moves: '+'.repeat(39) });
  expect(risks.length).toBeGreaterThan(30);
  const keys = asked.flat().map((query) => JSON.stringify(query));
  expect(keys.length).toBe(new Set(keys).size);
  expect(keys.length).toBeLessThan(20);
});

describe('word swaps of a risk', () => {
  const extraWords = [wordLine('甲', 'gaap6', 1000)];

  it('are offered whatever their part of speech', async () => {
    const instead = { 遠: [replacement('甲', 'gaap6', '2', { pos: 'v' })] };
    const { risks } = await fixLine('雪愛遠', { moves: '=-', replacementsByWord: instead, extraWords });
    expect(risks[0]!.wordSwaps).toMatchObject([{ word: '甲' }]);
  });

  it('have points that make their preference', async () => {
    const instead = { 遠: [replacement('甲', 'gaap6', '2')] };
    const asked = { moves: '=-', replacementsByWord: instead, extraWords };
    const { risks } = await fixLine('雪愛遠', { ...asked, explain: true });
    const { points = {}, preference } = risks[0]!.wordSwaps[0]!;
    expect((await fixLine('雪愛遠', asked)).risks[0]!.wordSwaps[0]).not.toHaveProperty('points');
    expect(points).toMatchObject({ 'curated synonym': expect.any(Number) });
    const sum = Object.values(points).reduce((total, one) => total + one, 0);
    expect(preference).toBe(Math.round(100 / (1 + Math.exp(-sum / 10))));
  });
});

it('phrases are there only where they are asked for', async () => {
  const { risks } = await fixLine('雪愛', { moves: '-' });
  expect(risks[0]).not.toHaveProperty('phraseSwaps');
});
