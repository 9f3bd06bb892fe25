import { expect, it } from '@jest/globals';
import { strToU8 } from 'fflate';
import { readInThread } from '../../src/melody/read-in-thread.ts';

const fileOf = (step: string) =>
  strToU8(
    `<score-partwise><part id="P1"><measure><note><pitch><step>${step}</step><octave>4</octave></pitch></note></measure></part></score-partwise>`,
  );
const pitchesOf = async (step: string, texts: string[] = ['我']) => {
  const result = await readInThread({ file: fileOf(step), texts });
  return result.kind === 'lines' ? result.melodies.map((melody) => melody.map((note) => note?.pitch)) : result;
};

it('gives each of several files its own melody', async () => {
  expect(await Promise.all(['C', 'D', 'E'].map((step) => pitchesOf(step)))).toEqual([[[60]], [[62]], [[64]]]);
});

it('goes on after a file on which the thread ended', async () => {
  await expect(readInThread({ file: undefined as never, texts: [] })).rejects.toThrow(/undefined/);
  expect(await pitchesOf('G')).toEqual([[67]]);
});
