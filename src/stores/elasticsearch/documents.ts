import { createHash } from 'node:crypto';
import { contourOfCode } from '../../cantonese/contour.ts';
import { FINALS, parseJyutping } from '../../cantonese/jyutping.ts';
import { endOfReading, isSecondaryRhyme, widenedFinals } from '../../cantonese/rhyme.ts';
import {
  READING_FACETS,
  type ReadingFacet,
  type ReadingSource,
  readingValue,
  SINGLE_FACETS,
  wordValues,
} from '../../lexicon/facets.ts';
import type { EntryLine, RelationLine } from '../../lexicon/formats.ts';
import { MAX_SEARCHED_READINGS } from '../../lexicon/query.ts';
import { tokenize, tokensOfWord } from '../../lexicon/tokenizer.ts';
import { spacedCharacters } from './clauses.ts';
import { pairToken, repeatedValueToken, SECONDARY_TOKEN, slotTokens } from './sound-tokens.ts';
import { FACET_FIELDS, slotField, storedListing } from './stored-fields.ts';
import { CHARACTER_COMPLETION, completionForms } from './suggest.ts';

/** A document with its id, which is the same in every load. */
export interface IndexDocument {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** 28 bits of its SHA-256: sums of up to 2²⁵ of them are exact in a double. */
  readonly checksum: number;
}

function withChecksum(id: string, body: Record<string, unknown>): IndexDocument {
  const digest = createHash('sha256').update(id).update(JSON.stringify(body)).digest();
  const checksum = digest.readUInt32BE() >>> 4;
  return { id, body: { ...body, checksum }, checksum };
}

/** Weights are exact in a 32-bit float below 2²⁴; half of them are for specialist entries, which come behind all others. */
const WEIGHTS = 2 ** 23;

/** The completion fields of a word: one for each form in which it can be typed, all with the same weight, which no other word has. */
function completionFields(line: EntryLine): Record<string, unknown> {
  const { char, kind, rank, vulgar, variant_of: usual } = line;
  if (rank >= WEIGHTS)
    throw new RangeError(`Rank ${rank} of "${char}" leaves no weight: ${WEIGHTS} words are the most.`);
  const weight = WEIGHTS - 1 - rank + (kind === 'specialist' ? 0 : WEIGHTS);
  const completion = (input: readonly string[]) => ({ input, weight, contexts: { vulgar: [String(vulgar)] } });
  const fields: Record<string, unknown> = { [CHARACTER_COMPLETION]: completion([char]) };
  // Another spelling sounds like the usual one, which takes its place among suggestions.
  if (usual !== undefined) return fields;
  const readings = line.readings.slice(0, MAX_SEARCHED_READINGS).map(({ jyutping }) => jyutping);
  for (const [field, inputs] of Object.entries(completionForms(readings)))
    if (inputs.length > 0) fields[field] = completion(inputs);
  return fields;
}

/** One value as it is, several as a list. */
function fieldOf(values: readonly (string | number)[]): string | readonly string[] | undefined {
  const texts = values.map(String);
  return texts.length > 1 ? texts : texts[0];
}

/** Values of facets of the word; a facet without a value has no field. */
function wordFields(line: EntryLine): Record<string, unknown> {
  const values = SINGLE_FACETS.map((facet) => [facet, fieldOf(wordValues(facet, line))]);
  const themes = wordValues('theme', line).map(String);
  const { themes_inferred: inferred } = line.affect;
  return {
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    theme: themes,
    theme_inferred: inferred,
    theme_all: [...new Set([...themes, ...inferred])],
  };
}

/** Tokens and values of facets of each searched reading, each reading in fields of its own. */
function slotFields({ readings }: EntryLine): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const searchedReadings = readings.slice(0, MAX_SEARCHED_READINGS);
  const primary = endOfReading(searchedReadings[0]!.jyutping);
  for (const [slot, reading] of searchedReadings.entries()) {
    const repeatedValueTokens = READING_FACETS.flatMap((facet) =>
      searchedReadings
        .slice(0, slot)
        .flatMap((other, earlierSlot) =>
          readingValue(facet, other) === readingValue(facet, reading) ? [repeatedValueToken(facet, earlierSlot)] : [],
        ),
    );
    const isSecondary = isSecondaryRhyme(primary, endOfReading(reading.jyutping), slot);
    const secondary = isSecondary ? [SECONDARY_TOKEN] : [];
    fields[`sound${slot}`] = [...slotTokens(reading), ...repeatedValueTokens, ...secondary];
    for (const facet of READING_FACETS) fields[slotField(facet, slot)] = readingValue(facet, reading);
  }
  return fields;
}

/** A vector of bytes as Elasticsearch reads it: a third of the text of an array. */
function hexVector(numbers: Int8Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('hex');
}

