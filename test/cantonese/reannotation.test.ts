import { describe, expect, it } from '@jest/globals';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { createReannotator } from '../../src/cantonese/reannotation.ts';
import fc from '../support/fast-check.ts';
import { describeFunctions, type FunctionTable, readCases } from '../support/function-tables.ts';
import { tableOf, wordOfText } from './table.ts';

/** A table of other words than the first. */
interface ReadAnew extends FunctionTable {
  readonly words?: readonly string[];
}

const tableOfWords = (words: readonly string[]) =>
  tableOf(
    ...words.map((text): [string, string, number] => {
      const [word, readings, frequency] = wordOfText(text);
      return [word, readings, frequency];
    }),
  );
/** Words that overlap, words whose reading context decides, and marks of spoken style among them. */
const WORDS = readCases<ReadAnew[]>('reannotation')[0]!.words!;
const table = tableOfWords(WORDS);
/** 歎 is another form of 嘆; 左, 既, 果 and d are typed for other characters beside some. */
const CHARACTERS = [...'我你會開重見行銀一長成大覺瞓咗唔角落愛再嘆歎左既果個d', '，', ' ', 'A', '9', '7', '𠮷'];
const character = fc.constantFrom(...CHARACTERS);

describe('a line that is read again after a replacement', () => {
  it('is read as if it had been written so', () => {
    const scene = fc.tuple(
      fc.array(character, { minLength: 1, maxLength: 30 }),
      fc.nat(),
      fc.array(character, { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(scene, ([characters, at, given]) => {
        const start = at % characters.length;
        const replacement = given.slice(0, characters.length - start);
        const whole = characters.slice();
        whole.splice(start, replacement.length, ...replacement);
        // Letters side by side are a word with other places; no swap makes one.
        for (const places of [characters, whole]) fc.pre(lineUnits(places.join('')).length === places.length);
        const reread = createReannotator(characters.join(''), table, new Map())(start, replacement);
        const was = annotateLine(characters.join(''), table).characters;
        const is = annotateLine(whole.join(''), table).characters;
        const known = ({ jyutping, tone, variants }: Pick<(typeof is)[number], 'jyutping' | 'tone' | 'variants'>) => ({
          jyutping,
          tone,
          variants,
        });
        expect(is.map((_, i) => known((reread.get(i) ?? was[i]!) as (typeof is)[number]))).toEqual(is.map(known));
      }),
      { numRuns: 400 },
    );
  });
});

describeFunctions<ReadAnew>('reannotation', ({ words = WORDS }) => ({
  /** What is read otherwise, by place, once characters stand at a place; `chosen` are readings by place. */
  reread(line: string, start: number, replacement: string, chosen: Readonly<Record<string, string>> = {}) {
    const choices = new Map(Object.entries(chosen).map(([place, jyutping]) => [Number(place), jyutping]));
    const read = createReannotator(line, tableOfWords(words), choices)(start, Array.from(replacement));
    return Object.fromEntries(
      [...read].map(([place, { jyutping, tone, variants }]) => [
        place,
        [jyutping, tone, ...(variants ?? [])].join(' '),
      ]),
    );
  },
}));
