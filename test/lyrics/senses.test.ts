import type { EntryLine } from '../../src/lexicon/formats.ts';
import { sensesOfLine } from '../../src/lyrics/line-senses.ts';
import { partnerSenseOf } from '../../src/operations/partners.ts';
import { wordOfText } from '../cantonese/table.ts';
import { describeFunctions, type FunctionTable, readCases } from '../support/function-tables.ts';
import { annotateText, listOf, wordLine } from './lines.ts';

type SenseLine = EntryLine['senses'][number];
/** What tells a sense apart, but for its register. */
type Sense = Partial<NonNullable<SenseLine['told']>> & { readonly category?: string };

/** Words with their parts of speech, each with its senses: `id pos`, what it means, an example. */
interface WordsTable extends FunctionTable {
  readonly words?: Readonly<Record<string, readonly (readonly [string, string, string, Sense?])[]>>;
}

const listOfTable = ({ words = {} }: WordsTable) =>
  listOf(
    Object.entries(words).map(([text, senses]) => {
      const [word, readings, frequency, [pos = 'n']] = wordOfText(text);
      return {
        ...wordLine(word, readings, frequency, { pos: pos as SenseLine['pos'] }),
        senses: senses.map(([name, meaning, example, { category = null, ...telling } = {}]): SenseLine => {
          const [sense, pos] = name.split(' ') as [string, SenseLine['pos']];
          const told = { sense, definition_zh: meaning, reg: '通' as const, example, antonyms: [], ...telling };
          return { pos, category, definition: '', synonyms: [], told };
        }),
      };
    }),
  );

const LINES = listOfTable(readCases<WordsTable[]>('line-senses')[0]!);

describeFunctions<WordsTable>('line-senses', (table) => ({
  /** Words of a line, each with its sense where that is told; `read` are readings by position. */
  sensesIn(text: string, read: Readonly<Record<string, string>> = {}) {
    const readings = Object.entries(read).map(([position, jyutping]) => ({ position: Number(position), jyutping }));
    const [line] = annotateText(
      [text],
      LINES,
      readings.map((reading) => ({ line: 0, ...reading })),
    );
    const senses = sensesOfLine(line!, LINES);
    return line!.segments
      .map(({ start, end }, i) => {
        const characters = line!.characters.slice(start, end).map(({ char }) => char);
        return [characters.join(''), ...(senses[i] === undefined ? [] : [senses[i]])].join(' ');
      })
      .join(' / ');
  },
  partnerSense: (word: string, partner: string, relation: 'takes') =>
    partnerSenseOf(word, listOfTable(table))(partner, relation),
}));
