import { strToU8, zipSync } from 'fflate';
import { type MidiEvent, writeMidi } from 'midi-file';
import { HOSTILE_FILES, scoreOf } from '../../melody/hostile-files.ts';

/** Makes melody files that are almost right, and some that are meant ill. */

type Random = () => number;

const LINE = '今晚夜色好靚我哋行去海邊睇星星';
const STEPS = 'CDEFGAB';

/** A file, and what was done to it. */
export interface MelodyFile {
  readonly about: string;
  readonly bytes: Uint8Array;
}

const below = (random: Random, limit: number) => Math.floor(random() * limit);
const pick = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)]!;

function midiOf(trackCount: number, noteCount: number): Uint8Array {
  const tracks = Array.from({ length: trackCount }, (_, track): MidiEvent[] => [
    { deltaTime: 0, meta: true, type: 'trackName', text: `Voice ${track + 1}` },
    { deltaTime: 0, meta: true, type: 'setTempo', microsecondsPerBeat: 600_000 },
    ...Array.from({ length: noteCount }, (_, i): MidiEvent[] => [
      { deltaTime: 0, meta: true, type: 'lyrics', text: Buffer.from(LINE[i % LINE.length]!).toString('latin1') },
      { deltaTime: 0, type: 'noteOn', channel: track, noteNumber: 60 + ((i * 5) % 12), velocity: 90 },
      { deltaTime: 480, type: 'noteOff', channel: track, noteNumber: 60 + ((i * 5) % 12), velocity: 0 },
    ]).flat(),
    { deltaTime: 0, meta: true, type: 'endOfTrack' },
  ]);
  return Uint8Array.from(writeMidi({ header: { format: 1, numTracks: trackCount, ticksPerBeat: 480 }, tracks }));
}

function scoreText(noteCount: number): string {
  const notes = Array.from(
    { length: noteCount },
    (_, i) => `
      <note default-x="${i}.5">
        <pitch><step>${STEPS[i % STEPS.length]}</step><alter>0</alter><octave>4</octave></pitch>
        <duration>2</duration><voice>${1 + (i % 2)}</voice><type>quarter</type>
        <notations><slur type="${i % 2 === 0 ? 'start' : 'stop'}" number="1"/></notations>
        <lyric number="1"><syllabic>single</syllabic><text>${LINE[i % LINE.length]}</text></lyric>
      </note>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
${scoreOf(`<attributes><divisions>2</divisions></attributes><sound tempo="96"/>${notes.join('')}`)}`;
}

const CONTAINER = '<container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>';

function zipOf(text: string, level: 0 | 9): Uint8Array {
  return zipSync({ 'META-INF/container.xml': strToU8(CONTAINER), 'score.xml': [strToU8(text), { level }] });
}

/** Files as score programs write them. */
const SEEDS: readonly MelodyFile[] = [
  { about: 'MIDI', bytes: midiOf(1, 40) },
  { about: 'MIDI of several tracks', bytes: midiOf(6, 120) },
  { about: 'MusicXML', bytes: strToU8(scoreText(30)) },
  { about: 'MusicXML of 400 notes', bytes: strToU8(scoreText(400)) },
  { about: 'zipped MusicXML', bytes: zipOf(scoreText(200), 9) },
  { about: 'MusicXML in a zip, uncompressed', bytes: zipOf(scoreText(30), 0) },
];

/** Those that come alone and are not too large to be sent. */
const HOSTILE: readonly MelodyFile[] = HOSTILE_FILES.filter(({ bytes }) => bytes.length <= 128 * 1024).map(
  ({ name, bytes }) => ({ about: name, bytes }),
);
const HOSTILE_SHARE = 0.3;

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];
const NUMBERS_OF_TEXT = [
  '-1',
  '0',
  '1e308',
  '-1e308',
  '1e-308',
  'NaN',
  '99999999999999999999',
  '',
  '0x10',
  'x'.repeat(9),
];
const XML_PIECES = [
  ...[
    '<a>',
    '</a>',
    '<a/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?a ',
    '?>',
    '&amp;',
    '&e;',
    '&#x1F600;',
    '<!DOCTYPE a [',
    ']>',
  ],
  ...[
    '</note>',
    '<note>',
    '</measure>',
    '<measure>',
    '</part><part id="P1">',
    '<voice>9</voice>',
    '<chord/>',
    '<grace/>',
  ],
];

