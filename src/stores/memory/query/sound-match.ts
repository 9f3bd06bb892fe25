import type { Syllable } from '../../../cantonese/jyutping.ts';
import { mergedSoundKey } from '../../../cantonese/lazy-sounds.ts';
import { READING_FACETS } from '../../../lexicon/facets.ts';
import { type SoundFilters, valueLists } from '../../../lexicon/query.ts';
import type { Dictionary } from '../columns/column.ts';
import { type EntrySet, union } from '../columns/entry-set.ts';
import type { LexiconIndex, ReadingColumn } from '../columns/lexicon-index.ts';

/** The compiled sound filters. */
export interface SoundMatcher {
  /** Sets whose intersection contains every match. */
  readonly candidates: readonly EntrySet[];
  /** Whether the intersection of the candidates is exactly the matches, so that readings need not be tested. */
  readonly exact: boolean;
  matches(reading: number): boolean;
}

/** A table with 1 for each allowed id. */
type AllowedIds = Uint8Array;

/** Undefined without sound filters. */
export function soundMatcher(index: LexiconIndex, sound: SoundFilters): SoundMatcher | undefined {
  const facets = READING_FACETS.flatMap((facet) => {
    const column = index.readings.facets[facet];
    const values = allowedValues(column.dictionary, valueLists(sound, facet));
    return values ? [{ column, values }] : [];
  });
  const tailTable = tailTables(index, sound);
  const wordTable = wholeTables(index, sound);
  if (facets.length === 0 && !tailTable && !wordTable) return undefined;
  const tests = facets.map(({ column, values }) => valueTest(column, values));
  if (tailTable) tests.push((reading) => matchesTail(index, reading, tailTable));
  if (wordTable) tests.push((reading) => matchesWholeWord(index, reading, wordTable));
  const candidates: EntrySet[] = [];
  for (const { column, values } of facets) candidates.push(union(values.map(column.set), index.size));
  return {
    candidates,
    exact: tests.length === 1 && candidates.length === 1,
    matches: allTests(tests),
  };
}

/** Tests readings for one of the allowed values. */
function valueTest({ cells, dictionary }: ReadingColumn, valueIds: readonly number[]): (reading: number) => boolean {
  if (valueIds.length === 1) {
    const [onlyTarget] = valueIds;
    return (reading) => cells[reading] === onlyTarget;
  }
  const allowed = new Uint8Array(dictionary.values.length);
  for (const value of valueIds) allowed[value] = 1;
  return (reading) => allowed[cells[reading]!] === 1;
}

function allTests(tests: readonly ((reading: number) => boolean)[]): (reading: number) => boolean {
  const [first, second] = tests;
  if (!second) return first!;
  if (tests.length === 2) return (reading) => first!(reading) && second(reading);
  return (reading) => tests.every((test) => test(reading));
}

/** The first matching reading of an entry, by rank; -1 if there is none. */
export function firstMatchingReading(index: LexiconIndex, matcher: SoundMatcher | undefined, entry: number): number {
  const { starts } = index.readings;
  if (!matcher) return starts[entry]!;
  for (let reading = starts[entry]!; reading < starts[entry + 1]!; reading++)
    if (matcher.matches(reading)) return reading;
  return -1;
}

/** The intersection of the lists; undefined, which allows everything, without any list. */
function allowedValues(dictionary: Dictionary, lists: readonly (readonly string[])[]): number[] | undefined {
  let valueIds: number[] | undefined;
  for (const list of lists) {
    const ids: number[] = [];
    const previous = valueIds && new Set(valueIds);
    for (const value of list) {
      const id = dictionary.ids.get(value);
      if (id !== undefined && (!previous || previous.has(id))) ids.push(id);
    }
    valueIds = list.length > 1 ? [...new Set(ids)] : ids;
  }
  return valueIds;
}

function syllableTable(index: LexiconIndex, test: (syllable: Syllable) => boolean): AllowedIds {
  return Uint8Array.from(index.readings.syllableValues, (syllable) => (test(syllable) ? 1 : 0));
}

/** Tables for the syllables before the last one, from the end; the last one's final is the rhyme. */
function tailTables(index: LexiconIndex, sound: SoundFilters): AllowedIds[] | undefined {
  if (!sound.finals || sound.finals.length < 2) return undefined;
  return sound.finals.slice(1).map((finals) => syllableTable(index, (syllable) => finals.includes(syllable.final)));
}

function wholeTables(index: LexiconIndex, sound: SoundFilters): AllowedIds[] | undefined {
  const rules = sound.lazy ?? [];
  return sound.syllables?.map((pattern) => {
    const targetKey = mergedSoundKey(pattern, rules);
    return syllableTable(
      index,
      (syllable) =>
        (pattern.tone === undefined || pattern.tone === syllable.tone) && mergedSoundKey(syllable, rules) === targetKey,
    );
  });
}

function matchesTail({ readings }: LexiconIndex, reading: number, tailTable: readonly AllowedIds[]): boolean {
  const last = readings.syllableStarts[reading + 1]! - 1;
  if (last - readings.syllableStarts[reading]! < tailTable.length) return false;
  return tailTable.every((allowed, fromEnd) => allowed[readings.syllables[last - 1 - fromEnd]!] === 1);
}

function matchesWholeWord({ readings }: LexiconIndex, reading: number, wordTable: readonly AllowedIds[]): boolean {
  const first = readings.syllableStarts[reading]!;
  if (readings.syllableStarts[reading + 1]! - first !== wordTable.length) return false;
  return wordTable.every((allowed, position) => allowed[readings.syllables[first + position]!] === 1);
}
