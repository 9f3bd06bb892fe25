import type { Problem, Row } from '../tables/read-table.ts';
import { type Check, problemOf } from './context.ts';
import type { ExchangeRow } from './exchange-tables.ts';

/** What may stand for a word is as long as it, another one, listed once, and made of words that the lexicon has. */
export const exchangesFitTheirWord: Check = ({ exchangeTables, isWord }) => {
  const seen = new Set<string>();
  const isMadeOfWords = (text: string) => isWord(text) || Array.from(text).every(isWord);
  const ofRow = (row: Row<ExchangeRow>): Problem[] => {
    const { note: _, ...rule } = row.value;
    const { word, instead } = rule;
    const key = JSON.stringify(rule);
    if (seen.has(key)) return [problemOf(row, 'word', 'the row is there twice')];
    seen.add(key);
    if (instead === undefined) return [];
    const listed = instead.split('、');
    const unequal = listed.find((one) => Array.from(one).length !== Array.from(word).length);
    if (unequal !== undefined) return [problemOf(row, 'instead', `${unequal} is not as long as ${word}`)];
    if (listed.includes(word)) return [problemOf(row, 'instead', 'is the word itself')];
    if (new Set(listed).size < listed.length) return [problemOf(row, 'instead', 'lists a word twice')];
    const unknown = [word, ...listed].find((one) => !isMadeOfWords(one));
    return unknown === undefined ? [] : [problemOf(row, 'instead', `${unknown} is not made of words of the lexicon`)];
  };
  return [
    ...Object.values(exchangeTables).flatMap(({ problems }) => problems),
    ...exchangeTables.exchanges.rows.flatMap(ofRow),
  ];
};
