import weights from '../../../data/sound/swap-weights.json' with { type: 'json' };
import type { Fit } from '../../lexicon/word-neighbours.ts';
import type { CharacterTable } from '../character-table.ts';
import { isExchanged, isPronoun } from '../exchanges.ts';
import type { MelodyEffect } from '../risks.ts';
import { type Substitution, substitutionOf } from '../substitutes.ts';
import { textBeside } from '../sung-line.ts';
import type { Candidate, LineContext } from './candidate.ts';
import { faultOf } from './filter.ts';

/** The order of candidates: a sum of named points, ten for each unit of log odds that a lyricist would sing the swap. */

/** Nearness in meaning: the same, nearly the same, or of the same field. */
export const NEAR = ['exact', 'close', 'loose'] as const;
export type Near = (typeof NEAR)[number];

/** Likeness from which a word that is no synonym is close; 1600 is the same meaning. */
const CLOSE_LIKENESS = 1250;

export function nearOf(candidate: Pick<Candidate, 'from' | 'likeness' | 'word' | 'span'>): Near {
  const { from, likeness } = candidate;
  if (from === 'curated' || from === 'exchange') return 'exact';
  const isClose = from === 'generated' || likeness >= CLOSE_LIKENESS || isSubstitute(candidate, 'often');
  return isClose ? 'close' : 'loose';
}

const isSubstitute = ({ word, span }: Pick<Candidate, 'word' | 'span'>, substitution: Substitution) =>
  substitutionOf(span.headword, word) === substitution;

/** Whether the hand-written table leaves the candidate out. Exchanges have a table of their own. */
const isNoSubstitute = (candidate: Pick<Candidate, 'from' | 'word' | 'span'>) =>
  candidate.from !== 'exchange' && isSubstitute(candidate, 'none');

/** A named feature of a candidate in its line. Its points are `data/sound/swap-weights.json` times its value. */
interface Feature {
  readonly name: keyof typeof weights;
  readonly value: (candidate: Candidate, line: LineContext, fit: Fit) => number;
}

/** Value of a likeness: its distance from that of ordinary synonyms in `step`s, `least` to `most`. */
const LIKENESS = { ordinary: 1350, step: 45, least: -11, most: 9 };
/** Likeness below which a word says something else. */
const UNLIKE = 1000;
/** Whether a word goes with its neighbours and says something else: a line may take it, and a repair keeps the meaning. */
const saysOtherwise = ({ from, likeness }: Pick<Candidate, 'from' | 'likeness'>) =>
  from === 'similar' && likeness < UNLIKE;
/** A single character means much besides, unless it is as like as this. */
const SINGLE_CHARACTER_LIKENESS = 1300;
/** Popularity ranks of a usual word, and from which on words are rare; `most` bounds the value, a logarithm. */
const POPULARITY = { usual: 2000, rare: 5000, smoothing: 30, most: 3 };
/** The value of a {@link Fit} is its points over `points`, -`most` to `most`. */
const FIT_STEPS = { points: 3, most: 5 };
/** Score of the first word in the list of each source, and the difference to each next one. */
const LISTS = {
  curated: { first: 95, step: 1 },
  exchange: { first: 95, step: 2 },
  generated: { first: 76, step: 3 },
  similar: { first: 0, step: 1 },
  substitute: { first: 0, step: 1 },
};

/** Ranks of rarer senses count no further than this. */
const MAX_SENSE_RANK = 4;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
const isNoun = (pos: string | undefined) => pos === 'n';

