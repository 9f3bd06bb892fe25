import type { OperatorLine } from '../../src/lexicon/formats.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { posOfTag } from './labels/part-of-speech.ts';
import { soundKey } from './readings.ts';
import type { CuratedRelation, DeniedRelation, GatheredWord, Patch, Readings } from './types.ts';
import type { Draft } from './words/drafts.ts';
import { meaningfulGlosses } from './words/glosses.ts';

/** Place of an operator's line, for messages. */
type Origin = Pick<Problem, 'file' | 'line'>;

type OperatorRelation = Row<CuratedRelation & { readonly supplement?: boolean | undefined }>;

/** Operators' lines, merged. Words are in their canonical form, as keys too. */
export type OperatorOverrides = Readonly<ReturnType<typeof collectOverrides>>;

/** Merges operators' lines; later lines win. Labels that are not in the vocabulary become problems. */
export function collectOverrides(rows: readonly Row<OperatorLine>[], tables: HandWritten) {
  const merged = {
    hasOperatorFiles: rows.length > 0,
    /** Fields by word that win over all other sources. */
    patches: new Map<string, Patch>(),
    /** Fields by word that are used only where no other source has a value. Readings are never empty. */
    supplements: new Map<string, Patch>(),
    /** Last line that patches each word. */
    origins: new Map<string, Origin>(),
    relations: [] as OperatorRelation[],
    /** Line that removes each word. */
    removedWords: new Map<string, Origin>(),
    removedRelations: [] as DeniedRelation[],
    problems: [] as Problem[],
  };
  const unknownLabel = createVocabularyCheck(tables);
  for (const { file, line, value } of rows) {
    if (value.kind === 'source') continue;
    if (value.kind === 'entry') {
      const problem = unknownLabel(value);
      const { kind: _kind, char, supplement, ...patch } = value;
      const word = toHongKong(char);
      if (problem) merged.problems.push({ file, line, ...problem });
      else if (supplement) merged.supplements.set(word, mergeSupplements(merged.supplements.get(word), patch));
      else {
        merged.patches.set(word, { ...merged.patches.get(word), ...patch });
        merged.origins.set(word, { file, line });
        merged.removedWords.delete(word);
      }
    } else if (value.kind === 'relation') {
      const { type, score, sense, supplement } = value;
      const [word, related] = [toHongKong(value.word), toHongKong(value.related)];
      if (word === related) merged.problems.push({ file, line, field: 'related', message: 'is the word itself' });
      else merged.relations.push({ file, line, value: { type, score, sense, supplement, word, related } });
    } else if (value.remove === 'entry') merged.removedWords.set(toHongKong(value.char), { file, line });
    else {
      const ends = { word: toHongKong(value.char), related: toHongKong(value.related!) };
      for (const type of value.type ? [value.type] : (['syn', 'ant'] as const))
        merged.removedRelations.push({ type, ...ends });
    }
  }
  return merged;
}

/** Supplement of both: of each field the first value stays; readings are joined in order, each once. */
function mergeSupplements(existing: Patch | undefined, patch: Patch): Patch {
  if (!existing) return patch;
  const readings = [...new Set([...(existing.readings ?? []), ...(patch.readings ?? [])])];
  return { ...patch, ...existing, ...(readings.length > 0 ? { readings } : {}) };
}

type EntryRow = Extract<OperatorLine, { kind: 'entry' }>;

