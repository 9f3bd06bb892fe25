import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import type { MidiEvent } from 'midi-file';
import { newDocument, newLine } from '../../console/src/write/model/document.ts';
import { midiOf } from '../../console/src/write/model/write-midi.ts';
import { type ImportedSong, likeliestPart } from '../../src/melody/imported.ts';
import { MAX_FILE_BYTES } from '../../src/melody/limits.ts';
import { readMelodyFile } from '../../src/melody/read-file.ts';
import { end, midi, named, off, on, played, word } from './midi-events.ts';

async function songOf(bytes: Uint8Array): Promise<ImportedSong> {
  const read = await readMelodyFile(bytes);
  if (read.kind !== 'song') throw new Error(read.problem);
  return read.song;
}

describe('a MIDI file', () => {
  it('gives a part for each track, in beats, with its tempo', async () => {
    const tempo: MidiEvent = { deltaTime: 0, meta: true, type: 'setTempo', microsecondsPerBeat: 600_000 };
    const tune = [named('Vocal'), on(0, 60), off(100, 60), on(50, 62), off(200, 62), end];
    const { tempo: rate, parts } = await songOf(
      midi([tempo, end], tune, [named('Bass'), on(0, 36), off(400, 36), end]),
    );
    expect(rate).toBe(100);
    expect(parts.map(({ name }) => name)).toEqual(['Vocal', 'Bass']);
    expect(parts[0]!.notes).toEqual([
      { pitch: 60, start: 0, beats: 1, syllable: null, endsLine: false },
      { pitch: 62, start: 1.5, beats: 2, syllable: null, endsLine: false },
    ]);
  });

  it('keeps the highest of notes that begin together, and leaves drums out', async () => {
    const chord = [on(0, 60), on(0, 67), off(100, 60), off(0, 67), on(0, 40, 9), off(100, 40, 9), end];
    const { parts } = await songOf(midi(chord));
    expect(parts).toHaveLength(1);
    expect(parts[0]!.notes.map(({ pitch }) => pitch)).toEqual([67]);
  });

  it('counts a melisma by its first note where it has words', async () => {
    const sung = [
      word(0, 'ming'),
      on(0, 60),
      off(100, 60),
      on(0, 62),
      off(100, 62),
      word(0, 'ngaat'),
      on(0, 64),
      off(100, 64),
      end,
    ];
    const { parts } = await songOf(midi(sung));
    expect(parts[0]!.notes.map(({ pitch, beats, syllable, melisma }) => [pitch, beats, syllable, melisma])).toEqual([
      [60, 2, 'ming', [62]],
      [64, 1, 'ngaat', undefined],
    ]);
  });

  const syllablesOf = ({ parts }: ImportedSong) =>
    parts.map(({ name, notes }) => [name, notes.map(({ syllable }) => syllable ?? '.').join('')]);

  it('leaves words on the notes of their own track, wherever an accompaniment stands', async () => {
    const vocal = [named('Sung'), word(0, 'A'), ...played(60), word(0, 'B'), ...played(62), end];
    const song = await songOf(midi([named('Piano'), ...played(48, 50, 52, 53), end], vocal));
    expect(syllablesOf(song)).toEqual([
      ['Piano', '....'],
      ['Sung', 'AB'],
    ]);
    expect(likeliestPart(song.parts)).toBe(1);
  });

  it('gives the words of a track without notes to the one part that they fit best', async () => {
    const words = [named('Words'), word(0, 'A'), word(100, 'B'), end];
    const piano = [named('Piano'), ...played(48, 50, 52, 53), end];
    expect(syllablesOf(await songOf(midi(piano, words, [named('Tune'), ...played(60, 62), end])))).toEqual([
      ['Piano', '....'],
      ['Tune', 'AB'],
    ]);
    // Both fit alike: the name decides.
    expect(
      syllablesOf(await songOf(midi([...played(48, 50), end], words, [named('Melody'), ...played(60, 62), end]))),
    ).toEqual([
      ['1', '..'],
      ['Melody', 'AB'],
    ]);
  });

  it('finds the note of a word that stands a little beside it', async () => {
    // 10 of 100 ticks before the second note, 40 before the third.
    const sung = [
      word(0, 'A'),
      on(0, 60),
      off(90, 60),
      word(0, 'B'),
      on(10, 62),
      off(60, 62),
      word(0, 'C'),
      on(40, 64),
      off(100, 64),
      end,
    ];
    const [part] = (await songOf(midi(sung))).parts;
    expect(part!.notes.map(({ syllable, melisma }) => [syllable, melisma])).toEqual([
      ['A', undefined],
      ['B', [64]],
    ]);
  });

  it('begins anew after a rest where it has no word', async () => {
    const sung = [word(0, 'A'), ...played(60), ...played(62), on(100, 64), off(100, 64), end];
    const [part] = (await songOf(midi(sung))).parts;
    expect(part!.notes.map(({ pitch, syllable, melisma }) => [pitch, syllable, melisma])).toEqual([
      [60, 'A', [62]],
      [64, null, undefined],
    ]);
  });

  it('keeps triplets and an upbeat where they are', async () => {
    const triplet = [on(50, 60), off(33, 60), on(0, 62), off(33, 62), on(0, 64), off(34, 64), end];
    const [part] = (await songOf(midi(triplet))).parts;
    expect(part!.notes.map(({ start, beats }) => [start, beats])).toEqual([
      [0.5, 0.33],
      [0.83, 0.33],
      [1.16, 0.34],
    ]);
  });

  it('is read with all tracks that it has, whatever its header says of their number', async () => {
    const two = midi([...played(60), end], [...played(62), end]);
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
    const bytes = midi([on(0, 60), off(480, 60), end]);
    bytes.set([0, 0], 12);
    expect((await songOf(bytes)).parts[0]!.notes[0]).toMatchObject({ start: 0, beats: 1 });
  });
});

