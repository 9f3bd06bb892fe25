import type { Entry, Relation } from './entry.ts';
import type { EntryLine, RelationLine } from './formats.ts';

/** The entry that a line of `entries.jsonl` holds. The line is taken as valid. */
export function entryFromLine(line: EntryLine): Entry {
  return {
    char: line.char,
    rank: line.rank,
    charRank: line.char_rank,
    endRank: line.end_rank,
    length: line.length,
    pos: line.pos,
    reg: line.reg,
    isCanto: line.is_canto,
    vulgar: line.vulgar,
    definition: line.definition,
    ...(line.definition_zh === undefined ? {} : { definitionZh: line.definition_zh }),
    examples: line.examples,
    standard: line.standard ?? [],
    ...(line.variant_of === undefined ? {} : { variantOf: line.variant_of }),
    readings: line.readings,
    senses: line.senses,
    category: line.category,
    quality: line.quality,
    affect: {
      valence: line.affect.valence,
      emotion: line.affect.emotion,
      themes: line.affect.themes,
      themesInferred: line.affect.themes_inferred,
    },
    aliases: line.aliases,
    frequency: line.frequency,
  };
}

export function relationFromLine(line: RelationLine): Relation {
  const { word, related, type, source, score, sense } = line;
  return { word, related, type, source, score, sense };
}
