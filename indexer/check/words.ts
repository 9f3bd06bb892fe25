import { hasLatin, isLatin } from '../../src/cantonese/latin.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { NEUTRAL_EMOTION, type PartOfSpeech } from '../../src/lexicon/entry.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { Row } from '../tables/read-table.ts';
import { type Check, type CheckContext, problemOf } from './context.ts';

/** What holds of words: their forms, phrases, definitions, categories and feelings. */

export const typedFormsAreNoWords: Check = ({ tables }) => {
  const handWritten = new Set(tables.words.map(({ value }) => toHongKong(value.word)));
  return tables.typed.flatMap((row) => {
    const { typed } = row.value;
    return handWritten.has(typed) ? [problemOf(row, 'typed', `${typed} is a word of its own in words/`)] : [];
  });
};

/** Another spelling and the usual one are different words; the usual one is no other spelling itself. */
export const variantsLeadToUsualWords: Check = ({ tables }) => {
  const variants = new Set(tables.variants.map(({ value }) => toHongKong(value.word)));
  return tables.variants.flatMap((row) => {
    const { word, variant_of: usual } = row.value;
    if (toHongKong(word) === toHongKong(usual)) return [problemOf(row, 'variant_of', 'is the word itself')];
    return variants.has(toHongKong(usual)) ? [problemOf(row, 'variant_of', `${usual} is another spelling itself`)] : [];
  });
};

export const definitionsExplainWords: Check = ({ tables }) =>
  tables.definitions.flatMap((row) =>
    toHongKong(row.value.definition_zh) === toHongKong(row.value.word)
      ? [problemOf(row, 'definition_zh', 'is the word itself')]
      : [],
  );

/** Every example of a word contains it, in whatever form; its characters may stand apart (開個會). */
export const examplesContainTheWord: Check = ({ tables }) =>
  [...tables.words, ...tables.examples].flatMap((row: Row<{ word: string; examples: readonly string[] }>) =>
    row.value.examples
      .filter((example) => !containsInOrder(toHongKong(example), toHongKong(row.value.word)))
      .map((example) => problemOf(row, 'examples', `"${example}" does not contain ${row.value.word}`)),
  );

function containsInOrder(text: string, word: string): boolean {
  let from = 0;
  for (const char of word) {
    const index = text.indexOf(char, from);
    if (index === -1) return false;
    from = index + char.length;
  }
  return true;
}

/** Every category is one of the vocabulary, and of the part of speech that its word has. */
export const categoriesAreLegal: Check = ({ tables }) => {
  const posByCategory = new Map(tables.categories.map(({ value }) => [value.name, value.pos]));
  const posByWord = new Map(tables.words.map(({ value }) => [toHongKong(value.word), value.pos]));
  return [...tables.words, ...tables.wordCategories].flatMap((row) => {
    const { category, word } = row.value;
    if (category === '') return [];
    const pos = 'pos' in row.value ? row.value.pos : posByWord.get(toHongKong(word));
    const categoryPos = posByCategory.get(category);
    if (categoryPos === undefined)
      return [problemOf(row, 'category', `"${category}" is not in vocabulary/categories.tsv`)];
    return pos === undefined || categoryPos === pos
      ? []
      : [problemOf(row, 'category', `${category} is for ${categoryPos}, but the word is ${pos}`)];
  });
};

/** Every emotion and theme is one of the vocabulary; neutral feeling is an empty column. */
export const affectIsLegal: Check = ({ tables }) => {
  const emotions = new Set(tables.emotions.map(({ value }) => value.emotion));
  const themes = new Set(tables.themes.map(({ value }) => value.theme));
  return tables.affect.flatMap((row) => {
    const { emotion, themes: wordThemes } = row.value;
    const problems = wordThemes
      .filter((theme) => !themes.has(theme))
      .map((theme) => problemOf(row, 'themes', `"${theme}" is not in vocabulary/themes.tsv`));
    if (emotion === NEUTRAL_EMOTION)
      problems.push(problemOf(row, 'emotion', 'leave the column empty for a neutral word'));
    else if (emotion !== '' && !emotions.has(emotion))
      problems.push(problemOf(row, 'emotion', `"${emotion}" is not in vocabulary/emotions.tsv`));
    return problems;
  });
};

export const seedsExist: Check = ({ tables, wordnet }) =>
  tables.themes.flatMap((row) =>
    row.value.seeds
      .filter((seed) => wordnet.lemma(seed[0] as PartOfSpeech, seed.slice(2)) === undefined)
      .map((seed) => problemOf(row, 'seeds', `WordNet has no ${seed}`)),
  );

