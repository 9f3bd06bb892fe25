import { type MidiData, parseMidi } from 'midi-file';

/** The kind and the length of a chunk, which stand before it. */
const CHUNK_HEAD_BYTES = 8;
/** Where the header has the number of tracks. */
const TRACKS_AT = 10;
const META = 0xff;
const END_OF_TRACK = [0, META, 0x2f, 0];
/** Lengths of the meta events that the parser knows by their length; players pass over further bytes. */
const META_LENGTHS: ReadonlyMap<number, number> = new Map([
  [0x00, 2],
  [0x20, 1],
  [0x21, 1],
  [0x2f, 0],
  [0x51, 3],
  [0x54, 5],
  [0x58, 4],
  [0x59, 2],
]);

/** The tracks of a MIDI file, also of one in a RIFF container; undefined where it is damaged or cut off before the end of a track. */
export function parseTracks(bytes: Uint8Array): MidiData | undefined {
  try {
    const clean = withCleanTracks(withoutRiff(bytes));
    const file = clean && parseMidi(clean);
    return file && file.tracks.length > 0 ? file : undefined;
  } catch {
    return undefined;
  }
}

const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

export function isRiffMidi(bytes: Uint8Array): boolean {
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'RMID';
}

/** The file within a RIFF container: the content of its chunk `data`, after the twelve bytes of the head. */
function withoutRiff(bytes: Uint8Array): Uint8Array {
  if (!isRiffMidi(bytes)) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 12;
  while (at + CHUNK_HEAD_BYTES <= bytes.length && textAt(bytes, at) !== 'data')
    at += CHUNK_HEAD_BYTES + ((view.getUint32(at + 4, true) + 1) & ~1);
  return bytes.subarray(at + CHUNK_HEAD_BYTES);
}

/**
 * The file with its header and its tracks alone, as many as there are, each written anew with whole events: the parser refuses a file
 * for one event that players pass over, knows no other chunks, and steps by whatever length an event states.
 */
function withCleanTracks(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const headerEnd = CHUNK_HEAD_BYTES + view.getUint32(4);
  const tracks: number[][] = [];
  for (let at = headerEnd; at + CHUNK_HEAD_BYTES <= bytes.length; ) {
    const end = at + CHUNK_HEAD_BYTES + view.getUint32(at + 4);
    const [kind, content] = [textAt(bytes, at), bytes.subarray(at + CHUNK_HEAD_BYTES, end)];
    at = end;
    if (kind !== 'MTrk') continue;
    if (end > bytes.length + END_OF_TRACK.length) return undefined;
    const track = cleanTrack(content);
    if (!track) return undefined;
    tracks.push(track);
  }
  // A copy: a slice of Node's Buffer shares its memory.
  const header = Uint8Array.from(bytes.subarray(0, headerEnd));
  new DataView(header.buffer).setUint16(TRACKS_AT, tracks.length);
  const whole = new Uint8Array(tracks.reduce((sum, { length }) => sum + CHUNK_HEAD_BYTES + length, headerEnd));
  whole.set(header);
  let at = headerEnd;
  for (const track of tracks) {
    whole.set([0x4d, 0x54, 0x72, 0x6b], at);
    new DataView(whole.buffer).setUint32(at + 4, track.length);
    whole.set(track, at + CHUNK_HEAD_BYTES);
    at += CHUNK_HEAD_BYTES + track.length;
  }
  return whole;
}

/**
 * The whole events of a track, without those that only a live connection has. Its end may be missing; undefined where another event is
 * cut off or damaged.
 */
function cleanTrack(bytes: Uint8Array): number[] | undefined {
  const clean: number[] = [];
  let at = 0;
  let eventStart = 0;
  let delta = 0;
  let runningStatus = 0;
  const readNumber = (): number | undefined => {
    let value = 0;
    for (let count = 0; count < 4 && at < bytes.length; count++) {
      const byte = bytes[at++]!;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  const isRealTime = () => at < bytes.length && bytes[at]! >= 0xf8 && bytes[at]! < META;
  const isAtEnd = () => bytes.length === eventStart || isEndCutOff(bytes.subarray(eventStart));
  const finished = () => [...clean, ...END_OF_TRACK];
  for (;;) {
    eventStart = at;
    if (isAtEnd()) return finished();
    const more = readNumber();
    if (more === undefined) return undefined;
    delta += more;
    if (isRealTime()) {
      at++;
      continue;
    }
    const first = bytes[at];
    if (first === undefined) return undefined;
    if (first === META || first === 0xf0 || first === 0xf7) {
      const type = first === META ? bytes[at + 1] : undefined;
      at += first === META ? 2 : 1;
      const length = readNumber();
      if (length === undefined || at + length > bytes.length) return undefined;
      const data = bytes.subarray(at, (at += length));
      const known = type === undefined ? undefined : META_LENGTHS.get(type);
      if (type === 0x2f) return finished();
      if (known !== undefined && data.length < known) continue;
      const kept = known === undefined ? data : data.subarray(0, known);
      push(clean, toVariableLength(delta), [first, ...(type === undefined ? [] : [type])]);
      push(clean, toVariableLength(kept.length), kept);
      delta = 0;
      continue;
    }
    if (first >= 0x80) {
      runningStatus = first;
      at++;
    }
    // Other system messages have no place in a file, and no length that is known.
    if (runningStatus < 0x80 || runningStatus >= 0xf0) return undefined;
    const count = runningStatus >= 0xc0 && runningStatus < 0xe0 ? 1 : 2;
    const data: number[] = [];
    while (data.length < count && at < bytes.length) {
      if (isRealTime()) at++;
      else data.push(bytes[at++]!);
    }
    if (data.length < count || data.some((byte) => byte >= 0x80)) return undefined;
    push(clean, toVariableLength(delta), [runningStatus, ...data]);
    delta = 0;
  }
}

/** Whether the bytes are the first of an end of track, with whatever delta of one byte. */
function isEndCutOff(bytes: Uint8Array): boolean {
  return (
    bytes.length < END_OF_TRACK.length && bytes.every((byte, i) => (i === 0 ? byte < 0x80 : byte === END_OF_TRACK[i]))
  );
}

function push(target: number[], ...pieces: readonly ArrayLike<number>[]): void {
  for (const piece of pieces) for (let i = 0; i < piece.length; i++) target.push(piece[i]!);
}

/** The most significant seven bits first, all but the last byte with the high bit. */
function toVariableLength(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
