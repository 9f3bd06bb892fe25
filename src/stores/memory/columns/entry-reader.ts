import { FLAGS } from '../../../generation/packed-lexicon.ts';
import {
  cardFields,
  extraReadings,
  type StoredFields,
  sensesOf,
  storedFieldsReader,
} from '../../../generation/stored-fields.ts';
import {
  CONFIDENCES,
  type Entry,
  type Kind,
  type PartOfSpeech,
  type Reading,
  type Register,
  shortDefinition,
  type Valence,
  type WordTone,
} from '../../../lexicon/entry.ts';
import { MAX_SEARCHED_READINGS } from '../../../lexicon/query.ts';
import type { ListedEntry, ListedReading, MatchedEntry } from '../../../lexicon/store.ts';
import type { LexiconIndex } from './lexicon-index.ts';

/** Builds entries from the packed lexicon. */
export interface EntryReader {
  /** The whole entry, built anew. */
  entry(id: number): Entry;
  /**
   * An entry as lists show it; the same object while it is cached, so that callers can cache derived values with it.
   */
  listed(id: number): ListedEntry;
  /** The same with the primary reading; also the same object while it is cached. */
  withPrimaryReading(id: number): MatchedEntry;
  definition(id: number): string;
  /** Jyutping of all readings of an entry, including those beyond the ones that search considers. */
  jyutping(id: number): string[];
}

/** Some 20 MB of entries. */
const MAX_CACHED_ENTRIES = 32_768;

export function entryReader(index: LexiconIndex): EntryReader {
  const { packed } = index;
  const readAliases = createAliasReader(index);
  const readStoredFields = storedFieldsReader(packed);
  const readJyutping = createJyutpingReader(index);

  const readReadings = (id: number, storedFields: StoredFields): Reading[] => {
    const readings: Reading[] = [];
    const { code, codeNames, rhyme, rhymeNames, confidence } = packed;
    const [first, end] = [packed.readingStarts[id]!, packed.readingStarts[id + 1]!];
    for (let at = first; at < end; at++) {
      readings.push({
        jyutping: readJyutping(at),
        code: codeNames[code[at]!]!,
        rhyme: rhymeNames[rhyme[at]!]!,
        rank: at - first,
        confidence: CONFIDENCES[confidence[at]!]!,
      });
    }
    return storedFields.readings ? [...readings, ...extraReadings(storedFields, readings.length)] : readings;
  };
  const withPrimaryReading = clockCache(index.size, MAX_CACHED_ENTRIES, (id): MatchedEntry => {
    const storedFields = readStoredFields(id);
    const readings = readReadings(id, storedFields).map(toListedReading);
    return { entry: listedEntryOf(index, id, storedFields, readings), reading: readings[0]! };
  });
  return {
    withPrimaryReading,
    entry(id) {
      const storedFields = readStoredFields(id);
      return entryOf(index, id, storedFields, readReadings(id, storedFields), readAliases(id));
    },
    listed: (id) => withPrimaryReading(id).entry,
    definition: (id) => readStoredFields(id).definition,
    jyutping(id) {
      const all: string[] = [];
      const [first, end] = [packed.readingStarts[id]!, packed.readingStarts[id + 1]!];
      for (let reading = first; reading < end; reading++) all.push(readJyutping(reading));
      if (all.length === MAX_SEARCHED_READINGS)
        for (const { jyutping } of extraReadings(readStoredFields(id), all.length)) all.push(jyutping);
      return all;
    },
  };
}

const valueName = (names: readonly string[], cell: number) => names[cell - 1]!;

const toListedReading = ({ jyutping, code, rhyme, rank }: Reading): ListedReading => ({ jyutping, code, rhyme, rank });

/** Fields in the order in which every engine gives them. */
function listedEntryOf(
  { packed, words }: LexiconIndex,
  id: number,
  { definition, standard = [], definitionZh, also }: StoredFields,
  readings: readonly ListedReading[],
): ListedEntry {
  return {
    char: words.at(id),
    rank: id,
    length: Number(valueName(packed.lengthNames, packed.length[id]!)),
    pos: valueName(packed.posNames, packed.pos[id]!) as PartOfSpeech,
    reg: valueName(packed.regNames, packed.reg[id]!) as Register,
    definition: shortDefinition(definition),
    ...(definitionZh ? { definitionZh } : {}),
    standard,
    readings,
    ...(also && also.length > 0 ? { also } : {}),
  };
}

