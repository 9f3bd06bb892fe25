import { describe, expect, it } from '@jest/globals';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { createReannotator } from '../../src/cantonese/reannotation.ts';
import fc from '../support/fast-check.ts';
import { tableOf } from './table.ts';

/** Words that overlap, words whose reading context decides, and marks of spoken style among them. */
const table = tableOf(
  ['我', 'ngo5', 900],
  ['你', 'nei5', 900],
  ['會', 'wui5', 800],
  ['開', 'hoi1', 700],
  ['開會', 'hoi1 wui2', 500],
  ['重', 'cung5 / cung4 / zung6', 600],
  ['重見', 'cung4 gin3', 400],
  ['見', 'gin3', 700],
  ['行', 'haang4 / hong4', 700],
  ['銀行', 'ngan4 hong4', 500],
  ['一行', 'jat1 hong4', 300],
  ['一', 'jat1', 900],
  ['銀', 'ngan4', 500],
  ['長', 'coeng4 / zoeng2', 700],
  ['成長', 'sing4 zoeng2', 500],
  ['成', 'sing4', 600],
  ['長大', 'zoeng2 daai6', 500],
  ['大', 'daai6', 800],
  ['覺', 'gok3 / gaau3', 600],
  ['瞓', 'fan3', 500],
  ['瞓覺', 'fan3 gaau3', 500],
  ['咗', 'zo2', 800],
  ['唔', 'm4', 900],
  ['角落', 'gok3 lok1', 400],
  ['角', 'gok3', 400],
  ['落', 'lok6', 500],
  ['大行一重見', 'daai6 hong4 jat1 cung4 gin3', 100],
  ['愛', 'oi3', 800],
  ['嘆', 'taan3', 500],
  ['長嘆', 'coeng4 taan3', 400],
  ['左', 'zo2', 500],
  ['既', 'gei3', 500],
  ['嘅', 'ge3', 900],
  ['果', 'gwo2', 500],
  ['嗰', 'go2', 700],
  ['嗰個', 'go2 go3', 700],
  ['個', 'go3', 900],
  ['啲', 'di1', 900],
  ['9', 'gau2', 500],
  ['97', 'gau2 cat1', 500],
  ['7見', 'cat1 gin3', 500],
  ['一9', 'jat1 gau1', 500],
);
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

  it('looks no further than the replacement reaches', () => {
    const line = '我愛你你愛我我愛你我愛你我愛你我愛你';
    expect([...createReannotator(line, table, new Map())(7, ['見'])]).toEqual([[7, { jyutping: 'gin3', tone: 3 }]]);
  });

  it('says which readings are free in the words that there are now', () => {
    const own = tableOf(['為', 'wai6', 900], ['何', 'ho4', 900], ['賀', 'ho6', 900], ['為何', 'wai6 ho4', 900]);
    // Free in 為何, not alone.
    expect(createReannotator('為何', own, new Map())(1, ['賀']).get(0)).toEqual({ jyutping: 'wai6', tone: 6 });
    expect(createReannotator('為賀', own, new Map())(1, ['何']).get(0)).toEqual({
      jyutping: 'wai6',
      tone: 6,
      variants: ['wai6', 'wai4'],
    });
  });

  it('joins what now is a word, and parts what was one', () => {
    // 行 alone, then 銀行.
    expect([...createReannotator('愛我行愛', table, new Map())(1, ['銀'])]).toEqual([
      [1, { jyutping: 'ngan4', tone: 4 }],
      [2, { jyutping: 'hong4', tone: 4 }],
    ]);
    expect([...createReannotator('愛成長愛', table, new Map())(1, ['我'])]).toEqual([
      [1, { jyutping: 'ngo5', tone: 5 }],
      [2, { jyutping: 'coeng4', tone: 4 }],
    ]);
  });

  it('reads all of it anew when its style changes', () => {
    // 角落 is lok6 as sung, and lok1 where people speak: 咗 says that they do.
    const read = createReannotator('愛我角落愛', table, new Map())(0, ['咗']);
    expect([...read.keys()].sort()).toEqual([0, 1, 2, 3, 4]);
    expect(read.get(3)).toEqual({ jyutping: 'lok1', tone: 1 });
    expect(createReannotator('咗我角落愛', table, new Map())(0, ['愛']).get(3)).toEqual({
      jyutping: 'lok6',
      tone: 6,
    });
  });

  it('reads no more than it must where the style stays, told by a mark of two characters', () => {
    expect([...createReannotator('愛愛我而家', table, new Map())(0, ['見'])]).toEqual([
      [0, { jyutping: 'gin3', tone: 3 }],
    ]);
  });

  it('keeps a chosen reading while its character stays', () => {
    const chosen = new Map([
      [1, 'zoeng2'],
      [2, 'hong4'],
    ]);
    const read = createReannotator('我長行大', table, chosen);
    // 長 is written again, and 行 replaced.
    expect([...read(1, ['長', '愛'])]).toEqual([
      [1, { jyutping: 'zoeng2', tone: 2 }],
      [2, { jyutping: 'oi3', tone: 3 }],
    ]);
  });

  it('has nothing to say of what has no reading', () => {
    expect([...createReannotator('我，愛', table, new Map())(0, ['A'])]).toEqual([[0, { jyutping: null, tone: null }]]);
  });
});
