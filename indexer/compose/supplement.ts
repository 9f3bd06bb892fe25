import type { Draft } from './drafts.ts';
import type { GatheredWord } from './gathered-word.ts';
import { meaningfulGlosses } from './glosses.ts';
import type { OperatorOverrides, Patch } from './operator.ts';
import { posOfTag } from './part-of-speech.ts';
import { type ReadingResolver, soundKey } from './reading-resolver.ts';

/**
 * The fields of a supplement that say of a known word what no other source does. Its readings are not among them: see
 * {@link listedReadings}.
 */
export function missingFields(draft: Draft, { definition, examples, pos, frequency_class, aliases }: Patch): Patch {
  const { hand, cedict, tag, count } = draft;
  const hasNoGloss = hand.length === 0 && meaningfulGlosses(cedict, posOfTag(tag)).length === 0;
  return {
    ...(definition !== undefined && hasNoGloss ? { definition } : {}),
    ...(examples !== undefined && hand.length === 0 ? { examples } : {}),
    ...(pos !== undefined && hand.length === 0 && tag === '' ? { pos } : {}),
    ...(frequency_class !== undefined && hand.length === 0 && count === 0 ? { frequency_class } : {}),
    ...(aliases === undefined ? {} : { aliases }),
  };
}

/** Whether a supplement may bring a word in that the lexicon would not hold otherwise: a character needs a meaning. */
export function canAddWord(draft: Draft, supplement: Patch | undefined): boolean {
  return supplement !== undefined && (Array.from(draft.word).length > 1 || supplement.definition !== undefined);
}

/** Readings are not a person's word on a new word either: see {@link listedReadings}. */
export function withoutReadings({ readings: _, ...patch }: Patch): Patch {
  return patch;
}

/** The readings of supplements for words that the trie has not: they are better than readings put together. */
export function listedReadings(
  trie: ReadonlyMap<string, readonly string[]>,
  { supplements }: Pick<OperatorOverrides, 'supplements'>,
): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, readonly string[]>();
  for (const [word, { readings }] of supplements) if (readings && !trie.has(word)) listed.set(word, readings);
  return listed;
}

/** Both together, for words that are read by the words inside them. */
export function mergeTries(
  trie: ReadonlyMap<string, readonly string[]>,
  listed: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  return listed.size === 0 ? trie : new Map([...trie, ...listed]);
}

/** What operators' files gave, as a build counts it. */
export interface OperatorContributions {
  /** Words that the lexicon would not hold without them. */
  readonly added: ReadonlySet<string>;
  /** Known words whose definition is theirs because there was none. */
  readonly defined: number;
}

export interface ContributionInput {
  readonly overrides: OperatorOverrides;
  /** Words of the lexicon, read. */
  readonly words: readonly GatheredWord[];
  readonly contributions: OperatorContributions;
  baseReadingResolver(): ReadingResolver;
}

/**
 * Answers what counts what operators' files gave, by the names under which a build's coverage shows it; nothing without such
 * files. `skippedCount` is how many relations of supplements were left out because an end is not in the lexicon.
 */
export function createContributionCounter(
  input: ContributionInput,
): (skippedRelations: number) => Record<string, number> {
  // Most builds have no such files: they need not keep what the counting takes.
  if (!input.overrides.hasOperatorFiles) return () => ({});
  return (skippedRelations) => countContributions(input, skippedRelations);
}

function countContributions(
  { overrides, words, contributions, baseReadingResolver }: ContributionInput,
  skippedRelations: number,
): Record<string, number> {
  const { patches, supplements } = overrides;
  const readingResolver = baseReadingResolver();
  const counts = { agreed: 0, disagreed: 0, added: 0 };
  for (const { word, mandarinReadings } of words) {
    if (contributions.added.has(word)) {
      counts.added++;
      continue;
    }
    const theirs = [...(patches.get(word)?.readings ?? []), ...(supplements.get(word)?.readings ?? [])];
    const ours = theirs.length > 0 ? readingResolver.readingsOf(word, mandarinReadings)?.[0] : undefined;
    if (!ours) continue;
    const key = soundKey(ours.jyutping);
    if (theirs.some((reading) => soundKey(reading) === key)) counts.agreed++;
    else counts.disagreed++;
  }
  return {
    own_definitions_filled: contributions.defined,
    own_readings_agreed: counts.agreed,
    own_readings_disagreed: counts.disagreed,
    own_relations_passed_over: skippedRelations,
    own_words_added: counts.added,
  };
}
