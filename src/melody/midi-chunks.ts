/** Reads the events of a MIDI file that a melody is made of. Players pass over much that a strict parser refuses a file for. */

/** An event at its time in ticks from the beginning of its track. */
export type TrackEvent = { readonly tick: number } & (
  | { readonly type: 'noteOn' | 'noteOff'; readonly channel: number; readonly noteNumber: number }
  | { readonly type: 'text' | 'trackName' | 'lyrics' | 'otherText'; readonly bytes: Uint8Array }
  | { readonly type: 'other' }
  | { readonly type: 'setTempo'; readonly microsecondsPerBeat: number }
  | { readonly type: 'timeSignature'; readonly numerator: number; readonly denominator: number }
  /** Sharps above 0, flats below. */
  | { readonly type: 'keySignature'; readonly key: number; readonly isMinor: boolean }
);

interface MidiTracks {
  readonly ticksPerBeat: number;
  readonly tracks: readonly (readonly TrackEvent[])[];
}

/** The kind and the length of a chunk, which stand before it. */
const CHUNK_HEAD_BYTES = 8;
/** Where the header says how time is counted. */
const DIVISION_AT = 12;
const META = 0xff;
const END_OF_TRACK = [0, META, 0x2f, 0];

/** The tracks of a MIDI file, also of one in a RIFF container; undefined where it is damaged or cut off before the end of a track. */
export function parseTracks(bytes: Uint8Array): MidiTracks | undefined {
  try {
    const file = withoutRiff(bytes);
    const tracks = textAt(file, 0) === 'MThd' ? tracksOf(file) : undefined;
    return tracks && tracks.length > 0 ? { ticksPerBeat: ticksPerBeatOf(file), tracks } : undefined;
  } catch {
    return undefined;
  }
}

const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

export function isRiffMidi(bytes: Uint8Array): boolean {
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'RMID';
}

/** The file within a RIFF container: the content of its chunk `data`, after the twelve bytes of the head. */
function withoutRiff(bytes: Uint8Array): Uint8Array {
  if (!isRiffMidi(bytes)) return bytes;
  const view = viewOf(bytes);
  let at = 12;
  while (at + CHUNK_HEAD_BYTES <= bytes.length && textAt(bytes, at) !== 'data')
    at += CHUNK_HEAD_BYTES + ((view.getUint32(at + 4, true) + 1) & ~1);
  return bytes.subarray(at + CHUNK_HEAD_BYTES);
}

const headerEndOf = (file: Uint8Array) => CHUNK_HEAD_BYTES + viewOf(file).getUint32(4);

/** Times may be counted in frames of film: half a second is a beat then, as without a tempo. */
function ticksPerBeatOf(file: Uint8Array): number {
  const division = headerEndOf(file) < DIVISION_AT + 2 ? 0 : viewOf(file).getUint16(DIVISION_AT);
  const isInFrames = division >= 0x8000;
  return (isInFrames ? ((0x100 - (division >> 8)) * (division & 0xff)) / 2 : division) || 480;
}

/** Chunks of other kinds are passed over. */
function tracksOf(file: Uint8Array): TrackEvent[][] | undefined {
  const tracks: TrackEvent[][] = [];
  for (let at = headerEndOf(file); at + CHUNK_HEAD_BYTES <= file.length; ) {
    const end = at + CHUNK_HEAD_BYTES + viewOf(file).getUint32(at + 4);
    const [kind, content] = [textAt(file, at), file.subarray(at + CHUNK_HEAD_BYTES, end)];
    at = end;
    if (kind !== 'MTrk') continue;
    const track = end > file.length + END_OF_TRACK.length ? undefined : eventsOf(content);
    if (!track) return undefined;
    tracks.push(track);
  }
  return tracks;
}

