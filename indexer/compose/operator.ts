import type { OperatorLine } from '../../src/lexicon/formats.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { overlayLines } from './overlay.ts';
import type { DeniedRelation } from './relation-graph.ts';
import type { CuratedRelation } from './relations.ts';

/** What an operator's lines give for one word; an absent field leaves the word as the other sources have it. */
export type Patch = Omit<Extract<OperatorLine, { kind: 'entry' }>, 'kind' | 'char' | 'supplement'>;

export interface OperatorOverrides {
  /** Whether an operator's files are among them, beside the accepted suggestions. */
  readonly hasOperatorFiles: boolean;
  readonly patches: ReadonlyMap<string, Patch>;
  /** What is to fill only what no other source says; never has an empty list of readings. */
  readonly supplements: ReadonlyMap<string, Patch>;
  /** Where each patched word stands in the operators' files. */
  readonly origins: ReadonlyMap<string, Pick<Problem, 'file' | 'line'>>;
  readonly relations: readonly Row<CuratedRelation & { readonly supplement?: boolean | undefined }>[];
  readonly removedWords: ReadonlySet<string>;
  readonly removedRelations: readonly DeniedRelation[];
  readonly problems: readonly Problem[];
}

export const NO_OVERRIDES: OperatorOverrides = {
  hasOperatorFiles: false,
  patches: new Map(),
  supplements: new Map(),
  origins: new Map(),
  relations: [],
  removedWords: new Set(),
  removedRelations: [],
  problems: [],
};

/** Puts accepted suggestions and operators' lines together, later ones over earlier ones. Values that the vocabulary has not become problems. */
export function collectOverrides(rows: readonly Row<OperatorLine>[], tables: HandWritten): OperatorOverrides {
  const patches = new Map<string, Patch>();
  const supplements = new Map<string, Patch>();
  const origins = new Map<string, Pick<Problem, 'file' | 'line'>>();
  const relations: OperatorOverrides['relations'][number][] = [];
  const removedWords = new Set<string>();
  const removedRelations: DeniedRelation[] = [];
  const problems: Problem[] = [];
  const check = vocabularyCheck(tables);
  for (const row of [...overlayLines(tables.feedback ?? []), ...rows]) {
    const { file, line, value } = row;
    if (value.kind === 'source') continue;
    if (value.kind === 'entry') {
      const found = check(value);
      if (found) problems.push({ file, line, ...found });
      else {
        const { kind: _kind, char, supplement, ...patch } = value;
        const word = toHongKong(char);
        if (supplement) {
          supplements.set(word, mergeSupplements(supplements.get(word), patch));
          continue;
        }
        patches.set(word, { ...patches.get(word), ...patch });
        origins.set(word, { file, line });
        removedWords.delete(word);
      }
    } else if (value.kind === 'relation') {
      const { type, score, sense, supplement } = value;
      const ends = { word: toHongKong(value.word), related: toHongKong(value.related) };
      if (ends.word === ends.related) problems.push({ file, line, field: 'related', message: 'is the word itself' });
      else relations.push({ file, line, value: { type, score, sense, supplement, ...ends } });
    } else if (value.remove === 'entry') {
      removedWords.add(toHongKong(value.char));
    } else {
      const ends = { word: toHongKong(value.char), related: toHongKong(value.related!) };
      for (const type of value.type ? [value.type] : (['syn', 'ant'] as const))
        removedRelations.push({ type, ...ends });
    }
  }
  return {
    hasOperatorFiles: rows.length > 0,
    patches,
    supplements,
    origins,
    relations,
    removedWords,
    removedRelations,
    problems,
  };
}

/** The first source that says something is heard; readings add up, in the order in which they come. */
function mergeSupplements(existing: Patch | undefined, patch: Patch): Patch {
  if (!existing) return patch;
  const readings = [...new Set([...(existing.readings ?? []), ...(patch.readings ?? [])])];
  return { ...patch, ...existing, ...(readings.length > 0 ? { readings } : {}) };
}

type Entry = Extract<OperatorLine, { kind: 'entry' }>;

function vocabularyCheck(tables: HandWritten): (entry: Entry) => Pick<Problem, 'field' | 'message'> | undefined {
  const categories = new Set(tables.categories.map(({ value }) => value.name));
  const emotions = new Set(tables.emotions.map(({ value }) => value.emotion));
  const themes = new Set(tables.themes.map(({ value }) => value.theme));
  return ({ category, emotion, themes: entryThemes = [] }) => {
    if (category !== undefined && !categories.has(category))
      return { field: 'category', message: `"${category}" is not one of the ${categories.size} categories` };
    if (emotion !== undefined && !emotions.has(emotion))
      return { field: 'emotion', message: `"${emotion}" is not one of: ${[...emotions].join(' ')}` };
    const unknown = entryThemes.find((theme) => !themes.has(theme));
    return unknown === undefined
      ? undefined
      : { field: 'themes', message: `"${unknown}" is not one of: ${[...themes].join(' ')}` };
  };
}

/** Splits operators' relations into those whose ends are both words of the lexicon, and problems; supplements are counted only. */
export function checkEnds(
  relations: OperatorOverrides['relations'],
  isWord: (word: string) => boolean,
): { relations: CuratedRelation[]; problems: Problem[]; skippedCount: number } {
  const valid: CuratedRelation[] = [];
  const problems: Problem[] = [];
  let skippedCount = 0;
  for (const { file, line, value } of relations) {
    const { supplement, ...relation } = value;
    const field = !isWord(value.word) ? 'word' : !isWord(value.related) ? 'related' : undefined;
    if (field === undefined) valid.push(relation);
    else if (supplement) skippedCount++;
    else
      problems.push({
        file,
        line,
        field,
        message: `"${value[field]}" is not in the lexicon: add an entry for it first`,
      });
  }
  return { relations: valid, problems, skippedCount };
}

/** Operators' words that nobody can read: they give no reading, and the packages know none of a character of theirs. */
export function checkReadable(
  { origins, removedWords }: OperatorOverrides,
  isWord: (word: string) => boolean,
): Problem[] {
  return [...origins]
    .filter(([word]) => !removedWords.has(word) && !isWord(word))
    .map(([word, origin]) => ({
      ...origin,
      field: 'readings',
      message: `no source knows how "${word}" is read: add readings`,
    }));
}
