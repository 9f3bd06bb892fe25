import { describe, expect, it } from '@jest/globals';
import { alignMelody, phrasesOf } from '../../src/melody/align.ts';
import { type ImportedNote, likeliestPart } from '../../src/melody/imported.ts';

/** Notes of one beat; a space is a beat of silence. */
function notesOf(pitches: readonly (number | ' ')[], words = ''): ImportedNote[] {
  const syllables = Array.from(words);
  return pitches.flatMap((pitch, start) =>
    pitch === ' ' ? [] : [{ pitch, start, beats: 1, syllable: syllables.shift() ?? null, endsLine: false }],
  );
}
const pitchesIn = (melodies: readonly (readonly ({ pitch: number } | null)[])[]) =>
  melodies.map((melody) => melody.map((one) => one?.pitch ?? null));

it('keeps a line as long as the file has it, and cuts what no line is', () => {
  const long = notesOf(Array.from({ length: 24 }, () => 60));
  const ended = long.map((note, i) => (i === 23 ? { ...note, endsLine: true } : note));
  expect(phrasesOf(ended)).toHaveLength(1);
  expect(phrasesOf(long).length).toBeGreaterThan(1);
});

describe('aligning a melody with lyrics', () => {
  it('goes in order; punctuation takes no note, remaining notes make extra lines', () => {
    const laid = alignMelody(['心，事', '未'], notesOf([60, 62, 64, 65, 67]));
    expect(pitchesIn(laid.melodies)).toEqual([[60, 62], [64]]);
    expect(laid.extraLines.map(({ text, melody }) => [text, melody.length])).toEqual([['', 2]]);
  });

  it('goes phrase by phrase where there are as many as lines', () => {
    const laid = alignMelody(['心事', '', '未了'], notesOf([60, 62, 64, ' ', 65, 67]));
    expect(pitchesIn(laid.melodies)).toEqual([[60, 62, 64], [], [65, 67]]);
  });

  it('goes by the words where the file has them, whatever was added or changed', () => {
    const laid = alignMelody(['心事寫滿', '呢張紙'], notesOf([60, 61, 62, 63, 64, 65], '心事滿嗰張紙'));
    expect(pitchesIn(laid.melodies)).toEqual([
      [60, 61, null, 62],
      [63, 64, 65],
    ]);
  });

  it('gives a Latin word a note a syllable', () => {
    const notes = notesOf([60, 62, 64, 65]).map((note, i) => ({ ...note, syllable: ['我', 'Ba', 'by', '愛'][i]! }));
    notes[1] = { ...notes[1]!, joinsNext: true };
    expect(alignMelody([], notes).extraLines[0]!.text).toBe('我Baby愛');
    expect(pitchesIn(alignMelody(['愛', '我 baby'], notes).melodies)).toEqual([[null], [60, 62, 64]]);
    const apart = notes.map(({ joinsNext: _, ...note }) => note);
    expect(alignMelody([], apart).extraLines[0]!.text).toBe('我Ba by愛');
    // By itself `ery` would have two.
    const parts = notesOf([60, 62]).map((note, i) => ({ ...note, syllable: ['ev', 'ery'][i]!, joinsNext: i === 0 }));
    expect(alignMelody([], parts).extraLines[0]).toMatchObject({ text: 'every', melody: { length: 2 } });
  });

  it('shares a note among the syllables that are sung to it', () => {
    const [note] = notesOf([60]);
    const { extraLines } = alignMelody([], [{ ...note!, syllable: 'I love 你', melisma: [62] }]);
    expect(extraLines).toMatchObject([
      { text: 'I love你', melody: [{ beats: 1 / 3 }, { start: 1 / 3 }, { melisma: [62] }] },
    ]);
    expect(extraLines[0]!.melody[0]!.melisma).toBe(undefined);
  });

  it('does not go by words that are another song', () => {
    const laid = alignMelody(['心事'], notesOf([60, 61], '日月'));
    expect(pitchesIn(laid.melodies)).toEqual([[60, 61]]);
  });

  it('makes lines of phrases, with the words of the file, where nothing is written yet', () => {
    const withWords = alignMelody([''], notesOf([60, 62, ' ', 64], '心事未'));
    expect(withWords.extraLines.map(({ text }) => text)).toEqual(['心事', '未']);
    const without = alignMelody([''], notesOf([60, 62, ' ', 64]));
    expect(pitchesIn(without.melodies)).toEqual([[60, 62]]);
    expect(pitchesIn(without.extraLines.map(({ melody }) => melody))).toEqual([[64]]);
  });
});

describe('phrases', () => {
  it('end at rests, or where the file ends a line', () => {
    expect(phrasesOf(notesOf([60, 62, ' ', 64])).map((phrase) => phrase.length)).toEqual([2, 1]);
    const marked = notesOf([60, 62, ' ', 64]).map((one, i) => ({ ...one, endsLine: i === 0 }));
    expect(phrasesOf(marked).map((phrase) => phrase.length)).toEqual([1, 2]);
  });

  it('that are very long are cut after a long note', () => {
    const long = notesOf(Array.from({ length: 20 }, () => 60)).map((one, i) => ({
      ...one,
      start: i < 9 ? i : i + 0.5,
      beats: i === 8 ? 1.5 : 1,
    }));
    expect(phrasesOf(long).map((phrase) => phrase.length)).toEqual([9, 11]);
  });
});

it('the part with words is the likeliest, then one that is named for a voice', () => {
  const part = (name: string, words = '') => ({ name, notes: notesOf([60], words) });
  expect(likeliestPart([part('Piano'), part('Lead Vocal')])).toBe(1);
  expect(likeliestPart([part('Vocal'), part('2', '心')])).toBe(1);
  expect(likeliestPart([part('Piano'), part('Bass')])).toBe(0);
  // Of parts with as many words the one that is named so; one with a mark here and there is not sung.
  expect(likeliestPart([part('Alto', '心'), part('Soprano', '心'), part('Voice', '心')])).toBe(1);
  const marked: ImportedNote[] = [part('', '副歌'), ...Array(7).fill(part(''))].flatMap(({ notes }) => notes);
  expect(likeliestPart([{ name: 'Piano', notes: marked }, part('Vocal')])).toBe(1);
  expect(
    likeliestPart([part('1', '心'), { name: '2', notes: [...part('', '心').notes, ...part('', '事').notes] }]),
  ).toBe(1);
});
