import { type Answers, NO_ANSWERS, packAnswers } from '../../src/lexicon/answers.ts';
import { type Description, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { listedWords } from '../../src/lexicon/listed-words.ts';
import { type MeaningTable, ROW_BYTES, rowFinder } from '../../src/lexicon/meaning.ts';
import type { PackedWords } from '../../src/lexicon/packed-words.ts';
import { ideaRowsOf, type ReadingLexicon } from '../../src/phrases/read.ts';
import type { HandWritten } from '../tables/hand-written.ts';

interface BuiltMeanings {
  /** Of the words in order of popularity, see {@link file://../../src/lexicon/meaning.ts}. */
  readonly rows: Int8Array;
  readonly tokens: MeaningTable;
  readonly answers: Answers | undefined;
}

/**
 * The words with the descriptions of the tables, read as phrases are, save that relations are not known yet: the opposite of what is negated
 * is the headwords that negate it.
 */
export async function withDescriptions(
  words: PackedWords,
  descriptions: HandWritten['descriptions'],
  meanings: BuiltMeanings,
): Promise<PackedWords> {
  if (descriptions.length === 0) return words;
  const table = listedWords(words);
  const ofToken = rowFinder(meanings.tokens);
  const ofWord = (word: string) => {
    const number = table.numberOf(word);
    return number === undefined ? undefined : meanings.rows.subarray(number * ROW_BYTES, (number + 1) * ROW_BYTES);
  };
  const lexicon: ReadingLexicon = {
    wordTable: async () => table,
    meanings: async ({ words, tokens }) => ({ words: known(words, ofWord), tokens: known(tokens, ofToken) }),
    page: async () => ({ total: 0, words: [] }),
    similarityBasis: async () => ({ synonyms: [], antonyms: [], senses: [], variants: [] }),
  };
  const read: Description[] = [];
  for (const { value } of descriptions) {
    const numbers = value.words.flatMap((word) => table.numberOf(word) ?? []);
    read.push({ ideas: await ideaRowsOf(value.description, lexicon), words: numbers });
  }
  const packed = packDescriptions(read);
  const { answers } = meanings;
  const learned = answers ? packAnswers(answers, packed.describedKeys, table.numberOf) : NO_ANSWERS;
  return { ...words, ...packed, ...learned };
}

function known(names: readonly string[], find: (name: string) => Int8Array | undefined): Map<string, Int8Array> {
  const found = new Map<string, Int8Array>();
  for (const name of names) {
    const row = find(name);
    if (row) found.set(name, row);
  }
  return found;
}
