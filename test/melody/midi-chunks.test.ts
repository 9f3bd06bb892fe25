import { expect, it } from '@jest/globals';
import { parseTracks } from '../../src/melody/midi-chunks.ts';
import { end, midi, named, played } from './midi-events.ts';

const TWO_TRACKS = midi([named('Piano'), ...played(48), end], [named('Vocal'), ...played(60, 62), end]);
const pitchesOf = (bytes: Uint8Array) =>
  parseTracks(bytes)?.tracks.map((events) =>
    events.flatMap((event) => (event.type === 'noteOn' ? [event.noteNumber] : [])),
  );
const chunk = (kind: string, ...data: number[]) => [...Buffer.from(kind), 0, 0, 0, data.length, ...data];

it('reads a file without its end, and none that is cut off before', () => {
  expect(pitchesOf(TWO_TRACKS)).toEqual([[48], [60, 62]]);
  for (let missing = 1; missing <= 4; missing++)
    expect([missing, pitchesOf(TWO_TRACKS.subarray(0, -missing))]).toEqual([missing, [[48], [60, 62]]]);
  const trackStart = Buffer.from(TWO_TRACKS).lastIndexOf('MTrk');
  for (let length = trackStart + 8; length < TWO_TRACKS.length - 4; length++)
    expect([length, parseTracks(TWO_TRACKS.subarray(0, length))]).toEqual([length, undefined]);
});

it('passes over chunks that are no tracks, and over padding at the end', () => {
  const header = TWO_TRACKS.subarray(0, 14);
  const tracks = TWO_TRACKS.subarray(14);
  const odd = Uint8Array.from([...header, ...chunk('XFIH', 1, 2, 3), ...tracks, ...chunk('XFKM', 9), 0, 0, 0]);
  expect(pitchesOf(odd)).toEqual([[48], [60, 62]]);
});
