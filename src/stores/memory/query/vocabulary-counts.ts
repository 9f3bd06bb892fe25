import type { Manifest } from '../../../lexicon/formats.ts';
import type { CategoryCount, Vocabulary } from '../../../lexicon/store.ts';
import type { Column } from '../columns/column.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

function countIn(column: Column, value: string): number {
  const id = column.dictionary.ids.get(value);
  return id === undefined ? 0 : column.counts()[id]!;
}

function countsOf(column: Column, values: readonly string[]): Record<string, number> {
  return Object.fromEntries(values.map((value) => [value, countIn(column, value)]));
}

export function categoryCounts(index: LexiconIndex, manifest: Manifest): CategoryCount[] {
  return manifest.vocabulary.categories.map((category) => ({
    ...category,
    words: countIn(index.columns.category, category.name),
  }));
}

export function vocabularyCounts(index: LexiconIndex, manifest: Manifest): Vocabulary {
  const { emotion, valence, themeTagged, themeInferred, themeAll } = index.columns;
  const { emotions, themes } = manifest.vocabulary;
  return {
    emotion: countsOf(emotion, emotions),
    theme: countsOf(themeTagged, themes),
    valence: countsOf(valence, ['正', '負', '中']),
    themeInferred: countsOf(themeInferred, themes),
    themeCoverage: Object.fromEntries(
      themes.map((theme) => [
        theme,
        { tagged: countIn(themeTagged, theme), inferred: countIn(themeInferred, theme), all: countIn(themeAll, theme) },
      ]),
    ),
  };
}
