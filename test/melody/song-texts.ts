import { type MidiEvent, writeMidi } from 'midi-file';

/** Melody files, made of texts. MIDI has 100 ticks a beat, and its texts in UTF-8. */

const bytesAsText = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const utf8 = (text: string) => bytesAsText(new TextEncoder().encode(text));

export const on = (deltaTime: number, noteNumber: number, channel = 0): MidiEvent => ({
  deltaTime,
  type: 'noteOn',
  channel,
  noteNumber,
  velocity: 90,
});
export const off = (deltaTime: number, noteNumber: number, channel = 0): MidiEvent => ({
  deltaTime,
  type: 'noteOff',
  channel,
  noteNumber,
  velocity: 0,
});
const lyric = (deltaTime: number, text: string, type: 'lyrics' | 'text' | 'trackName' = 'lyrics') =>
  ({ deltaTime, meta: true, type, text: utf8(text) }) as MidiEvent;
export const end: MidiEvent = { deltaTime: 0, meta: true, type: 'endOfTrack' };
/** Notes of a beat each. */
const played = (...pitches: number[]) => pitches.flatMap((pitch) => [on(0, pitch), off(100, pitch)]);

/**
 * The events of a track: `60` a note of a beat, `^60` and `v60` its beginning and end, `'word` a lyric, `~text` another text, `=Name` that of the
 * track; each may have `#channel` and `@ticks` since the one before. `·` stands for a space in a text.
 */
export function trackOf(text: string): MidiEvent[] {
  const events = text.split(' ').flatMap((token) => {
    const [, sign, value, channel = 0, ticks = 0] = /^([=~'^v]?)(.*?)(?:#(\d+))?(?:@(\d+))?$/s.exec(token)!;
    const said = value!.replaceAll('·', ' ');
    if (sign === '') return played(Number(value));
    if (sign === '^') return [on(Number(ticks), Number(value), Number(channel))];
    if (sign === 'v') return [off(Number(ticks), Number(value), Number(channel))];
    return [lyric(Number(ticks), said, sign === "'" ? 'lyrics' : sign === '~' ? 'text' : 'trackName')];
  });
  return [...events, end];
}

export const midi = (...tracks: MidiEvent[][]) =>
  Uint8Array.from(writeMidi({ header: { format: 1, numTracks: tracks.length, ticksPerBeat: 100 }, tracks }));

const SIGNS: Readonly<Record<string, string>> = {
  't(': '<tie type="start"/>',
  't)': '<tie type="stop"/>',
  's(': '<notations><slur type="start"/></notations>',
  's)': '<notations><slur type="stop"/></notations>',
  'd(': '<notations><tied type="start"/></notations>',
  'd)': '<notations><tied type="stop"/></notations>',
};

/**
 * `C` a note of a beat, `C4` of as many halves, `C心` with a word, `C(t` and the like with the {@link SIGNS}, `&C` of the chord before, `gC` a grace
 * and `qC` a cue note, `Cv2` of the second voice; an element as it is, with `·` for spaces.
 */
function noteOf(text: string): string {
  if (text.startsWith('<')) return text.replaceAll('·', ' ');
  const [, kind = '', step, duration = '2', word = '', signs = '', voice] =
    /^([&gq]?)([A-G])(\d*)(\p{Script=Han}*)((?:[tsd][()])*)(v2)?$/u.exec(text)!;
  const before = { '&': '<chord/>', g: '<grace/>', q: '<cue/>', '': '' }[kind];
  const after = (signs.match(/../g) ?? []).map((sign) => SIGNS[sign]).join('');
  const lyric = word && `<lyric number="1"><text>${word}</text></lyric>`;
  return `<note>${before}<pitch><step>${step}</step><octave>4</octave></pitch><duration>${duration || 2}</duration><voice>${
    voice ? 2 : 1
  }</voice>${after}${lyric}</note>`;
}

/** A score in MusicXML of one part, the texts of whose measures are {@link noteOf notes}. */
export const scoreOf = (measures: readonly string[]) =>
  `<?xml version="1.0"?><!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 3.1 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
  <score-partwise><part-list><score-part id="P1"><part-name>主唱</part-name></score-part></part-list><part id="P1">
  <measure><attributes><divisions>2</divisions></attributes><sound tempo="72"/>${measures
    .map((text) => text.split(' ').map(noteOf).join(''))
    .join('</measure><measure>')}</measure></part></score-partwise>`;
