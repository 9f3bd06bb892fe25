import { ROMANISATION } from '../../../../src/melody/imported.ts';
import type { SongDocument } from './document.ts';
import { type Measure, measuresUntil, type NoteValue, noteValues } from './measures.ts';
import { sectionsOf } from './sections.ts';
import {
  piecesOf,
  type SungSyllable,
  scoreOf,
  syllablesOfLine,
  temposOf,
  ticksPerBeatOf,
  timelineOf,
} from './timeline.ts';

/** A sounding or silent stretch. Times in ticks. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly pitch: number | null;
  /** Lyrics, which stand at its first note. */
  readonly lyrics: readonly string[];
  readonly slur?: 'start' | 'stop' | undefined;
}

/** The jyutping of a place of a line, if it is known. */
type JyutpingAt = (line: number, place: number) => string | null;

/** The song's melody as MusicXML: its words as the first row of lyrics, jyutping as the last, sections as rehearsal marks. */
export function musicXmlOf(song: SongDocument, jyutpingAt: JyutpingAt): string {
  const timeline = timelineOf(song);
  const tempos = temposOf(song);
  const end = Math.max(0, ...timeline.map(({ start, note }) => start + note.beats));
  const score = scoreOf(song);
  const measures = measuresUntil(end, score);
  const times = timeline.flatMap(({ start, note }) => piecesOf(note).flatMap(({ at, beats }) => [start + at, beats]));
  const bounds = measures.flatMap((measure) => [measure.start, measure.end]);
  const ticksPerBeat = ticksPerBeatOf([...times, ...bounds, ...tempos.map(({ start }) => start)]);
  const tickOf = (beats: number) => Math.round(beats * ticksPerBeat);
  const stretches = withSilences(stretchesOf(song, timeline, tickOf, jyutpingAt));
  const headings = headingsAt(song, timeline);
  const fifthsAt = (start: number) =>
    score?.keys.findLast((key) => key.start <= start + 1e-6)?.fifths ?? score?.keys[0]?.fifths ?? 0;
  const body = measures.map((measure, i) => {
    const [from, to] = [tickOf(measure.start), tickOf(measure.end)];
    const isIn = (tick: number) => tick >= from && tick < to;
    const marks = [
      ...tempos.flatMap(({ start, bpm }) => (isIn(tickOf(start)) ? [{ tick: tickOf(start), xml: tempoXml(bpm) }] : [])),
      ...headings.flatMap(({ start, name }) =>
        isIn(tickOf(start)) ? [{ tick: tickOf(start), xml: headingXml(name) }] : [],
      ),
    ].sort((a, b) => a.tick - b.tick);
    const content = measureContent(stretches, marks, from, to, ticksPerBeat, fifthsAt(measure.start));
    return `<measure number="${i + 1}">${attributesXml(measure, i === 0 ? ticksPerBeat : undefined)}${content}</measure>`;
  });
  const title = escapeXml(song.title);
  return `<?xml version="1.0" encoding="UTF-8"?>
<score-partwise version="4.0">
<work><work-title>${title}</work-title></work>
<part-list><score-part id="P1"><part-name>Vocal</part-name></score-part></part-list>
<part id="P1">
${body.join('\n')}
</part>
</score-partwise>
`;
}

type Timeline = ReturnType<typeof timelineOf>;

function stretchesOf(
  song: SongDocument,
  timeline: Timeline,
  tickOf: (beats: number) => number,
  jyutpingAt: JyutpingAt,
): Stretch[] {
  const syllables = song.lines.map(syllablesOfLine);
  const verseCount = Math.max(0, ...timeline.map(({ note }) => note.verses?.length ?? 0));
  return timeline.flatMap(({ line, position, note, start }, i) => {
    const syllable = syllables[line]![position];
    const endsLine = timeline[i + 1]?.line !== line;
    const pieces = piecesOf(note);
    const lyrics = [
      ...(syllable ? [wordXml(syllable, pieces.length > 1, endsLine)] : []),
      ...(note.verses ?? []).flatMap((verse, k) => (verse === null ? [] : [lyricXml(`number="${k + 2}"`, verse)])),
      ...(syllable ? romanisationXml(jyutpingAt(line, syllable.place), verseCount + 2) : []),
    ];
    return pieces.map(
      ({ pitch, at, beats }, k): Stretch => ({
        start: tickOf(start + at),
        end: tickOf(start + at + beats),
        pitch,
        lyrics: k === 0 ? lyrics : [],
        slur: pieces.length === 1 ? undefined : k === 0 ? 'start' : k === pieces.length - 1 ? 'stop' : undefined,
      }),
    );
  });
}

/** What sounds, with what is silent between. A note that is not over when the next begins ends there. */
function withSilences(sounding: readonly Stretch[]): Stretch[] {
  let at = 0;
  return sounding.flatMap((stretch, i) => {
    const end = Math.min(stretch.end, sounding[i + 1]?.start ?? stretch.end);
    const silence = stretch.start > at ? [{ start: at, end: stretch.start, pitch: null, lyrics: [] }] : [];
    at = end;
    return [...silence, { ...stretch, end }];
  });
}

interface Mark {
  readonly tick: number;
  readonly xml: string;
}