export const FEATURES: readonly Feature[] = [
  { name: 'curated synonym', value: ({ from }) => Number(from === 'curated') },
  { name: 'hand-written exchange', value: ({ from }) => Number(from === 'exchange') },
  { name: 'generated synonym', value: ({ from }) => Number(from === 'generated') },
  { name: 'similar meaning only', value: ({ from }) => Number(from === 'similar') },
  { name: 'takes its place in most lines', value: (candidate) => Number(isSubstitute(candidate, 'often')) },
  { name: 'takes its place in some lines', value: (candidate) => Number(isSubstitute(candidate, 'sometimes')) },
  {
    name: 'takes its place in no line',
    value: (candidate) => Number(isNoSubstitute(candidate)),
  },
  {
    name: 'one character in no line',
    value: (candidate) => Number(candidate.code.length === 1 && isNoSubstitute(candidate)),
  },
  {
    name: 'has its place taken by the word',
    value: ({ word, span }) => Number(['often', 'sometimes'].includes(substitutionOf(word, span.headword) ?? 'none')),
  },
  { name: 'place in its list', value: ({ from, score }) => (LISTS[from].first - score) / LISTS[from].step },
  {
    name: 'likeness',
    value: ({ likeness }) =>
      likeness === 0 ? 0 : clamp((likeness - LIKENESS.ordinary) / LIKENESS.step, LIKENESS.least, LIKENESS.most),
  },
  {
    name: 'popularity',
    value: ({ number }) =>
      number === undefined
        ? 0
        : clamp(-Math.log((number + POPULARITY.smoothing) / POPULARITY.usual), -POPULARITY.most, POPULARITY.most),
  },
  { name: 'rare', value: ({ number = 0 }) => Math.max(0, Math.log((number + 1) / POPULARITY.rare)) },
  {
    name: 'rare and generated',
    value: ({ number = 0, from }) => (from === 'generated' ? Math.max(0, Math.log((number + 1) / POPULARITY.rare)) : 0),
  },
  {
    name: 'no verb before an object or a verb',
    value: ({ pos, span, detail }) =>
      Number(
        (span.hasObject || span.isBeforeVerb) && pos !== undefined && pos !== 'v' && !detail?.posAlso.includes('v'),
      ),
  },
  { name: 'takes no object', value: (candidate, { characters }) => Number(hasWrongObject(candidate, characters)) },
  {
    name: 'never seen before anything',
    value: ({ span }, _, { isFollowed }) => Number(span.hasObject && !isFollowed),
  },
  {
    name: 'stands between these neighbours',
    value: (_candidate, _line, { points }) => clamp(points / FIT_STEPS.points, -FIT_STEPS.most, FIT_STEPS.most),
  },
  {
    name: 'character never seen there',
    value: ({ code, from }, _, { isSeen, points }) =>
      Number(code.length === 1 && from !== 'exchange' && !isSeen && points < 0),
  },
  {
    name: 'character of another meaning',
    value: ({ code, from, likeness }) =>
      Number(code.length === 1 && from !== 'exchange' && likeness < SINGLE_CHARACTER_LIKENESS),
  },
  { name: 'partner of a neighbour', value: (candidate, line) => Number(isPartner(candidate, line)) },
  {
    name: 'partner of another meaning',
    value: (candidate, line) => Number(saysOtherwise(candidate) && isPartner(candidate, line)),
  },
  { name: 'one character', value: ({ code }) => Number(code.length === 1) },
  { name: 'for a verb', value: ({ span }) => Number(span.pos === 'v') },
  { name: 'absorbs a degree or aspect', value: ({ span }) => Number(span.kind === 'absorbing') },
  {
    name: 'for a function word',
    value: ({ from, span }) => Number(from !== 'exchange' && (isExchanged(span.headword) || isPronoun(span.headword))),
  },
  {
    name: 'for a particle',
    value: ({ from, span }) => Number(from !== 'exchange' && span.detail?.category === 'adv.particle'),
  },
  // The gloss of a noun begins with a capital: 上海 is like 香港, and another place.
  { name: 'proper name', value: ({ pos, definition }) => Number(isNoun(pos) && /^\p{Lu}\p{Ll}/u.test(definition)) },
  {
    name: 'same category',
    value: ({ detail, span }) => Number(detail !== undefined && detail.category === span.detail?.category),
  },
  {
    name: 'shares a theme',
    value: ({ detail, span }) => Number(detail?.themes.some((theme) => span.detail?.themes.includes(theme)) ?? false),
  },
  {
    name: 'shares the last character',
    value: ({ word, replaces }) => Number(word.length > 1 && word.at(-1) === replaces.at(-1)),
  },
  { name: 'rarer sense', value: ({ senseRank }) => Math.min(senseRank, MAX_SENSE_RANK) },
];

/** Points by name, those that are not 0. */
export type Points = Readonly<Record<string, number>>;

const WEIGHTS = FEATURES.map(({ name }) => weights[name]);

/** The value of each of {@link FEATURES}, by which weights are fitted. */
export function featureValues(candidate: Candidate, line: LineContext): number[] {
  const fit = fitOf(candidate, line);
  return FEATURES.map(({ value }) => value(candidate, line, fit));
}

