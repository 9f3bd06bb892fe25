import type { Style } from '../cantonese/context-rules.ts';
import type { PartOfSpeech } from '../lexicon/entry.ts';
import type { Replacement } from '../lexicon/store.ts';

/** How gladly a writer takes a replacement, 0 to 120, and undefined where it would make no sense. */
export type Preference = number;

/** How near in meaning: the same, nearly the same, or of the same field. */
export const NEAR = ['exact', 'close', 'loose'] as const;
export type Near = (typeof NEAR)[number];

/** Likeness from which a word that is no synonym is close. */
const CLOSE_LIKENESS = 1250;

export function nearOf({ source, likeness }: Pick<Replacement, 'source' | 'likeness'>): Near {
  if (source === 'curated') return 'exact';
  return source === 'generated' || likeness >= CLOSE_LIKENESS ? 'close' : 'loose';
}

/**
 * How a word that is no synonym is found: for a word as such, for two words at once, or from further away, because nothing else was found.
 */
export type Reach = 'word' | 'pair' | 'far';

/** What is known of the replaced word and its line. */
export interface Replaced {
  /** Undefined for phrases, of which the lexicon does not say it. */
  readonly pos: PartOfSpeech | undefined;
  readonly style: Style;
  /** Whether it is a verb with its object after it. */
  readonly hasObject: boolean;
  /** Whether it is a verb right before another one: 可以 of 可以見面. */
  readonly isBeforeVerb?: boolean;
  readonly reach?: Reach;
}

/** What is known of the word that would replace it, besides its entry. */
interface Traits {
  /** Whether it is a verb that holds its object, and so takes no other: 擦身. */
  readonly holdsObject?: boolean;
  /** Whether it names a time, which an adverb may say too: 從前 for 曾經. */
  readonly isTime?: boolean;
}

const CURATED = 86;
/** A generated synonym of the highest score (76), and what a point of score is worth. */
const GENERATED = { best: 72, topScore: 76, perPoint: 0.6 };
/** A word that is no synonym, by its likeness; it comes after all synonyms. */
const SIMILAR = { at: 1350, preference: 40, perPoint: 25, most: 50, least: 2 };
/** Likeness of ordinary synonyms; a point of preference for so many more or fewer, within limits. */
const LIKENESS = { ordinary: 1350, perPoint: 20, most: 10, least: -18 };
/**
 * A word that is no synonym needs this likeness, and the part of speech of the one that it replaces unless it is found otherwise; only
 * popular ones are found.
 */
const SIMILAR_NEEDS: Readonly<Record<Reach, number>> = { word: 850, pair: 1150, far: 1050 };
/** A word for two, by its likeness to both: one that says just that is as welcome as a synonym. */
const SIMILAR_TO_TWO = { at: 1350, preference: 66, perPoint: 8, most: 90, least: 20 };
/** What is found from further away comes after what is like the word. */
const LOSS_OF_FAR = 12;
const OTHER_PART_OF_SPEECH = 20;
/** A single character needs this likeness, whoever wrote the relation. */
const SINGLE_CHARACTER_LIKENESS = 1300;
const MIN_PREFERENCE = 60;

/** Rare words are taken less gladly: by rank of popularity. What a model says of them is seldom right, so there it weighs more. */
const GENERATED_RARITY_FACTOR = 3;
const RARITY = [
  { rank: 60_000, cost: 22 },
  { rank: 30_000, cost: 14 },
  { rank: 12_000, cost: 7 },
  { rank: 5000, cost: 3 },
];

export function preferenceOf(
  replacement: Replacement,
  replaced: Replaced,
  { holdsObject = false, isTime = false }: Traits = {},
): Preference | undefined {
  const { entry, source, likeness } = replacement;
  const { pos, style, hasObject, isBeforeVerb = false } = replaced;
  if ((hasObject || isBeforeVerb) && holdsObject) return undefined;
  if ((hasObject || isBeforeVerb) && entry.pos !== 'v') return undefined;
  // An adjective says of a thing what an adverb says of a quality: 特殊黃 for 特別黃.
  if (pos === 'r' && entry.pos === 'a') return undefined;
  // A noun's place takes nothing else, nor does a noun take another's.
  if (pos !== undefined && (pos === 'n') !== (entry.pos === 'n') && !(pos === 'r' && isTime)) return undefined;
  // Single characters mean much besides: 提 is to mention or to carry.
  if (entry.length === 1 && likeness < SINGLE_CHARACTER_LIKENESS) return undefined;
  // A spoken word in a written line breaks its style, and so does a literary one in a spoken line.
  if (entry.reg === (style === 'written' ? '粵' : '雅')) return undefined;
  if (source === 'similar') return preferenceOfSimilar(replacement, replaced, isTime);
  const preference =
    baseOf(replacement) +
    likenessBonus(likeness) -
    (RARITY.find(({ rank }) => entry.rank >= rank)?.cost ?? 0) *
      (source === 'generated' ? GENERATED_RARITY_FACTOR : 1) -
    (pos !== undefined && entry.pos !== pos ? OTHER_PART_OF_SPEECH : 0);
  return preference < MIN_PREFERENCE ? undefined : Math.round(preference);
}

function preferenceOfSimilar(
  { entry, likeness }: Replacement,
  { pos, reach = 'word' }: Replaced,
  isTime: boolean,
): Preference | undefined {
  // Adverbs and particles that are near in meaning seldom fit the same sentence.
  if ((pos === 'r' && !isTime) || (reach === 'word' && entry.pos !== pos)) return undefined;
  if (likeness < SIMILAR_NEEDS[reach] || isProperName(entry)) return undefined;
  const { at, preference, perPoint, most, least } = reach === 'pair' ? SIMILAR_TO_TWO : SIMILAR;
  const rarity = RARITY.find(({ rank }) => entry.rank >= rank)?.cost ?? 0;
  const loss = rarity + (reach === 'far' ? LOSS_OF_FAR : 0);
  return Math.round(Math.min(most, Math.max(least, preference + (likeness - at) / perPoint - loss)));
}

/** Whether the gloss of a noun begins with a capital: 上海 is like 香港, and another place. */
const isProperName = ({ pos, definition }: Replacement['entry']) => pos === 'n' && /^\p{Lu}\p{Ll}/u.test(definition);

function baseOf({ source, score }: Replacement): number {
  // Curated scores lie between 90 and 95 by where the relation stands.
  if (source === 'curated') return CURATED + (score - 92);
  return GENERATED.best - (GENERATED.topScore - score) * GENERATED.perPoint;
}

function likenessBonus(likeness: number): number {
  const { ordinary, perPoint, most, least } = LIKENESS;
  return Math.round(Math.min(most, Math.max(least, (likeness - ordinary) / perPoint)));
}
