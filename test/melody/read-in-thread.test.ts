import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { strToU8 } from 'fflate';
import { IMPORT_PROBLEMS } from '../../src/melody/imported.ts';
import { createMelodyReader, type MelodyReaderOptions, type MelodyReading } from '../../src/melody/read-in-thread.ts';

const visitor = { account: 'address:192.0.2.1', isKeyed: false };
const owner = { account: 'key:a', isKeyed: true };

describe('a melody reader', () => {
  const reader = createMelodyReader();
  const fileOf = (step: string) =>
    strToU8(
      `<score-partwise><part id="P1"><measure><note><pitch><step>${step}</step><octave>4</octave></pitch></note></measure></part></score-partwise>`,
    );
  const pitchesOf = async (step: string) => {
    const { song } = await reader.read(visitor, { file: fileOf(step), texts: ['我'] });
    return song.kind === 'lines' ? song.melodies.map((melody) => melody.map((note) => note?.pitch)) : song;
  };

  it('gives each of several files its own melody', async () => {
    expect(await Promise.all(['C', 'D', 'E'].map(pitchesOf))).toEqual([[[60]], [[62]], [[64]]]);
  });

  it('goes on after a file on which the thread ended', async () => {
    await expect(reader.read(visitor, { file: undefined as never, texts: [] })).rejects.toThrow(/undefined/);
    expect(await pitchesOf('G')).toEqual([[67]]);
  });
});

describe('the thread of a melody reader', () => {
  const start = (options: MelodyReaderOptions = {}) => {
    const reader = createMelodyReader({ thread: new URL('./scripted-thread.ts', import.meta.url), ...options });
    return (command = '', caller = visitor, file: Uint8Array = new Uint8Array()) =>
      reader.read(caller, { file, texts: [command] });
  };
  const messageOf = ({ song }: MelodyReading) => (song.kind === 'problem' ? song.message : song.kind);
  const refusalOf = ({ song }: MelodyReading) => (song.kind === 'busy' ? song.refusal : song.kind);

  it('is ended when it does not answer in time, and its caller is told what to do', async () => {
    const read = start({ readTimeoutMs: 300 });
    const first = messageOf(await read());
    const turns = new Uint8Array(new SharedArrayBuffer(4));
    expect(messageOf(await read('count for ever', visitor, turns))).toBe(IMPORT_PROBLEMS.too_slow);
    expect(messageOf(await read())).not.toBe(first);
    const count = () => new Int32Array(turns.buffer)[0];
    const counted = count();
    expect(counted).not.toBe(0);
    await sleep(100);
    expect(count()).toBe(counted);
  });

  it('is ended when it takes too much memory, and its caller is told what to do', async () => {
    const read = start({ maxHeapMb: 16, readTimeoutMs: 20_000 });
    expect(messageOf(await read('fill the heap'))).toBe(IMPORT_PROBLEMS.too_large);
    expect(messageOf(await read())).toMatch(/^thread/);
  });

  it('that fails takes no other file with it', async () => {
    const read = start();
    const readings = ['throw', '', ''].map((command) => read(command));
    await expect(readings[0]).rejects.toThrow('The thread cannot go on.');
    expect(messageOf(await readings[1]!)).toBe(messageOf(await readings[2]!));
  });

  it('makes room for a fresh one after so many files', async () => {
    const read = start({ filesPerThread: 2 });
    const threads = [];
    for (let file = 0; file < 5; file++) threads.push(messageOf(await read()));
    const [a, b, c] = [...new Set(threads)];
    expect(threads).toEqual([a, a, b, b, c]);
  });

  it('is ended when it is idle', async () => {
    const read = start({ idleMs: 1 });
    const first = messageOf(await read());
    await sleep(200);
    expect(messageOf(await read())).not.toBe(first);
  });

  it('reads a file of a caller with a key before ten of a caller without', async () => {
    const read = start({ waiting: { perCaller: 10, total: 20 } });
    const order: string[] = [];
    const readings = Array.from({ length: 10 }, (_, i) => read().then(() => order.push(`anonymous ${i}`)));
    await Promise.all([...readings, read('', owner).then(() => order.push('keyed'))]);
    // The first was begun before the other came.
    expect(order.slice(0, 3)).toEqual(['anonymous 0', 'keyed', 'anonymous 1']);
  });

  it('refuses files of a caller who has enough of them waiting, and no others', async () => {
    const read = start({ waiting: { perCaller: 2, total: 10 } });
    const readings = await Promise.all([...[1, 2, 3, 4].map(() => read()), read('', owner)]);
    expect(readings.map(refusalOf)).toEqual(['problem', 'problem', 'problem', 'caller_full', 'problem']);
  });

  it('refuses what has waited too long, while what is before it is still read', async () => {
    const read = start({ maxWaitMs: 50, readTimeoutMs: 2000 });
    await read();
    const order: string[] = [];
    const slow = read('count for ever', visitor, new Uint8Array(new SharedArrayBuffer(4)));
    const late = read();
    await Promise.all([slow.then(() => order.push('slow')), late.then(() => order.push('late'))]);
    expect([order, refusalOf(await late)]).toEqual([['late', 'slow'], 'full']);
  });
});
