import { type Check, problemOf } from './context.ts';

/** A weight at line ends is of a word of the lexicon. */
export const lineEndsAreWords: Check = ({ tables, isWord }) =>
  tables.lineEnds.flatMap((row) =>
    isWord(row.value.word) ? [] : [problemOf(row, 'word', `${row.value.word} is not in the lexicon`)],
  );
