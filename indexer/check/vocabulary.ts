import { NEUTRAL_EMOTION, type PartOfSpeech } from '../../src/lexicon/entry.ts';
import { toHongKong } from '../sources/opencc.ts';
import { type Check, problemOf } from './context.ts';

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

/** Every seed is a lemma of WordNet. */
export const seedsExist: Check = ({ tables, wordnet }) =>
  [...tables.emotions, ...tables.themes].flatMap((row) =>
    row.value.seeds
      .filter((seed) => wordnet.lemma(seed[0] as PartOfSpeech, seed.slice(2)) === undefined)
      .map((seed) => problemOf(row, 'seeds', `WordNet has no ${seed}`)),
  );
