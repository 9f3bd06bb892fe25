import type { Problem } from '../tables/read-table.ts';
import { type Check, problemOf } from './context.ts';
import type { SoundTables } from './sound-tables.ts';

/** The tables of sound are well formed: every row has its reason, and each rule can be read. */
export const soundTablesAreWellFormed: Check = ({ sound }) => [
  ...Object.values(sound).flatMap(({ problems }) => problems),
  ...rulesAreReadable(sound),
  ...rulesAreReached(sound),
  ...variantsAreAmongReadings(sound),
  ...sound.forms.rows
    .filter(({ value: { use, characters } }) =>
      characters.split(' ').some((one) => Array.from(one).length !== (use === 'variant' ? 2 : 1)),
    )
    .map((row) => problemOf(row, 'characters', 'must be single characters, or for variants pairs')),
  ...sound.cases.rows
    .filter(({ value: { line, word, jyutping } }) => !line.includes(word) || !hasSyllableEach(word, jyutping))
    .map((row) => problemOf(row, 'word', 'must stand in the line, with a syllable for each of its characters')),
];

const hasSyllableEach = (word: string, reading: string) => Array.from(word).length === reading.split(' ').length;

/** A syllable a character; patterns that are regular expressions, of lists that there are. */
function rulesAreReadable({ rules, lists }: SoundTables): Problem[] {
  const names = new Set(lists.rows.map(({ value }) => value.name));
  return rules.rows.flatMap((row) => {
    const { word, reading, before, after } = row.value;
    const unequal = word.split('、').find((one) => !hasSyllableEach(one, reading.replaceAll(' | ', ' ')));
    const problems = unequal
      ? [problemOf(row, 'reading', `has not one syllable for each character of ${unequal}`)]
      : [];
    for (const [field, pattern] of Object.entries({ before, after })) {
      const missing = [...(pattern ?? '').matchAll(/\{([a-z-]+)\}/g)].find(([, name]) => !names.has(name!));
      if (missing) problems.push(problemOf(row, field, `no list in word-lists.json has the name ${missing[1]}`));
      else if (pattern && !isPattern(pattern)) problems.push(problemOf(row, field, 'is no regular expression'));
    }
    return problems;
  });
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern.replace(/\{[a-z-]+\}/g, '(?:一)'), 'u');
    return true;
  } catch {
    return false;
  }
}

/** No rule stands behind one of its word that always fits, and none is written twice. */
function rulesAreReached({ rules }: SoundTables): Problem[] {
  const closed = new Set<string>();
  return rules.rows.flatMap((row) => {
    const { word, style = '', before = '', after = '' } = row.value;
    const keys = word.split('、').map((one) => [one, style, before, after].join('\t'));
    const hidden = word.split('、').some((one) => closed.has(`${one}\t\t\t`)) || keys.some((key) => closed.has(key));
    for (const key of keys) closed.add(key);
    return hidden ? [problemOf(row, 'word', 'a rule above fits wherever this one does')] : [];
  });
}

/** The reading for a style is one of those that the row lists, and its words have the character. */
function variantsAreAmongReadings({ variants }: SoundTables): Problem[] {
  return variants.rows.flatMap((row) => {
    const { char, readings, words: inWords, written, spoken } = row.value;
    const known = readings.split(' / ');
    const wrong = [written, spoken].find((one) => one !== undefined && !known.includes(one));
    const other = inWords?.split('、').find((word) => !char.split('、').some((one) => word.includes(one)));
    return [
      ...(wrong ? [problemOf(row, 'readings', `${wrong} is not among them`)] : []),
      ...(other ? [problemOf(row, 'words', `${other} does not have the character`)] : []),
    ];
  });
}
