import type { LabelTables } from '../../sources/labels.ts';
import type { Partners } from '../partners.ts';
import type { Relations } from '../relations/relations.ts';
import type { GatheredWord, WordLabels } from '../types.ts';

/** How many entries, and how many relations (each way counted), a source gave something to. */
export type SourceTally = Readonly<Record<Source, { readonly entries: number; readonly relations: number }>>;
export type Source = keyof typeof NOTHING;

const NOTHING = {
  hand: 0,
  operator: 0,
  cedict: 0,
  trie: 0,
  jieba: 0,
  wordnet: 0,
  opencc: 0,
  model: 0,
  meanings: 0,
  essay: 0,
  wordfreq: 0,
};

export function tallySources(
  words: readonly GatheredWord[],
  relations: Relations,
  partners: Partners,
  labelTables: Pick<LabelTables, 'of'>,
): SourceTally {
  const entries = { ...NOTHING, opencc: words.length };
  for (const { word, hand, patch, readings, inCedict, count, frequency } of words) {
    if (hand.length > 0) entries.hand++;
    if (patch) entries.operator++;
    if (inCedict) entries.cedict++;
    if (readings[0]!.confidence !== 'hand') entries.trie++;
    if (count > 0) entries.jieba++;
    if (frequency && frequency.essay > 0) entries.essay++;
    if (frequency && frequency.zipf > 0) entries.wordfreq++;
    if (labelTables.of(word)?.category) entries.wordnet++;
  }
  const { curated, generated } = relations.counts;
  const written = curated + partners.counts.curated + partners.counts.attested;
  const relationCounts: Partial<Record<Source, number>> = { hand: written, wordnet: generated, model: generated };
  return Object.fromEntries(
    Object.entries(entries).map(([source, count]) => [
      source,
      { entries: count, relations: relationCounts[source as Source] ?? 0 },
    ]),
  ) as SourceTally;
}

/** How many words there are whose valence is not merely the default; also among the most popular 5,000. */
export function countEvidence(labels: readonly WordLabels[]): Record<string, number> {
  const known = (words: readonly WordLabels[]) => words.filter(({ valence }) => valence !== null).length;
  return { valence_evidence: known(labels), valence_evidence_first_5000: known(labels.slice(0, 5000)) };
}