const pointsOfValues = (values: readonly number[]) => values.map((value, i) => Math.round(WEIGHTS[i]! * value));

/** The sum of the points of a candidate. */
export const sumOf = (candidate: Candidate, line: LineContext): number =>
  pointsOfValues(featureValues(candidate, line)).reduce((sum, points) => sum + points, 0);

export function pointsOf(candidate: Candidate, line: LineContext): Points {
  const points = pointsOfValues(featureValues(candidate, line)).map((count, i) => [FEATURES[i]!.name, count] as const);
  return Object.fromEntries(points.filter(([, count]) => count !== 0));
}

const POINTS_PER_LOG_ODDS = 10;

/** Per cent, 0 to 100: the share of swaps with such a sum of points that a lyricist would sing. */
export const preferenceOf = (sum: number): number => Math.round(100 / (1 + Math.exp(-sum / POINTS_PER_LOG_ODDS)));

/** A candidate that the filters keep, with the sum of its points. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly sum: number;
  /** Per cent, 0 to 100. */
  readonly preference: number;
  readonly effect: MelodyEffect;
}

/** The candidates that all filters keep, those that clear a risk first, then by their points; each text of a span once. */
export async function rankCandidates(
  candidates: readonly Candidate[],
  context: LineContext,
  drop: (candidate: Candidate, fault: string) => void,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<RankedCandidate[]> {
  const best = new Map<string, RankedCandidate>();
  for (const candidate of candidates) {
    const due = yieldIfDue();
    if (due) await due;
    const fault = faultOf(candidate, context);
    if (fault !== undefined) {
      drop(candidate, fault);
      continue;
    }
    const key = `${candidate.start} ${candidate.word}`;
    const sum = sumOf(candidate, context);
    if ((best.get(key)?.sum ?? -Infinity) >= sum) continue;
    const effect = context.effectOf(candidate.start, candidate.jyutping);
    best.set(key, { candidate, sum, preference: preferenceOf(sum), effect });
  }
  const clearedCount = ({ effect }: RankedCandidate) => effect.resolves.length;
  const clearsAny = (ranked: RankedCandidate) => Number(clearedCount(ranked) > 0);
  return [...best.values()].sort(
    (a, b) => clearsAny(b) - clearsAny(a) || b.sum - a.sum || clearedCount(b) - clearedCount(a),
  );
}

const NO_FIT: Fit = { points: 0, isSeen: false, isFollowed: true };

const fitOf = ({ start, end, number }: Candidate, { line, table }: LineContext): Fit =>
  number === undefined
    ? NO_FIT
    : table.fitOf(number, textBeside(line, start, 'before'), textBeside(line, end, 'after'));

/** Whether a word is a partner of one beside the span. */
const isPartner = ({ word, span }: Candidate, { partners }: LineContext): boolean =>
  span.neighbours.some((neighbour) => partners.get(neighbour.dictionaryWord.word)?.has(word));

/** Whether a word that takes no object stands before one, or before a verb that the old word governs. */
function hasWrongObject({ word, span }: Candidate, characters: CharacterTable): boolean {
  const isGoverning = span.hasObject || span.isBeforeVerb;
  if (!isGoverning || !takesNoObject(word, characters)) return false;
  return span.hasObject || !takesNoObject(span.headword, characters);
}

/** First character of verbs of doing to each other, which need no object, except those of `WITH_OBJECT`. */
const RECIPROCAL = '相';
const WITH_OBJECT: ReadonlySet<string> = new Set(['相信', '相約', '相伴', '相送', '相贈']);

/**
 * Whether a word takes no object: of two characters a verb and its own (擦身, 流淚) or what is done to each other (相遇), of four or more
 * what ends in no verb (記憶猶新).
 */
function takesNoObject(word: string, characters: CharacterTable): boolean {
  const chars = Array.from(word);
  if (chars.length > 3) return characters.wordDetail(chars.slice(-2).join(''))?.pos !== 'v';
  if (chars.length === 2 && chars[0] === RECIPROCAL) return !WITH_OBJECT.has(word);
  const [firstPos, secondPos] = chars.map((character) => characters.wordDetail(character)?.pos);
  return chars.length === 2 && firstPos === 'v' && secondPos === 'n';
}
