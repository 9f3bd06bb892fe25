import { type CharacterSound, soundOfReading } from '../../../../console/src/write/model/line-sound.ts';

/** An annotated line: characters with their readings, words between bars. */
export function annotated(...words: readonly (readonly [string, string])[]) {
  const characters = words.flatMap(([word, jyutping], group): CharacterSound[] => {
    const syllables = jyutping.split(' ');
    return Array.from(word, (char, i) => ({ char, group, polyphones: [], ...soundOfReading(syllables[i] ?? '') }));
  });
  return { text: characters.map(({ char }) => char).join(''), characters };
}

export const NIGHT = annotated(['今夜', 'gam1 je6'], ['回憶', 'wui4 jik1']);
/** Notes of one beat. */
export const melody = (...pitches: (number | null)[]) =>
  pitches.map((pitch) => (pitch === null ? null : { pitch, beats: 1 }));