const xmlNote = (step: string, more = '', lyric = '', duration = 2) =>
  `<note><pitch><step>${step}</step><octave>4</octave></pitch><duration>${duration}</duration><voice>1</voice>${more}${
    lyric === '' ? '' : `<lyric number="1"><text>${lyric}</text></lyric>`
  }</note>`;
const score = (measures: string) =>
  `<?xml version="1.0"?><!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 3.1 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
  <score-partwise><part-list><score-part id="P1"><part-name>主唱</part-name></score-part></part-list><part id="P1">
  <measure><attributes><divisions>2</divisions></attributes><sound tempo="72"/>${measures}</measure></part></score-partwise>`;
const slur = (type: string) => `<notations><slur type="${type}"/></notations>`;
const tie = (type: string) => `<tie type="${type}"/>`;
const pitchesOf = async (xml: string) => (await songOf(strToU8(score(xml)))).parts[0]!.notes.map(({ pitch }) => pitch);

describe('a MusicXML file', () => {
  it('gives notes with their words, name and tempo', async () => {
    const { tempo, parts } = await songOf(strToU8(score(xmlNote('C', '', '心') + xmlNote('E', '', '事', 4))));
    expect([tempo, parts[0]!.name]).toEqual([72, '主唱']);
    expect(parts[0]!.notes).toEqual([
      { pitch: 60, start: 0, beats: 1, syllable: '心', endsLine: false },
      { pitch: 64, start: 1, beats: 2, syllable: '事', endsLine: false },
    ]);
  });

  it('joins tied notes', async () => {
    expect(await pitchesOf(xmlNote('C', tie('start')) + xmlNote('C', tie('stop')) + xmlNote('D'))).toEqual([60, 62]);
  });

  it('joins notes whose tie is only written, across a bar too', async () => {
    const tied = (type: string) => `<notations><tied type="${type}"/></notations>`;
    const measures = `${xmlNote('C', tied('start'))}</measure><measure>${xmlNote('C', tied('stop'))}${xmlNote('D')}`;
    const { notes } = (await songOf(strToU8(score(measures)))).parts[0]!;
    expect(notes.map(({ pitch, start, beats }) => [pitch, start, beats])).toEqual([
      [60, 0, 2],
      [62, 2, 1],
    ]);
  });

  it('takes a tie to another pitch for a slur, and a tied note with a word of its own for another note', async () => {
    expect(
      await pitchesOf(xmlNote('C', tie('start'), '心') + xmlNote('D', tie('stop')) + xmlNote('E', '', '事')),
    ).toEqual([60, 64]);
    expect(await pitchesOf(xmlNote('C', tie('start'), '心') + xmlNote('C', tie('stop'), '事'))).toEqual([60, 60]);
  });

  it('counts what it leaves out: small notes, those under the top of a chord, repeats', async () => {
    const small = ['grace', 'cue'].map((kind) => xmlNote('A').replace('<pitch>', `<${kind}/><pitch>`)).join('');
    const chord = xmlNote('C') + xmlNote('G', '', '心').replace('<pitch>', '<chord/><pitch>');
    const repeat = '<barline><repeat direction="backward"/></barline><direction><sound dacapo="yes"/></direction>';
    const [part] = (await songOf(strToU8(score(small + chord + repeat)))).parts;
    expect(part!.leftOut).toEqual({ lowerNotes: 1, smallNotes: 2, repeats: 2 });
    // The cue note takes its time, the grace note none.
    expect(part!.notes.map(({ pitch, start, syllable }) => [pitch, start, syllable])).toEqual([[67, 1, '心']]);
  });

  it('begins with its upbeat, and counts the bars as long as they are', async () => {
    // A bar of one beat, and one of three triplets in two beats.
    const measures = `${xmlNote('C')}</measure><measure><attributes><divisions>3</divisions></attributes>${['D', 'E', 'F'].map((step) => xmlNote(step)).join('')}`;
    const { notes } = (await songOf(strToU8(score(measures)))).parts[0]!;
    expect(notes.map(({ start }) => Math.round(start * 1000))).toEqual([0, 1000, 1667, 2333]);
  });

  it('counts slurred notes without a syllable of their own by the first, and those with one apart', async () => {
    expect(await pitchesOf(xmlNote('C', slur('start')) + xmlNote('D', slur('stop')) + xmlNote('E'))).toEqual([60, 64]);
    const sung = xmlNote('C', slur('start'), '心') + xmlNote('D', slur('stop'), '事');
    expect(await pitchesOf(sung)).toEqual([60, 62]);
  });

  it('names the further notes of a melisma, not those that are tied', async () => {
    const slurred =
      xmlNote('C', tie('start') + slur('start'), '心') + xmlNote('C', tie('stop')) + xmlNote('D', slur('stop'));
    const { notes } = (await songOf(strToU8(score(slurred + xmlNote('E') + xmlNote('F', '', '事'))))).parts[0]!;
    // The E has no slur, but no syllable of its own either.
    expect(notes.map(({ pitch, beats, melisma }) => [pitch, beats, melisma])).toEqual([
      [60, 4, [62, 64]],
      [65, 1, undefined],
    ]);
  });

  it('leaves out notes that are no MIDI pitches, and refuses durations that are none', async () => {
    const far = xmlNote('A').replace('<octave>4', '<octave>12');
    expect(await pitchesOf(xmlNote('C') + far)).toEqual([60]);
    const endless = xmlNote('C').replace('<duration>2', '<duration>1e300');
    expect(await readMelodyFile(strToU8(score(endless)))).toEqual({ kind: 'problem', problem: 'damaged' });
  });

  it('takes the top of a chord, and no grace notes', async () => {
    const chord = xmlNote('C', '', '心') + xmlNote('G').replace('<pitch>', '<chord/><pitch>');
    const grace = xmlNote('A').replace('<pitch>', '<grace/><pitch>');
    expect(await pitchesOf(chord + grace + xmlNote('D', '', '事'))).toEqual([67, 62]);
  });

  it('keeps voices apart that are written with backup', async () => {
    const second = xmlNote('C').replace('<voice>1', '<voice>2');
    const { parts } = await songOf(strToU8(score(`${xmlNote('G')}<backup><duration>2</duration></backup>${second}`)));
    expect(parts.map(({ name, notes }) => [name, notes[0]!.pitch, notes[0]!.start])).toEqual([
      ['主唱 · 1', 67, 0],
      ['主唱 · 2', 60, 0],
    ]);
  });

  it('is found in a zip, by its container', async () => {
    const container = '<container><rootfiles><rootfile full-path="score/tune.musicxml"/></rootfiles></container>';
    const zip = zipSync({
      'META-INF/container.xml': strToU8(container),
      'score/tune.musicxml': strToU8(score(xmlNote('C'))),
    });
    expect((await songOf(zip)).parts[0]!.notes.map(({ pitch }) => pitch)).toEqual([60]);
  });

  it('is found in a zip without a container', async () => {
    const zip = zipSync({ 'notes.txt': strToU8('心事'), 'tune.xml': [strToU8(score(xmlNote('C'))), { level: 0 }] });
    expect((await songOf(zip)).parts[0]!.notes).toHaveLength(1);
  });

  it('that unfolds to more than the limit is refused, whatever size the zip states', async () => {
    const zipOf = (bytes: number) => zipSync({ 'tune.xml': strToU8(score(xmlNote('C')).padEnd(bytes)) });
    expect((await readMelodyFile(zipOf(MAX_FILE_BYTES - 10))).kind).toBe('song');
    const zip = zipOf(MAX_FILE_BYTES + 1);
    expect(await readMelodyFile(zip)).toEqual({ kind: 'problem', problem: 'too_large' });
    const view = new DataView(zip.buffer);
    const centralHeader = zip.findIndex((_, i) => i + 4 <= zip.length && view.getUint32(i, true) === 0x02014b50);
    for (const sizeOffset of [22, centralHeader + 24]) view.setUint32(sizeOffset, 1000, true);
    expect(await readMelodyFile(zip)).toEqual({ kind: 'problem', problem: 'too_large' });
  });

  it('in a zip that is cut off is damaged', async () => {
    const zip = zipSync({ 'tune.xml': strToU8(score(xmlNote('C'))) });
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
