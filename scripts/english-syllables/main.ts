import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dictionary } from 'cmu-pronouncing-dictionary';
import { syllablesByVowels } from '../../src/cantonese/line-units.ts';

/**
 * Makes `data/generated/english-syllables.json`: the common English words whose vowels tell another number of syllables than the CMU
 * Pronouncing Dictionary. A maintainer runs it when the rule changes: `node scripts/english-syllables/main.ts --words FILE`, FILE being
 * English words, one a line, the commonest first (of wordfreq's large list).
 */
const COMMON_WORDS = 10_000;
const OUT = new URL('../../data/generated/english-syllables.json', import.meta.url);

const { values } = parseArgs({ options: { words: { type: 'string' } } });
if (values.words === undefined) throw new Error('give --words FILE: English words, one a line, the commonest first');
const common = readFileSync(values.words, 'utf8').split('\n').slice(0, COMMON_WORDS);

const exceptions = new Map<number, Set<string>>();
let known = 0;
for (const word of common) {
  const counts = countsOf(word);
  if (counts.length === 0) continue;
  known++;
  const plain = word.replaceAll("'", '');
  if (counts.includes(syllablesByVowels(plain))) continue;
  const count = counts[0]!;
  exceptions.set(count, (exceptions.get(count) ?? new Set()).add(plain));
}
const byCount = [...exceptions].sort(([a], [b]) => a - b).map(([count, words]) => [count, [...words].sort().join(' ')]);
const table = {
  source: 'CMU Pronouncing Dictionary (BSD-2-Clause), by cmu-pronouncing-dictionary 3.0.0',
  words: `the ${COMMON_WORDS} commonest words of wordfreq 3.1.1, SHA-256 ${createHash('sha256').update(common.join('\n')).digest('hex')}`,
  exceptions: Object.fromEntries(byCount),
};
writeFileSync(OUT, `${JSON.stringify(table, null, 2)}\n`);
const total = [...exceptions.values()].reduce((sum, words) => sum + words.size, 0);
process.stdout.write(`${known} words known, ${total} exceptions\n`);

/** The numbers of syllables of a word's pronunciations: a stress mark for each vowel. */
function countsOf(word: string): number[] {
  return ['', '(2)', '(3)'].flatMap((variant) => dictionary[word + variant]?.match(/\d/g)?.length ?? []);
}
