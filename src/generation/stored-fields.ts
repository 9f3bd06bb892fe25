import {
  CONFIDENCES,
  type FurtherLabels,
  type PartOfSpeech,
  type Reading,
  type Sense,
  type ToldSense,
} from '../lexicon/entry.ts';
import { type EntryLine, senseFromLine } from '../lexicon/formats.ts';
import { MAX_SEARCHED_READINGS } from '../lexicon/query.ts';
import type { PackedLexicon } from './packed-lexicon.ts';
import { numberList } from './postings.ts';

/**
 * Fields of an entry that only a card shows, as a JSON list in the order of {@link NAMES}: names would be a third of
 * the bytes. Empty values at the end are left out. Only this file knows the places.
 */

/** Empty fields may be absent. */
export interface StoredFields {
  readonly definition: string;
  readonly senses?: readonly PackedSense[];
  readonly examples?: readonly string[];
  /** Readings beyond {@link MAX_SEARCHED_READINGS}, which search does not read. */
  readonly readings?: readonly PackedReading[];
  readonly standard?: readonly string[];
  readonly variantOf?: string;
  readonly definitionZh?: string;
  readonly also?: readonly FurtherLabels[];
}

/** Names by place, seldom ones last. A new one is added at the end. */
const NAMES = [
  'definition',
  'senses',
  'examples',
  'readings',
  'standard',
  'variantOf',
  'definitionZh',
  'also',
] as const;

/** `definition`: 0 if it equals the entry's. */
type PackedSense = readonly [
  pos: PartOfSpeech,
  category: string | null,
  definition: string | 0,
  synonyms: readonly string[],
  told?: ToldSense,
];
/** `confidence`: its place among {@link CONFIDENCES}. */
type PackedReading = readonly [jyutping: string, code: string, rhyme: string, confidence: number];

function storedFieldsOf(line: EntryLine): StoredFields {
  const { definition, senses, examples, readings, standard = [], variant_of: variantOf = '' } = line;
  return {
    definition,
    senses: senses.map((line) => {
      const { told, ...sense } = senseFromLine(line);
      const shown = sense.definition === definition ? 0 : sense.definition;
      return told
        ? [sense.pos, sense.category, shown, sense.synonyms, told]
        : [sense.pos, sense.category, shown, sense.synonyms];
    }),
    examples,
    readings: readings
      .slice(MAX_SEARCHED_READINGS)
      .map(({ jyutping, code, rhyme, confidence }) => [jyutping, code, rhyme, CONFIDENCES.indexOf(confidence)]),
    standard,
    variantOf,
    definitionZh: line.definition_zh ?? '',
    also: line.also ?? [],
  };
}

/** The fields that an entry has just so, in the order in which every engine gives them. */
export function cardFields(fields: StoredFields) {
  const { definition, definitionZh, examples = [], standard = [], variantOf } = fields;
  return {
    definition,
    ...(definitionZh ? { definitionZh } : {}),
    examples,
    standard,
    ...(variantOf ? { variantOf } : {}),
  };
}

export function sensesOf({ definition: headDefinition, senses = [] }: StoredFields): Sense[] {
  return senses.map(([pos, category, definition, synonyms, told]) => ({
    pos,
    category,
    definition: definition === 0 ? headDefinition : definition,
    synonyms,
    ...(told ? { told } : {}),
  }));
}

/** The readings from `rank` on. */
export function extraReadings({ readings = [] }: StoredFields, rank: number): Reading[] {
  return readings.map(([jyutping, code, rhyme, confidence], place) => ({
    jyutping,
    code,
    rhyme,
    rank: rank + place,
    confidence: CONFIDENCES[confidence]!,
  }));
}

function encode(fields: StoredFields): string {
  const values = NAMES.map((name) => fields[name] ?? '');
  const lastFilled = values.findLastIndex((value) => value.length > 0);
  // The definition is written even if it is empty.
  return JSON.stringify(values.slice(0, Math.max(0, lastFilled) + 1));
}

function decode(text: string): StoredFields {
  const values = JSON.parse(text) as unknown[];
  const fields: Record<string, unknown> = {};
  for (let place = 0; place < values.length; place++) fields[NAMES[place]!] = values[place];
  return fields as unknown as StoredFields;
}

/** Takes the entries by rank. */
export function storedFieldsPacker() {
  let buffer = Buffer.allocUnsafe(1 << 20);
  const starts = numberList();
  let length = 0;
  starts.push(0);
  return {
    add(line: EntryLine) {
      const text = encode(storedFieldsOf(line));
      // A UTF-16 unit takes three bytes at most.
      if (length + text.length * 3 > buffer.length) {
        const grown = Buffer.allocUnsafe(buffer.length * 2 + text.length * 3);
        buffer.copy(grown, 0, 0, length);
        buffer = grown;
      }
      length += buffer.write(text, length);
      starts.push(length);
    },
    finish: () => ({ storedFields: Uint8Array.from(buffer.subarray(0, length)), storedFieldStarts: starts.toUint32() }),
  };
}

/** Returns a function from the id of an entry to its fields. */
export function storedFieldsReader(packed: Pick<PackedLexicon, 'storedFields' | 'storedFieldStarts'>) {
  const { storedFields, storedFieldStarts: starts } = packed;
  const bytes = Buffer.from(storedFields.buffer, storedFields.byteOffset, storedFields.byteLength);
  return (id: number): StoredFields => decode(bytes.toString('utf8', starts[id], starts[id + 1]));
}
