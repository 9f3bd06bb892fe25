import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as OpenCC from 'opencc-js';

/**
 * Makes `data/generated/common-characters.json`: the commonest Han characters in traditional and simplified form, by which the parser of
 * melody files tells encodings apart. A maintainer runs it after the table of frequencies: `node scripts/frequency/common-characters.ts`.
 */
const TRADITIONAL = 1200;
const TABLE = new URL('../../data/generated/frequencies.tsv.gz', import.meta.url);
const OUT = new URL('../../data/generated/common-characters.json', import.meta.url);
/** Brings occurrences per thousand million words to the scale of the counts of Hong Kong text. */
const GENERAL_SCALE = 50;

const counts = new Map<string, number>();
for (const row of gunzipSync(readFileSync(TABLE)).toString().trimEnd().split('\n')) {
  const [word = '', zipf = '0', essay = '0'] = row.split('\t');
  const count = Number(essay) + (zipf === '0' ? 0 : 10 ** (Number(zipf) / 100) / GENERAL_SCALE);
  for (const character of word)
    if (/\p{Script=Han}/u.test(character)) counts.set(character, (counts.get(character) ?? 0) + count);
}
const traditional = [...counts]
  .sort(([, a], [, b]) => b - a)
  .slice(0, TRADITIONAL)
  .map(([character]) => character);
const simplify = OpenCC.Converter({ from: 'hk', to: 'cn' });
const simplified = [...new Set(traditional.map((character) => simplify(character)))].filter(
  (character) => !traditional.includes(character),
);
writeFileSync(OUT, `${JSON.stringify({ traditional: traditional.join(''), simplified: simplified.join('') })}\n`);