/** Notes and rests of a measure, tied over its bounds; marks stand before what begins with or after them. */
function measureContent(
  stretches: readonly Stretch[],
  marks: readonly Mark[],
  from: number,
  to: number,
  ticksPerBeat: number,
  fifths: number,
): string {
  const pending = [...marks];
  let xml = '';
  let at = from;
  for (const stretch of stretches) {
    if (stretch.end <= from || stretch.start >= to) continue;
    while (pending[0] && pending[0].tick <= Math.max(stretch.start, from)) xml += pending.shift()!.xml;
    const [start, end] = [Math.max(stretch.start, from), Math.min(stretch.end, to)];
    let tick = start;
    for (const value of noteValues(end - start, ticksPerBeat)) {
      const isFirst = tick === stretch.start;
      tick += value.ticks;
      xml += noteXml(stretch, value, isFirst, tick === stretch.end, fifths);
    }
    at = end;
  }
  for (const { xml: rest } of pending) xml += rest;
  if (at === from && to > from) return `${xml}<note><rest measure="yes"/><duration>${to - from}</duration></note>`;
  return (
    xml +
    noteValues(to - at, ticksPerBeat)
      .map((value) => (value.ticks > 0 ? restXml(value) : ''))
      .join('')
  );
}

function noteXml(stretch: Stretch, value: NoteValue, isFirst: boolean, isLast: boolean, fifths: number): string {
  if (stretch.pitch === null) return restXml(value);
  const ties = [...(isFirst ? [] : ['stop']), ...(isLast ? [] : ['start'])];
  const slur = (stretch.slur === 'start' && isFirst) || (stretch.slur === 'stop' && isLast) ? stretch.slur : undefined;
  const notations = [
    ...ties.map((type) => `<tied type="${type}"/>`),
    ...(slur ? [`<slur type="${slur}" number="1"/>`] : []),
  ].join('');
  return `<note>${pitchXml(stretch.pitch, fifths)}<duration>${value.ticks}</duration>${ties
    .map((type) => `<tie type="${type}"/>`)
    .join('')}<voice>1</voice>${valueXml(value)}${notations && `<notations>${notations}</notations>`}${
    isFirst ? stretch.lyrics.join('') : ''
  }</note>`;
}

function restXml(value: NoteValue): string {
  return `<note><rest/><duration>${value.ticks}</duration><voice>1</voice>${valueXml(value)}</note>`;
}

function valueXml({ type, dots, isTriplet }: NoteValue): string {
  if (type === undefined) return '';
  const triplet = '<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes></time-modification>';
  return `<type>${type}</type>${dots ? '<dot/>' : ''}${isTriplet ? triplet : ''}`;
}

const SHARP_STEPS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
const FLAT_STEPS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'];

function pitchXml(pitch: number, fifths: number): string {
  const [step, sign] = (fifths < 0 ? FLAT_STEPS : SHARP_STEPS)[pitch % 12]!;
  const alter = sign === undefined ? '' : `<alter>${sign === '#' ? 1 : -1}</alter>`;
  return `<pitch><step>${step}</step>${alter}<octave>${Math.floor(pitch / 12) - 1}</octave></pitch>`;
}

function wordXml({ text, joinsNext, joinsPrevious }: SungSyllable, isExtended: boolean, endsLine: boolean): string {
  const syllabic = joinsNext ? (joinsPrevious ? 'middle' : 'begin') : joinsPrevious ? 'end' : 'single';
  const tail = `${isExtended ? '<extend/>' : ''}${endsLine ? '<end-line/>' : ''}`;
  return `<lyric number="1"><syllabic>${syllabic}</syllabic><text>${escapeXml(text)}</text>${tail}</lyric>`;
}

function lyricXml(attributes: string, text: string): string {
  return `<lyric ${attributes}><text>${escapeXml(text)}</text></lyric>`;
}

function romanisationXml(jyutping: string | null, row: number): string[] {
  return jyutping === null ? [] : [lyricXml(`number="${row}" name="${ROMANISATION}"`, jyutping)];
}

function attributesXml({ meter, key }: Measure, divisions: number | undefined): string {
  const parts = [
    ...(divisions === undefined ? [] : [`<divisions>${divisions}</divisions>`]),
    ...(key ? [`<key><fifths>${key.fifths}</fifths><mode>${key.isMinor ? 'minor' : 'major'}</mode></key>`] : []),
    ...(meter ? [`<time><beats>${meter.beats}</beats><beat-type>${meter.unit}</beat-type></time>`] : []),
  ].join('');
  return parts && `<attributes>${parts}</attributes>`;
}

function tempoXml(bpm: number): string {
  // A MIDI file has microseconds a beat: 92 comes from it as 91.999988.
  const rounded = Math.round(bpm * 100) / 100;
  const metronome = `<metronome><beat-unit>quarter</beat-unit><per-minute>${rounded}</per-minute></metronome>`;
  return `<direction placement="above"><direction-type>${metronome}</direction-type><sound tempo="${rounded}"/></direction>`;
}

function headingXml(name: string): string {
  const rehearsal = `<rehearsal>${escapeXml(name)}</rehearsal>`;
  return `<direction placement="above"><direction-type>${rehearsal}</direction-type></direction>`;
}

/** Sections by the time of their first note. */
function headingsAt(song: SongDocument, timeline: Timeline): { readonly start: number; readonly name: string }[] {
  return sectionsOf(song).flatMap(({ name, start, end }) => {
    const first = timeline.find(({ line }) => line >= start && line < end);
    return first ? [{ start: first.start, name }] : [];
  });
}

function escapeXml(text: string): string {
  const safe = text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return safe.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
