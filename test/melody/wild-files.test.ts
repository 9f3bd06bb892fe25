import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { wordsOfLyrics } from '../../src/melody/musicxml-words.ts';
import { readSongLines } from '../../src/melody/song-lines.ts';
import { decodeText, detectEncoding } from '../../src/melody/text-encoding.ts';
import type { XmlElement } from '../../src/melody/xml-element.ts';
import { describeFunctions } from '../support/function-tables.ts';

describe('files of other programs', () => {
  /** A melody file as other programs write it, and what it says; a line break between lines of words. */
  interface WildFile {
    readonly name: string;
    /** In base64. */
    readonly file: string;
    /** Text to lay the melody under. */
    readonly text?: string;
    readonly words?: string;
    readonly melody?: readonly number[];
    readonly lostWords?: number;
    readonly lowerNotes?: number;
    readonly part?: number;
  }

  const FILES: readonly WildFile[] = JSON.parse(
    readFileSync(new URL('../cases/melody-files.json', import.meta.url), 'utf8'),
  );

  it.each(FILES)('reads $name', async ({ file, text, words, melody, lostWords, lowerNotes, part }) => {
    // Within a larger piece of memory, as Node's own buffers are.
    const memory = Uint8Array.from([0, 0, 0, 0, ...Buffer.from(file, 'base64')]);
    const bytes = Buffer.from(memory.buffer, 4);
    const song = await readSongLines({ file: bytes, texts: text === undefined ? [] : [text] });
    if (song.kind !== 'lines') throw new Error(song.message);
    const lines = text === undefined ? song.extraLines : [{ text, melody: song.melodies[0]! }];
    if (words !== undefined) expect(lines.map((line) => line.text).join('\n')).toBe(words);
    if (melody) expect(lines.flatMap((line) => line.melody.map((note) => note?.pitch))).toEqual(melody);
    if (lostWords) expect(song.leftOut.words).toBe(lostWords);
    if (lowerNotes) expect(song.leftOut.lowerNotes).toBe(lowerNotes);
    if (part !== undefined) expect(song.part).toBe(part);
  });

  it('decodes every character of the Hong Kong supplement of Big5', () => {
    // The rows that HKSCS-2008 adds before and behind Big5's own, by lead byte.
    const leads = [...range(0x87, 0xa0), ...range(0xfa, 0xfe)];
    const trails = [...range(0x40, 0x7e), ...range(0xa1, 0xfe)];
    const characters = leads.flatMap((lead) => trails.map((trail) => decodeText(Uint8Array.of(lead, trail), 'big5')));
    expect(characters.filter((character) => /\p{Co}/u.test(character))).toEqual([]);
    expect(characters.filter((character) => /^\p{Script=Han}$/u.test(character)).length).toBeGreaterThan(4000);
    for (const character of '嘅喺咗哋嚟啲冇嗰㗎喎')
      expect(characters.includes(character) || inBig5(character)).toBe(true);
  });

  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  /** Characters of Big5 itself. */
  const inBig5 = (character: string) => '冇喎'.includes(character);

  it('offers what a short text may also be', () => {
    const texts = [Uint8Array.of(0xce, 0xd2)];
    expect(detectEncoding(texts).choices.map(({ sample }) => sample)).toEqual(['我', '乖']);
  });
});

describe('words of MusicXML', () => {
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

  describeFunctions('verses', {
    /** Words of each note, by verse. */
    read: (...notes: string[]) => read(...notes).map((words) => words.map((word) => word ?? '-').join(' ')),
  });

  it('are counted where they have no number', () => {
    const [note] = wordsOfLyrics([['我', '你'].map((one) => element('lyric', '', [element('text', one)]))]);
    expect(note).toMatchObject({ syllable: '我', verses: ['你'] });
  });

  it('reads no more verses than a song has, so that a damaged file takes no longer', () => {
    const notes = Array.from({ length: 30 }, (_, i) => [lyric(`${i + 1}`, '心')]);
    expect(wordsOfLyrics(notes).filter(({ syllable, verses }) => syllable ?? verses.length > 0)).toHaveLength(20);
  });
});