/** Creates the check that finds an entry's first label outside the vocabularies of categories, emotions and themes. */
function createVocabularyCheck(
  tables: HandWritten,
): (entry: EntryRow) => Pick<Problem, 'field' | 'message'> | undefined {
  const categories = new Set(tables.categories.map(({ value }) => value.name));
  const emotions = new Set(tables.emotions.map(({ value }) => value.emotion));
  const themes = new Set(tables.themes.map(({ value }) => value.theme));
  const listed = (labels: ReadonlySet<string>) => ({ labels, expected: `: ${[...labels].join(' ')}` });
  const vocabularies = {
    category: { labels: categories, expected: ` the ${categories.size} categories` },
    emotion: listed(emotions),
    theme: listed(themes),
  };
  return ({ category, emotion, themes: entryThemes = [], senses = [] }) => {
    const found = [
      ...senses.map((sense, i) => [`senses.${i}.category`, sense.category, vocabularies.category] as const),
      ['category', category, vocabularies.category] as const,
      ['emotion', emotion, vocabularies.emotion] as const,
      ...entryThemes.map((theme) => ['themes', theme, vocabularies.theme] as const),
    ];
    const unknown = found.find(([, label, { labels }]) => label !== undefined && !labels.has(label));
    if (!unknown) return undefined;
    const [field, label, { expected }] = unknown;
    return { field, message: `"${label}" is not one of${expected}` };
  };
}

/**
 * Splits operators' relations: valid ones have both ends in the lexicon; of the others each is a problem, except supplements, which are
 * only counted (`skippedCount`).
 */
export function checkEnds(
  relations: readonly OperatorRelation[],
  isWord: (word: string) => boolean,
): { relations: CuratedRelation[]; problems: Problem[]; skippedCount: number } {
  const valid: CuratedRelation[] = [];
  const problems: Problem[] = [];
  let skippedCount = 0;
  for (const { file, line, value } of relations) {
    const { supplement, ...relation } = value;
    const missingEnd = (['word', 'related'] as const).find((end) => !isWord(value[end]));
    if (missingEnd === undefined) valid.push(relation);
    else if (supplement) skippedCount++;
    else
      problems.push({
        file,
        line,
        field: missingEnd,
        message: `"${value[missingEnd]}" is not in the lexicon: add an entry for it first`,
      });
  }
  return { relations: valid, problems, skippedCount };
}

/** Problems of operators' words that are not in the lexicon because no source reads all of their characters. */
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

/** Problems of removals of words that no source has: they are probably misspelt. */
export function checkRemovals({ removedWords }: OperatorOverrides, isInSources: (word: string) => boolean): Problem[] {
  return [...removedWords]
    .filter(([word]) => !isInSources(word))
    .map(([word, origin]) => ({
      ...origin,
      field: 'char',
      message: `no source has "${word}": correct it, or take the line away`,
    }));
}

type SenseRow = HandWritten['senses'][number];

/**
 * Tables with operators' senses merged in. An entry's senses replace the word's own; a supplement's are used where the word has none. The
 * related word of a relation that names a sense is added to that sense.
 */
export function withOperatorSenses(tables: HandWritten, overrides: OperatorOverrides): HandWritten {
  const { patches, supplements, relations } = overrides;
  const operatorSenses = new Map<string, readonly SenseRow[]>();
  const hasOwnSenses = new Set(tables.senses.map(({ value }) => toHongKong(value.word)));
  for (const [word, { senses }] of supplements)
    if (senses && !hasOwnSenses.has(word)) operatorSenses.set(word, senseRowsOf(word, senses));
  for (const [word, { senses }] of patches) if (senses) operatorSenses.set(word, senseRowsOf(word, senses));
  const relationsOfSenses = relations.filter(({ value }) => value.sense !== '');
  if (operatorSenses.size === 0 && relationsOfSenses.length === 0) return tables;
  const rows = [
    ...tables.senses.filter(({ value }) => !operatorSenses.has(toHongKong(value.word))),
    ...[...operatorSenses.values()].flat(),
  ];
  return { ...tables, senses: rows.map((row) => withRelations(row, relationsOfSenses)) };
}

/** Senses of an operator's line as rows of the senses table; labels that such lines lack are empty. */
function senseRowsOf(word: string, senses: NonNullable<Patch['senses']>): SenseRow[] {
  return senses.map((sense, i) => ({
    file: 'operator',
    line: i + 1,
    value: {
      ...sense,
      word,
      category: sense.category ?? '',
      jyutping: sense.jyutping,
      emotion: '',
      valence: undefined,
      themes: [],
      use: undefined,
    },
  }));
}

