import { newDocument, newLine } from '../../../../console/src/write/model/document.ts';
import { contourLineOf, readingsOfDigit, soundOfLine } from '../../../../console/src/write/model/line-sound.ts';
import { pitchRangeOf } from '../../../../console/src/write/model/note-names.ts';
import { parseReadingTable } from '../../../../console/src/write/model/reading-table.ts';
import {
  countWithoutNote,
  playTimesOf,
  syllablesOfLine,
  temposOf,
  ticksPerBeatOf,
  timelineOf,
} from '../../../../console/src/write/model/timeline.ts';
import { describeFunctions } from '../../../support/function-tables.ts';
import { annotated } from './songs.ts';

const FILE = '我 ngo5\n行 hang4,hong4\n銀行 ngan4 hong4\n去 heoi3\n銀 ngan4\n旺 wong6\n航 hong4\n';
const TABLE = await parseReadingTable(FILE, () => Promise.resolve());

/** Notes `pitch`, `pitch:beats`, `pitch:beats+rest`; `-` is a place without one. */
const notesOf = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((note) => {
      if (note === '-') return null;
      const [, pitch, beats = '1', rest] = /^(\d+)(?::([\d.]+))?(?:\+([\d.]+))?$/.exec(note)!;
      return { pitch: Number(pitch), beats: Number(beats), ...(rest !== undefined && { rest: Number(rest) }) };
    });
/** A line and its notes: `一二: 60 62:2`. */
const lineOf = (row: string) => {
  const [text = '', notes = ''] = row.split(': ');
  return newLine(text, notesOf(notes));
};
/** Tempos as `start bpm`. */
const scoreOf = (leadIn: number, tempos: readonly string[]) => ({
  leadIn,
  tempos: tempos.map((text) => text.split(' ').map(Number)).map(([start, bpm]) => ({ start: start!, bpm: bpm! })),
  meters: [{ start: 0, beats: 4, unit: 4 }],
  keys: [],
  bars: [],
});

/** How a line is read: annotated words `今夜 gam1 je6`, readings that were chosen, and whether the page has its table of readings. */
interface Read {
  readonly words?: readonly string[];
  readonly chosen?: Readonly<Record<number, string>>;
  readonly hasTable?: boolean;
}

function soundOf(text: string, { words, chosen = {}, hasTable = false }: Read = {}) {
  const known = words?.map((word) => [word.slice(0, word.indexOf(' ')), word.slice(word.indexOf(' ') + 1)] as const);
  return soundOfLine(text, chosen, known && annotated(...known), hasTable ? TABLE.read(text) : undefined);
}

describeFunctions('sounding-lines', {
  readings: (text: string, read?: Read) =>
    soundOf(text, read)
      .characters.map(({ jyutping }) => jyutping ?? '-')
      .join(' '),
  codes: (text: string, read?: Read) =>
    soundOf(text, read)
      .codes.map((code) => code ?? '-')
      .join(''),
  words: (text: string, read?: Read) =>
    soundOf(text, read)
      .words.map(({ start, end }) => `${start}-${end}`)
      .join(' '),
  /** The sung units with their places, and the rhyme. */
  units(text: string, read?: Read) {
    const { units, places, rhyme } = soundOf(text, read);
    return [units.map((unit, i) => `${unit} ${places[i]}`).join(', '), rhyme];
  },
  polyphones: (text: string, place: number, read?: Read) => soundOf(text, read).characters[place]!.polyphones,
  readingsOfDigit: (digit: string) => readingsOfDigit([digit], 0),
  characterOf: (syllable: string) => TABLE.characterOf(syllable),
  asked(row: string, chosen: Record<number, string>) {
    const line = { ...lineOf(row), readings: chosen };
    return contourLineOf(line, soundOfLine(line.text, chosen, undefined));
  },
  /** Of a song with a score where `leadIn` is given: when each note begins. */
  starts: (rows: readonly string[], leadIn?: number) =>
    timelineOf({
      ...newDocument('', rows.map(lineOf)),
      ...(leadIn !== undefined && { score: scoreOf(leadIn, []) }),
    }).map(({ start }) => start),
  /** Whether each syllable joins the next one, and the one before. */
  syllables: (text: string) =>
    syllablesOfLine({ text }).map(
      ({ text, joinsNext, joinsPrevious, place }) =>
        `${joinsPrevious ? '-' : ''}${text}${joinsNext ? '-' : ''} ${place}`,
    ),
  ticks: (...times: number[]) => ticksPerBeatOf(times),
  tempos: (tempo: number, ...tempos: string[]) =>
    temposOf({ tempo, score: scoreOf(0, tempos) }).map(({ start, bpm }) => `${start} ${Math.round(bpm * 10) / 10}`),
  withoutNote: (...rows: string[]) => countWithoutNote({ lines: rows.map(lineOf) }),
  range: (notes: string) => pitchRangeOf({ lines: [newLine('', notesOf(notes))] }),
  /** When what is sung of some lines begins and how long it is, and when it comes round; `places` of a line are sung, else its notes. */
  played(
    rows: readonly string[],
    range: readonly [number, number],
    {
      tempo = 60,
      leadIn,
      tempos = [],
      places,
    }: { tempo?: number; leadIn?: number; tempos?: string[]; places?: number },
  ) {
    const score = leadIn === undefined ? {} : { score: scoreOf(leadIn, tempos) };
    const song = { ...newDocument('', rows.map(lineOf)), tempo, ...score };
    const { lines, seconds } = playTimesOf(song, range, ({ melody }) => places ?? melody.length);
    return [lines.map((line) => line.map((one) => `${one.at} ${one.seconds}`).join(', ')), seconds];
  },
});
