import { describe, expect, it } from '@jest/globals';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { annotateText, splitLines } from '../../src/lyrics/annotate.ts';
import { tableOf } from '../cantonese/table.ts';
import fc from '../support/fast-check.ts';

const table = tableOf(
  ['會', 'wui5 / wui6 / wui2', 1500],
  ['開', 'hoi1', 1300],
  ['個', 'go3', 1500],
  ['我', 'ngo5', 1700],
  ['都', 'dou1', 1500],
  ['都會', 'dou1 wui6', 1400],
  ['説', 'syut3', 1500, ['說']],
  ['愛', 'oi3', 1400, ['爱']],
  ['大', 'daai6', 1400],
  ['你', 'nei5', 1700],
  ['海', 'hoi2', 1300],
  ['后', 'hau6', 900],
  ['後', 'hau6', 1300],
  ['今', 'gam1', 1100],
);

describe('annotating a text', () => {
  it('begins a new line at every kind of line break', () => {
    expect(splitLines('我\r\n\n你\r愛\n')).toEqual(['我', '', '你', '愛', '']);
    expect(annotateText([''], table)).toMatchObject([
      { text: '', code: '', rhyme: null, scheme: null, characters: [] },
    ]);
  });
  it('names the rhymes of the line ends by letters, through punctuation', () => {
    const lines = annotateText(['我愛', '開個會', '愛海。', '你 OK', '大', '！'], table);
    expect(lines.map(({ rhyme }) => rhyme)).toEqual(['oi', 'ui', 'oi', null, 'aai', null]);
    expect(lines.map(({ scheme }) => scheme)).toEqual(['A', 'B', 'A', null, 'C', null]);
  });
  it('reads a simplified line in traditional form, and says so; the ambiguous line follows the others', () => {
    const [simplified, ambiguous, traditional] = annotateText(['我爱', '今后', '說'], table);
    expect(simplified).toMatchObject({ text: '我愛', normalizedFrom: '我爱' });
    expect(ambiguous).toMatchObject({ text: '今後', normalizedFrom: '今后' });
    expect(traditional).not.toHaveProperty('normalizedFrom');
    expect(annotateText(['今后'], table)[0]).toMatchObject({ text: '今后' });
  });
  it('has an item for every code point of any text, in groups that rise by one', () => {
    const text = fc.string({ unit: fc.constantFrom(...'我都會愛開個相，。 \tA1é𠮷說爱') });
    fc.assert(
      fc.property(text, (line) => {
        const { characters, segments } = annotateLine(line, table);
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
