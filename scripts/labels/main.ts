import { labelFeatures } from '../../indexer/compose/labels/label-model.ts';
import { decideLabels, functionWordsOf } from '../../indexer/compose/labels/labels.ts';
import { posOfCategory, posOfGlosses, posOfTag } from '../../indexer/compose/labels/part-of-speech.ts';
import { collectOverrides } from '../../indexer/compose/overrides.ts';
import { readWords } from '../../indexer/compose/readings.ts';
import {
  curatedRelations,
  deniedRelations,
  standardEquivalents,
  wordsWithSenses,
} from '../../indexer/compose/relations/curated.ts';
import { collectRelations } from '../../indexer/compose/relations/relations.ts';
import { gather } from '../../indexer/compose/words/gather.ts';
import { variantSpellings } from '../../indexer/compose/words/spellings.ts';
import { readFrequencyTable, readJudgedRelations, readMeaningTables } from '../../indexer/sources/generated.ts';
import {
  LABEL_FILES,
  LABEL_PROVENANCE,
  type LabelRow,
  type LabelWeights,
  labelLine,
  labelWeightsText,
  NO_LABEL_TABLES,
} from '../../indexer/sources/labels.ts';
import { toHongKong } from '../../indexer/sources/opencc.ts';
import { BUILD_PACKAGES, packageVersion } from '../../indexer/sources/packages.ts';
import { readWordNet } from '../../indexer/sources/wordnet.ts';
import { DATA_ROOT, readHandWritten } from '../../indexer/tables/hand-written.ts';
import { writeGenerated } from '../write-tables.ts';
import { type Affect, createAffect, definitionVotes, drawOf, trainAffect } from './affect.ts';
import { createCategorizer, otherPartOfSpeech } from './categories.ts';
import { createRatingOf } from './chinese-evidence.ts';
import { createThemes } from './themes.ts';
import { trainLabels } from './train-labels.ts';
import { computeMeanings, glossedWordOf } from './wordnet-meaning.ts';

/**
 * Makes `data/generated/labels.tsv.gz` and `label-weights.tsv.gz`, which a build reads and joins with what people wrote:
 * `node scripts/labels/main.ts`. README.md says what decides about a label.
 */

/** Idioms of four characters are mostly adjectives. */
const MIN_IDIOM_LENGTH = 4;

const tables = readHandWritten();
const overrides = collectOverrides([], tables);
const gathered = gather(tables, overrides, readFrequencyTable(DATA_ROOT));
const words = readWords(gathered.words, gathered.readings);
const numbers = new Map(words.map(({ word }, number) => [word, number]));
const numberOf = (word: string) => numbers.get(word);
const meaningTables = readMeaningTables(DATA_ROOT);
const definitions = new Map(
  tables.definitions.map(({ value }) => [toHongKong(value.word), toHongKong(value.definition_zh)]),
);
const written = decideLabels({ words, tables, labelTables: NO_LABEL_TABLES });

const affectRows = new Set(tables.affect.map(({ value }) => toHongKong(value.word)));
const functionWords = functionWordsOf(tables);
const isRated = (number: number) => {
  const { word } = words[number]!;
  const [sense] = written[number]!.senses;
  return affectRows.has(word) || functionWords.has(word) || sense?.valence !== undefined || sense?.themes !== undefined;
};

const curated = curatedRelations(tables);
const { meanings } = computeMeanings(readWordNet(), {
  words: words.flatMap(glossedWordOf),
  themes: tables.themes.map(({ value }) => value),
  synonyms: curated.flatMap(({ type, word, related }) => (type === 'syn' ? [[word, related] as const] : [])),
});

const withSenses = wordsWithSenses(tables);
const relations = collectRelations({
  words: words.map(({ word }) => word),
  curated,
  judged: readJudgedRelations(DATA_ROOT).pairs,
  synonyms: [],
  denied: deniedRelations(tables),
  standards: standardEquivalents(tables),
  glossesOf: (word) => words[word]!.glosses,
  variants: variantSpellings(tables, words),
  isVulgar: () => false,
  isSameSense: () => true,
  hasSenses: (word) => withSenses.has(word),
});

const categories = tables.categories.map(({ value }) => value.name);
const categorizer = createCategorizer({
  words,
  written,
  categories,
  definitions,
  meanings: meaningTables.words,
  wordnet: meanings,
  numberOf,
});
const classified = words.map(({ hand, glosses, tag, readings }, number) => {
  const own = written[number]!;
  const category = own.verified ? own.category : categorizer.of(number);
  const isIdiom = readings[0]!.code.length >= MIN_IDIOM_LENGTH;
  const pos =
    own.senses[0]?.pos ??
    hand[0]?.pos ??
    (category === null ? (posOfGlosses(glosses) ?? posOfTag(tag) ?? (isIdiom ? 'a' : 'n')) : posOfCategory(category));
  return { pos, category };
});