function entryOf(
  { packed, words, charRank, endRank }: LexiconIndex,
  id: number,
  storedFields: StoredFields,
  readings: readonly Reading[],
  aliases: readonly string[],
): Entry {
  const flags = packed.flags[id]!;
  const category = packed.category[id]!;
  return {
    char: words.at(id),
    rank: id,
    charRank: charRank[id]!,
    endRank: endRank[id]!,
    length: Number(valueName(packed.lengthNames, packed.length[id]!)),
    pos: valueName(packed.posNames, packed.pos[id]!) as PartOfSpeech,
    reg: valueName(packed.regNames, packed.reg[id]!) as Register,
    isCanto: (flags & FLAGS.canto) !== 0,
    kind: valueName(packed.kindNames, packed.kind[id]!) as Kind,
    tone: valueName(packed.toneNames, packed.tone[id]!) as WordTone,
    vulgar: (flags & FLAGS.vulgar) !== 0,
    ...cardFields(storedFields),
    readings,
    senses: sensesOf(storedFields),
    category: category === 0 ? null : valueName(packed.categoryNames, category),
    quality: flags & FLAGS.verified ? 'verified' : 'generated',
    affect: {
      valence: valueName(packed.valenceNames, packed.valence[id]!) as Valence,
      emotion: valueName(packed.emotionNames, packed.emotion[id]!),
      themes: themesOf(packed.themes, packed.taggedStarts, packed.taggedThemes, id),
      themesInferred: themesOf(packed.themes, packed.inferredStarts, packed.inferredThemes, id),
    },
    also: storedFields.also ?? [],
    aliases,
    frequency: packed.frequency[id]!,
  };
}

function themesOf(names: readonly string[], starts: Uint32Array, cells: Uint16Array, entry: number): readonly string[] {
  const themes: string[] = [];
  for (let at = starts[entry]!; at < starts[entry + 1]!; at++) themes.push(names[cells[at]!]!);
  return themes;
}

function createAliasReader({ packed }: LexiconIndex): (id: number) => string[] {
  const { aliasUnits, aliasStarts, aliasesOf } = packed;
  const units = Buffer.from(aliasUnits.buffer, aliasUnits.byteOffset, aliasUnits.byteLength);
  return (id) => {
    const aliases: string[] = [];
    for (let at = aliasesOf[id]!; at < aliasesOf[id + 1]!; at++)
      aliases.push(units.toString('utf16le', aliasStarts[at]! * 2, aliasStarts[at + 1]! * 2));
    return aliases;
  };
}

/** Returns a function from a reading's id to its jyutping. */
export function createJyutpingReader({ packed }: LexiconIndex): (reading: number) => string {
  const { syllableNames, syllableStarts, syllables } = packed;
  return (reading) => {
    let text = '';
    for (let at = syllableStarts[reading]!; at < syllableStarts[reading + 1]!; at++)
      text += text === '' ? syllableNames[syllables[at]!]! : ` ${syllableNames[syllables[at]!]!}`;
    return text;
  };
}

/**
 * Caches at most `capacity` values by id, with CLOCK replacement: the hand evicts the first value that was not read since it last
 * passed. A hit costs two array accesses; an LRU list costs several times as much, fifty times a page.
 */
export function clockCache<T extends object>(
  size: number,
  capacity: number,
  create: (id: number) => T,
): (id: number) => T {
  const slots: (T | undefined)[] = new Array<T | undefined>(size).fill(undefined);
  const referenceBits = new Uint8Array(size);
  const ring = new Uint32Array(Math.min(size, capacity));
  let ringLength = 0;
  let hand = 0;
  return (id) => {
    const cached = slots[id];
    if (cached !== undefined) {
      referenceBits[id] = 1;
      return cached;
    }
    const created = create(id);
    if (ringLength < ring.length) ring[ringLength++] = id;
    else {
      while (referenceBits[ring[hand]!] === 1) {
        referenceBits[ring[hand]!] = 0;
        hand = hand + 1 === ring.length ? 0 : hand + 1;
      }
      slots[ring[hand]!] = undefined;
      ring[hand] = id;
      hand = hand + 1 === ring.length ? 0 : hand + 1;
    }
    slots[id] = created;
    return created;
  };
}