/** The events of a track. Its end may be missing; undefined where another event is cut off or damaged. */
function eventsOf(bytes: Uint8Array): TrackEvent[] | undefined {
  const events: TrackEvent[] = [];
  let [at, tick, status] = [0, 0, 0];
  const readNumber = (): number | undefined => {
    let value = 0;
    for (let count = 0; count < 4 && at < bytes.length; count++) {
      const byte = bytes[at++]!;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  const readSized = (): Uint8Array | undefined => {
    const length = readNumber();
    return length === undefined || at + length > bytes.length ? undefined : bytes.subarray(at, (at += length));
  };
  // Only a live connection has such events.
  const isRealTime = () => at < bytes.length && bytes[at]! >= 0xf8 && bytes[at]! < META;
  const readDataBytes = (count: number): number[] | undefined => {
    const data: number[] = [];
    while (data.length < count && at < bytes.length) {
      if (isRealTime()) at++;
      else data.push(bytes[at++]!);
    }
    return data.length === count && data.every((byte) => byte < 0x80) ? data : undefined;
  };
  for (;;) {
    if (isEndCutOff(bytes.subarray(at))) return events;
    const delta = readNumber();
    const first = bytes[at];
    if (delta === undefined || first === undefined) return undefined;
    tick += delta;
    if (isRealTime()) at++;
    else if (first === META || first === 0xf0 || first === 0xf7) {
      const type = first === META ? bytes[at + 1] : undefined;
      at += first === META ? 2 : 1;
      const data = readSized();
      if (!data) return undefined;
      if (type === END_OF_TRACK[2]) return events;
      const event = metaEvent(type, data, tick);
      if (event) events.push(event);
    } else {
      // An event without a status byte has the one of the event before.
      if (first >= 0x80) {
        status = first;
        at++;
      }
      // Other system messages have no place in a file, and no length that is known.
      const isOfChannel = status >= 0x80 && status < 0xf0;
      const data = isOfChannel ? readDataBytes(status >= 0xc0 && status < 0xe0 ? 1 : 2) : undefined;
      if (!data) return undefined;
      events.push(channelEvent(status, data, tick));
    }
  }
}

function channelEvent(status: number, [noteNumber = 0, velocity = 0]: readonly number[], tick: number): TrackEvent {
  if (status >= 0xa0) return { tick, type: 'other' };
  const isOff = status < 0x90 || velocity === 0;
  return { tick, type: isOff ? 'noteOff' : 'noteOn', channel: status & 0x0f, noteNumber };
}

/** Whether the bytes are none, or the first of an end of track, with whatever delta of one byte. */
function isEndCutOff(bytes: Uint8Array): boolean {
  return (
    bytes.length < END_OF_TRACK.length && bytes.every((byte, i) => (i === 0 ? byte < 0x80 : byte === END_OF_TRACK[i]))
  );
}

const [TEXT, TRACK_NAME, LYRICS, CUE_POINT, SET_TEMPO, TIME_SIGNATURE, KEY_SIGNATURE] = [1, 3, 5, 7, 0x51, 0x58, 0x59];

/** undefined where bytes are missing; further bytes are passed over. */
function metaEvent(type: number | undefined, data: Uint8Array, tick: number): TrackEvent | undefined {
  const [first = 0, second = 0, third = 0] = data;
  switch (type) {
    case TEXT:
      return { tick, type: 'text', bytes: data };
    case TRACK_NAME:
      return { tick, type: 'trackName', bytes: data };
    case LYRICS:
      return { tick, type: 'lyrics', bytes: data };
    case SET_TEMPO:
      return data.length < 3
        ? undefined
        : { tick, type: 'setTempo', microsecondsPerBeat: (first << 16) + (second << 8) + third };
    case TIME_SIGNATURE:
      return data.length < 4 ? undefined : { tick, type: 'timeSignature', numerator: first, denominator: 2 ** second };
    case KEY_SIGNATURE:
      return data.length < 2
        ? undefined
        : { tick, type: 'keySignature', key: (first << 24) >> 24, isMinor: second === 1 };
    default:
      return type !== undefined && type > 0 && type <= CUE_POINT
        ? { tick, type: 'otherText', bytes: data }
        : { tick, type: 'other' };
  }
}
