import { describe, expect, it } from '@jest/globals';
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

it.each(ROWS)('$name', async ({ line, instead = {}, partners = {}, readings = {}, words = [], ...row }) => {
  const { repairs, swaps = {}, report: part = {}, risk, at, reason = '', ...asked } = row;
  const report = await fixLine(line, {
    ...asked,
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
  if (risk === undefined) return;
  const found = report.risks.find((one) => one.position === at)!;
  expect(found).toMatchObject(risk);
  expect(found.reason ?? '').toContain(reason);
});

// Codes: 雪 4, 愛 4, 遠 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
describe('replacements', () => {
  it('are asked for once of a word that the line says many times', async () => {
    const { asked, risks } = await fixLine('雪愛'.repeat(20), { moves: '+'.repeat(39) });
    expect(risks.length).toBeGreaterThan(30);
    const keys = asked.flat().map((query) => JSON.stringify(query));
    expect(keys.length).toBe(new Set(keys).size);
    expect(keys.length).toBeLessThan(20);
  });

  it('are asked for once: for the words on both sides of a risk and for their neighbours, in order', async () => {
    // 4 4 4 0 3 2 4: level, level, down, up, down, up. Asked otherwise at 3 alone, between 遠 and 行.
    const { risks, asked } = await fixLine('雪愛遠行海大遠', { moves: '==++-+' });
    expect(risks.map(({ position }) => position)).toEqual([3]);
    expect(asked.map((queries) => queries.map(({ word }) => word))).toEqual([['愛', '遠', '行', '海']]);
    const first = await fixLine('雪愛遠行', { moves: '+=-' });
    const whole = first.asked[0]!.filter(({ similar }) => !similar?.among);
    expect(whole.map(({ word }) => word)).toEqual(['雪', '愛', '遠']);
  });

  it('are asked for among substitutes, and what goes with the words beside, each on its side, for words beside a risk', async () => {
    const partnersByWord = {
      海: [
        { word: '大', relation: 'like_what' },
        { word: '長', relation: 'does' },
      ],
    } satisfies Record<string, PartnerName[]>;
    // 4 4 3, asked to end level.
    const { asked } = await fixLine('雪遠海', { moves: '*=', partnersByWord });
    expect(asked).toHaveLength(1);
    const among = asked[0]!.flatMap(({ word, similar }) => (similar?.among ? [[word, similar.among]] : []));
    expect(among).toEqual([
      ['遠', substitutesFor('遠')],
      ['遠', ['大']],
      ['海', substitutesFor('海')],
    ]);
  });

  it('are asked for a whole word wherever the risk lies in it, once each', async () => {
    // 4 3 3 4: up, level, down. The second and the last are asked otherwise.
    const { risks, asked } = await fixLine('雪開心遠愛行', { moves: '+-=**' });
    expect(risks.map(({ position }) => position)).toEqual([2, 3]);
    const whole = asked[0]!.filter(({ similar }) => !similar?.among);
    expect(whole.map(({ word }) => word)).toEqual(['雪', '開心', '遠', '愛']);
    expect(asked[0]![1]).toMatchObject({ length: 2, similar: { codes: ['30', '32', '34'] } });
  });

  it('are not asked for where there is no risk', async () => {
    const { asked, ...report } = await fixLine('雪愛海', { moves: '=+' });
    expect(asked).toEqual([]);
    expect(report).toEqual({ risks: [], chars: [expect.anything(), expect.anything(), expect.anything()] });
    expect(report.chars[2]).toMatchObject({ char: '海', melodyMove: '+', lyricMove: '+' });
  });
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