/** Row with the related words of relations that name its sense, appended to its own. */
function withRelations(row: SenseRow, relations: readonly OperatorRelation[]): SenseRow {
  const { value } = row;
  const word = toHongKong(value.word);
  const ownRelations = relations.filter(({ value: { word: from, sense } }) => from === word && sense === value.sense);
  const relatedBy = (type: 'syn' | 'ant') =>
    ownRelations.flatMap(({ value: relation }) => (relation.type === type ? [relation.related] : []));
  const [synonyms, antonyms] = [relatedBy('syn'), relatedBy('ant')];
  if (synonyms.length + antonyms.length === 0) return row;
  return {
    ...row,
    value: { ...value, synonyms: [...value.synonyms, ...synonyms], antonyms: [...value.antonyms, ...antonyms] },
  };
}

/** Fields of a supplement that the word's other sources lack. Readings are handled by {@link listedReadings}. */
export function missingFields(draft: Draft, { definition, examples, pos, frequency_class, aliases }: Patch): Patch {
  const { hand, cedict, tag, count } = draft;
  const isUnwritten = hand.length === 0;
  const lacksGloss = isUnwritten && meaningfulGlosses(cedict, posOfTag(tag)).length === 0;
  const lacksPos = isUnwritten && tag === '';
  const lacksFrequency = isUnwritten && count === 0;
  return {
    ...(definition !== undefined && lacksGloss ? { definition } : {}),
    ...(examples !== undefined && isUnwritten ? { examples } : {}),
    ...(pos !== undefined && lacksPos ? { pos } : {}),
    ...(frequency_class !== undefined && lacksFrequency ? { frequency_class } : {}),
    ...(aliases === undefined ? {} : { aliases }),
  };
}

/** Whether a supplement may add a word to the lexicon: a single character only with a definition. */
export function canAddWord(draft: Draft, supplement: Patch | undefined): boolean {
  return supplement !== undefined && (Array.from(draft.word).length > 1 || supplement.definition !== undefined);
}

/** Readings by word of supplements for words that the trie lacks: better than readings composed from characters. */
export function listedReadings(
  trie: ReadonlyMap<string, readonly string[]>,
  { supplements }: Pick<OperatorOverrides, 'supplements'>,
): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, readonly string[]>();
  for (const [word, { readings }] of supplements) if (readings && !trie.has(word)) listed.set(word, readings);
  return listed;
}

/** Words and definitions that operators' files contributed to a build. */
export interface OperatorContributions {
  /** Words that are in the lexicon only because of operators' files. */
  readonly added: ReadonlySet<string>;
  /** Number of other words whose definition comes from a supplement. */
  readonly defined: number;
}

/**
 * Counts of operators' contributions, keyed as in the manifest's coverage; empty without operators' files. `relations` are those with both
 * ends in the lexicon, `skippedCount` is the number of supplements' relations without.
 */
export function countContributions(
  {
    overrides,
    words,
    contributions,
    readings,
  }: {
    readonly overrides: OperatorOverrides;
    readonly words: readonly GatheredWord[];
    readonly contributions: OperatorContributions;
    readonly readings: Pick<Readings, 'withoutOperators'>;
  },
  { relations, skippedCount }: { readonly relations: readonly unknown[]; readonly skippedCount: number },
): Record<string, number> {
  const { hasOperatorFiles, patches, supplements } = overrides;
  if (!hasOperatorFiles) return {};
  const resolver = readings.withoutOperators();
  const counts = { agreed: 0, disagreed: 0, added: 0 };
  for (const { word, mandarinReadings } of words) {
    if (contributions.added.has(word)) {
      counts.added++;
      continue;
    }
    const theirs = [...(patches.get(word)?.readings ?? []), ...(supplements.get(word)?.readings ?? [])];
    const ours = theirs.length > 0 ? resolver.readingsOf(word, mandarinReadings)?.[0] : undefined;
    if (!ours) continue;
    const ourKey = soundKey(ours.jyutping);
    if (theirs.some((reading) => soundKey(reading) === ourKey)) counts.agreed++;
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
