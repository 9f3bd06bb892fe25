import { hasLatin, isLatin } from '../../src/cantonese/latin.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import type { Row } from '../tables/read-table.ts';
import { type Check, type CheckContext, problemOf } from './context.ts';

interface TableReading {
  readonly row: Row<{ readonly jyutping: readonly string[] }>;
  readonly word: string;
}

function allReadings({ tables }: CheckContext): TableReading[] {
  return [
    ...[...tables.words, ...tables.overrides, ...tables.deliberate].map((row) => ({ row, word: row.value.word })),
    ...tables.polyphones.map((row) => ({ row, word: row.value.char })),
  ];
}

/** Every reading has one syllable for each place that the word takes in a line: a character, a syllable of a Latin word. */
export const syllablesMatchCharacters: Check = (context) =>
  allReadings(context).flatMap(({ row, word }) => {
    const places = lineUnits(word);
    return row.value.jyutping
      .filter((reading) => reading.split(' ').length !== places.length)
      .map((reading) =>
        problemOf(
          row,
          'jyutping',
          `"${reading}" has not one syllable for each of ${places.join(' ')}${hasLatin(word) ? ': how letters are cut is in sound/english-syllables.json' : ''}`,
        ),
      );
  });

/**
 * Every reading is known to the packages, of the word or syllable by syllable of its characters, or is meant: listed in a
 * `readings/deliberate*.tsv`.
 */
export const readingsAreKnownOrDeliberate: Check = (context) => {
  const deliberate = new Set(
    context.tables.deliberate.flatMap(({ value }) => value.jyutping.map((reading) => `${value.word} ${reading}`)),
  );
  return allReadings(context)
    .filter(({ row }) => !row.file.startsWith('readings/deliberate'))
    .flatMap(({ row, word }) =>
      row.value.jyutping
        .filter((reading) => !isKnown(context, word, reading) && !deliberate.has(`${word} ${reading}`))
        .map((reading) => {
          const unknown = unknownSyllables(context, word, reading);
          return problemOf(
            row,
            'jyutping',
            `"${reading}" of ${word} is known to no package (${unknown}): correct it, or list it in readings/deliberate.tsv`,
          );
        }),
    );
};

function isKnown(context: CheckContext, word: string, reading: string): boolean {
  return context.readingsOf(word).includes(reading) || unknownSyllables(context, word, reading) === '';
}

function unknownSyllables({ readingsOf }: CheckContext, word: string, reading: string): string {
  const syllables = reading.split(' ');
  return lineUnits(word)
    .map((char, i) =>
      isLatin(char) || readingsOf(char).includes(syllables[i] ?? '') ? '' : `${char} ${syllables[i] ?? ''}`,
    )
    .filter((text) => text !== '')
    .join(', ');
}
