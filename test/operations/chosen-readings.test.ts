import { expect, it } from '@jest/globals';
import {
  bySungPosition,
  type ChosenReading,
  chosenReadings,
  placesProblem,
} from '../../src/operations/chosen-readings.ts';
import { tableOf } from '../cantonese/table.ts';

const table = tableOf(['我', 'ngo5', 1700], ['行', 'haang4 / hong4', 1300], ['長', 'coeng4 / zoeng2', 1300]);
const placed = (line: string, ...readings: ChosenReading[]) => [...bySungPosition(line, readings, table)];

it('counts the characters of the line as it is given, signs and spaces too', () => {
  // 我 0, the comma 1, 行 2, 長 3: sung 0, 1 and 2.
  expect(placed('我，行長', { position: 2, jyutping: 'hong4' })).toEqual([[1, 'hong4']]);
  expect(placed('我，行長', { position: 3, jyutping: 'zoeng2' })).toEqual([[2, 'zoeng2']]);
  // A syllable of a Latin word is a place of its own.
  expect(placed('baby 行', { position: 3, jyutping: 'hong4' })).toEqual([[2, 'hong4']]);
});

it('counts sung places alone where they are asked for', () => {
  expect(placed('我，行長', { sung_position: 1, jyutping: 'hong4' })).toEqual([[1, 'hong4']]);
});

it('counts sung places as it did, where nothing else can be meant or more readings are right so', () => {
  // The comma has no reading.
  expect(placed('我，行長', { position: 1, jyutping: 'hong4' })).toEqual([[1, 'hong4']]);
  // zoeng2 is a reading of 長, which is sung place 2, and none of 行.
  expect(placed('我，行長', { position: 2, jyutping: 'zoeng2' })).toEqual([[2, 'zoeng2']]);
  // One for the whole line: of its two readings both are right by sung place.
  const both = [
    { position: 1, jyutping: 'hong4' },
    { position: 2, jyutping: 'zoeng2' },
  ];
  expect(placed('我，行長', ...both)).toEqual([
    [1, 'hong4'],
    [2, 'zoeng2'],
  ]);
  // A reading that neither of them has: characters are counted.
  expect(placed('我，行長', { position: 2, jyutping: 'ding1' })).toEqual([[1, 'ding1']]);
});

it('counts characters where a reading is given by its sung place beside', () => {
  // By sung place zoeng2 at 2 would be a reading of 長, by characters 2 is 行.
  expect(placed('我，行長', { position: 2, jyutping: 'zoeng2' }, { sung_position: 0, jyutping: 'ngo5' })).toEqual([
    [1, 'zoeng2'],
    [0, 'ngo5'],
  ]);
  const problemOf = (position: number, sung: number) =>
    placesProblem('我，行', [
      { position, jyutping: 'hong4' },
      { sung_position: sung, jyutping: 'haang4' },
    ]);
  expect(problemOf(2, 0)).toBeUndefined();
  expect(problemOf(2, 1)).toBe('position 2 is given by sung_position too; choose one reading');
  expect(problemOf(1, 0)).toBe('position 1 is a space or punctuation, which has no reading');
});

it('says which place is wrong', () => {
  expect(placesProblem('我，行', [{ position: 3, jyutping: 'hong4' }])).toBe(
    'position 3 is beyond the last character of the line, 2',
  );
  // The space is place 2, and there is no third sung place.
  expect(placesProblem('我， 行', [{ position: 2, jyutping: 'hong4' }])).toBe(
    'position 2 is a space or punctuation, which has no reading',
  );
  expect(placesProblem('我，行', [{ sung_position: 2, jyutping: 'hong4' }])).toBe(
    'sung_position 2 is beyond the last sung character, 1',
  );
  const twice = [0, 0].map((position) => ({ position, jyutping: 'ngo5' }));
  expect(placesProblem('我，行', twice)).toBe('position 0 is given twice; choose one reading');
  expect(placesProblem('我，行', [{ position: 2, jyutping: 'hong4' }])).toBeUndefined();
});

it('takes exactly one way to name a place', () => {
  const parses = (item: unknown) => chosenReadings(200).safeParse([item]).success;
  expect(parses({ position: 0, jyutping: 'ngo5' })).toBe(true);
  expect(parses({ position: 0, sung_position: 0, jyutping: 'ngo5' })).toBe(false);
  expect(parses({ jyutping: 'ngo5' })).toBe(false);
});
