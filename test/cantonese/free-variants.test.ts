import { describe, expect, it } from '@jest/globals';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { freeReadings, readInStyle } from '../../src/cantonese/free-variants.ts';
import { tableOf } from './table.ts';

describe('readings that are free', () => {
  it('are taken by the style of the line, in the words that have them', () => {
    expect(readInStyle('蝴蝶', ['wu4', 'dip2'], 'written')).toEqual(['wu4', 'dip6']);
    expect(readInStyle('蝴蝶', ['wu4', 'dip6'], 'spoken')).toEqual(['wu4', 'dip2']);
    expect(readInStyle('蝶', ['dip6'], 'spoken')).toEqual(['dip6']);
    // No variant of what the table lists: it stays.
    expect(readInStyle('蝴蝶', ['wu4', 'dip3'], 'spoken')).toEqual(['wu4', 'dip3']);
  });

  it('leave the syllables of other words as they are', () => {
    const syllables = ['tin1', 'hung1'];
    expect(readInStyle('天空', syllables, 'spoken')).toBe(syllables);
  });

  it('are those of a word that is negated or told too', () => {
    for (const word of ['看到', '看不到', '聽到', '聽不到']) expect(freeReadings('到', 'dou3', word)).toContain('dou2');
    for (const word of ['聽', '聽不到', '聽說', '細聽']) expect(freeReadings('聽', 'teng1', word)).toContain('ting3');
    // Where only one is heard.
    expect([freeReadings('到', 'dou3', '直到'), freeReadings('聽', 'ting3', '聽眾')]).toEqual([undefined, undefined]);
  });

  it('are listed wherever one of them is read', () => {
    expect(freeReadings('這', 'ze5', '這樣')).toEqual(['ze5', 'ze2', 'ze3']);
    expect([freeReadings('這', 'ze6', '這樣'), freeReadings('蝶', 'dip6', '粉蝶')]).toEqual([undefined, undefined]);
  });
});

describe('an annotated line', () => {
  const table = tableOf(
    ['蝴蝶', 'wu4 dip2 / wu4 dip6', 500],
    ['蝶', 'dip6', 400],
    ['這', 'ze5 / ze2', 900],
    ['隻', 'zek3', 900],
    ['嗰', 'go2', 900],
  );
  const read = (line: string, place: number) => annotateLine(line, table).characters[place];

  it('takes the variant of its style and offers the others', () => {
    expect(read('這隻蝴蝶', 3)).toMatchObject({ jyutping: 'dip6', polyphones: ['dip6', 'dip2'] });
    expect(read('嗰隻蝴蝶', 3)).toMatchObject({ jyutping: 'dip2', polyphones: ['dip6', 'dip2'] });
    expect(read('這隻', 0)).toMatchObject({ jyutping: 'ze5', polyphones: ['ze5', 'ze2', 'ze3'] });
    expect(read('嗰隻', 0)?.polyphones).toBeUndefined();
  });

  it('keeps what the writer has chosen', () => {
    const chosen = new Map([[3, 'dip2']]);
    expect(annotateLine('這隻蝴蝶', table, chosen).characters[3]).toMatchObject({ jyutping: 'dip2' });
  });
});
