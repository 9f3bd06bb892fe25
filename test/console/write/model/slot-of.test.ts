import { exampleSong } from '../../../../console/src/write/model/document.ts';
import { soundOfLine } from '../../../../console/src/write/model/line-sound.ts';
import { oneOf, risksOf, strengthOf, summarise, worstOf } from '../../../../console/src/write/model/risks.ts';
import { placeBeside, slotOf } from '../../../../console/src/write/model/slot-of.ts';
import { describeFunctions } from '../../../support/function-tables.ts';
import { annotated, melody } from './songs.ts';

/** A line as its words with their readings, and after a colon its melody: `今夜/gam1_je6 停/ting4 : 62 - 59`. */
function lineOf(text: string) {
  const [words = '', pitches = ''] = text.split(' : ');
  const parts = words.split(' ').filter(Boolean);
  const known = annotated(
    ...parts.map((part) => {
      const [word, reading] = part.split('/') as [string, string];
      return [word, reading.replaceAll('_', ' ')] as const;
    }),
  );
  const sound = soundOfLine(known.text, {}, parts.length > 0 ? known : undefined);
  return {
    sound,
    melody: melody(
      ...pitches
        .split(' ')
        .filter(Boolean)
        .map((pitch) => (pitch === '-' ? null : Number(pitch))),
    ),
  };
}

describeFunctions('slots', {
  placeBeside(line: string, place: number, beside: string) {
    const [word, side] = beside.split(' ') as [string, 'before' | 'after'];
    return placeBeside(lineOf(line).sound, place, { word, side });
  },
  /** The fields of the slot at a place of a line that are named. */
  slot(
    lines: readonly string[],
    line: number,
    place: number,
    fields: string,
    passage?: { start: number; end: number },
  ) {
    const slot = slotOf(lines.map(lineOf), line, place, passage)!;
    return Object.fromEntries(fields.split(' ').map((field) => [field, slot[field as keyof typeof slot]]));
  },
});

type Tolerance = 'strict' | 'singable';
const risksIn = (text: string, tolerance: Tolerance) => {
  const { sound, melody } = lineOf(text);
  return risksOf(sound, melody, tolerance);
};

describeFunctions('song-risks', {
  summary: (lines: readonly string[], tolerance: Tolerance) => summarise(lines.map(lineOf), tolerance),
  worst: (line: string, tolerance: Tolerance) => worstOf(risksIn(line, tolerance)),
  /** Of the first risk: how strong its mark is, and one of how many songs moves so. */
  strength(line: string, tolerance: Tolerance) {
    const [first] = risksIn(line, tolerance);
    return [strengthOf(first!), oneOf(first!)];
  },
  strengthOf,
  oneOf,
  /** The text and the risks of the last line of the example, whose words are given. */
  example(words: string) {
    const { text, melody } = exampleSong().lines.at(-1)!;
    const risks = risksOf(lineOf(words).sound, melody, 'singable');
    return [text, ...risks.map(({ position, severity }) => `${position} ${severity}`)];
  },
});
