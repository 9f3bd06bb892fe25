import { alignMelody, phrasesOf } from '../../src/melody/align.ts';
import { type ImportedNote, likeliestPart } from '../../src/melody/imported.ts';
import { describeFunctions } from '../support/function-tables.ts';

/**
 * Notes of one beat: `60`, `心60`, `Ba_60` where the next one joins the word, `60/` where the file ends a line, `60+1.5` of another
 * length, `60~62` with a second pitch, `60*24` of which there are many; `.` is a beat of silence.
 */
function notesOf(text: string): ImportedNote[] {
  let start = 0;
  return text.split(' ').flatMap((note): ImportedNote[] => {
    if (note === '.') start++;
    const parts = /^(\D*)(\d+)(?:~(\d+))?(?:\+([\d.]+))?(?:\*(\d+))?(\/)?$/.exec(note);
    if (!parts) return [];
    const [, syllable = '', pitch, second, length = '1', count = '1', end] = parts;
    const beats = Number(length);
    return Array.from({ length: Number(count) }, () => ({
      pitch: Number(pitch),
      start: (start += beats) - beats,
      beats,
      syllable: syllable.replace('_', '').replaceAll('·', ' ') || null,
      endsLine: end !== undefined,
      ...(syllable.endsWith('_') && { joinsNext: true }),
      ...(second !== undefined && { melisma: [Number(second)] }),
    }));
  });
}

const shown = (melody: readonly (ImportedNote | null)[]) =>
  melody
    .map((note) => {
      if (note === null) return '-';
      const beats = note.beats === 1 ? '' : `+${Math.round(note.beats * 100) / 100}`;
      return [note.pitch, ...(note.melisma ?? [])].join('~') + beats;
    })
    .join(' ');

describeFunctions('aligned-melodies', {
  /** The notes of each line, then the lines that are made of what remains: `text: notes`. */
  aligned(texts: string[], notes: string) {
    const { melodies, extraLines } = alignMelody(texts, notesOf(notes));
    return [melodies.map(shown), extraLines.map(({ text, melody }) => `${text}: ${shown(melody)}`)];
  },
  phrases: (notes: string) => phrasesOf(notesOf(notes)).map((phrase) => phrase.length),
  /** Of parts `name: notes`. */
  likeliest: (...parts: string[]) =>
    likeliestPart(
      parts.map((part) => {
        const [name = '', notes = ''] = part.split(': ');
        return { name, notes: notesOf(notes) };
      }),
    ),
});
