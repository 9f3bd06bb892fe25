import type { Syllable } from '../../cantonese/jyutping.ts';
import { mergedSound } from '../../cantonese/lazy-sounds.ts';
import type { SoundFilters } from '../../lexicon/query.ts';
import type { Dictionary } from './column.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { type EntrySet, union } from './postings.ts';

/** The sound filters, made ready to be asked of one reading after another. */
export interface SoundMatcher {
  /** Supersets of the entries that match: their intersection holds every match. */
  readonly candidates: readonly EntrySet[];
  /** Whether the intersection of the candidates is the answer, with no reading to be looked at. */
  readonly exact: boolean;
  matches(reading: number): boolean;
}

/** A table with a 1 for each id that is allowed. */
type Allowed = Uint8Array;

/** Undefined when there is no sound filter at all. */
export function soundMatcher(index: LexiconIndex, sound: SoundFilters): SoundMatcher | undefined {
  const code = allowedBy(index.readings.codes, [sound.code, sound.fittingCodes]);
  const rhyme = allowedBy(index.readings.rhymes, [sound.rhyme, sound.finals && (sound.finals[0] ?? [])]);
  const tail = tailTables(index, sound);
  const whole = wholeTables(index, sound);
  if (!code && !rhyme && !tail && !whole) return undefined;
  const { readings } = index;
  const tests: ((reading: number) => boolean)[] = [];
  if (code) tests.push((reading) => code[readings.code[reading]!] === 1);
  if (rhyme) tests.push((reading) => rhyme[readings.rhyme[reading]!] === 1);
  if (tail) tests.push((reading) => endsInAllowed(index, reading, tail));
  if (whole) tests.push((reading) => isAllowedThroughout(index, reading, whole));
  const candidates: EntrySet[] = [];
  if (code) candidates.push(unionOfAllowed(readings.codeSet, code, index.size));
  if (rhyme) candidates.push(unionOfAllowed(readings.rhymeSet, rhyme, index.size));
  return {
    candidates,
    exact: tests.length === 1 && candidates.length === 1,
    matches: allOf(tests),
  };
}

function allOf(tests: readonly ((reading: number) => boolean)[]): (reading: number) => boolean {
  const [first, second] = tests;
  if (!second) return first!;
  if (tests.length === 2) return (reading) => first!(reading) && second(reading);
  return (reading) => tests.every((test) => test(reading));
}

/** The first reading of an entry, by rank, that matches; -1 when none does. */
export function firstMatchingReading(index: LexiconIndex, matcher: SoundMatcher | undefined, entry: number): number {
  const { starts } = index.readings;
  if (!matcher) return starts[entry]!;
  for (let reading = starts[entry]!; reading < starts[entry + 1]!; reading++)
    if (matcher.matches(reading)) return reading;
  return -1;
}

/** The values that are in every one of the given lists; an absent list allows everything. */
function allowedBy(names: Dictionary, lists: readonly (readonly string[] | undefined)[]): Allowed | undefined {
  const given = lists.filter((list) => list !== undefined);
  if (given.length === 0) return undefined;
  const votes = new Uint8Array(names.values.length);
  for (const [place, list] of given.entries()) {
    for (const value of list) {
      const id = names.ids.get(value);
      // A vote counts only after one from every list before.
      if (id !== undefined && votes[id] === place) votes[id] = place + 1;
    }
  }
  return votes.map((vote) => (vote === given.length ? 1 : 0));
}

function syllableTable(index: LexiconIndex, test: (syllable: Syllable) => boolean): Allowed {
  return Uint8Array.from(index.readings.syllableValues, (syllable) => (test(syllable) ? 1 : 0));
}

/** Tables for the syllables before the last, nearest to the end first; the last one's final is the rhyme. */
function tailTables(index: LexiconIndex, sound: SoundFilters): Allowed[] | undefined {
  if (!sound.finals || sound.finals.length < 2) return undefined;
  return sound.finals.slice(1).map((finals) => syllableTable(index, (syllable) => finals.includes(syllable.final)));
}

function wholeTables(index: LexiconIndex, sound: SoundFilters): Allowed[] | undefined {
  const rules = sound.lazy ?? [];
  return sound.syllables?.map((pattern) => {
    const wanted = mergedSound(pattern, rules);
    return syllableTable(
      index,
      (syllable) =>
        (pattern.tone === undefined || pattern.tone === syllable.tone) && mergedSound(syllable, rules) === wanted,
    );
  });
}

function endsInAllowed({ readings }: LexiconIndex, reading: number, tail: readonly Allowed[]): boolean {
  const last = readings.syllableStarts[reading + 1]! - 1;
  if (last - readings.syllableStarts[reading]! < tail.length) return false;
  return tail.every((allowed, back) => allowed[readings.syllables[last - 1 - back]!] === 1);
}

function isAllowedThroughout({ readings }: LexiconIndex, reading: number, whole: readonly Allowed[]): boolean {
  const first = readings.syllableStarts[reading]!;
  if (readings.syllableStarts[reading + 1]! - first !== whole.length) return false;
  return whole.every((allowed, place) => allowed[readings.syllables[first + place]!] === 1);
}

function unionOfAllowed(setOf: (value: number) => EntrySet, allowed: Allowed, size: number): EntrySet {
  const sets: EntrySet[] = [];
  for (let value = 0; value < allowed.length; value++) if (allowed[value] === 1) sets.push(setOf(value));
  return union(sets, size);
}
