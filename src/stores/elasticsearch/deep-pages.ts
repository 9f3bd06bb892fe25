import type { Clause } from './clauses.ts';
import { getAggregation, totalHits } from './hits.ts';
import { histogramInterval, MAX_SKIP, positionOfOffset, type ScoredSearch, type SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';

/**
 * Pages far into an order by score, without a queue of all words before them: Elasticsearch keeps one for every offset, on every shard.
 * Scores are whole numbers. A random sample of the words tells which scores are near the offset, counting the words above these tells
 * exactly, and the page begins below the words that are known to come before it. Among more words of one score than may be
 * passed over, their ranks tell.
 */

/** Words whose scores are known: the place of an offset among them is off by 1.1 % of all words at most, in one case of three. */
const SAMPLE_SIZE = 2000;
/** Places between scores that are counted, so that pages of one query need the same few counts, which are cached. */
const PLACES_BETWEEN_COUNTS = 50;
/** Standard deviations by which an offset is seldom off. */
const DEVIATIONS = 2;

/** Fewer words of a sample than this say too little, and another one is taken. */
const MIN_SAMPLE_SIZE = 200;

/** The scores among which the offset is: at least `from`, less than `below`. */
interface ScoreRange {
  readonly from: number;
  readonly below: number;
  /** Words with a score of at least `below`, and of at least `from`. */
  readonly countBefore: number;
  readonly countEnd: number;
}

const inRange =
  ({ from, below }: Pick<ScoreRange, 'from' | 'below'>) =>
  (score: number) =>
    score >= from && score < below;

/** The same page found in few searches that each pass over the words without keeping them; undefined beyond the last word. */
export async function deepPage(
  generation: PinnedGeneration,
  page: ScoredSearch,
  offset: number,
): Promise<SearchBody | undefined> {
  let range: ScoreRange = { from: 0, below: Number.POSITIVE_INFINITY, countBefore: 0, countEnd: 0 };
  let scores: readonly number[] = [];
  for (;;) {
    const skip = offset - range.countBefore;
    if (skip <= MAX_SKIP) return { ...startingAt(page, range), from: skip };
    if (range.below - range.from === 1) return pageWithinScore(generation, page, skip, range);
    if (scores.length < MIN_SAMPLE_SIZE) {
      const [sample] = await generation.searchEntries([sampleSearch(page, range)]);
      range = { ...range, countEnd: range.countBefore + totalHits(sample!) };
      if (offset >= range.countEnd) return undefined;
      scores = sample!.hits.hits.map(({ _score }) => _score!).sort((a, b) => b - a);
    }
    const thresholds = thresholdsNear(scores, { skip, total: range.countEnd - range.countBefore }, range);
    const counts = await generation.searchEntries(thresholds.map((score) => countSearch(page, score)));
    range = narrowed(range, offset, thresholds, counts.map(totalHits));
    scores = scores.filter(inRange(range));
  }
}

/**
 * The scores to count from: one that is likely to be above the offset, and one below it where otherwise too many words may be left.
 *
 * @param scores of the sample, in descending order
 * @param skip words of the range before the offset, of `total`
 */
export function thresholdsNear(
  scores: readonly number[],
  { skip, total }: { readonly skip: number; readonly total: number },
  { from, below }: Pick<ScoreRange, 'from' | 'below'>,
): number[] {
  const place = (scores.length * skip) / total;
  const error = DEVIATIONS * (Math.sqrt(place * (1 - skip / total)) + 1);
  const [first, last] = [roundedPlace(place - error, Math.floor), roundedPlace(place + error, Math.ceil)];
  const above = scores[first] ?? below - 1;
  // Words of the score that is counted may come long before its place.
  const left = ((place - scores.indexOf(above)) * total) / scores.length;
  const scoreBelow = left > MAX_SKIP ? [scores[last] ?? from] : [];
  const isInside = (score: number) => score > from && score < below;
  const thresholds = [above + 1, ...scoreBelow].filter(isInside);
  if (thresholds.length > 0) return thresholds;
  const middle = scores[Math.floor(place)]!;
  return [middle, middle + 1].filter(isInside);
}

function roundedPlace(place: number, round: (number: number) => number): number {
  return round(place / PLACES_BETWEEN_COUNTS) * PLACES_BETWEEN_COUNTS;
}

function narrowed(
  range: ScoreRange,
  offset: number,
  thresholds: readonly number[],
  counts: readonly number[],
): ScoreRange {
  let { from, below, countBefore, countEnd } = range;
  for (const [i, score] of thresholds.entries()) {
    const count = counts[i]!;
    if (count > offset && score > from) [from, countEnd] = [score, count];
    else if (count <= offset && score < below) [below, countBefore] = [score, count];
  }
  return { from, below, countBefore, countEnd };
}

/** Words of one score, of which more come before the page than may be passed over. */
async function pageWithinScore(
  generation: PinnedGeneration,
  page: ScoredSearch,
  skip: number,
  range: ScoreRange,
): Promise<SearchBody | undefined> {
  const interval = histogramInterval(generation.meta);
  const field = rankField(page);
  const [response] = await generation.searchEntries([
    {
      ...{ query: belowScore(page.query, range.below), min_score: range.from, size: 0, track_total_hits: false },
      aggs: { places: { histogram: { field, interval, min_doc_count: 1 } } },
    },
  ]);
  const { buckets } = getAggregation<{ buckets: { key: number; doc_count: number }[] }>(response!, 'places');
  const place = positionOfOffset(buckets, skip);
  return place && { ...startingAt(page, range, place.from), from: place.skip };
}

const rankField = ({ sort: [, rank] }: ScoredSearch): string => Object.keys(rank)[0]!;

/** Words that have at least a score. */
function withScore(query: Clause, score: number): Clause {
  return { function_score: { query, min_score: score } };
}

function belowScore(query: Clause, score: number, ...before: Clause[]): Clause {
  const left = [...(Number.isFinite(score) ? [withScore(query, score)] : []), ...before];
  return left.length > 0 ? { bool: { must: [query], must_not: left } } : query;
}

/** The page's order without the words above a range of scores, and without those of its lowest score that have a lower rank. */
function startingAt(page: ScoredSearch, { from, below }: ScoreRange, rank = 0): SearchBody {
  const before = { bool: { filter: [withScore(page.query, from), { range: { [rankField(page)]: { lt: rank } } }] } };
  return {
    ...page,
    query: rank > 0 ? belowScore(page.query, below, before) : belowScore(page.query, below),
    track_total_hits: false,
  };
}

/** Checksums are as good as random. */
function sampleSearch({ query }: ScoredSearch, { from, below }: ScoreRange): SearchBody {
  return {
    query: belowScore(query, below),
    ...(from > 0 ? { min_score: from } : {}),
    sort: [{ checksum: 'asc' }],
    track_scores: true,
    size: SAMPLE_SIZE,
    _source: false,
    stored_fields: '_none_',
    track_total_hits: true,
  };
}

function countSearch({ query }: ScoredSearch, score: number): SearchBody {
  return { query, min_score: score, size: 0, track_total_hits: true };
}
