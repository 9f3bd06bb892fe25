import type { Kind, PartOfSpeech, Register, Valence } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import type { PartnerRelation, PartnerSource } from '../../src/lexicon/partner-relations.ts';
import lexicon from '../cases/lexicon.json' with { type: 'json' };

/**
 * A lexicon small enough to be answered by hand, in order of popularity. It holds what tells engines apart: words with several
 * readings that differ in code, in rhyme and in both, characters beyond the basic plane, a full-width letter that UTF-16 order
 * misplaces, variant and simplified forms, coarse words, words with and without category, feeling and themes.
 */
export interface Row {
  char: string;
  jyutping: string[];
  pos: PartOfSpeech;
  reg?: Register;
  definition?: string;
  category?: string;
  verified?: boolean;
  emotion?: string;
  valence?: Valence;
  themes?: string[];
  inferred?: string[];
  aliases?: string[];
  definitionZh?: string;
  tone?: EntryLine['tone'];
  standard?: string[];
  variantOf?: string;
  vulgar?: boolean;
  kind?: Kind;
  senses?: EntryLine['senses'];
  also?: EntryLine['also'];
}

/** The words that lists in test/cases name in full. A new word stands among {@link LATER_ROWS}. */
const FIRST_ROWS = lexicon.words as readonly Row[];

/**
 * Words that came after most cases were written, least popular: a list in test/cases that names none of them is compared without them.
 * A case of something new adds its words here, and breaks no other.
 */
export const LATER_ROWS = lexicon.later as readonly Row[];

export const ROWS: readonly Row[] = [...FIRST_ROWS, ...LATER_ROWS];

/** How many words the meanings of the small lexicon take popularity from: those of the first words do not change with later ones. */
export const FIRST_WORDS = FIRST_ROWS.length;

/** Pairs that hold both ways: type, word, related, source, score. 存在 stands in both senses of 長, and has no told ones itself. */
export const PAIRS = lexicon.pairs as ['syn' | 'ant', string, string, 'curated' | 'generated', number][];

/** Lines of partners, in the order of each word's list: word, relation, related, source, score. */
export const PARTNER_ROWS = lexicon.partners as [string, PartnerRelation, string, PartnerSource, number][];
