import { normalizedScore, proximityQuery } from '../cantonese/proximity.ts';
import type { PartnerRelation } from '../lexicon/partner-relations.ts';
import type { PageOrder } from '../lexicon/query.ts';
import { similarityOrder } from '../lexicon/similarity.ts';
import type { Lexicon } from '../lexicon/store.ts';
import type { Headword } from '../lexicon/typed-words.ts';
import type { ScoreField } from './entry-view.ts';
import { type LikeMeaning, meaningOfLike } from './like.ts';
import type { FilterRequest, PlaceRequest } from './page-view.ts';
import type { SoundTarget } from './parameters/sound-parameters.ts';
import { readingOfReference } from './reference.ts';
import type { SoundRequest } from './sound-constraints.ts';

/** The parameters that order a page. */
export interface OrderRequest extends Pick<SoundRequest, 'code' | 'rhyme' | 'rhyme_char' | 'moves' | 'jyutping'> {
  readonly near?: SoundTarget | undefined;
  readonly like?: string | undefined;
  /** Of `like`. */
  readonly sense?: string | undefined;
  readonly sort?: Exclude<PageOrder['by'], 'lineEnd'> | undefined;
  readonly ends_line?: boolean | undefined;
}

/** All parameters of browse, search and category words, parsed. */
export interface PageRequest extends SoundRequest, FilterRequest, OrderRequest, PlaceRequest {
  /** Keeps partners of this word, of these relations or of all. */
  readonly partner_of?: string | undefined;
  readonly partner?: readonly PartnerRelation[] | undefined;
  /** Asks for phrases of two words as well; with `like` and `moves`. */
  readonly compose?: '2' | undefined;
}

/** How the words of a page are ordered, and what is said of it. */
export interface Ordering {
  readonly by: PageOrder;
  readonly score?: ScoreField;
  /** Whether the word that others are to be like is coarse; absent without one. */
  readonly isCoarse?: boolean;
  /** How `like` was understood; absent in other orders. */
  readonly meaning?: Pick<LikeMeaning, 'understood' | 'ignored' | 'isUnderstood' | 'senseOf'>;
  /** Whether a sense is asked for that the word does not have. */
  readonly matchesNothing?: boolean;
  /** `like` as it was sent, where it was read in another form. */
  readonly normalizedFrom?: string;
}

/** Whether a rhyme or a melody leaves few words. */
const isNarrow = ({ code, rhyme, rhyme_char: rhymeCharacter, moves, jyutping }: OrderRequest) =>
  [code, rhyme, rhymeCharacter, moves, jyutping].some((filter) => filter !== undefined);

export async function orderOf(
  request: OrderRequest,
  lexicon: Lexicon,
  lookups: ReadonlyMap<string, Headword>,
): Promise<Ordering> {
  const { sort, near, like, sense } = request;
  if (near && (sort === 'sound' || sort === undefined)) return soundOrder(near, lookups);
  if (like !== undefined && (sort === 'similarity' || sort === undefined)) {
    const meaning = await meaningOfLike(like, lexicon, sense);
    if (!meaning) return { by: { by: 'popularity' }, matchesNothing: true };
    const { by, toFraction } = similarityOrder(meaning.features, isNarrow(request));
    return {
      by,
      score: { field: 'similarity', toFraction },
      meaning,
      isCoarse: meaning.isCoarse,
      ...(meaning.isNormalized ? { normalizedFrom: like } : {}),
    };
  }
  return { by: { by: request.ends_line ? 'lineEnd' : sort === 'char' ? 'char' : 'popularity' } };
}

/** Without a reading there is no nearness: all words score 0. */
function soundOrder(near: SoundTarget, lookups: ReadonlyMap<string, Headword>): Ordering {
  const target =
    'syllables' in near ? near.syllables : (readingOfReference(near.reference, lookups) ?? near.spelled ?? []);
  const { maximum } = proximityQuery(target);
  return {
    by: { by: 'sound', near: target },
    score: { field: 'sound_score', toFraction: (score) => normalizedScore(score, maximum) },
  };
}
