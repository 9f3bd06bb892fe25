import { describe, expect, it } from '@jest/globals';
import { wordsOfLyrics } from '../../src/melody/musicxml-words.ts';
import type { XmlElement } from '../../src/melody/xml-element.ts';

const element = (name: string, text = '', children: XmlElement[] = [], attributes = {}): XmlElement => {
  return { name, text, children, attributes };
};
const lyric = (number: string, text: string) => element('lyric', '', [element('text', text)], { number });
/** Notes by their verses: `1:我 2:你`. */
const read = (...notes: string[]) =>
  wordsOfLyrics(
    notes.map((note) =>
      note.split(' ').flatMap((one) => (one === '' ? [] : [lyric(...(one.split(':') as [string, string]))])),
    ),
  ).map(({ syllable, verses }) => [syllable, ...verses]);

describe('the words of several verses', () => {
  it('are told by their number, in whatever order they stand', () => {
    expect(read('2:你 1:我', '1:愛 2:恨')).toEqual([
      ['我', '你'],
      ['愛', '恨'],
    ]);
    expect(read('part1verse2:你 part1verse1:我')).toEqual([['我', '你']]);
  });

  it('leave a note alone on which the first has none', () => {
    expect(read('1:我 2:你', '2:們', '1:愛 3:他')).toEqual([
      ['我', '你'],
      [null, '們'],
      ['愛', null, '他'],
    ]);
  });

  it('are those of a later verse where it alone goes on for some notes, as in a second ending', () => {
    expect(read('1:我 2:你', '2:一', '2:二', '2:三', '1:愛')).toEqual([['我', '你'], ['一'], ['二'], ['三'], ['愛']]);
  });

  it('are counted where they have no number', () => {
    const [note] = wordsOfLyrics([['我', '你'].map((one) => element('lyric', '', [element('text', one)]))]);
    expect(note).toMatchObject({ syllable: '我', verses: ['你'] });
  });

  it('are none where there are no lyrics', () => {
    expect(read('', '')).toEqual([[null], [null]]);
  });
});

it('reads no more verses than a song has, so that a damaged file takes no longer', () => {
  const notes = Array.from({ length: 30 }, (_, i) => [lyric(`${i + 1}`, '心')]);
  expect(wordsOfLyrics(notes).filter(({ syllable, verses }) => syllable ?? verses.length > 0)).toHaveLength(20);
});
