import rows from '../../data/meaning/function-words.json' with { type: 'json' };
import type { Problem } from '../tables/read-table.ts';
import type { Check } from './context.ts';

const FILE = 'meaning/function-words.json';
/** The array's bracket is on the first line, and each row has a line of its own. */
const FIRST_ROW_LINE = 2;

/** Function words are words of the lexicon, each in one row, which gives a reason. */
export const functionWordsAreWords: Check = ({ isWord }) => functionWordProblems(rows, isWord);

export function functionWordProblems(
  groups: readonly { readonly words: string; readonly reason: string }[],
  isWord: (word: string) => boolean,
): Problem[] {
  const seen = new Set<string>();
  return groups.flatMap(({ words, reason }, i) => {
    const problem = (field: string, message: string) => ({ file: FILE, line: i + FIRST_ROW_LINE, field, message });
    const problems = reason.trim() === '' ? [problem('reason', 'a reason is missing')] : [];
    for (const word of words.split('、')) {
      if (!isWord(word)) problems.push(problem('words', `${word} is not in the lexicon`));
      if (seen.has(word)) problems.push(problem('words', `${word} is listed twice`));
      seen.add(word);
    }
    return problems;
  });
}
