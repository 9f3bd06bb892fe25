import { createHash } from 'node:crypto';
import { parseJyutping } from '../../cantonese/jyutping.ts';
import type { EntryLine, RelationLine } from '../../lexicon/formats.ts';
import { prefixForms } from '../../lexicon/jyutping-prefix.ts';
import { READINGS_SEARCHED } from '../../lexicon/limits.ts';
import { tokensOf } from '../../lexicon/tokens.ts';
import { pair, sameAsToken, slotTokens, soundFields } from './sound-tokens.ts';

/** Raised whenever documents or mappings change so that this code cannot read an index made by earlier code. */
export const INDEX_FORMAT = 1;

/** Prefixes up to this many letters are terms; longer ones are looked for among the whole forms. */
export const PREFIX_TERM_LENGTH = 12;

/** Completion weights are floats: above this they are not told apart. */
const HIGHEST_WEIGHT = 2 ** 24 - 1;

/** A document as it is sent, under an id that is the same in every load. */
export interface IndexDocument {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** 52 bits of the document's SHA-256: tells what changed between two generations. */
  readonly fingerprint: number;
  /** 28 bits of it: sums of as many as 2²⁵ of them are exact in a double. */
  readonly checksum: number;
}

function fingerprinted(id: string, body: Record<string, unknown>): IndexDocument {
  const digest = createHash('sha256').update(id).update(JSON.stringify(body)).digest();
  const fingerprint = digest.readUIntBE(0, 6) * 16 + (digest[6]! >>> 4);
  const checksum = digest.readUInt32BE(8) >>> 4;
  return { id, body: { ...body, fingerprint, checksum }, fingerprint, checksum };
}

/** Prefixes of 1 to {@link PREFIX_TERM_LENGTH} letters of every form in which a reading may be typed. */
function prefixTerms(forms: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const form of forms)
    for (let length = 1; length <= Math.min(form.length, PREFIX_TERM_LENGTH); length++)
      terms.add(form.slice(0, length));
  return [...terms];
}

function themesOf({ affect }: EntryLine) {
  const { themes, themes_inferred: inferred } = affect;
  return { theme: themes, theme_inferred: inferred, theme_all: [...new Set([...themes, ...inferred])] };
}

/** Tokens, rhyme and code of each searched reading in a field of its own. */
function slotFields({ readings }: EntryLine): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const searched = readings.slice(0, READINGS_SEARCHED);
  for (const [slot, reading] of searched.entries()) {
    const same = (['rhyme', 'code'] as const).flatMap((facet) =>
      searched.slice(0, slot).flatMap((other, at) => (other[facet] === reading[facet] ? [sameAsToken(facet, at)] : [])),
    );
    fields[`sound${slot}`] = [...slotTokens(reading), ...same];
    fields[`rhyme${slot}`] = reading.rhyme;
    fields[`code${slot}`] = reading.code;
  }
  return fields;
}

/** The document of a line of `entries.jsonl`. */
export function entryDocument(line: EntryLine): IndexDocument {
  const searched = line.readings.slice(0, READINGS_SEARCHED);
  const forms = [...new Set(searched.flatMap(({ jyutping }) => prefixForms(jyutping)))];
  const weight = HIGHEST_WEIGHT - line.rank;
  if (weight < 0) throw new Error(`${line.char}: rank ${line.rank} is beyond what completion weights can tell apart`);
  const completion = { input: [line.char], weight };
  return fingerprinted(line.char, {
    char: line.char,
    char_reversed: [...line.char].reverse().join(''),
    alias: line.aliases,
    variant: line.aliases.filter((alias) => [...alias].length === 1),
    characters: [...new Set(line.char)],
    token: [...new Set([...tokensOf(line.definition), ...line.char])],
    suggest: completion,
    ...(line.vulgar ? {} : { suggest_polite: completion }),
    prefix: prefixTerms(forms),
    prefix_form: forms,
    pronunciation: [...new Set(line.readings.map(({ jyutping }) => jyutping))],
    rank: line.rank,
    char_rank: line.char_rank,
    emotion: line.affect.emotion,
    ...themesOf(line),
    valence: line.affect.valence,
    // A word without a category is of neither quality.
    ...(line.category === null ? {} : { category: line.category, quality: line.quality }),
    reg: line.reg,
    pos: line.pos,
    length: String(line.length),
    vulgar: line.vulgar,
    ...soundFields(searched),
    ...slotFields(line),
    entry: line,
  });
}

/** The document of a line of `relations.jsonl`, with what a page shows of the target and filters it by. */
export function relationDocument(line: RelationLine, wordRank: number, target: EntryLine): IndexDocument {
  const { code, rhyme, code_rhyme } = soundFields(target.readings.slice(0, READINGS_SEARCHED));
  return fingerprinted(pair(pair(line.word, line.type), line.related), {
    word: line.word,
    word_rank: wordRank,
    related: line.related,
    type: line.type,
    source: line.source,
    order: line.order,
    score: line.score,
    length: String(target.length),
    reg: target.reg,
    pos: target.pos,
    vulgar: target.vulgar,
    code,
    rhyme,
    code_rhyme,
    entry: target,
  });
}

/** Distinct values of the fields that facets count: how many buckets an exact count needs. */
export type Cardinalities = Readonly<Record<string, number>>;

const COUNTED = [
  ...[
    'emotion',
    'theme',
    'theme_inferred',
    'theme_all',
    'valence',
    'category',
    'reg',
    'pos',
    'length',
    'rhyme',
    'code',
  ],
] as const;

/** Counts the distinct values of facet fields, document by document. */
export function cardinalityCounter() {
  const values = new Map<string, Set<string>>(COUNTED.map((field) => [field, new Set<string>()]));
  return {
    see(body: IndexDocument['body']): void {
      for (const [field, seen] of values) {
        const value = body[field] as string | readonly string[] | undefined;
        if (Array.isArray(value)) for (const one of value) seen.add(one);
        else if (value !== undefined) seen.add(value as string);
      }
    },
    result: (): Cardinalities => Object.fromEntries([...values].map(([field, seen]) => [field, seen.size])),
  };
}

/** Whether every reading can be searched by sound; the loader refuses lines of which one cannot. */
export function isReadable({ readings }: EntryLine): boolean {
  return readings.every(({ jyutping }) => parseJyutping(jyutping) !== undefined);
}
