import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { annotateText, splitLines } from '../../src/lyrics/annotate.ts';
import { tableOf } from '../cantonese/table.ts';

const table = tableOf(
  ['會', 'wui5 / wui6 / wui2', 1500],
  ['開', 'hoi1', 1300],
  ['個', 'go3', 1500],
  ['我', 'ngo5', 1700],
  ['影', 'jing2', 1100],
  ['張', 'zoeng1', 1100],
  ['相', 'soeng1 / soeng2 / soeng3', 1200],
  ['都', 'dou1', 1500],
  ['都會', 'dou1 wui6', 1400],
  ['説', 'syut3', 1500, ['說']],
  ['愛', 'oi3', 1400, ['爱']],
  ['聲', 'sing1 / seng1', 1200],
  ['大', 'daai6', 1400],
  ['你', 'nei5', 1700],
  ['海', 'hoi2', 1300],
  ['后', 'hau6', 900],
  ['後', 'hau6', 1300],
  ['今', 'gam1', 1100],
  ['瞓', 'fan3', 1000],
  ['覺', 'gok3 / gaau3', 1200],
  ['靚', 'leng3', 1100],
  ['放', 'fong3', 1200],
  ['假', 'gaa2 / gaa3', 1100],
  ['三', 'saam1', 1300],
  ['日', 'jat6', 1300],
  ['幾', 'gei2', 1300],
  ['鐘', 'zung1', 1100],
  ['嘅', 'ge3', 1500],
);

const read = (text: string) =>
  annotateLine(text, table)
    .characters.map(({ jyutping }) => jyutping ?? '-')
    .join(' ');

describe('reading in context', () => {
  it('knows the parts of a split word', () => {
    expect(read('開個會')).toBe('hoi1 go3 wui2');
    expect(read('我會')).toBe('ngo5 wui5');
    expect(read('影張相')).toBe('jing2 zoeng1 soeng2');
    expect(read('相愛')).toBe('soeng1 oi3');
  });
  it('knows them with a number or an adjective between', () => {
    expect(read('瞓個靚覺')).toBe('fan3 go3 leng3 gaau3');
    expect(read('影幾張靚相')).toBe('jing2 gei2 zoeng1 leng3 soeng2');
    expect(read('放三日假')).toBe('fong3 saam1 jat6 gaa3');
    expect(read('開三個鐘嘅會')).toBe('hoi1 saam1 go3 zung1 ge3 wui2');
    expect(read('假')).toBe('gaa2');
  });
  it('cuts a word where it is none', () => {
    expect(annotateLine('我都會愛', table).characters.map(({ group }) => group)).toEqual([0, 1, 2, 3]);
    expect(read('我都會愛')).toBe('ngo5 dou1 wui5 oi3');
  });
  it('looks a variant up under its headword and shows it as it was written', () => {
    const [said] = annotateLine('說', table).characters;
    expect(said).toEqual({ char: '說', jyutping: 'syut3', code: '4', tone: 3, rhyme: 'yut', group: 0 });
  });
  it('gives every character its tone code, and what has no reading nulls', () => {
    expect(annotateLine('海 A', table).characters).toEqual([
      { char: '海', jyutping: 'hoi2', code: '3', tone: 2, rhyme: 'oi', group: 0 },
      { char: ' ', jyutping: null, code: null, tone: null, rhyme: null, group: 1 },
      { char: 'A', jyutping: null, code: null, tone: null, rhyme: null, group: 2 },
    ]);
  });
  it('lists the candidates of a polyphone as they are ranked, a chosen reading among them', () => {
    const chosen = annotateLine('會', table, new Map([[0, 'kui2']])).characters[0];
    expect(chosen).toMatchObject({ jyutping: 'kui2', polyphones: ['wui5', 'wui6', 'wui2', 'kui2'] });
    expect(annotateLine('我', table).characters[0]).not.toHaveProperty('polyphones');
  });
  it('reads a character that is no word of its own as the commonest word that holds it', () => {
    const words = tableOf(['我', 'ngo5', 1700], ['潘安', 'pun1 on1', 800], ['潘家', 'pun4 gaa1', 700]);
    const line = annotateLine('我潘', words);
    expect(line.characters.map(({ jyutping, group }) => [jyutping, group])).toEqual([
      ['ngo5', 0],
      ['pun1', 1],
    ]);
    expect(line.characters[1]).not.toHaveProperty('polyphones');
  });
  it('takes a chosen ng-less variant for the same reading', () => {
    expect(annotateLine('我', table, new Map([[0, 'o5']])).characters[0]).toEqual({
      char: '我',
      jyutping: 'o5',
      code: '4',
      tone: 5,
      rhyme: 'o',
      group: 0,
    });
  });
});

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
  it('skips in the code what has no reading', () => {
    expect(annotateText(['我，愛 you'], table)[0]?.code).toBe('44');
  });
  it('reads a simplified line in traditional form, and says so; the ambiguous line follows the others', () => {
    const [simplified, ambiguous, traditional] = annotateText(['我爱', '今后', '說'], table);
    expect(simplified).toMatchObject({ text: '我愛', normalizedFrom: '我爱' });
    expect(ambiguous).toMatchObject({ text: '今後', normalizedFrom: '今后' });
    expect(traditional).not.toHaveProperty('normalizedFrom');
    expect(annotateText(['今后'], table)[0]).toMatchObject({ text: '今后' });
  });
  it('puts chosen readings in their line only', () => {
    const lines = annotateText(['會', '會'], table, [{ line: 1, position: 0, jyutping: 'wui2' }]);
    expect(lines.map(({ characters }) => characters[0]?.jyutping)).toEqual(['wui5', 'wui2']);
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
