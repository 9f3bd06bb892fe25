import { compose } from '../../indexer/compose/compose.ts';
import { collectOverrides } from '../../indexer/compose/overrides.ts';
import { gather } from '../../indexer/compose/words/gather.ts';
import { NO_MEANING_TABLES, readFrequencyTable, readJudgedRelations } from '../../indexer/sources/generated.ts';
import { readLabelTables } from '../../indexer/sources/labels.ts';
import { DATA_ROOT, readHandWritten } from '../../indexer/tables/hand-written.ts';
import { writeExport } from '../write-tables.ts';

/**
 * Writes what the table of meanings is made of, through the build's own code: the lexicon's words in order of popularity with all
 * their glosses, and their synonyms. Run it with `--out FOLDER`.
 */

const tables = readHandWritten();
const frequencies = readFrequencyTable(DATA_ROOT);
const { words } = gather(tables, collectOverrides([], tables), frequencies);
const glosses = new Map(words.map((word) => [word.word, word.glosses.map((gloss) => gloss.replaceAll(/[\t|]/g, ' '))]));
const generated = {
  relations: readJudgedRelations(DATA_ROOT),
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
const out = writeExport(files, 'meaning-export.json');
console.log(
  `${files['meaning-words.tsv'].length} words and ${files['meaning-synonyms.tsv'].length} synonyms lie in ${out}.`,
);
