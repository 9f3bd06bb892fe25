import { collectOverrides } from '../../indexer/compose/overrides.ts';
import { curatedRelations, deniedRelations, standardEquivalents } from '../../indexer/compose/relations/curated.ts';
import type { GatheredWord } from '../../indexer/compose/types.ts';
import { gather } from '../../indexer/compose/words/gather.ts';
import { readFrequencyTable } from '../../indexer/sources/generated.ts';
import { readLabelTables } from '../../indexer/sources/labels.ts';
import { readWordNet } from '../../indexer/sources/wordnet.ts';
import { DATA_ROOT, readHandWritten } from '../../indexer/tables/hand-written.ts';
import { linkToWordNet } from '../labels/wordnet-link.ts';
import { computeMeanings, glossedWordOf, type Meaning } from '../labels/wordnet-meaning.ts';
import { writeExport } from '../write-tables.ts';
import { type Candidate, type CandidateLimits, createRelationFinder } from './wordnet-candidates.ts';

/**
 * Writes what the relation model is to judge, as tab-separated files: the words with their glosses, the WordNet bridge's
 * candidates (far more of them than it would offer by itself), and what people wrote. Run it with `--out FOLDER`.
 */

/** The model judges the candidates: these only keep their number within reason. */
const GENEROUS: CandidateLimits = { synonym: 0.3, antonym: 0.2, maxSynonyms: 40, maxAntonyms: 16 };

const tables = readHandWritten();
const { words } = gather(tables, collectOverrides([], tables), readFrequencyTable(DATA_ROOT));
const glossed = words.flatMap(glossedWordOf);
const curated = curatedRelations(tables);
const wordnet = readWordNet();
const labels = readLabelTables(DATA_ROOT);
const { meanings, linked } = computeMeanings(wordnet, {
  words: glossed,
  themes: [],
  synonyms: curated.flatMap(({ type, word, related }) => (type === 'syn' ? [[word, related] as const] : [])),
});
const relatable = new Set(glossed.flatMap((word) => (word.relatable ? [word.word] : [])));
const compared = linked.filter(({ word }) => relatable.has(word));
const { synonymsOf, antonymsOf } = createRelationFinder(wordnet, compared, GENEROUS);
/** Words of which WordNet knows a gloss: where it knows two words' and joins them in no sense, that is evidence against them. */
const known = new Set(glossed.flatMap((word) => (word.relatable && linkToWordNet(wordnet, word) ? [word.word] : [])));

const files = {
  'words.tsv': words.map((word) => wordRow(word, meanings.get(word.word))),
  'bridge.tsv': candidateRows(compared.flatMap(synonymsOf)),
  'opposites.tsv': candidateRows(compared.flatMap(antonymsOf)),
  'curated.tsv': curated.map(({ type, word, related }) => [type, word, related]),
  'denied.tsv': deniedRelations(tables).map(({ type, word, related }) => [type, word, related]),
  'standards.tsv': standardEquivalents(tables),
};
const out = writeExport(files, 'export.json');
console.log(`${words.length} words, ${relatable.size} of them to be compared, lie in ${out}.`);

/**
 * Word, popularity in thousandths, part of speech, category, register, valence, whether comparable, coarse,
 * known to WordNet; glosses.
 */
function wordRow(word: GatheredWord, meaning: Meaning | undefined): (string | number)[] {
  const row = tables.affect.find(({ value }) => value.word === word.word)?.value;
  return [
    word.word,
    Math.round(word.popularity * 1000),
    word.hand[0]?.pos ?? labels.of(word.word)?.pos ?? meaning?.pos ?? 'n',
    word.hand.find((own) => own.category !== '')?.category ?? meaning?.category ?? '',
    word.register,
    row?.valence ?? labels.of(word.word)?.valence ?? '',
    relatable.has(word.word) ? 1 : 0,
    word.vulgar ? 1 : 0,
    known.has(word.word) ? 1 : 0,
    word.glosses.map((gloss) => gloss.replaceAll(/[\t|]/g, ' ')).join('|'),
  ];
}

function candidateRows(candidates: readonly Candidate[]): (string | number)[][] {
  return candidates.map(({ word, related, weight, reverseWeight }) => [
    word,
    related,
    Math.round(Math.max(weight, reverseWeight) * 1000),
  ]);
}
