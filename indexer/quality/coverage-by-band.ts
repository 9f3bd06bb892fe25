import { NEUTRAL_EMOTION } from '../../src/lexicon/entry.ts';
import type { BuiltLexicon, BuiltWord } from './built-lexicon.ts';
import { BANDS, bandOf } from './built-lexicon.ts';

/** How much is known of words, by their popularity. */

interface Context {
  readonly withSynonyms: ReadonlySet<string>;
  readonly withAntonyms: ReadonlySet<string>;
}

const FIELDS = {
  /** Read as a word or by a person, not put together from single characters. */
  'reading beyond characters': ({ confidence }) => confidence !== 'character',
  'part of speech': ({ pos }) => pos !== undefined,
  definition: ({ definition }) => definition !== '',
  'definition in Chinese': ({ chineseDefinition }) => chineseDefinition !== '',
  category: ({ category }) => category !== null,
  synonyms: ({ word }, { withSynonyms }) => withSynonyms.has(word),
  antonyms: ({ word }, { withAntonyms }) => withAntonyms.has(word),
  emotion: ({ emotion }) => emotion !== NEUTRAL_EMOTION,
  /** 正 or 負. */
  'polar valence': ({ valence }) => valence !== '中',
  'tagged themes': ({ themes }) => themes.length > 0,
  'inferred themes': ({ inferredThemes }) => inferredThemes.length > 0,
} satisfies Record<string, (word: BuiltWord, context: Context) => boolean>;

export type CoverageField = keyof typeof FIELDS;
export const COVERAGE_FIELDS = Object.keys(FIELDS) as CoverageField[];

export interface BandCoverage {
  readonly band: string;
  readonly words: number;
  /** How many of the band's words have the field. */
  readonly counts: Readonly<Record<CoverageField, number>>;
}

export function coverageByBand({ words, relations }: BuiltLexicon): BandCoverage[] {
  const having = (type: 'syn' | 'ant') =>
    new Set(relations.filter((relation) => relation.type === type).map(({ word }) => word));
  const context = { withSynonyms: having('syn'), withAntonyms: having('ant') };
  const bands = BANDS.map(({ name }) => ({
    band: name,
    words: 0,
    counts: Object.fromEntries(COVERAGE_FIELDS.map((field) => [field, 0])) as Record<CoverageField, number>,
  }));
  for (const word of words) {
    const band = bands[bandOf(word.rank)]!;
    band.words++;
    for (const field of COVERAGE_FIELDS) if (FIELDS[field](word, context)) band.counts[field]++;
  }
  return bands;
}
