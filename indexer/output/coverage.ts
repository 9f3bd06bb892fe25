import { NEUTRAL_EMOTION } from '../../src/lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { listOfType, PARTNERS, RELATION_LISTS } from '../../src/lexicon/partner-relations.ts';
import { contradicts } from '../compose/labels/part-of-speech.ts';

/** Entries whose part of speech and category contradict each other. */
export const CONTRADICTIONS = 'pos_contradicts_category';

/** Counts what a build holds, line by line. */
export function createCoverage() {
  // By group and value: to make a name of both for each line takes ten times as long as to count it.
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
