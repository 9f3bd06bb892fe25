import { isCharacter } from '../../../src/lexicon/code-points.ts';
import type { Kind } from '../../../src/lexicon/entry.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { GatheredWord, WordLabels } from '../types.ts';

/** Whether an entry is a word, a phrase or a specialist entry: by hand; else, where it is rarely used, by what dictionaries say of it. */

/** What is more popular is in use, whatever its gloss. */
const FIRST_RARE_RANK = 20_000;

/** What the glosses of a specialist entry are like. */
interface SpecialistRule {
  /** The first gloss, the only one, or each of them. */
  readonly of: 'first' | 'only' | 'every';
  readonly gloss: RegExp;
  readonly categories?: RegExp;
  readonly word?: RegExp;
}

const NOUN = /^noun\./;
const FIELDS = [
  'physics|math|mathematics|math\\.|statistics|logic|geometry|topology|mechanics|optics|astronomy|meteorology',
  'biology|anatomy|botany|zoology|genetics|medicine|immunology|physiology|pharmacology|biochemistry|veterinary medicine',
  'chemistry|chem\\.|geology|mineralogy|metallurgy|crystallography|paleontology|electronics|electrical engineering|computing',
  'linguistics|grammar|phonetics|economics|finance|accounting',
].join('|');
const SUBSTANCES =
  'acid|oxide|chloride|sulfate|sulphate|nitrate|hydroxide|carbonate|fluoride|theorem|equation|virus|antibiotic|enzyme';

/**
 * Read on all that they catch beyond the first rank: 94 to 100 % right. The last four are so only with those that people know taken out,
 * which `data/kinds/known-words.tsv` lists. Other fields (law, music, psychology) and years have the words of everybody.
 */
const SPECIALIST_RULES: readonly SpecialistRule[] = [
  { of: 'first', gloss: /^\(bird species of China\)/ },
  { of: 'every', gloss: /\((?:chemistry|chemical element|organic chemistry|biochemistry)\)/ },
  {
    of: 'every',
    word: /^.{2,}[市縣區州省]$/u,
    gloss: /^(?!.*(?:Hong Kong|Kowloon))[A-Z].*(?:prefecture|county|district of|province|autonomous)/,
  },
  { of: 'only', categories: NOUN, gloss: new RegExp(`\\((?:${FIELDS})\\)`) },
  { of: 'only', categories: NOUN, gloss: new RegExp(`^[a-z].*\\b(?:${SUBSTANCES})(?: \\([^()]*\\))?$`) },
  { of: 'only', categories: NOUN, gloss: /\((?:PRC|CCP|CPC|NPC|KMT)\)|of the (?:CCP|CPC|PRC|NPC)\b/ },
  { of: 'only', categories: /^noun\.(?:animal|plant)$/, gloss: /\([A-Z][a-z]+ [a-z]+\)$/ },
  {
    of: 'only',
    gloss:
      /^(?!.*Hong Kong)[A-Z][^,]*, (?:capital|port|city|town|river|province|state|region|county|prefecture)\b.* of /,
  },
];

type KindOf = (word: GatheredWord, rank: number, decision: WordLabels) => Kind;

export function createKinds({ kinds = [] }: Pick<HandWritten, 'kinds'>): KindOf {
  const written = new Map(kinds.map(({ value }) => [toHongKong(value.word), value.kind]));
  return ({ word, glosses, hand, register }, rank, { category }) => {
    const known = written.get(word);
    if (known !== undefined) return known;
    const mayBeSpecialist = rank >= FIRST_RARE_RANK && hand.length === 0 && register !== '粵' && !isCharacter(word);
    return mayBeSpecialist && SPECIALIST_RULES.some((rule) => holds(rule, word, glosses, category))
      ? 'specialist'
      : 'word';
  };
}

function holds(rule: SpecialistRule, word: string, glosses: readonly string[], category: string | null): boolean {
  if (glosses.length === 0 || (rule.of === 'only' && glosses.length > 1)) return false;
  if (rule.word?.test(word) === false) return false;
  if (rule.categories !== undefined && (category === null || !rule.categories.test(category))) return false;
  return (rule.of === 'first' ? glosses.slice(0, 1) : glosses).every((gloss) => rule.gloss.test(gloss));
}
