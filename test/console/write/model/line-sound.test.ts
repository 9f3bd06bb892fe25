import { describe, expect, it } from '@jest/globals';
import { newLine } from '../../../../console/src/write/model/document.ts';
import { contourLineOf, readingsOfDigit, soundOfLine } from '../../../../console/src/write/model/line-sound.ts';
import { annotated, NIGHT } from './annotated-line.ts';

describe('the sound of a line between annotations', () => {
  it('stays with the characters that were annotated, and is unknown for others', () => {
    const sound = soundOfLine('今夜慢回憶', {}, NIGHT);
    expect(sound.codes).toEqual(['3', '2', null, '0', '3']);
    expect(sound.words).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 3, end: 5 },
    ]);
  });

  it('follows the reading that the writer chose', () => {
    const sound = soundOfLine('今夜回憶', { 3: 'jik6' }, NIGHT);
    expect(sound.codes).toEqual(['3', '2', '0', '2']);
    expect(sound.rhyme).toBe('ik');
  });

  it('has digits as they are sung, unless the lexicon knows them as a word', () => {
    const jyutping = (text: string, known?: typeof NIGHT) =>
      soundOfLine(text, {}, known).characters.map((one) => one.jyutping);
    expect(jyutping('2046')).toEqual(['ji6', 'ling4', 'sei3', 'luk6']);
    // Eight-ten and ten-five, not eight-nought and one-five.
    expect(jyutping('80後15年')).toEqual(['baat3', 'sap6', null, 'sap6', 'ng5', null]);
    expect(jyutping('24', annotated(['24', 'jaa6 sei3']))).toEqual(['jaa6', 'sei3']);
    expect(soundOfLine('80', {}, undefined).codes).toEqual(['4', '2']);
    expect(soundOfLine('80', {}, undefined).characters[1]!.polyphones).toEqual(['sap6', 'ling4']);
  });

  it('has a note for each syllable of a Latin word', () => {
    const sound = soundOfLine('say goodbye', {}, undefined);
    expect(sound.units).toEqual(['say', 'good', 'bye']);
    expect(sound.places).toEqual([0, 4, 8]);
  });

  it('counts only what is sung', () => {
    const sound = soundOfLine('今，夜回憶！', {}, NIGHT);
    expect(sound.places).toEqual([0, 2, 3, 4]);
    expect(sound.rhyme).toBe('ik');
  });
});

it('asks for repairs with the readings that were chosen, and those of digits, which the service leaves unread', () => {
  const line = {
    ...newLine('8點行', [{ pitch: 60, beats: 1 }, null, { pitch: 62, beats: 1 }]),
    readings: { 2: 'hang4' },
  };
  expect(contourLineOf(line, soundOfLine(line.text, line.readings, undefined))).toEqual({
    line: '8點行',
    melody: [60, null, 62],
    readings: [
      { sung_position: 0, jyutping: 'baat3' },
      { sung_position: 2, jyutping: 'hang4' },
    ],
  });
});

it('the readings of a digit are left to be chosen', () => {
  expect(readingsOfDigit(['2'], 0)).toEqual(['ji6', 'loeng5', 'jaa6']);
});
