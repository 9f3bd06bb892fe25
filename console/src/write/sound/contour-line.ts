import { pitchesOf, type SongLine } from '../model/document.ts';
import type { LineSound } from './line-sound.ts';

const DIGIT = /^\p{Nd}$/u;

/** A line as the service is asked about it. */
export function contourLineOf(line: SongLine, sound: LineSound) {
  const readings = sound.places.flatMap((place, position) => {
    const { char, jyutping: read } = sound.characters[place]!;
    // Digits have no reading in the service but what it is told.
    const jyutping = line.readings[place] ?? (DIGIT.test(char) ? read : null);
    return jyutping === null ? [] : [{ sung_position: position, jyutping }];
  });
  return {
    line: line.text,
    melody: pitchesOf(line.melody, sound.places.length),
    ...(readings.length > 0 ? { readings } : {}),
  };
}