const themes = tables.themes.map(({ value }) => value);
const affectInput = {
  words,
  written,
  isRated,
  relations,
  emotions: tables.emotions.map(({ value }) => value),
  themes: themes.map(({ theme }) => theme),
  definitions,
  numberOf,
};
const affectWeights = trainAffect(affectInput);
const affectOf = createAffect(affectInput, affectWeights);
const affects = words.map((_, number): Affect => {
  const { emotion, valence } = written[number]!;
  if (!isRated(number)) return affectOf(number);
  // Whoever found no emotion may have left the valence open.
  return { emotion, valence: valence ?? affectOf(number).valence };
});

const ratingOf = createRatingOf(written, isRated);
const themesOf = createThemes({
  words: words.map(({ word }, number) => ({
    word,
    ...classified[number]!,
    emotion: affects[number]!.emotion,
    byGloss: meanings.get(word)?.themes ?? [],
    byDefinition: definitionVotes(affectInput, word, ratingOf).flatMap(({ rating }) => rating.themes),
  })),
  relations,
  themes,
  rated: new Map(words.flatMap((_, number) => (isRated(number) ? [[number, written[number]!.themes] as const] : []))),
  meanings: meaningTables.words,
});

inheritLabels();
const rows = words.map(({ word }, number) => labelLine(word, rowOf(number)));

function rowOf(number: number): LabelRow {
  const word = words[number]!;
  const { pos, category } = classified[number]!;
  const meaning = meanings.get(word.word);
  // A gloss in the main sense has the word's own category.
  const glossCategories = (meaning?.glossCategories ?? []).map((name) => (name === meaning?.category ? null : name));
  const other =
    written[number]!.verified && word.hand.length > 0 ? undefined : otherPartOfSpeech(word, pos, glossCategories);
  const { emotion, valence } = affects[number]!;
  const own = functionWords.has(word.word) ? { tagged: [], inferred: [] } : themesOf(number);
  return {
    pos,
    posAlso: other ? [other] : [],
    category,
    glossCategories,
    emotion,
    // Without evidence a word is neutral: only what is known is written.
    valence: emotion !== null || valence !== '中' ? valence : null,
    themes: own.tagged,
    themesInferred: own.inferred,
  };
}

/** A Cantonese word that nobody rated has the feeling of the word of standard Chinese that means the same, in the same part of speech. */
function inheritLabels(): void {
  for (const [heir, standard] of standardEquivalents(tables)) {
    const [to, from] = [numberOf(heir), numberOf(standard)];
    if (to === undefined || from === undefined || isRated(to) || !isRated(from)) continue;
    if (written[from]!.senses.length > 1 || classified[to]!.pos !== classified[from]!.pos) continue;
    const { emotion, valence } = written[from]!;
    affects[to] = { emotion, valence: valence ?? '中' };
  }
}

/** Smaller coefficients change no decision. */
const MIN_WEIGHT = 0.3;

/** Coefficients of the categories of all words, and those of emotions and themes. */
function labelWeights(): LabelWeights {
  const examples = words.flatMap(({ word, glosses, isNameOnly }, number) => {
    const { category } = classified[number]!;
    return category === null || isNameOnly
      ? []
      : [
          {
            draw: drawOf(word),
            features: labelFeatures(word, glosses),
            labels: [`category ${category}`],
            known: ['category '],
          },
        ];
  });
  const ofCategories = trainLabels(
    examples.sort((a, b) => a.draw - b.draw),
    categories.map((name) => `category ${name}`),
    MIN_WEIGHT,
  );
  const kept = affectWeights.labels.filter((label) => !label.startsWith('valence '));
  const ofFeature = new Map([...ofCategories.ofFeature].map(([feature, weights]) => [feature, [...weights]]));
  for (const [feature, weights] of affectWeights.ofFeature) {
    const own = ofFeature.get(feature) ?? [];
    for (let at = 0; at < weights.length; at += 2)
      if (weights[at]! < kept.length && Math.abs(weights[at + 1]!) > MIN_WEIGHT)
        own.push(ofCategories.labels.length + weights[at]!, weights[at + 1]!);
    if (own.length > 0) ofFeature.set(feature, own);
  }
  return {
    labels: [...ofCategories.labels, ...kept],
    bias: [...ofCategories.bias, ...affectWeights.bias.slice(0, kept.length)],
    ofFeature: new Map([...ofFeature].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const contents = {
  [LABEL_FILES.words]: [...rows]
    .sort()
    .map((row) => `${row}\n`)
    .join(''),
  [LABEL_FILES.weights]: labelWeightsText(labelWeights()),
};
const percent = (share: number) => Math.round(share * 1000) / 10;
const { accuracy } = categorizer;
const provenance = {
  made_by: 'scripts/labels',
  licence: "CC BY-SA 4.0: made with CC-CEDICT's glosses and WordNet",
  packages: Object.fromEntries(BUILD_PACKAGES.map((name) => [name, packageVersion(name)])),
  words: words.length,
  held_out: {
    words: accuracy.words,
    category_percent: percent(accuracy.category),
    part_of_speech_percent: percent(accuracy.pos),
    category_by_wordnet_percent: percent(accuracy.wordnet),
  },
};
writeGenerated(contents, LABEL_PROVENANCE, provenance);
console.log(JSON.stringify(provenance.held_out));
