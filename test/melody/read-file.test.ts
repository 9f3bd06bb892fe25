import { expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import type { MidiEvent } from 'midi-file';
import { newDocument, newLine } from '../../console/src/write/model/document.ts';
import { midiOf } from '../../console/src/write/model/write-midi.ts';
import type { ImportedSong } from '../../src/melody/imported.ts';
import { MAX_FILE_BYTES } from '../../src/melody/limits.ts';
import { readMelodyFile } from '../../src/melody/read-file.ts';
import { end, midi, scoreOf, trackOf } from './song-texts.ts';

async function songOf(bytes: Uint8Array): Promise<ImportedSong> {
  const read = await readMelodyFile(bytes);
  if (read.kind !== 'song') throw new Error(read.problem);
  return read.song;
}

const tempo: MidiEvent = { deltaTime: 0, meta: true, type: 'setTempo', microsecondsPerBeat: 600_000 };
const score = (...files: readonly (readonly [name: string, text: string])[]) =>
  zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])));
const CONTAINER = '<container><rootfiles><rootfile full-path="score/tune.musicxml"/></rootfiles></container>';

/** A MIDI file whose bytes are changed from some place on. */
function changed(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const other = Uint8Array.from(bytes);
  other.set(values, at);
  return other;
}
const two = midi(trackOf('60'), trackOf('62'));
const scoreOfOne = scoreOf(['C心']);
/** A zip of a score of so many bytes; one that states a thousand. */
const zipOf = (bytes: number) => score(['tune.xml', scoreOfOne.padEnd(bytes)]);
function lyingZip(): Uint8Array {
  const zip = zipOf(MAX_FILE_BYTES + 1);
  const view = new DataView(zip.buffer);
  const centralHeader = zip.findIndex((_, i) => i + 4 <= zip.length && view.getUint32(i, true) === 0x02014b50);
  for (const sizeOffset of [22, centralHeader + 24]) view.setUint32(sizeOffset, 1000, true);
  return zip;
}

/** Files, and the problem or each part with its tempo and its notes: pitch@start+beats and syllable. */
it.each<[name: string, bytes: Uint8Array, expected: string]>([
  [
    'a MIDI file gives a part for each track, in beats, with its tempo',
    midi([tempo, end], ...['=Vocal 60 ^62@50 v62@200', '=Bass ^36 v36@400'].map(trackOf)),
    '100 Vocal 60@0+1 62@1.5+2 | Bass 36@0+4',
  ],
  ...[1, 2, 3, 0xff].map((tracks): [string, Uint8Array, string] => [
    `a MIDI file is read with all tracks that it has, though its header says ${tracks}`,
    changed(two, 11, tracks),
    'null 1 60@0+1 | 2 62@0+1',
  ]),
  ['a MIDI file that is cut off within a track says so', two.subarray(0, two.length - 6), 'damaged'],
  ['a MIDI file that is cut off says so', strToU8('MThd'), 'damaged'],
  ['a MIDI file without notes says so', midi([end]), 'no_notes'],
  [
    'a MIDI file that states no length of a beat is read in the usual one',
    changed(midi(trackOf('^60 v60@480')), 12, 0, 0),
    'null 1 60@0+1',
  ],
  ['a MusicXML file gives notes with their words, name and tempo', strToU8(scoreOfOne), '72 主唱 60@0+1心'],
  ['durations that are none are refused', strToU8(scoreOfOne.replace('<duration>2', '<duration>1e300')), 'damaged'],
  [
    'a MusicXML file is found in a zip, by its container',
    score(['META-INF/container.xml', CONTAINER], ['score/tune.musicxml', scoreOfOne]),
    '72 主唱 60@0+1心',
  ],
  [
    'a MusicXML file is found in a zip without a container, not packed',
    zipSync({ 'notes.txt': strToU8('心事'), 'tune.xml': [strToU8(scoreOfOne), { level: 0 }] }),
    '72 主唱 60@0+1心',
  ],
  ['a zip that unfolds to the limit is read', zipOf(MAX_FILE_BYTES - 10), '72 主唱 60@0+1心'],
  ['a zip that unfolds to more than the limit is refused', zipOf(MAX_FILE_BYTES + 1), 'too_large'],
  ['a zip that unfolds to more is refused, whatever size it states', lyingZip(), 'too_large'],
  ['a zip that is cut off is damaged', zipOf(0).subarray(0, 60), 'damaged'],
  ['a text says that it is something else', strToU8('心事'), 'unknown_type'],
  ['a score by time says so', strToU8('<score-timewise/>'), 'timewise'],
  ['what begins as a zip and is none is damaged', strToU8('PK not a zip'), 'damaged'],
])('%s', async (_, bytes, expected) => {
  const read = await readMelodyFile(bytes);
  if (read.kind === 'problem') return expect(read.problem).toBe(expected);
  const parts = read.song.parts.map(({ name, notes }) =>
    [name, ...notes.map(({ pitch, start, beats, syllable }) => `${pitch}@${start}+${beats}${syllable ?? ''}`)].join(
      ' ',
    ),
  );
  expect(`${read.song.tempo} ${parts.join(' | ')}`).toBe(expected);
});

it('a song that is written as MIDI is read again with its notes, words and tempo', async () => {
  const line = newLine('心，事', [
    { pitch: 60, beats: 1.5 },
    { pitch: 62, beats: 1 },
  ]);
  const { tempo, parts } = await songOf(
    midiOf({ ...newDocument('夜曲', [line, newLine('未', [{ pitch: 64, beats: 2 }])]), tempo: 90 }),
  );
  expect([tempo, parts[0]!.name]).toEqual([90, '夜曲']);
  expect(parts[0]!.notes.map(({ pitch, start, beats, syllable }) => [pitch, start, beats, syllable])).toEqual([
    [60, 0, 1.5, '心'],
    [62, 1.5, 1, '事'],
    [64, 3.5, 2, '未'],
  ]);
});
