import { movesOfText } from '../../src/cantonese/melody.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import { type ListedWords, listedWords } from '../../src/lexicon/listed-words.ts';
import type { Replacement } from '../../src/lexicon/store.ts';
import { createWordPacker, type WordLine } from '../../src/lexicon/word-packer.ts';
import { generateTextLines } from '../../src/lyrics/annotate.ts';
import type { MelodyConstraint } from '../../src/lyrics/risks.ts';
import { readSungLine, type SungLine } from '../../src/lyrics/sung-line.ts';
import { runToCompletion } from '../../src/time-slicing.ts';
import { wordOfText } from '../cantonese/table.ts';

/** What the tests of single lines speak with. */

export const strictDemand = (moves: string): MelodyConstraint => ({ melody: movesOfText(moves), tolerance: 'strict' });

export const sungLine = (text: string, table: WordTable, chosen: Record<number, string> = {}): SungLine =>
  readSungLine(
    text,
    table,
    new Map(Object.entries(chosen).map(([position, jyutping]) => [Number(position), jyutping])),
  );

/** A replacement with as much of its entry as the workflow looks at. */
export function replacement(
  char: string,
  jyutping: string,
  code: string,
  {
    source = 'curated',
    score = 99,
    rank = 0,
    likeness = 1350,
    pos = 'n',
    reg = '通',
    length = 2,
  }: Partial<Omit<Replacement, 'entry'> & Pick<Entry, 'rank' | 'pos' | 'reg' | 'length'>> = {},
): Replacement {
  return {
    entry: { char, rank, pos, reg, length, readings: [{ jyutping, code }] } as unknown as Entry,
    source,
    score,
    likeness,
  };
}

/** A word as a build has it. */
export function wordLine(
  char: string,
  readings: string,
  frequency: number,
  {
    emotion = '平',
    themes = [],
    ...rest
  }: Partial<Pick<WordLine, 'category' | 'pos' | 'kind' | 'vulgar'> & WordLine['affect']> = {},
): WordLine {
  return {
    char,
    length: Array.from(char).length,
    aliases: [],
    frequency,
    definition: `${char}!`,
    vulgar: false,
    readings: readings.split(' / ').map((jyutping) => ({ jyutping })),
    affect: { emotion, themes },
    category: null,
    pos: 'n',
    ...rest,
  };
}

/** A word that is written as {@link wordOfText} reads it. */
export function wordLineOf(text: string, more: Parameters<typeof wordLine>[3] = {}): WordLine {
  const [word, readings, frequency] = wordOfText(text);
  return wordLine(word, readings, frequency, more);
}

export const wordLines = (...texts: readonly string[]) => texts.map((text) => wordLineOf(text));

/** The words for annotation of a lexicon of a few words, the most popular first. */
export function listOf(lines: readonly WordLine[]): ListedWords {
  const packer = createWordPacker();
  for (const line of lines) packer.add(line);
  return listedWords(packer.finish());
}

export const annotateText = (...given: Parameters<typeof generateTextLines>) =>
  runToCompletion(generateTextLines(...given));
