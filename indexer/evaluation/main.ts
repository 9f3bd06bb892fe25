import { parseArgs } from 'node:util';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { ensureBuild } from '../build.ts';
import { goldFiles, readGoldFile, SPLITS } from './gold.ts';
import { type Counts, f1, ownAnnotator, platformSegmenter, type Score, score, toJyutping } from './score.ts';

/** `npm run eval`: how right readings and word boundaries are, on lines annotated by hand. `-- --errors` lists what is wrong. */

const share = (wrong: number, all: number) =>
  all === 0
    ? '–'.padEnd(20)
    : `${`${(100 - (100 * wrong) / all).toFixed(2)} %`.padStart(9)} (${String(wrong).padStart(3)} wrong)`;

const figure = (counts: Counts | undefined) => (counts ? f1(counts).toFixed(4) : '–').padEnd(10);

function row(name: string, { syllables, wrongSyllables, wrongLevels, boundaries, words }: Score): string {
  const cells = [share(wrongSyllables, syllables), share(wrongLevels, syllables), figure(boundaries), figure(words)];
  return `  ${name.padEnd(16)}${cells.join('   ')}`.trimEnd();
}

const { values } = parseArgs({ options: { errors: { type: 'boolean', default: false } } });
const { dir } = await ensureBuild();
const store = await openMemoryStore({ directory: dir });
const table = await store.read((lexicon) => lexicon.wordTable());

for (const split of SPLITS) {
  for (const file of goldFiles(split)) {
    const lines = readGoldFile(file);
    const ours = score(lines, ownAnnotator(table));
    console.log(`${file}: ${lines.length} lines, ${ours.syllables} syllables`);
    console.log(`  ${''.padEnd(16)}${'syllables'.padEnd(23)}${'0243 levels'.padEnd(23)}boundaries   words (F1)`);
    console.log(row('this service', ours));
    for (const [genre, its] of Map.groupBy(lines, (line) => line.genre))
      console.log(row(`  ${genre}`, score(its, ownAnnotator(table))));
    if (ours.syllables > 0) console.log(row('to-jyutping', score(lines, toJyutping)));
    console.log(row('Intl.Segmenter', { ...score(lines, platformSegmenter()), syllables: 0 }));
    // The test part's errors stay unseen: who writes a rule by them measures nothing any more.
    if (values.errors && split === 'development')
      for (const { text, char, actual: given, correct: right } of ours.errors)
        console.log(`    ${text}: ${char} ${given}, not ${right.join(' or ')}`);
  }
}
await store.close();
