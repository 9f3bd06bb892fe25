import { expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { MAX_NAME_CHARACTERS, MAX_XML_DEPTH, MAX_ZIP_ENTRIES } from '../../src/melody/limits.ts';
import { readMelodyFile } from '../../src/melody/read-file.ts';
import { HOSTILE_FILES, scoreOf, ZIP64_OF_98_BYTES } from './hostile-files.ts';

it.each(HOSTILE_FILES)('$name is refused', async ({ bytes, problem }) => {
  expect(await readMelodyFile(bytes)).toEqual({ kind: 'problem', problem });
});

it('has a zip64 of 98 bytes', async () => {
  expect(ZIP64_OF_98_BYTES).toHaveLength(98);
});

const NOTE = '<note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note>';

async function songOf(bytes: Uint8Array) {
  const read = await readMelodyFile(bytes);
  if (read.kind === 'problem') throw new Error(read.problem);
  return read.song;
}

it('reads as many files of a zip, and elements within each other, as the limits say', async () => {
  const pictures = Object.fromEntries(Array.from({ length: MAX_ZIP_ENTRIES - 1 }, (_, i) => [`${i}.png`, strToU8('')]));
  expect((await songOf(zipSync({ ...pictures, 'a.xml': strToU8(scoreOf(NOTE)) }))).parts).toHaveLength(1);
  const depth = MAX_XML_DEPTH - 3;
  expect((await songOf(strToU8(scoreOf('<a>'.repeat(depth) + '</a>'.repeat(depth) + NOTE)))).parts).toHaveLength(1);
});

it('cuts long names of parts, and leaves out tempos that are none', async () => {
  const list = `<part-list><score-part id="P1"><part-name>${'聲'.repeat(1000)}</part-name></score-part></part-list>`;
  for (const tempo of ['1e9', '0.3', '-5', 'x']) {
    const score = scoreOf(`<sound tempo="${tempo}"/>${NOTE}`).replace('<part id', `${list}<part id`);
    const song = await songOf(strToU8(score));
    expect([song.tempo, song.parts[0]!.name]).toEqual([null, '聲'.repeat(MAX_NAME_CHARACTERS)]);
  }
});

it('reads no note of a MIDI event that is cut off', async () => {
  const track = [0, 0x90, 60, 90, 96];
  const bytes = Uint8Array.from([
    ...[0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96],
    ...[0x4d, 0x54, 0x72, 0x6b, 0, 0, 0, track.length, ...track],
  ]);
  expect((await songOf(bytes)).parts[0]!.notes.map(({ pitch }) => pitch)).toStrictEqual([60]);
});
