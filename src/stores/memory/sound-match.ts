import type { Syllable } from '../../cantonese/jyutping.ts';
import { mergedSound } from '../../cantonese/lazy-sounds.ts';
import type { SoundFilters } from '../../lexicon/query.ts';
import type { Dictionary } from './column.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { bytesOf, type EntrySet, union } from './postings.ts';

/** The sound filters, made ready to be asked of one reading after another. */
export interface SoundMatcher {
  /** Supersets of the entries that match: their intersection holds every match. */
  readonly candidates: readonly EntrySet[];
  /** Whether the intersection of the candidates is the answer, with no reading to be looked at. */
  readonly exact: boolean;
  /** That were made for it; sets of single values are the index's own. */
  readonly bytes: number;
  matches(reading: number): boolean;
}

/** A table with a 1 for each id that is allowed. */
type Allowed = Uint8Array;

/** Undefined when there is no sound filter at all. */
export function soundMatcher(index: LexiconIndex, sound: SoundFilters): SoundMatcher | undefined {
  const { readings } = index;
  const code = wantedOf(readings.codes, [sound.code, sound.fittingCodes]);
  const rhyme = wantedOf(readings.rhymes, [sound.rhyme, sound.finals && (sound.finals[0] ?? [])]);
  const tail = tailTables(index, sound);
  const whole = wholeTables(index, sound);
  if (!code && !rhyme && !tail && !whole) return undefined;
  const tests: ((reading: number) => boolean)[] = [];
  if (code) tests.push(testOf(readings.code, code, readings.codes));
  if (rhyme) tests.push(testOf(readings.rhyme, rhyme, readings.rhymes));
  if (tail) tests.push((reading) => endsInAllowed(index, reading, tail));
  if (whole) tests.push((reading) => isAllowedThroughout(index, reading, whole));
  const candidates: EntrySet[] = [];
  let bytes = [...(tail ?? []), ...(whole ?? [])].reduce((sum, table) => sum + table.byteLength, 0);
  const addCandidates = (wanted: readonly number[], setOf: (value: number) => EntrySet, names: Dictionary) => {
    const set = union(wanted.map(setOf), index.size);
    candidates.push(set);
    if (wanted.length > 1) bytes += bytesOf(set) + names.values.length;
  };
  if (code) addCandidates(code, readings.codeSet, readings.codes);
  if (rhyme) addCandidates(rhyme, readings.rhymeSet, readings.rhymes);
  return {
    candidates,
    exact: tests.length === 1 && candidates.length === 1,
    bytes,
    matches: allOf(tests),
  };
}

/** Tests one reading after another for one of the wanted values. */
function testOf(cells: Uint16Array, wanted: readonly number[], names: Dictionary): (reading: number) => boolean {
  if (wanted.length === 1) {
    const [only] = wanted;
    return (reading) => cells[reading] === only;
  }
  const allowed = new Uint8Array(names.values.length);
  for (const value of wanted) allowed[value] = 1;
  return (reading) => allowed[cells[reading]!] === 1;
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

/** The values that are in every one of the given lists; undefined, which allows everything, when no list is given. */
function wantedOf(names: Dictionary, lists: readonly (readonly string[] | undefined)[]): number[] | undefined {
  let wanted: number[] | undefined;
  for (const list of lists) {
    if (!list) continue;
    const ids: number[] = [];
    const known = wanted && new Set(wanted);
    for (const value of list) {
      const id = names.ids.get(value);
      if (id !== undefined && (!known || known.has(id))) ids.push(id);
    }
    wanted = list.length > 1 ? [...new Set(ids)] : ids;
  }
  return wanted;
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
