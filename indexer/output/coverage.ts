import { NEUTRAL_EMOTION } from '../../src/lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { listOfType, PARTNERS, RELATION_LISTS } from '../../src/lexicon/partner-relations.ts';
import { contradicts } from '../compose/labels/part-of-speech.ts';

/** Entries whose part of speech and category contradict each other. */
export const CONTRADICTIONS = 'pos_contradicts_category';

/** Counts what a build holds, line by line. */
export function createCoverage() {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const relatedWords = new Map(RELATION_LISTS.map((list) => [list, new Set<string>()]));
  return {
    entry(line: EntryLine): void {
      add(`reading_${line.readings[0]!.confidence}`);
      if (line.readings.length > 1) add('several_readings');
      add(`pos_${line.pos}`);
      add(`reg_${line.reg}`);
      add(`length_${line.length}`);
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
      add(`relation_${line.type}_${line.source}`);
      relatedWords.get(listOfType(line.type))!.add(line.word);
      if (line.senses.length > 0) add('relations_of_senses');
    },
    result(): Record<string, number> {
      counts.set('words_with_synonyms', relatedWords.get('syn')!.size);
      counts.set('words_with_antonyms', relatedWords.get('ant')!.size);
      counts.set('words_with_partners', relatedWords.get(PARTNERS)!.size);
      return Object.fromEntries(counts);
    },
  };
}
