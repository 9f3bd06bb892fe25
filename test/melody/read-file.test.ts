import { describe, expect, it } from '@jest/globals';
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

describe('a MIDI file', () => {
  it('gives a part for each track, in beats, with its tempo', async () => {
    const tempo: MidiEvent = { deltaTime: 0, meta: true, type: 'setTempo', microsecondsPerBeat: 600_000 };
    const tracks = ['=Vocal 60 ^62@50 v62@200', '=Bass ^36 v36@400'].map(trackOf);
    const { tempo: rate, parts } = await songOf(midi([tempo, end], ...tracks));
    expect(rate).toBe(100);
    expect(parts.map(({ name }) => name)).toEqual(['Vocal', 'Bass']);
    expect(parts[0]!.notes).toEqual([
      { pitch: 60, start: 0, beats: 1, syllable: null, endsLine: false },
      { pitch: 62, start: 1.5, beats: 2, syllable: null, endsLine: false },
    ]);
  });

  it('is read with all tracks that it has, whatever its header says of their number', async () => {
    const two = midi(trackOf('60'), trackOf('62'));
    const states = (tracks: number) => Uint8Array.from(two.with(11, tracks));
    for (const tracks of [1, 2, 3, 0xff])
      expect((await songOf(states(tracks))).parts.map(({ notes }) => notes[0]!.pitch)).toEqual([60, 62]);
    expect(await readMelodyFile(two.subarray(0, two.length - 6))).toEqual({ kind: 'problem', problem: 'damaged' });
  });

  it('that is cut off, or holds no notes, says so', async () => {
    expect(await readMelodyFile(strToU8('MThd'))).toEqual({ kind: 'problem', problem: 'damaged' });
    expect(await readMelodyFile(midi([end]))).toEqual({ kind: 'problem', problem: 'no_notes' });
  });

  it('that states no length of a beat is read in the usual one', async () => {
    const bytes = midi(trackOf('^60 v60@480'));
    bytes.set([0, 0], 12);
    expect((await songOf(bytes)).parts[0]!.notes[0]).toMatchObject({ start: 0, beats: 1 });
  });
});

describe('a MusicXML file', () => {
  it('gives notes with their words, name and tempo', async () => {
    const { tempo, parts } = await songOf(strToU8(scoreOf(['C心'])));
    expect([tempo, parts[0]!.name]).toEqual([72, '主唱']);
    expect(parts[0]!.notes).toEqual([{ pitch: 60, start: 0, beats: 1, syllable: '心', endsLine: false }]);
  });

  it('whose durations are none is refused', async () => {
    const endless = scoreOf(['C']).replace('<duration>2', '<duration>1e300');
    expect(await readMelodyFile(strToU8(endless))).toEqual({ kind: 'problem', problem: 'damaged' });
  });

  it('is found in a zip, by its container', async () => {
    const container = '<container><rootfiles><rootfile full-path="score/tune.musicxml"/></rootfiles></container>';
    const zip = zipSync({
      'META-INF/container.xml': strToU8(container),
      'score/tune.musicxml': strToU8(scoreOf(['C'])),
    });
    expect((await songOf(zip)).parts[0]!.notes.map(({ pitch }) => pitch)).toEqual([60]);
  });

  it('is found in a zip without a container', async () => {
    const zip = zipSync({ 'notes.txt': strToU8('心事'), 'tune.xml': [strToU8(scoreOf(['C'])), { level: 0 }] });
    expect((await songOf(zip)).parts[0]!.notes).toHaveLength(1);
  });

  it('that unfolds to more than the limit is refused, whatever size the zip states', async () => {
    const zipOf = (bytes: number) => zipSync({ 'tune.xml': strToU8(scoreOf(['C']).padEnd(bytes)) });
    expect((await readMelodyFile(zipOf(MAX_FILE_BYTES - 10))).kind).toBe('song');
    const zip = zipOf(MAX_FILE_BYTES + 1);
    expect(await readMelodyFile(zip)).toEqual({ kind: 'problem', problem: 'too_large' });
    const view = new DataView(zip.buffer);
    const centralHeader = zip.findIndex((_, i) => i + 4 <= zip.length && view.getUint32(i, true) === 0x02014b50);
    for (const sizeOffset of [22, centralHeader + 24]) view.setUint32(sizeOffset, 1000, true);
    expect(await readMelodyFile(zip)).toEqual({ kind: 'problem', problem: 'too_large' });
  });

  it('in a zip that is cut off is damaged', async () => {
    const zip = zipSync({ 'tune.xml': strToU8(scoreOf(['C'])) });
    expect(await readMelodyFile(zip.subarray(0, 60))).toEqual({ kind: 'problem', problem: 'damaged' });
  });

  it('that is something else says so', async () => {
    expect(await readMelodyFile(strToU8('心事'))).toEqual({ kind: 'problem', problem: 'unknown_type' });
    expect(await readMelodyFile(strToU8('<score-timewise/>'))).toEqual({ kind: 'problem', problem: 'timewise' });
    expect(await readMelodyFile(strToU8('PK not a zip'))).toEqual({ kind: 'problem', problem: 'damaged' });
  });
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
