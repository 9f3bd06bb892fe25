import type { Tone } from '../cantonese/jyutping.ts';
import { rhymeLift, widenedFinals } from '../cantonese/rhyme.ts';
import { type Pitch, pitchOfTone } from '../cantonese/tone.ts';
import type { WordFilters } from '../lexicon/query.ts';
import type { Lexicon, MatchedEntry } from '../lexicon/store.ts';

export interface RhymeCloseRequest {
  /** Final of the reference's primary or chosen reading; undefined when the reference is unknown. */
  readonly final: string | undefined;
  readonly loose: boolean;
  readonly words: WordFilters;
  readonly endTone?: Tone;
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
  /** In order of nearness. */
  readonly rhymesUsed: readonly string[];
  /** Highest pitch first; equal levels by ascending tone. */
  readonly groups: readonly RhymeCloseGroup[];
}

/** Tiers of finals: the same final, then those that rhyme in songs, then the rest of the traditional group. */
function tiersOf(final: string, loose: boolean): string[][] {
  if (!loose) return [[final]];
  const others = widenedFinals(final).slice(1);
  const isAttested = (other: string) => rhymeLift(final, other) > 0;
  return [[final], others.filter(isAttested), others.filter((other) => !isAttested(other))].filter(
    (tier) => tier.length > 0,
  );
}

export async function rhymeClose(
  request: RhymeCloseRequest,
  lexicon: Pick<Lexicon, 'rhymes'>,
): Promise<RhymeCloseReport> {
  const { final, loose, words, endTone, offset, limit } = request;
  if (final === undefined) return { total: 0, rhymesUsed: [], groups: [] };
  const tiers = tiersOf(final, loose);
  const found = await lexicon.rhymes({ tiers, words, offset, limit, ...(endTone === undefined ? {} : { endTone }) });
  const groups = found
    .map((group) => ({ ...group, pitchLevel: pitchOfTone(group.endTone) }))
    .sort((a, b) => b.pitchLevel - a.pitchLevel || a.endTone - b.endTone);
  return { total: groups.reduce((sum, group) => sum + group.count, 0), rhymesUsed: tiers.flat(), groups };
}
