import { type MidiData, parseMidi } from 'midi-file';

/** The kind and the length of a chunk, which stand before it. */
const CHUNK_HEAD_BYTES = 8;
/** Where the header has the number of tracks. */
const TRACKS_AT = 10;

/** The tracks of a MIDI file; undefined where it is damaged or cut off. */
export function parseTracks(bytes: Uint8Array): MidiData | undefined {
  try {
    const whole = withTracksAlone(bytes);
    const file = whole && parseMidi(new MidiBytes(whole.buffer, whole.byteOffset, whole.length));
    return file && file.tracks.length > 0 ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The file with its header and its tracks alone, as many as the header then says: the parser reads no further than that, and knows no
 * other chunks, which a reader is to pass over. Undefined where a track is cut off, or fewer are there than were counted.
 */
function withTracksAlone(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const headerEnd = CHUNK_HEAD_BYTES + view.getUint32(4);
  const tracks: Uint8Array[] = [];
  for (let at = headerEnd; at + 4 <= bytes.length; ) {
    const isTrack = String.fromCharCode(...bytes.subarray(at, at + 4)) === 'MTrk';
    const end = at + CHUNK_HEAD_BYTES <= bytes.length ? at + CHUNK_HEAD_BYTES + view.getUint32(at + 4) : Infinity;
    // What follows the last track, and is no chunk, is padding.
    if (end > bytes.length && !isTrack) break;
    if (end > bytes.length) return undefined;
    if (isTrack) tracks.push(bytes.subarray(at, end));
    at = end;
  }
  if (tracks.length < view.getUint16(TRACKS_AT)) return undefined;
  const whole = new Uint8Array(headerEnd + tracks.reduce((sum, { length }) => sum + length, 0));
  whole.set(bytes.subarray(0, headerEnd));
  new DataView(whole.buffer).setUint16(TRACKS_AT, tracks.length);
  let at = headerEnd;
  for (const track of tracks) {
    whole.set(track, at);
    at += track.length;
  }
  return whole;
}

/**
 * The parser steps by whatever lengths a file states, as signed numbers: a negative one takes it back to what it has read, for ever.
 * It takes each step by a slice, and these end within the file. A length that is cut off is no number.
 */
class MidiBytes extends Uint8Array<ArrayBufferLike> {
  override slice(start: number, end: number): Uint8Array<ArrayBuffer> {
    if (!(end >= start && end <= this.length)) throw new RangeError('A length leads out of the file.');
    return new MidiBytes(this.buffer, this.byteOffset + start, end - start) as Uint8Array<ArrayBuffer>;
  }
}
