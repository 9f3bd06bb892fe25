import { describe, expect, it } from '@jest/globals';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import type { FreelyRead } from '../../src/cantonese/melody-readings.ts';
import { createSubstitutionReader } from '../../src/lyrics/swaps/read-in-place.ts';
import { tableOf } from '../cantonese/table.ts';
import fc from '../support/fast-check.ts';
import { describeFunctions, type FunctionTable, readCases } from '../support/function-tables.ts';
import { sungLine } from './lines.ts';

/** A table of other words than the first. */
interface RereadTable extends FunctionTable {
  readonly words?: readonly string[];
}

/** Words that overlap, words whose reading context decides, and marks of spoken style among them. */
const WORDS = readCases<RereadTable[]>('reread-lines')[0]!.words!;
const table = tableOf(...WORDS);
/** 歎 is another form of 嘆; 左, 既, 果 and d are typed for other characters beside some. */
const SUNG = [...'我你會開重見行銀一長成大覺瞓咗唔角落愛再嘆歎左既果個𠮷'];
const sung = fc.constantFrom(...SUNG);
const character = fc.constantFrom(...SUNG, ...SUNG, 'd', '，', ' ', 'A', '9', '7');
const known = ({ jyutping, tone, variants }: FreelyRead) => ({ jyutping, tone, variants });

describe('a line that is read again with a text in place', () => {
  it.each([
    ['of a usual length', 30],
    // More than is read around a text.
    ['of a great length', 90],
  ])('is read as if it had been written so, %s', (_, maxLength) => {
    const scene = fc.tuple(
      fc.array(character, { minLength: maxLength / 3, maxLength }),
      fc.nat(),
      fc.array(sung, { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(scene, ([characters, at, text]) => {
        const line = sungLine(characters.join(''), table);
        fc.pre(line.sung.length > 0);
        const start = at % line.sung.length;
        const index = line.characterIndices[start]!;
        const changed = line.characters.toSpliced(index, text.length, ...text);
        fc.pre(changed.length === line.characters.length);
        // Texts replace sung places, and letters side by side are a word with other places.
        fc.pre(text.every((_, i) => line.characterIndices[start + i] === index + i));
        fc.pre(lineUnits(changed.join('')).length === changed.length);
        const { readings } = createSubstitutionReader(line, table, new Map())([{ start, word: text.join('') }]);
        const expected = annotateLine(changed.join(''), table).characters;
        expect(line.characterIndices.map((_, i) => known(readings.get(i) ?? line.unsung[i]!))).toEqual(
          line.characterIndices.map((place) => known(expected[place]!)),
        );
      }),
      { numRuns: 400 },
    );
  });
});

describeFunctions<RereadTable>('reread-lines', ({ words = WORDS }) => ({
  /** What is read otherwise, by place, once characters stand at a place; `chosen` are readings by place. */
  reread(text: string, start: number, word: string, chosen: Readonly<Record<number, string>> = {}) {
    const line = sungLine(text, tableOf(...words), chosen);
    const readings = new Map(Object.entries(chosen).map(([place, jyutping]) => [Number(place), jyutping]));
    const read = createSubstitutionReader(line, tableOf(...words), readings)([{ start, word }]);
    return Object.fromEntries(
      [...read.readings].map(([place, { jyutping, tone, variants }]) => [
        place,
        [jyutping, tone, ...(variants ?? [])].join(' '),
      ]),
    );
  },
}));
