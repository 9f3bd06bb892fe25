import { describe, expect, it } from '@jest/globals';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { byCharacterIndex, withReplacement } from '../../src/lyrics/sung-line.ts';
import { tableOf } from '../cantonese/table.ts';
import fc from '../support/fast-check.ts';
import { describeFunctions } from '../support/function-tables.ts';
import { annotateText, sungLine } from './lines.ts';

const table = tableOf(
  ...['我 ngo5 1700', '海 hoi2 1300', '行 haang4/hong4 1300', '開心 hoi1_sam1 1400 开心', '⺮ zuk1 900'],
);

const annotatedWords = tableOf(
  ...['會 wui5/wui6/wui2 1500', '開 hoi1 1300', '個 go3 1500', '我 ngo5 1700', '都 dou1 1500'],
  ...['都會 dou1_wui6 1400', '説 syut3 1500 說', '愛 oi3 1400 爱', '大 daai6 1400', '你 nei5 1700', '海 hoi2 1300'],
  ...['后 hau6 900', '後 hau6 1300', '今 gam1 1100'],
);

describeFunctions('sung-lines', {
  /** The sung characters with their places, readings and codes. */
  sung(text: string, chosen: Record<number, string> = {}) {
    const { characterIndices, sung, codes } = sungLine(text, table, chosen);
    return sung.map(({ char, jyutping }, i) => [characterIndices[i], char, jyutping ?? '-', codes[i] ?? '-'].join(' '));
  },
  /** The known words by sung position, as they are written and as they are listed. */
  words: (text: string) =>
    sungLine(text, table).words.map(({ start, end, text, dictionaryWord }) =>
      [start, end, text, dictionaryWord.word].join(' '),
    ),
  byCharacterIndex: (indices: number[], position: number, jyutping: string) => [
    ...byCharacterIndex(indices, new Map([[position, jyutping]])),
  ],
  replaced: (text: string, position: number, word: string) => withReplacement(sungLine(text, table), position, word),
  /** The rhymes and letters of lines. */
  scheme: (...lines: string[]) =>
    annotateText(lines, annotatedWords).map(({ rhyme, scheme }) => (rhyme === null ? '-' : `${rhyme} ${scheme}`)),
});

describe('annotating a text', () => {
  it('has an item for every code point of any text, in groups that rise by one', () => {
    const text = fc.string({ unit: fc.constantFrom(...'我都會愛開個相，。 \tA1é𠮷說爱') });
    fc.assert(
      fc.property(text, (line) => {
        const { characters, segments } = annotateLine(line, annotatedWords);
        expect(characters.map(({ char }) => char).join('')).toBe(line);
        const groups = characters.map(({ group }) => group);
        expect(groups.every((group, i) => group - (groups[i - 1] ?? 0) <= 1 && group >= (groups[i - 1] ?? 0))).toBe(
          true,
        );
        expect(new Set(groups).size).toBe(segments.length);
      }),
    );
  });
});
