import { annotateLine } from '../../src/cantonese/annotation.ts';
import type { Problem } from '../tables/read-table.ts';
import { type Check, type CheckContext, problemOf } from './context.ts';

/** What holds of the tables of how lines are read and mended, beyond the form of their rows. */

type Tables = CheckContext['tables'];

/** Each rule can be read and is reached, and what a row names is where it says. */
export const soundTablesAreConsistent: Check = ({ tables }) => [
  ...rulesAreReadable(tables),
  ...rulesAreReached(tables),
  ...variantsAreAmongReadings(tables),
  ...tables.forms
    .filter(({ value: { use, characters } }) =>
      characters.split(' ').some((one) => Array.from(one).length !== (use === 'variant' ? 2 : 1)),
    )
    .map((row) => problemOf(row, 'characters', 'must be single characters, or for variants pairs')),
  ...tables.cases
    .filter(({ value: { line, word, jyutping } }) => !line.includes(word) || !hasSyllableEach(word, jyutping))
    .map((row) => problemOf(row, 'word', 'must stand in the line, with a syllable for each of its characters')),
];

export const casesAreRead: Check = ({ tables, wordTable }) => {
  const table = wordTable();
  return tables.cases.flatMap((row) => {
    const { line, word, jyutping } = row.value;
    const start = Array.from(line.slice(0, line.indexOf(word))).length;
    const { characters } = annotateLine(line, table);
    const read = characters.slice(start, start + Array.from(word).length).map((one) => one.jyutping);
    return read.join(' ') === jyutping ? [] : [problemOf(row, 'jyutping', `${word} is read ${read.join(' ')}`)];
  });
};

type Exchange = Omit<Tables['exchanges'][number]['value'], 'note'>;
type Fault = readonly [field: string, message: string];

/** What may stand for a word is as long as it, another one, listed once, and made of words that the lexicon has. */
export const exchangesFitTheirWord: Check = ({ tables, isWord }) => {
  const seen = new Set<string>();
  const names = listNames(tables);
  const exchanged = new Set(tables.exchanges.flatMap(({ value }) => (value.class ?? value.word ?? '').split('、')));
  const isMadeOfWords = (text: string) => isWord(text) || Array.from(text).every(isWord);
  return tables.exchanges.flatMap((row) => {
    const { note: _, ...rule } = row.value;
    const key = JSON.stringify(rule);
    const repeated: Fault | undefined = seen.has(key) ? ['word', 'the row is there twice'] : undefined;
    seen.add(key);
    const fault = repeated ?? unknownList(rule, names) ?? openFault(rule, exchanged) ?? wordsFault(rule, isMadeOfWords);
    return fault ? [problemOf(row, ...fault)] : [];
  });
};

function unknownList(rule: Exchange, names: ReadonlySet<string>): Fault | undefined {
  for (const field of ['before', 'not_before', 'after', 'not_after'] as const) {
    const missing = missingList(rule[field], names);
    if (missing !== undefined) return [field, missing];
  }
  return undefined;
}

/** An open word is a word of another row. */
function openFault({ open }: Exchange, exchanged: ReadonlySet<string>): Fault | undefined {
  const rowless = open?.split('、').find((one) => !exchanged.has(one));
  return rowless === undefined ? undefined : ['open', `${rowless} has no other row`];
}

function wordsFault(
  { class: group, word, instead }: Exchange,
  isMadeOfWords: (text: string) => boolean,
): Fault | undefined {
  const words = (group ?? word)?.split('、') ?? [];
  const listed = (group ?? instead)?.split('、') ?? [];
  const all = [...words, ...listed];
  const unequal = all.find((one) => Array.from(one).length !== Array.from(words[0]!).length);
  const unknown = all.find((one) => !isMadeOfWords(one));
  const faults: readonly (readonly [message: string, holds: boolean])[] = [
    ['has one word only', group !== undefined && words.length < 2],
    [`${unequal} is not as long as ${words[0]}`, listed.length > 0 && unequal !== undefined],
    ['is the word itself', group === undefined && words.length === 1 && listed.includes(words[0]!)],
    ['lists a word twice', new Set(listed).size < listed.length || new Set(words).size < words.length],
    [`${unknown} is not made of words of the lexicon`, unknown !== undefined],
  ];
  const found = faults.find(([, holds]) => holds);
  return found && [group === undefined ? 'instead' : 'class', found[0]];
}

const hasSyllableEach = (word: string, reading: string) => Array.from(word).length === reading.split(' ').length;

const listNames = ({ lists }: Pick<Tables, 'lists'>) => new Set(lists.map(({ value }) => value.name));

function missingList(cell: string | undefined, names: ReadonlySet<string>): string | undefined {
  const missing = [...(cell ?? '').matchAll(/\{([a-z-]+)\}/g)].find(([, name]) => !names.has(name!));
  return missing && `no list in word-lists.json has the name ${missing[1]}`;
}

/** A syllable a character; patterns that are regular expressions, of lists that there are. */
function rulesAreReadable({ rules, lists }: Tables): Problem[] {
  const names = listNames({ lists });
  return rules.flatMap((row) => {
    const { word, reading, before, after } = row.value;
    const unequal = word.split('、').find((one) => !hasSyllableEach(one, reading.replaceAll(' | ', ' ')));
    const problems = unequal
      ? [problemOf(row, 'reading', `has not one syllable for each character of ${unequal}`)]
      : [];
    for (const [field, pattern] of Object.entries({ before, after })) {
      const missing = missingList(pattern, names);
      if (missing !== undefined) problems.push(problemOf(row, field, missing));
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
function rulesAreReached({ rules }: Tables): Problem[] {
  const closed = new Set<string>();
  return rules.flatMap((row) => {
    const { word, style = '', before = '', after = '' } = row.value;
    const keys = word.split('、').map((one) => [one, style, before, after].join('\t'));
    const hidden = word.split('、').some((one) => closed.has(`${one}\t\t\t`)) || keys.some((key) => closed.has(key));
    for (const key of keys) closed.add(key);
    return hidden ? [problemOf(row, 'word', 'a rule above fits wherever this one does')] : [];
  });
}

/** The reading for a style is one of those that the row lists, and its words have the character. */
function variantsAreAmongReadings({ freeVariants }: Tables): Problem[] {
  return freeVariants.flatMap((row) => {
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