interface Pair {
  readonly row: Row<unknown>;
  readonly type: 'syn' | 'ant';
  readonly word: string;
  readonly related: string;
}

/** Pairs of a row: the word with each of the others, or in a group each with each. */
function pairsOf(row: CheckContext['tables']['relations' | 'deny'][number]): Pair[] {
  const { type, word, related } = row.value;
  const [first, ...others] = [word, ...related].map(toHongKong) as [string, ...string[]];
  if (type !== 'group') return others.map((other) => ({ row, type, word: first, related: other }));
  const group = [first, ...others];
  return group.flatMap((a, i) => group.slice(i + 1).map((b): Pair => ({ row, type: 'syn', word: a, related: b })));
}

const keyOf = ({ word, related }: Pair) => [word, related].sort().join(' ');

/** No pair is both synonyms and opposites, curated and denied, or a word and itself. */
export const relationsAgree: Check = ({ tables }) => {
  const firstByKey = new Map<string, Pair>();
  const denied = new Set(tables.deny.flatMap(pairsOf).map((pair) => `${pair.type} ${keyOf(pair)}`));
  const faultOf = (pair: Pair): string | undefined => {
    const { type, word, related } = pair;
    const key = keyOf(pair);
    if (word === related) return `${word} is related to itself`;
    const first = firstByKey.get(key) ?? pair;
    firstByKey.set(key, first);
    if (first.type !== type) return `${word} and ${related} are ${first.type} in ${first.row.file}:${first.row.line}`;
    return denied.has(`${type} ${key}`) ? `${word} and ${related} are also in relations/deny.tsv` : undefined;
  };
  return tables.relations.flatMap(pairsOf).flatMap((pair) => {
    const fault = faultOf(pair);
    return fault === undefined ? [] : [problemOf(pair.row, 'related', fault)];
  });
};

interface TableReading {
  readonly row: Row<{ readonly jyutping: readonly string[] }>;
  readonly word: string;
}

function allReadings({ tables }: CheckContext): TableReading[] {
  return [
    ...[...tables.words, ...tables.overrides, ...tables.deliberate].map((row) => ({ row, word: row.value.word })),
    ...tables.polyphones.map((row) => ({ row, word: row.value.char })),
  ];
}

/** Every reading has one syllable for each place that the word takes in a line: a character, a syllable of a Latin word. */
export const syllablesMatchCharacters: Check = (context) =>
  allReadings(context).flatMap(({ row, word }) => {
    const places = lineUnits(word);
    return row.value.jyutping
      .filter((reading) => reading.split(' ').length !== places.length)
      .map((reading) =>
        problemOf(
          row,
          'jyutping',
          `"${reading}" has not one syllable for each of ${places.join(' ')}${hasLatin(word) ? ': how letters are cut is in sound/english-syllables.json' : ''}`,
        ),
      );
  });

/**
 * Every reading is known to the packages, of the word or syllable by syllable of its characters, or is meant: listed in a
 * `readings/deliberate*.tsv`.
 */
export const readingsAreKnownOrDeliberate: Check = (context) => {
  const deliberate = new Set(
    context.tables.deliberate.flatMap(({ value }) => value.jyutping.map((reading) => `${value.word} ${reading}`)),
  );
  return allReadings(context)
    .filter(({ row }) => !row.file.startsWith('readings/deliberate'))
    .flatMap(({ row, word }) =>
      row.value.jyutping
        .filter((reading) => !isKnown(context, word, reading) && !deliberate.has(`${word} ${reading}`))
        .map((reading) => {
          const unknown = unknownSyllables(context, word, reading);
          return problemOf(
            row,
            'jyutping',
            `"${reading}" of ${word} is known to no package (${unknown}): correct it, or list it in readings/deliberate.tsv`,
          );
        }),
    );
};

function isKnown(context: CheckContext, word: string, reading: string): boolean {
  return context.readingsOf(word).includes(reading) || unknownSyllables(context, word, reading) === '';
}

function unknownSyllables({ readingsOf }: CheckContext, word: string, reading: string): string {
  const syllables = reading.split(' ');
  return lineUnits(word)
    .map((char, i) =>
      isLatin(char) || readingsOf(char).includes(syllables[i] ?? '') ? '' : `${char} ${syllables[i] ?? ''}`,
    )
    .filter((text) => text !== '')
    .join(', ');
}
