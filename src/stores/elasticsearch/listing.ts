import { parseJyutping } from '../../cantonese/jyutping.ts';
import { codeOfReading } from '../../cantonese/tone.ts';
import { type PartOfSpeech, type Register, shortDefinition } from '../../lexicon/entry.ts';
import type { EntryLine } from '../../lexicon/formats.ts';
import type { ListedEntry, ListedReading } from '../../lexicon/store.ts';

/**
 * What lists show of a word, as documents store it: a tuple, because names of fields would be a quarter of its bytes. It has no ranks,
 * which are fields, and nothing that follows from the rest.
 */
export type StoredListing = readonly [
  char: string,
  pos: PartOfSpeech,
  reg: Register,
  jyutping: readonly string[],
  definition: string,
  /** Empty where there is none. */
  definitionZh?: string,
  ...standard: string[],
];

export function storedListing(line: EntryLine): StoredListing {
  const { char, pos, reg, readings, definition, definition_zh: definitionZh = '', standard = [] } = line;
  const required = [char, pos, reg, readings.map(({ jyutping }) => jyutping), shortDefinition(definition)] as const;
  if (standard.length > 0) return [...required, definitionZh, ...standard];
  return definitionZh === '' ? required : [...required, definitionZh];
}

/** Fields in the order in which every engine gives them. */
export function listedEntry(
  [char, pos, reg, jyutping, definition, definitionZh = '', ...standard]: StoredListing,
  rank: number,
): ListedEntry {
  const readings = jyutping.map(listedReading);
  return {
    char,
    rank,
    length: readings[0]!.code.length,
    pos,
    reg,
    definition,
    ...(definitionZh === '' ? {} : { definitionZh }),
    standard,
    readings,
  };
}

function listedReading(jyutping: string, rank: number): ListedReading {
  const syllables = parseJyutping(jyutping);
  if (!syllables) throw new Error(`"${jyutping}" is not valid jyutping`);
  return { jyutping, code: codeOfReading(syllables), rhyme: syllables.at(-1)!.final, rank };
}
