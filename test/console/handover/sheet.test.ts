import { describe, expect, it } from '@jest/globals';
import { type Above, blocksOf, longestLineOf, sheetOf } from '../../../console/src/handover/sheet-model.ts';
import { type RhythmToken, rhythmOf } from '../../../console/src/handover/sheet-rhythm.ts';
import { type Note, newDocument, newLine, type SongScore } from '../../../console/src/write/model/document.ts';
import { setMelody } from '../../../console/src/write/model/edit.ts';
import { soundOfLine, soundOfReading } from '../../../console/src/write/model/line-sound.ts';
import { describeFunctions } from '../../support/function-tables.ts';
import { note, song } from '../write/model/songs.ts';

const SCORE: SongScore = { leadIn: 0, tempos: [], meters: [{ start: 0, beats: 4, unit: 4 }], keys: [], bars: [] };

const songOf = (melodies: readonly (readonly Note[])[], score: SongScore | undefined = SCORE) => ({
  ...newDocument(
    '歌',
    melodies.map((melody) => newLine('我'.repeat(melody.length), melody)),
  ),
  ...(score ? { score } : {}),
});

/** As it is read: `_` for each underline, `-` for each dash, `'` and `,` for octaves. */
function written(token: RhythmToken): string {
  if (token.kind === 'bar') return `|${token.meter ?? ''}`;
  if (token.kind === 'silence') return `(${token.measures})`;
  const octave = "'".repeat(Math.max(0, token.octave)) + ','.repeat(Math.max(0, -token.octave));
  const length = '_'.repeat(token.underlines) + (token.isDotted ? '.' : '') + '-'.repeat(token.dashes);
  return `${token.isTied ? '~' : ''}${token.isTriplet ? '3:' : ''}${token.degree}${octave}${length}`;
}

/** Notes of a line: `60` of one beat, `60*0.5` of another length, `60+2` after a rest. */
const notesOf = (text: string) =>
  text.split(' ').map((one): Note => {
    const [, pitch, rest, beats = '1'] = /^(\d+)(?:\+([\d.]+))?(?:\*([\d.]+))?$/.exec(one)!;
    return { ...note(Number(pitch), Number(beats)), ...(rest === undefined ? {} : { rest: Number(rest) }) };
  });
const given = (lines: readonly string[], score: object = {}) =>
  rhythmOf(songOf(lines.map(notesOf), { ...SCORE, ...score }))!;

const READINGS: Readonly<Record<string, string>> = { 我: 'ngo5', 愛: 'oi3', 海: 'hoi2' };
const soundOf = ({ text }: { text: string }) =>
  soundOfLine(
    text,
    {},
    undefined,
    Array.from(text, (char) => ({ char, group: -1, polyphones: [], ...soundOfReading(READINGS[char] ?? null) })),
  );
/** `60`, `62~64` where a character moves, `-` for none. */
const pitched = (text: string): Note | null => {
  if (text === '-') return null;
  const [first = 0, second] = text.split('~').map(Number);
  const pieces = [first, second!].map((pitch, at) => ({ pitch, at: at / 2, beats: 0.5 }));
  return { ...note(first), ...(second !== undefined && { pieces }) };
};

describeFunctions('sheets', {
  /** Each section: its heading and the texts of its lines. */
  sections: (...texts: string[]) =>
    sheetOf(song(...texts), soundOf, 'none').map(({ heading, lines }) => [
      heading,
      ...lines.map((cells) => cells.map(({ text }) => text).join('')),
    ]),
  /** The cells of a line: text, notation above it, heights of its notes. */
  cells(text: string, notes: string, above: Above) {
    const given = setMelody(song(text), 0, notes.split(' ').map(pitched));
    return sheetOf(given, soundOf, above)[0]!.lines[0]!.map(({ text, above, heights, rhythm }) => {
      expect(rhythm).toEqual([]);
      return [text, above, ...heights];
    });
  },
  longest: (...texts: string[]) => longestLineOf(sheetOf(song(...texts), soundOf, 'none')),
  blocksOf,
  rhythm: (lines: string[], score?: object) =>
    given(lines, score).tokens.map((line) => line.map((tokens) => tokens.map(written).join(' ')).join('  ')),
  tonic: (lines: string[], score: object) => given(lines, score).tonic,
});

describe('the rhythm of a sheet', () => {
  it('is not there without a score, and stands with its characters where there is one', () => {
    expect(rhythmOf({ lines: songOf([[note(60)]]).lines })).toBeNull();
    const song = songOf([[note(60, 4)]]);
    const [section] = sheetOf(song, ({ text }) => soundOfLine(text, {}, undefined), 'none', rhythmOf(song));
    expect(section!.lines[0]!.map(({ rhythm: tokens }) => tokens.map(written).join(' '))).toEqual(['1--- |']);
  });
});
