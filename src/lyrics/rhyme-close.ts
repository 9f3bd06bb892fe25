import type { Tone } from '../cantonese/jyutping.ts';
import { rhymeLift, widenedFinals } from '../cantonese/rhyme.ts';
import { type Pitch, pitchOfTone } from '../cantonese/tone.ts';
import type { RhymeQuery, SimilarityFeatures, WordFilters } from '../lexicon/query.ts';
import { scoreOfRow } from '../lexicon/similarity.ts';
import type { Lexicon, MatchedEntry, RhymeGroup } from '../lexicon/store.ts';

export interface RhymeCloseRequest {
  /** Final of the reference's primary or chosen reading; undefined when the reference is unknown. */
  readonly final: string | undefined;
  readonly loose: boolean;
  /** Finals of the syllables before it that must rhyme too, the last of them first. */
  readonly earlierFinals?: readonly string[];
  readonly words: WordFilters;
  readonly sound?: RhymeQuery['sound'];
  readonly endTone?: Tone;
  /** Features of the meaning that words are to be like; see {@link LIKE_WINDOW}. */
  readonly like?: SimilarityFeatures;
  readonly offset: number;
  readonly limit: number;
}

export interface RhymeCloseGroup {
  readonly endTone: Tone;
  readonly pitchLevel: Pitch;
  readonly count: number;
  readonly words: readonly MatchedEntry[];
}

export interface RhymeCloseReport {
  readonly total: number;
  /** Finals that are counted as rhymes, the nearest first. */
  readonly rhymesUsed: readonly string[];
  /** Highest pitch first; equal levels by ascending tone. */
  readonly groups: readonly RhymeCloseGroup[];
}

/**
 * Tiers of finals: the same final, then those that rhyme in songs, then the rest of the traditional group. Where the melody narrows the
 * list, the first two are one: in a song they are one rhyme, and of some hundred words that fit the notes the usual ones are wanted.
 */
function tiersOf(final: string, loose: boolean, fitsMelody: boolean): string[][] {
  if (!loose) return [[final]];
  const others = widenedFinals(final).slice(1);
  const isAttested = (other: string) => rhymeLift(final, other) > 0;
  const [attested, unattested] = [others.filter(isAttested), others.filter((other) => !isAttested(other))];
  const tiers = fitsMelody ? [[final, ...attested], unattested] : [[final], attested, unattested];
  return tiers.filter((tier) => tier.length > 0);
}

/** Words of each group, the usual ends of a line first, that are put in order by likeness in meaning where that is asked for. */
export const LIKE_WINDOW = 200;

export async function rhymeClose(
  request: RhymeCloseRequest,
  lexicon: Pick<Lexicon, 'rhymes' | 'meanings'>,
): Promise<RhymeCloseReport> {
  const { final, loose, earlierFinals = [], words, sound, endTone, like, offset, limit } = request;
  if (final === undefined) return { total: 0, rhymesUsed: [], groups: [] };
  const tiers = tiersOf(final, loose, sound !== undefined);
  const earlier = earlierFinals.map((final) => (loose ? widenedFinals(final) : [final]));
  const query = {
    tiers,
    words,
    ...(earlier.length > 0 ? { earlier } : {}),
    ...(sound ? { sound } : {}),
    ...(endTone === undefined ? {} : { endTone }),
  };
  const found =
    like && offset < LIKE_WINDOW
      ? await likeFirst(query, like, offset, limit, lexicon)
      : await lexicon.rhymes({ ...query, offset, limit });
  const groups = found
    .map((group) => ({ ...group, pitchLevel: pitchOfTone(group.endTone) }))
    .sort((a, b) => b.pitchLevel - a.pitchLevel || a.endTone - b.endTone);
  return { total: groups.reduce((sum, group) => sum + group.count, 0), rhymesUsed: tiers.flat(), groups };
}

/** The groups with their first words in order of likeness, within each tier of finals; the words behind them stay as they are. */
async function likeFirst(
  query: Omit<RhymeQuery, 'offset' | 'limit'>,
  like: SimilarityFeatures,
  offset: number,
  limit: number,
  lexicon: Pick<Lexicon, 'rhymes' | 'meanings'>,
): Promise<RhymeGroup[]> {
  const found = await lexicon.rhymes({ ...query, offset: 0, limit: Math.max(LIKE_WINDOW, offset + limit) });
  const names = [...new Set(found.flatMap(({ words }) => words.slice(0, LIKE_WINDOW).map(({ entry }) => entry.char)))];
  const { words: rows } = await lexicon.meanings({ words: names, tokens: [] });
  const tierOf = ({ reading }: MatchedEntry) => query.tiers.findIndex((finals) => finals.includes(reading.rhyme));
  return found.map((group) => {
    const ranked = group.words.slice(0, LIKE_WINDOW).map((word) => ({
      word,
      tier: tierOf(word),
      score: scoreOfRow(like, word.entry.char, rows.get(word.entry.char)),
    }));
    ranked.sort((a, b) => a.tier - b.tier || b.score - a.score);
    const words = [...ranked.map(({ word }) => word), ...group.words.slice(LIKE_WINDOW)];
    return { ...group, words: words.slice(offset, offset + limit) };
  });
}
