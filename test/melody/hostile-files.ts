import { strToU8, zipSync } from 'fflate';
import type { ImportProblem } from '../../src/melody/imported.ts';
import { MAX_FILE_BYTES, MAX_XML_DEPTH, MAX_XML_ITEMS, MAX_ZIP_ENTRIES } from '../../src/melody/limits.ts';

/** A file that was made to cost more than it is long, and what is said of it. */
interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly problem: ImportProblem;
}

const NOTE = '<note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note>';

/** A score of one part, whose only measure holds `items`. */
export function scoreOf(items: string, doctype = ''): string {
  return `${doctype}<score-partwise><part id="P1"><measure>${items}</measure></part></score-partwise>`;
}

/** Like {@link scoreOf}, in a zip of some kilobytes. */
function zippedScore(items: string, doctype = ''): Uint8Array {
  // Small enough by the fastest way of packing.
  return zipSync({ 'score.xml': strToU8(scoreOf(items, doctype)) }, { level: 1 });
}

function littleEndian(size: number, fields: Readonly<Record<number, number>>): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  for (const [offset, value] of Object.entries(fields)) view.setUint32(Number(offset), value, true);
  return new Uint8Array(view.buffer);
}

function joined(...chunks: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))));
}

/** A zip of nothing but end records: 98 bytes, of which the record of zip64 claims 2³² − 1 files. */
export const ZIP64_OF_98_BYTES = joined(
  littleEndian(56, { 0: 0x06064b50, 4: 44, 32: 0xffffffff }),
  littleEndian(20, { 0: 0x07064b50, 8: 0, 16: 1 }),
  littleEndian(22, { 0: 0x06054b50, 8: 0x00010001 }),
);

/** A zip of one score, whose end record claims as many files. */
function zipThatClaims(count: number): Uint8Array {
  const zip = zippedScore(NOTE);
  const view = new DataView(zip.buffer);
  for (const offset of [14, 12]) view.setUint16(zip.length - offset, count, true);
  return zip;
}

function zipOfMany(count: number): Uint8Array {
  return zipSync(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.xml`, strToU8(scoreOf(NOTE))])));
}

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const uint32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

/** A chunk of a MIDI file that may state another length than it has. */
function midiChunk(id: string, bytes: readonly number[], length = bytes.length): number[] {
  return [...ascii(id), ...uint32(length), ...bytes];
}

/** A MIDI file of these tracks; its header may claim more of them. */
function midiOf(tracks: readonly (readonly number[])[], claimed = tracks.length): Uint8Array {
  return joined(midiChunk('MThd', [0, 1, claimed >> 8, claimed & 255, 0, 96]), ...tracks);
}

const MIDI_NOTE = [0, 0x90, 60, 90, 96, 0x80, 60, 0];
const MIDI_END = [0, 0xff, 0x2f, 0];
const track = (events: readonly number[]) => midiChunk('MTrk', [...events, ...MIDI_END]);
const longTrack = track(Array.from({ length: 100 }, () => MIDI_NOTE).flat());

/** A MIDI file whose track has `bytes` bytes of notes. */
function longMidi(bytes: number): Uint8Array {
  const notes = new Uint8Array(bytes);
  notes.set(MIDI_NOTE);
  for (let filled = MIDI_NOTE.length; filled < bytes; filled *= 2) notes.copyWithin(filled, 0, filled);
  const header = midiChunk('MThd', [0, 1, 0, 1, 0, 96]);
  return joined(header, midiChunk('MTrk', [], bytes + MIDI_END.length), notes, MIDI_END);
}

/** By what is said of them. */
const BY_PROBLEM: Readonly<Partial<Record<ImportProblem, Readonly<Record<string, Uint8Array>>>>> = {
  zip64: {
    'a zip64 of 98 bytes that claims 2³² − 1 files': ZIP64_OF_98_BYTES,
    'a zip whose count of files refers to zip64': zipThatClaims(0xffff),
  },
  damaged: {
    'a zip that claims more files than its bytes can hold': zipThatClaims(60),
    'a zip that claims many files': zipThatClaims(0xfffe),
    'a zip of a megabyte of attributes without values': zippedScore(`<a ${'a '.repeat(2 ** 19)}/>`),
    'a hundred thousand references to an entity of nine kilobytes': zippedScore(
      '<t>&e;</t>'.repeat(100_000),
      `<!DOCTYPE a [<!ENTITY e "${'y'.repeat(9000)}">]>`,
    ),
    'a MIDI file whose second track leads back to the first, again and again': midiOf(
      [longTrack, midiChunk('MTrk', [], -longTrack.length - 8)],
      100,
    ),
    'a MIDI event whose length leads back to it': midiOf([
      track([...MIDI_NOTE, 0, 0xff, 0x01, 0x8f, 0xff, 0xff, 0xff, 0x78]),
    ]),
    'a MIDI track of 2 GB': midiOf([midiChunk('MTrk', MIDI_NOTE, 0x7fffffff)]),
    'a MIDI header of 2 GB': joined(midiChunk('MThd', [0, 1], 0x7fffffff)),
    'a MIDI file of notes before its beginning': midiOf([track([0x8f, 0xff, 0xff, 0xff, 0x78, 0x90, 60, 90])]),
    'notes at the end of time': strToU8(scoreOf(NOTE.replace('<duration>1', '<duration>1e308') + NOTE)),
  },
  too_large: {
    'a zip of many files': zipOfMany(MAX_ZIP_ENTRIES + 1),
    'a zip of two megabytes of empty elements': zippedScore('<a/>'.repeat(2 ** 19)),
    'a zip of a megabyte of attributes': zippedScore(
      `<a ${Array.from({ length: MAX_XML_ITEMS }, (_, i) => `a${i}=""`).join(' ')}/>`,
    ),
    'elements within elements': zippedScore('<a>'.repeat(MAX_XML_DEPTH) + '</a>'.repeat(MAX_XML_DEPTH)),
    'a score that is too long': strToU8(scoreOf(NOTE).padEnd(MAX_FILE_BYTES + 1)),
    'a MIDI file that is too long': longMidi(MAX_FILE_BYTES),
  },
};

export const HOSTILE_FILES = Object.entries(BY_PROBLEM).flatMap(([problem, files]): HostileFile[] =>
  Object.entries(files).map(([name, bytes]) => ({ name, bytes, problem: problem as ImportProblem })),
);