type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

function spliced(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(Math.min(bytes.length, at + removed))]);
}

function changedText(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  return strToU8(change(Buffer.from(bytes).toString('utf8')));
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bytes changed': (bytes, random) => {
    const changed = bytes.slice();
    for (let count = 1 + below(random, 8); count > 0; count--)
      changed[below(random, changed.length)] = below(random, 256);
    return changed;
  },
  'cut off': (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  'a piece left out': (bytes, random) =>
    spliced(bytes, below(random, bytes.length), 1 + below(random, 40), new Uint8Array()),
  'a piece repeated': (bytes, random) => {
    const at = below(random, bytes.length);
    const piece = bytes.subarray(at, at + 1 + below(random, 400));
    const times = Math.min(1 + below(random, 300), Math.floor(60_000 / piece.length));
    return spliced(bytes, at, 0, Buffer.concat(Array<Uint8Array>(times).fill(piece)));
  },
  'an extreme number in four bytes': (bytes, random) => {
    const changed = Buffer.from(bytes);
    // Headers are at the beginning of a MIDI file, and at the end of a zip.
    const place = pick(random, [
      below(random, 30),
      changed.length - 1 - below(random, 120),
      below(random, changed.length),
    ]);
    const at = Math.max(0, Math.min(changed.length - 4, place));
    const value = pick(random, EXTREMES);
    if (changed.length >= 4) random() < 0.5 ? changed.writeUInt32BE(value, at) : changed.writeUInt32LE(value, at);
    return changed;
  },
  'an extreme number in two bytes': (bytes, random) => {
    const changed = Buffer.from(bytes);
    const at = Math.max(
      0,
      Math.min(changed.length - 2, pick(random, [below(random, 30), below(random, changed.length)])),
    );
    if (changed.length >= 2) changed.writeUInt16BE(pick(random, EXTREMES) & 0xffff, at);
    return changed;
  },
  'two files joined': (bytes, random) => Buffer.concat([bytes, pick(random, SEEDS).bytes]),
  'a number of the text replaced': (bytes, random) => {
    const number = pick(random, NUMBERS_OF_TEXT);
    const nth = below(random, 60);
    let at = 0;
    return changedText(bytes, (text) => text.replace(/\d+/g, (found) => (at++ === nth ? number : found)));
  },
  'a piece of XML inserted again and again': (bytes, random) => {
    const piece = pick(random, XML_PIECES).repeat(10 ** below(random, 5));
    return changedText(bytes, (text) => {
      const at = below(random, text.length + 1);
      return text.slice(0, at) + piece + text.slice(at);
    });
  },
};

const MAX_BYTES = 256 * 1024;

/** Packed once more, so that what was done to the text is read. */
function zipped(bytes: Uint8Array): Uint8Array {
  return zipSync({ 'score.xml': bytes }, { level: 1 });
}

export function rightMelodyFile(_: unknown, index: number): MelodyFile {
  return SEEDS[index % SEEDS.length]!;
}

/** Made of one of the seeds by up to three mutations; each hostile file comes as it is, too. */
export function nextMelodyFile(random: Random): MelodyFile {
  const seed = pick(random, random() < HOSTILE_SHARE ? HOSTILE : SEEDS);
  let bytes = seed.bytes;
  const about = [seed.about];
  for (let count = below(random, 4); count > 0 && bytes.length > 0; count--) {
    const name = pick(random, Object.keys(MUTATIONS));
    bytes = MUTATIONS[name]!(bytes, random);
    about.push(name);
  }
  if (bytes.length > 0 && (bytes[0] === 0x3c || bytes.length > MAX_BYTES) && random() < 0.5) {
    bytes = zipped(bytes);
    about.push('zipped');
  }
  return { about: about.join(', '), bytes: bytes.subarray(0, MAX_BYTES) };
}
