import type { PackerMeanings } from '../../src/generation/pack.ts';
import { type Answers, type IdeaRow, NO_ANSWERS, packAnswers } from '../../src/lexicon/answers.ts';
import { type Description, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { listedWords } from '../../src/lexicon/listed-words.ts';
import { ROW_BYTES, rowFinder } from '../../src/lexicon/meaning.ts';
import type { PackedWords } from '../../src/lexicon/packed-words.ts';
import { keyOfIdea, type ReadingLexicon, readPhrase, rowsOfIdeas, toIdeaRow } from '../../src/phrases/read.ts';
import type { HandWritten } from '../tables/hand-written.ts';

interface BuiltMeanings extends PackerMeanings {
  readonly answers: Answers | undefined;
}

/**
 * Adds the descriptions of the tables to the packed words: of each the ideas that it says (see `src/phrases`), with their meaning rows, and the
 * words that its writer hopes for; and the learned answers, by which the service finds such words for other phrases.
 */
export async function withDescriptions(
  words: PackedWords,
  descriptions: HandWritten['descriptions'],
  meanings: BuiltMeanings,
): Promise<PackedWords> {
  if (descriptions.length === 0) return words;
  const table = listedWords(words);
  const ideasOf = createIdeaReader(lexiconWithoutRelations(table, meanings));
  const read: Description[] = [];
  for (const { value } of descriptions)
    read.push({
      ideas: await ideasOf(value.description),
      words: value.words.flatMap((word) => table.numberOf(word) ?? []),
    });
  const packed = packDescriptions(read);
  const { answers } = meanings;
  const learned = answers ? packAnswers(answers, packed.describedKeys, table.numberOf) : NO_ANSWERS;
  return { ...words, ...packed, ...learned };
}

/** The words as phrases are read with. Relations are not known yet: opposites of a negated idea are only the headwords that negate it. */
function lexiconWithoutRelations(table: ReturnType<typeof listedWords>, meanings: BuiltMeanings): ReadingLexicon {
  const ofToken = rowFinder(meanings.tokens);
  const ofWord = (word: string) => {
    const number = table.numberOf(word);
    return number === undefined ? undefined : meanings.rows.subarray(number * ROW_BYTES, (number + 1) * ROW_BYTES);
  };
  return {
    wordTable: async () => table,
    meanings: async ({ words, tokens }) => ({ words: known(words, ofWord), tokens: known(tokens, ofToken) }),
    page: async () => ({ total: 0, words: [] }),
    similarityBasis: async () => ({ synonyms: [], antonyms: [], senses: [], variants: [] }),
  };
}

function createIdeaReader(lexicon: ReadingLexicon): (phrase: string) => Promise<IdeaRow[]> {
  // Four of five ideas are in an earlier description, and the first one's row stands for all.
  const rowByKey = new Map<string, IdeaRow['row']>();
  return async (phrase) => {
    const { ideas, opposites } = await readPhrase(phrase, lexicon);
    const ideaRows: IdeaRow[] = [];
    for (const [i, idea] of ideas.entries()) {
      const key = keyOfIdea(idea);
      if (!rowByKey.has(key)) {
        const [rows] = await rowsOfIdeas([idea], [opposites[i]], lexicon);
        rowByKey.set(key, toIdeaRow(idea, rows!).row);
      }
      ideaRows.push({ key, row: rowByKey.get(key), weight: idea.weight });
    }
    return ideaRows;
  };
}

function known(names: readonly string[], find: (name: string) => Int8Array | undefined): Map<string, Int8Array> {
  const found = new Map<string, Int8Array>();
  for (const name of names) {
    const row = find(name);
    if (row) found.set(name, row);
  }
  return found;
}
