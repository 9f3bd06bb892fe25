import { isCharacter } from '../../../src/lexicon/code-points.ts';
import type { Kind } from '../../../src/lexicon/entry.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { GatheredWord, WordLabels } from '../types.ts';

/** Kind of an entry (word, phrase or specialist entry): by hand; else, for rare words, by patterns of its glosses. */

/** Popularity rank from which rules apply: more popular words are in use, whatever their glosses. */
const FIRST_RARE_RANK = 20_000;

/** Conditions of which all must hold for a specialist entry. */
interface SpecialistRule {
  /** Glosses that must match `gloss`: the first, the only one (there must be no other), or every one. */
  readonly glosses: 'first' | 'only' | 'every';
  readonly gloss: RegExp;
  /** Pattern of the word's category; a word without one does not match. */
  readonly category?: RegExp;
  readonly word?: RegExp;
}

const NOUN = /^noun\./;
/** Fields of knowledge by which CC-CEDICT marks glosses, alternatives of a pattern. */
const FIELDS = [
  'physics|math|mathematics|math\\.|statistics|logic|geometry|topology|mechanics|optics|astronomy|meteorology',
  'biology|anatomy|botany|zoology|genetics|medicine|immunology|physiology|pharmacology|biochemistry|veterinary medicine',
  'chemistry|chem\\.|geology|mineralogy|metallurgy|crystallography|paleontology|electronics|electrical engineering|computing',
  'linguistics|grammar|phonetics|economics|finance|accounting',
].join('|');
/** Last words of glosses of substances and the like, alternatives of a pattern. */
const SUBSTANCES =
  'acid|oxide|chloride|sulfate|sulphate|nitrate|hydroxide|carbonate|fluoride|theorem|equation|virus|antibiotic|enzyme';

/**
 * Precision of each rule, read on all entries that it matches from {@link FIRST_RARE_RANK}: 94 to 100 %; of the last four without the words
 * that `data/kinds/known-words.tsv` lists. There are no rules for law, music, psychology and years, whose words everybody knows.
 */
const SPECIALIST_RULES: readonly SpecialistRule[] = [
  { glosses: 'first', gloss: /^\(bird species of China\)/ },
  { glosses: 'every', gloss: /\((?:chemistry|chemical element|organic chemistry|biochemistry)\)/ },
  {
    glosses: 'every',
    word: /^.{2,}[市縣區州省]$/u,
    gloss: /^(?!.*(?:Hong Kong|Kowloon))[A-Z].*(?:prefecture|county|district of|province|autonomous)/,
  },
  { glosses: 'only', category: NOUN, gloss: new RegExp(`\\((?:${FIELDS})\\)`) },
  { glosses: 'only', category: NOUN, gloss: new RegExp(`^[a-z].*\\b(?:${SUBSTANCES})(?: \\([^()]*\\))?$`) },
  { glosses: 'only', category: NOUN, gloss: /\((?:PRC|CCP|CPC|NPC|KMT)\)|of the (?:CCP|CPC|PRC|NPC)\b/ },
  { glosses: 'only', category: /^noun\.(?:animal|plant)$/, gloss: /\([A-Z][a-z]+ [a-z]+\)$/ },
  {
    glosses: 'only',
    gloss:
      /^(?!.*Hong Kong)[A-Z][^,]*, (?:capital|port|city|town|river|province|state|region|county|prefecture)\b.* of /,
  },
];

/** Looks up the kind of a word by its popularity rank (from 0) and labels. */
type KindOf = (word: GatheredWord, rank: number, labels: WordLabels) => Kind;

export function createKinds({ kinds = [] }: Pick<HandWritten, 'kinds'>): KindOf {
  const written = new Map(kinds.map(({ value }) => [toHongKong(value.word), value.kind]));
  return ({ word, glosses, hand, register }, rank, { category }) => {
    const writtenKind = written.get(word);
    if (writtenKind !== undefined) return writtenKind;
    const mayBeSpecialist = rank >= FIRST_RARE_RANK && hand.length === 0 && register !== '粵' && !isCharacter(word);
    return mayBeSpecialist && SPECIALIST_RULES.some((rule) => matches(rule, word, glosses, category))
      ? 'specialist'
      : 'word';
  };
}

function matches(rule: SpecialistRule, word: string, glosses: readonly string[], category: string | null): boolean {
  if (glosses.length === 0 || (rule.glosses === 'only' && glosses.length > 1)) return false;
  if (rule.word?.test(word) === false) return false;
  if (rule.category !== undefined && (category === null || !rule.category.test(category))) return false;
  return (rule.glosses === 'first' ? glosses.slice(0, 1) : glosses).every((gloss) => rule.gloss.test(gloss));
}