/** The document of a line of `entries.jsonl` and its row of meaning. */
export function entryDocument(line: EntryLine, row: Int8Array): IndexDocument {
  const searchedReadings = line.readings.slice(0, MAX_SEARCHED_READINGS);
  return withChecksum(line.char, {
    char: line.char,
    char_reversed: [...line.char].reverse().join(''),
    characters: spacedCharacters(line.char),
    token: [...new Set([...tokenize(line.definition), ...tokensOfWord(line.char)])],
    ...completionFields(line),
    pronunciation: [...new Set(line.readings.map(({ jyutping }) => jyutping))],
    ...(line.variant_of === undefined ? {} : { variant_of: line.variant_of }),
    meaning: hexVector(row),
    rank: line.rank,
    char_rank: line.char_rank,
    end_rank: line.end_rank,
    ...wordFields(line),
    // Words without a category have no quality.
    ...(line.category === null ? {} : { quality: line.quality }),
    vulgar: line.vulgar,
    ...soundFields(searchedReadings),
    ...slotFields(line),
    listed: storedListing(line),
    entry: JSON.stringify(line),
  });
}

/** The words of a relation. */
interface RelationContext {
  readonly wordRank: number;
  readonly target: EntryLine;
  /** Likeness in meaning of both words. */
  readonly likeness: number;
}

/** The document of a line of `relations.jsonl`, with the fields of the target that a page shows and filters by. */
export function relationDocument(line: RelationLine, { wordRank, target, likeness }: RelationContext): IndexDocument {
  const { code, rhyme, code_rhyme } = soundFields(target.readings.slice(0, MAX_SEARCHED_READINGS));
  return withChecksum(pairToken(pairToken(line.word, line.type), line.related), {
    word: line.word,
    word_rank: wordRank,
    related: line.related,
    target_rank: target.rank,
    type: line.type,
    source: line.source,
    order: line.order,
    score: line.score,
    // Doc values of several senses would come in the order of their names, not of use.
    ...(line.senses.length > 0 ? { senses: line.senses, first_sense: line.senses[0] } : {}),
    likeness,
    length: String(target.length),
    reg: target.reg,
    pos: fieldOf(wordValues('pos', target)),
    vulgar: target.vulgar,
    code,
    rhyme,
    code_rhyme,
    listed: storedListing(target),
  });
}

/** The document of the meaning of an English token, in the index of tables. */
export function tokenDocument(token: string, components: Int8Array): IndexDocument {
  return withChecksum(pairToken('token', token), { token, token_meaning: hexVector(components) });
}

/** The `table` of the parts of the packed words. */
export const PACKED_WORDS = 'words';

/** The document of a part of the packed words, in the order of the parts. */
export function tableDocument(bytes: Buffer, part: number): IndexDocument {
  return withChecksum(pairToken(PACKED_WORDS, String(part)), {
    table: PACKED_WORDS,
    part,
    bytes: bytes.toString('base64'),
  });
}

/** The number of distinct values of facet fields, which is the number of buckets for exact counts. */
export type Cardinalities = Readonly<Record<string, number>>;

/** Counts the distinct values of facet fields, document by document. */
export function cardinalityCounter() {
  const values = new Map<string, Set<string>>(FACET_FIELDS.map((field) => [field, new Set<string>()]));
  return {
    add(body: IndexDocument['body']): void {
      for (const [field, distinct] of values) {
        const value = body[field] as string | readonly string[] | undefined;
        if (Array.isArray(value)) for (const item of value) distinct.add(item);
        else if (value !== undefined) distinct.add(value as string);
      }
    },
    result: (): Cardinalities => Object.fromEntries([...values].map(([field, distinct]) => [field, distinct.size])),
  };
}

/** Whether every reading can be searched by sound; the loader refuses other lines. */
export function hasValidReadings({ readings }: EntryLine): boolean {
  return readings.every(({ jyutping }) => parseJyutping(jyutping) !== undefined);
}

/** The finals whose widened set contains the key. */
const RHYME_GROUPS_BY_FINAL = new Map<string, string[]>();
for (const final of FINALS)
  for (const widenedFinal of widenedFinals(final))
    RHYME_GROUPS_BY_FINAL.set(widenedFinal, [...(RHYME_GROUPS_BY_FINAL.get(widenedFinal) ?? []), final]);

/** The rhyme groups of a final, each named by the final whose widened set it is. */
function rhymeGroups(final: string): readonly string[] {
  return RHYME_GROUPS_BY_FINAL.get(final) ?? [final];
}

/** The values of the fields over all searched readings: those of facets, and pairs that are often filtered together. */
export function soundFields(readings: readonly ReadingSource[]) {
  const distinct = (valuesOf: (reading: ReadingSource) => readonly string[]) => [
    ...new Set(readings.flatMap(valuesOf)),
  ];
  const facetValues = READING_FACETS.map((facet) => [facet, distinct((reading) => [readingValue(facet, reading)])]);
  return {
    ...(Object.fromEntries(facetValues) as Record<ReadingFacet, string[]>),
    contour: distinct(({ code }) => [contourOfCode(code)]),
    rhyme_group: distinct(({ rhyme }) => rhymeGroups(rhyme)),
    code_rhyme: distinct(({ code, rhyme }) => [pairToken(code, rhyme)]),
    code_group: distinct(({ code, rhyme }) => rhymeGroups(rhyme).map((group) => pairToken(code, group))),
    contour_rhyme: distinct(({ code, rhyme }) => [pairToken(contourOfCode(code), rhyme)]),
  };
}
