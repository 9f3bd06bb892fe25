import { type Note, newDocument, newLine } from '../../../../console/src/write/model/document.ts';
import { type CharacterSound, soundOfReading } from '../../../../console/src/write/model/line-sound.ts';

export const note = (pitch: number, beats = 1): Note => ({ pitch, beats });
export const song = (...texts: string[]) =>
  newDocument(
    '歌',
    texts.map((text) => newLine(text)),
  );
export const textsOf = (document: { lines: readonly { text: string }[] }) => document.lines.map(({ text }) => text);
/** Notes of one beat. */
export const melody = (...pitches: (number | null)[]) =>
  pitches.map((pitch) => (pitch === null ? null : { pitch, beats: 1 }));

/** An annotated line: characters with their readings, words between bars. */
export function annotated(...words: readonly (readonly [string, string])[]) {
  const characters = words.flatMap(([word, jyutping], group): CharacterSound[] => {
    const syllables = jyutping.split(' ');
    return Array.from(word, (char, i) => ({ char, group, polyphones: [], ...soundOfReading(syllables[i] ?? '') }));
  });
  return { text: characters.map(({ char }) => char).join(''), characters };
}
