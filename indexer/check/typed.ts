import { toHongKong } from '../sources/opencc.ts';
import { type Check, problemOf } from './context.ts';

/** A typed form leads to a word of the lexicon, and is not written down as a word itself. */
export const typedFormsLeadToWords: Check = ({ tables, isWord }) => {
  const handWritten = new Set(tables.words.map(({ value }) => toHongKong(value.word)));
  return tables.typed.flatMap((row) => {
    const { typed, written } = row.value;
    if (!isWord(written)) return [problemOf(row, 'written', `${written} is not in the lexicon`)];
    return handWritten.has(typed) ? [problemOf(row, 'typed', `${typed} is a word of its own in words/`)] : [];
  });
};

/** Another spelling and the usual one are different words of the lexicon; the usual one is no other spelling itself. */
export const variantsLeadToWords: Check = ({ tables, isWord }) => {
  const variants = new Set(tables.variants.map(({ value }) => toHongKong(value.word)));
  return tables.variants.flatMap((row) => {
    const { word, variant_of: usual } = row.value;
    const missing = [word, usual].find((one) => !isWord(one));
    if (missing !== undefined) return [problemOf(row, '', `${missing} is not in the lexicon`)];
    if (toHongKong(word) === toHongKong(usual)) return [problemOf(row, 'variant_of', 'is the word itself')];
    return variants.has(toHongKong(usual)) ? [problemOf(row, 'variant_of', `${usual} is another spelling itself`)] : [];
  });
};
