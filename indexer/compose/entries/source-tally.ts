import { NEUTRAL_EMOTION } from '../../../src/lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../../../src/lexicon/formats.ts';
import { listOfType, PARTNERS, RELATION_LISTS } from '../../../src/lexicon/partner-relations.ts';
import { contradicts } from '../labels/part-of-speech.ts';
import type { Partners } from '../partners.ts';
import type { Relations } from '../relations/relations.ts';
import type { GatheredWord, WordLabels } from '../types.ts';

/** Numbers of entries and of relations (each direction counted) that a source contributed to. */
export type SourceTally = Readonly<Record<Source, { readonly entries: number; readonly relations: number }>>;
export type Source = keyof typeof NO_ENTRIES;

/** Zero for each source. */
const NO_ENTRIES = {
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

/** @param labels parallel to `words` */
export function tallySources(
  words: readonly GatheredWord[],
  relations: Relations,
  partners: Partners,
  labels: readonly Pick<WordLabels, 'fromWordNet'>[],
): SourceTally {
  // OpenCC writes every word in the forms of Hong Kong. Models of relations and meanings add no entries.
  const entries = { ...NO_ENTRIES, opencc: words.length };
  for (const [number, { hand, patch, readings, inCedict, count, frequency }] of words.entries()) {
    if (hand.length > 0) entries.hand++;
    if (patch) entries.operator++;
    if (inCedict) entries.cedict++;
    // to-jyutping gives every reading that no person has.
    if (readings[0]!.confidence !== 'hand') entries.trie++;
    if (count > 0) entries.jieba++;
    if (frequency && frequency.essay > 0) entries.essay++;
    if (frequency && frequency.zipf > 0) entries.wordfreq++;
    if (labels[number]!.fromWordNet) entries.wordnet++;
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

/** Numbers of words whose valence is not merely the default: of all, and of the most popular 5,000. */
export function countEvidence(labels: readonly WordLabels[]): Record<string, number> {
  const countKnown = (words: readonly WordLabels[]) => words.filter(({ valence }) => valence !== null).length;
  return { valence_evidence: countKnown(labels), valence_evidence_first_5000: countKnown(labels.slice(0, 5000)) };
}

/** Coverage key of the number of entries whose part of speech and category contradict each other. */
export const CONTRADICTIONS = 'pos_contradicts_category';

/** Creates the counter of a build's lines: `result` has counts by group (`definition`) or by group and value (`reg_粵`). */
export function createCoverage() {
  // Counts by group, then value: to join both to one key for each line takes ten times as long as to count it.
  const groups = new Map<string, Map<string | number, number>>();
  const add = (group: string, value: string | number = '') => {
    let counts = groups.get(group);
    if (!counts) groups.set(group, (counts = new Map()));
    counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  const relationGroups = new Map<string, string>();
  const relatedWords = new Map(RELATION_LISTS.map((list) => [list, new Set<string>()]));
  return {
    entry(line: EntryLine): void {
      add('reading', line.readings[0]!.confidence);
      if (line.readings.length > 1) add('several_readings');
      add('pos', line.pos);
      add('reg', line.reg);
      add('length', line.length);
      if (line.definition !== '') add('definition');
      if (line.category !== null) add('category');
      if (contradicts(line)) add(CONTRADICTIONS);
      if (line.quality === 'verified') add('category_verified');
      if (line.affect.emotion !== NEUTRAL_EMOTION) add('emotion');
      if (line.affect.valence !== '中') add('valence');
      if (line.affect.themes.length > 0) add('themes');
      if (line.affect.themes_inferred.length > 0) add('themes_inferred');
      if (line.aliases.length > 0) add('aliases');
      if (line.vulgar) add('vulgar');
      if (line.examples.length > 0) add('examples');
    },
    relation(line: RelationLine): void {
      let group = relationGroups.get(line.type);
      if (group === undefined) relationGroups.set(line.type, (group = `relation_${line.type}`));
      add(group, line.source);
      relatedWords.get(listOfType(line.type))!.add(line.word);
      if (line.senses.length > 0) add('relations_of_senses');
    },
    result(): Record<string, number> {
      const coverage: Record<string, number> = {
        words_with_synonyms: relatedWords.get('syn')!.size,
        words_with_antonyms: relatedWords.get('ant')!.size,
        words_with_partners: relatedWords.get(PARTNERS)!.size,
      };
      for (const [group, counts] of groups)
        for (const [value, count] of counts) coverage[value === '' ? group : `${group}_${value}`] = count;
      return coverage;
    },
  };
}
