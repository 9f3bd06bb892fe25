import { posOfTag } from '../labels/part-of-speech.ts';
import { soundKey } from '../readings.ts';
import type { GatheredWord, Patch, Readings } from '../types.ts';
import type { Draft } from '../words/drafts.ts';
import { meaningfulGlosses } from '../words/glosses.ts';
import type { OperatorOverrides } from './overrides.ts';

/** The fields of a supplement that the word's other sources lack. Readings are handled by {@link listedReadings}. */
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

/** Whether a supplement may add a word to the lexicon: a single character only with a definition. */
export function canAddWord(draft: Draft, supplement: Patch | undefined): boolean {
  return supplement !== undefined && (Array.from(draft.word).length > 1 || supplement.definition !== undefined);
}

/** Readings of supplements are handled by {@link listedReadings} for new words too. */
export function withoutReadings({ readings: _, ...patch }: Patch): Patch {
  return patch;
}

/** The readings of supplements for words that the trie lacks: better than readings composed from characters. */
export function listedReadings(
  trie: ReadonlyMap<string, readonly string[]>,
  { supplements }: Pick<OperatorOverrides, 'supplements'>,
): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, readonly string[]>();
  for (const [word, { readings }] of supplements) if (readings && !trie.has(word)) listed.set(word, readings);
  return listed;
}

/** What operators' files contributed to a build. */
export interface OperatorContributions {
  /** Words that are in the lexicon only because of them. */
  readonly added: ReadonlySet<string>;
  /** Count of other words whose definition they supply. */
  readonly defined: number;
}

export interface ContributionInput {
  readonly overrides: OperatorOverrides;
  /** Words of the lexicon, read. */
  readonly words: readonly GatheredWord[];
  readonly contributions: OperatorContributions;
  readonly readings: Pick<Readings, 'withoutOperators'>;
}

/**
 * Counts what operators' files contributed, by the names that the manifest's coverage uses; empty without such files.
 * Of relations: those that are in the lexicon, and those of supplements that were left out because an end is not.
 */
export function countContributions(
  { overrides, words, contributions, readings }: ContributionInput,
  { relations, skippedCount }: { readonly relations: readonly unknown[]; readonly skippedCount: number },
): Record<string, number> {
  const { hasOperatorFiles, patches, supplements } = overrides;
  if (!hasOperatorFiles) return {};
  const readingResolver = readings.withoutOperators();
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
    own_relations: relations.length,
    own_relations_passed_over: skippedCount,
    own_words_added: counts.added,
  };
}
