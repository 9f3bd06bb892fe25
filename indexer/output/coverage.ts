import { NEUTRAL_EMOTION } from '../../src/lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';

/** Counts what a build holds, line by line. Keys are sorted, so that the same build gives the same text. */
export function createCoverage() {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const related = { syn: new Set<string>(), ant: new Set<string>() };
  return {
    entry(line: EntryLine): void {
      add(`reading_${line.readings[0]!.confidence}`);
      if (line.readings.length > 1) add('several_readings');
      add(`pos_${line.pos}`);
      add(`reg_${line.reg}`);
      add(`length_${line.length}`);
      if (line.definition !== '') add('definition');
      if (line.category !== null) add('category');
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
      add(`relation_${line.type}_${line.source}`);
      related[line.type].add(line.word);
    },
    /** `otherCounts`: counts that cannot be derived from the lines. */
    result(otherCounts: Readonly<Record<string, number>>): Record<string, number> {
      counts.set('words_with_synonyms', related.syn.size);
      counts.set('words_with_antonyms', related.ant.size);
      return Object.fromEntries([...Object.entries(otherCounts), ...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}
