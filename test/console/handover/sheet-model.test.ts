import { describe, expect, it } from '@jest/globals';
import { blocksOf, longestLineOf, sheetOf } from '../../../console/src/handover/sheet-model.ts';
import { setMelody } from '../../../console/src/write/model/edit.ts';
import { type CharacterSound, soundOfLine, soundOfReading } from '../../../console/src/write/model/line-sound.ts';
import { note, song } from '../write/model/songs.ts';

const READINGS: Readonly<Record<string, string>> = { 我: 'ngo5', 愛: 'oi3', 海: 'hoi2' };
const soundOf = ({ text }: { text: string }) =>
  soundOfLine(
    text,
    {},
    undefined,
    Array.from(
      text,
      (char): CharacterSound => ({ char, group: -1, polyphones: [], ...soundOfReading(READINGS[char] ?? null) }),
    ),
  );

describe('the sheet of a song', () => {
  it('has its sections with their lines, and what stands before the first heading', () => {
    const sheet = sheetOf(song('我', '[副歌]', '愛', '', '海'), soundOf, 'none');
    expect(
      sheet.map(({ heading, lines }) => [heading, lines.map((cells) => cells.map(({ text }) => text).join(''))]),
    ).toEqual([
      ['', ['我']],
      ['副歌', ['愛', '', '海']],
    ]);
  });

  it('has jyutping or the code above characters that are sung, and the height of their notes', () => {
    // From the lowest note of the song, 60, to the highest, 64.
    const given = setMelody(song('我，愛海'), 0, [note(60), null, note(64)]);
    const [section] = sheetOf(given, soundOf, 'jyutping');
    expect(section!.lines[0]).toEqual([
      { text: '我', above: 'ngo5', heights: [0], rhythm: [] },
      { text: '，', above: '', heights: [], rhythm: [] },
      { text: '愛', above: 'oi3', heights: [], rhythm: [] },
      { text: '海', above: 'hoi2', heights: [1], rhythm: [] },
    ]);
    const codes = sheetOf(given, soundOf, 'code')[0]!.lines[0]!.map(({ above }) => above);
    expect(codes).toEqual(['4', '', '4', '3']);
  });

  it('puts the only pitch of a song in the middle', () => {
    const [section] = sheetOf(setMelody(song('我'), 0, [note(60)]), soundOf, 'none');
    expect(section!.lines[0]![0]!.heights).toEqual([0.5]);
  });

  it('keeps a word in Latin letters whole, with the notes of its syllables, and shows where a character moves', () => {
    const sliding = {
      ...note(62),
      pieces: [
        { pitch: 62, at: 0, beats: 0.5 },
        { pitch: 64, at: 0.5, beats: 0.5 },
      ],
    };
    const given = setMelody(song('baby 我'), 0, [note(60), note(61), sliding]);
    const [section] = sheetOf(given, soundOf, 'jyutping');
    expect(section!.lines[0]!.map(({ text, heights }) => [text, heights])).toEqual([
      ['baby', [0, 0.25]],
      [' ', []],
      ['我', [0.5, 1]],
    ]);
  });

  it('leaves out empty lines before the next heading, and those between stanzas not', () => {
    const sheet = sheetOf(song('我', '', '愛', '', '', '[副歌]', '海', ''), soundOf, 'none');
    expect(sheet.map(({ lines }) => lines.map(({ length }) => length))).toEqual([[1, 0, 1], [1]]);
  });

  it('is set by its longest line', () => {
    expect(longestLineOf(sheetOf(song('我愛', '[副歌]', '我愛海'), soundOf, 'none'))).toBe(3);
  });

  it('parts no heading from its lines, and leaves no line alone at the end of a page', () => {
    expect(blocksOf([1, 2, 3])).toEqual([[1, 2, 3]]);
    expect(blocksOf([1, 2, 3, 4, 5])).toEqual([[1, 2], [3], [4, 5]]);
  });
});
