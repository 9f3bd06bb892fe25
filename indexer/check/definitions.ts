import { toHongKong } from '../sources/opencc.ts';
import { type Check, problemOf } from './context.ts';

/** A Chinese definition is of a word of the lexicon, and says more than the word itself. */
export const definitionsExplainWords: Check = ({ tables, isWord }) =>
  tables.definitions.flatMap((row) => {
    const { word, definition_zh: definition } = row.value;
    if (!isWord(word)) return [problemOf(row, 'word', `${word} is not in the lexicon`)];
    return toHongKong(definition) === toHongKong(word) ? [problemOf(row, 'definition_zh', 'is the word itself')] : [];
  });
