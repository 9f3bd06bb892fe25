import { newDocument, newLine, type SongDocument } from './model/document.ts';

/** Four lines of our own with a tune. In the last one the melody rises into 回 while the tones fall: the clash to begin with. */
const LINES: readonly (readonly [text: string, pitches: readonly number[], beats: readonly number[]])[] = [
  ['心事寫滿呢張紙', [62, 57, 62, 60, 64, 64, 64], [1, 1, 1, 1, 1, 1, 2]],
  ['燈火未熄晚風未停', [64, 64, 60, 64, 62, 64, 60, 57], [1, 1, 0.5, 1.5, 1, 0.5, 0.5, 2]],
  ['海風帶我慢慢行', [64, 64, 62, 62, 60, 60, 57], [1, 1, 1, 1, 1, 1, 2]],
  ['今夜回憶仲未停', [62, 57, 59, 64, 59, 59, 55], [1, 1, 1, 1, 1, 1, 2]],
];

export function exampleSong(): SongDocument {
  const lines = LINES.map(([text, pitches, beats]) =>
    newLine(
      text,
      pitches.map((pitch, i) => ({ pitch, beats: beats[i] ?? 1 })),
    ),
  );
  return newDocument('今夜', lines);
}
