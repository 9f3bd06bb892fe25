import {
  CONFIDENCES,
  type Entry,
  type PartOfSpeech,
  type Reading,
  type Register,
  type Sense,
  type Valence,
} from '../../lexicon/entry.ts';
import { READINGS_SEARCHED } from '../../lexicon/limits.ts';
import type { ShownEntry } from '../../lexicon/store.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { FLAG, type PackedSense, type Remainder } from './packed-lexicon.ts';

/** Puts entries together from the columns. */
export interface EntryReader {
  /** The same object for as long as it is kept at hand, so that others may keep what they make of it beside it. */
  entry(id: number): Entry;
  /** The entry with its primary reading, likewise the same object. */
  shown(id: number): ShownEntry;
  definition(id: number): string;
  /** Jyutping of all readings of an entry, those that search does not look at too. */
  jyutping(id: number): string[];
  aliases(id: number): string[];
}

/** Entries kept at hand: some 35 MB. */
const KEPT = 32_768;

export function entryReader(index: LexiconIndex, kept = KEPT): EntryReader {
  const { packed } = index;
  const aliasText = aliasReader(index);
  const bytes = Buffer.from(packed.remainders.buffer, packed.remainders.byteOffset, packed.remainders.byteLength);
  const remainder = (id: number) =>
    JSON.parse(bytes.toString('utf8', packed.remainderStarts[id], packed.remainderStarts[id + 1])) as Remainder;
  const jyutpingOf = jyutpingReader(index);

  const make = (id: number): ShownEntry => {
    const rest = remainder(id);
    const readings: Reading[] = [];
    const { codes, code, rhymes, rhyme, confidence } = packed;
    const [first, end] = [packed.readingStarts[id]!, packed.readingStarts[id + 1]!];
    for (let at = first; at < end; at++) {
      readings.push({
        jyutping: jyutpingOf(at),
        code: codes[code[at]!]!,
        rhyme: rhymes[rhyme[at]!]!,
        rank: at - first,
        confidence: CONFIDENCES[confidence[at]!]!,
      });
    }
    for (const [jyutping, code, rhyme, confidence] of rest[3] ?? [])
      readings.push({ jyutping, code, rhyme, rank: readings.length, confidence: CONFIDENCES[confidence]! });
    const entry = entryOf(index, id, rest, readings, aliasText(id));
    return { entry, reading: readings[0]! };
  };
  const shown = keptAtHand(index.size, kept, make);
  return {
    shown,
    entry: (id) => shown(id).entry,
    definition: (id) => remainder(id)[0],
    jyutping(id) {
      const all: string[] = [];
      const [first, end] = [packed.readingStarts[id]!, packed.readingStarts[id + 1]!];
      for (let reading = first; reading < end; reading++) all.push(jyutpingOf(reading));
      if (all.length === READINGS_SEARCHED) for (const [jyutping] of remainder(id)[3] ?? []) all.push(jyutping);
      return all;
    },
    aliases: aliasText,
  };
}

const nameAt = (names: readonly string[], cell: number) => names[cell - 1]!;

function entryOf(
  { packed, words, charRank }: LexiconIndex,
  id: number,
  [definition, senses = [], examples = []]: Remainder,
  readings: readonly Reading[],
  aliases: readonly string[],
): Entry {
  const flags = packed.flags[id]!;
  const category = packed.category[id]!;
  return {
    char: words.at(id),
    rank: id,
    charRank: charRank[id]!,
    length: Number(nameAt(packed.lengths, packed.length[id]!)),
    pos: nameAt(packed.partsOfSpeech, packed.pos[id]!) as PartOfSpeech,
    reg: nameAt(packed.registers, packed.reg[id]!) as Register,
    isCanto: (flags & FLAG.canto) !== 0,
    vulgar: (flags & FLAG.vulgar) !== 0,
    definition,
    examples,
    readings,
    senses: senses.map((sense) => senseOf(sense, definition)),
    category: category === 0 ? null : nameAt(packed.categories, category),
    quality: flags & FLAG.verified ? 'verified' : 'generated',
    affect: {
      valence: nameAt(packed.valences, packed.valence[id]!) as Valence,
      emotion: nameAt(packed.emotions, packed.emotion[id]!),
      themes: themesOf(packed.themes, packed.taggedStarts, packed.taggedThemes, id),
      themesInferred: themesOf(packed.themes, packed.inferredStarts, packed.inferredThemes, id),
    },
    aliases,
    frequency: packed.frequency[id]!,
  };
}

function senseOf([pos, category, definition, ...synonyms]: PackedSense, headDefinition: string): Sense {
  return {
    pos: pos as PartOfSpeech,
    category,
    definition: definition === 0 ? headDefinition : definition,
    synonyms,
  };
}

export function themesOf(
  names: readonly string[],
  starts: Uint32Array,
  cells: Uint16Array,
  entry: number,
): readonly string[] {
  const themes: string[] = [];
  for (let at = starts[entry]!; at < starts[entry + 1]!; at++) themes.push(names[cells[at]!]!);
  return themes;
}

function aliasReader({ packed }: LexiconIndex): (id: number) => string[] {
  const { aliasUnits, aliasStarts, aliasesOf } = packed;
  const units = Buffer.from(aliasUnits.buffer, aliasUnits.byteOffset, aliasUnits.byteLength);
  return (id) => {
    const aliases: string[] = [];
    for (let at = aliasesOf[id]!; at < aliasesOf[id + 1]!; at++)
      aliases.push(units.toString('utf16le', aliasStarts[at]! * 2, aliasStarts[at + 1]! * 2));
    return aliases;
  };
}

/** Answers how to write a reading, by its number. */
export function jyutpingReader({ packed }: LexiconIndex): (reading: number) => string {
  const { syllableNames, syllableStarts, syllables } = packed;
  return (reading) => {
    let text = '';
    for (let at = syllableStarts[reading]!; at < syllableStarts[reading + 1]!; at++)
      text += text === '' ? syllableNames[syllables[at]!]! : ` ${syllableNames[syllables[at]!]!}`;
    return text;
  };
}

/**
 * What was made for the numbers asked for, at most `capacity` of them: the hand goes round and lets go of the first that was not
 * asked for again since it last came by. A hit costs two array accesses, so that a page of fifty costs little.
 */
export function keptAtHand<T extends object>(
  size: number,
  capacity: number,
  make: (id: number) => T,
): (id: number) => T {
  const slots: (T | undefined)[] = new Array<T | undefined>(size).fill(undefined);
  const used = new Uint8Array(size);
  const ring = new Uint32Array(Math.min(size, capacity));
  let filled = 0;
  let hand = 0;
  return (id) => {
    const kept = slots[id];
    if (kept !== undefined) {
      used[id] = 1;
      return kept;
    }
    const made = make(id);
    if (filled < ring.length) ring[filled++] = id;
    else {
      while (used[ring[hand]!] === 1) {
        used[ring[hand]!] = 0;
        hand = hand + 1 === ring.length ? 0 : hand + 1;
      }
      slots[ring[hand]!] = undefined;
      ring[hand] = id;
      hand = hand + 1 === ring.length ? 0 : hand + 1;
    }
    slots[id] = made;
    return made;
  };
}
