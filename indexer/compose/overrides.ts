import type { OperatorLine } from '../../src/lexicon/formats.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { posOfTag } from './labels/part-of-speech.ts';
import { soundKey } from './readings.ts';
import type { CuratedRelation, DeniedRelation, GatheredWord, Patch, Readings } from './types.ts';
import type { Draft } from './words/drafts.ts';
import { meaningfulGlosses } from './words/glosses.ts';

export interface OperatorOverrides {
  /** Whether there are operators' files. */
  readonly hasOperatorFiles: boolean;
  readonly patches: ReadonlyMap<string, Patch>;
  /** Fields that are used only where no other source has a value. Readings are never empty. */
  readonly supplements: ReadonlyMap<string, Patch>;
  /** File and line of each patch, for messages. */
  readonly origins: ReadonlyMap<string, Pick<Problem, 'file' | 'line'>>;
  readonly relations: readonly Row<CuratedRelation & { readonly supplement?: boolean | undefined }>[];
  /** File and line of each removal. */
  readonly removedWords: ReadonlyMap<string, Pick<Problem, 'file' | 'line'>>;
  readonly removedRelations: readonly DeniedRelation[];
  readonly problems: readonly Problem[];
}

/** Merges operators' lines; later lines win. Labels that are not in the vocabulary become problems. */
export function collectOverrides(rows: readonly Row<OperatorLine>[], tables: HandWritten): OperatorOverrides {
  const patches = new Map<string, Patch>();
  const supplements = new Map<string, Patch>();
  const origins = new Map<string, Pick<Problem, 'file' | 'line'>>();
  const relations: OperatorOverrides['relations'][number][] = [];
  const removedWords = new Map<string, Pick<Problem, 'file' | 'line'>>();
  const removedRelations: DeniedRelation[] = [];
  const problems: Problem[] = [];
  const check = vocabularyCheck(tables);
  for (const row of rows) {
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
      removedWords.set(toHongKong(value.char), { file, line });
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

/** For each field the first supplement wins; readings are concatenated in order. */
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
  return ({ category, emotion, themes: entryThemes = [], senses = [] }) => {
    const ofSense = senses.findIndex((sense) => sense.category !== undefined && !categories.has(sense.category));
    if (ofSense >= 0)
      return {
        field: `senses.${ofSense}.category`,
        message: `"${senses[ofSense]!.category}" is not one of the ${categories.size} categories`,
      };
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

/** Splits operators' relations into those with both ends in the lexicon, and problems. Supplements that do not fit are only counted. */
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

/** Operators' words without readings, of which some character has no reading in any source. */
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

/** Removals of words that no source has: probably written otherwise than the word that is meant. */
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
 * The tables with the senses that operators' files tell: those of an entry take the place of the word's own, those of a supplement are
 * used where it has none, and a relation that names a sense belongs to it.
 */
export function withOperatorSenses(tables: HandWritten, overrides: OperatorOverrides): HandWritten {
  const { patches, supplements, relations } = overrides;
  const given = new Map<string, readonly SenseRow[]>();
  const told = new Set(tables.senses.map(({ value }) => toHongKong(value.word)));
  for (const [word, { senses }] of supplements) if (senses && !told.has(word)) given.set(word, rowsOf(word, senses));
  for (const [word, { senses }] of patches) if (senses) given.set(word, rowsOf(word, senses));
  const inSense = relations.filter(({ value }) => value.sense !== '');
  if (given.size === 0 && inSense.length === 0) return tables;
  const rows = [
    ...tables.senses.filter(({ value }) => !given.has(toHongKong(value.word))),
    ...[...given.values()].flat(),
  ];
  return { ...tables, senses: rows.map((row) => withRelations(row, inSense)) };
}

function rowsOf(word: string, senses: NonNullable<Patch['senses']>): SenseRow[] {
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

/** The row with the words of relations that name its sense, behind its own. */
function withRelations(row: SenseRow, relations: OperatorOverrides['relations']): SenseRow {
  const { value } = row;
  const word = toHongKong(value.word);
  const named = (type: 'syn' | 'ant') =>
    relations.flatMap(({ value: relation }) =>
      relation.type === type && relation.word === word && relation.sense === value.sense ? [relation.related] : [],
    );
  const [synonyms, antonyms] = [named('syn'), named('ant')];
  if (synonyms.length + antonyms.length === 0) return row;
  return {
    ...row,
    value: { ...value, synonyms: [...value.synonyms, ...synonyms], antonyms: [...value.antonyms, ...antonyms] },
  };
}

/** The fields of a supplement that the word's other sources lack. Readings are handled by {@link listedReadings}. */
export function missingFields(draft: Draft, { definition, examples, pos, frequency_class, aliases }: Patch): Patch {
  const { hand, cedict, tag, count } = draft;
  const hasNoGloss = hand.length === 0 && meaningfulGlosses(cedict, posOfTag(tag)).length === 0;
  return {
    ...(definition !== undefined && hasNoGloss ? { definition } : {}),
    ...(examples !== undefined && hand.length === 0 ? { examples } : {}),
    ...(pos !== undefined && hand.length === 0 && tag === '' ? { pos } : {}),
    ...(frequency_class !== undefined && hand.length === 0 && count === 0 ? { frequency_class } : {}),
    ...(aliases === undefined ? {} : { aliases }),
  };
}

/** Whether a supplement may add a word to the lexicon: a single character only with a definition. */
export function canAddWord(draft: Draft, supplement: Patch | undefined): boolean {
  return supplement !== undefined && (Array.from(draft.word).length > 1 || supplement.definition !== undefined);
}

/** Readings of supplements are handled by {@link listedReadings} for new words too. */
export function withoutReadings({ readings: _, ...patch }: Patch): Patch {
  return patch;
}

/** The readings of supplements for words that the trie lacks: better than readings composed from characters. */
export function listedReadings(
  trie: ReadonlyMap<string, readonly string[]>,
  { supplements }: Pick<OperatorOverrides, 'supplements'>,
): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, readonly string[]>();
  for (const [word, { readings }] of supplements) if (readings && !trie.has(word)) listed.set(word, readings);
  return listed;
}

/** What operators' files contributed to a build. */
export interface OperatorContributions {
  /** Words that are in the lexicon only because of them. */
  readonly added: ReadonlySet<string>;
  /** Count of other words whose definition they supply. */
  readonly defined: number;
}

export interface ContributionInput {
  readonly overrides: OperatorOverrides;
  /** Words of the lexicon, read. */
  readonly words: readonly GatheredWord[];
  readonly contributions: OperatorContributions;
  readonly readings: Pick<Readings, 'withoutOperators'>;
}

/**
 * Counts what operators' files contributed, by the names that the manifest's coverage uses; empty without such files.
 * Of relations: those that are in the lexicon, and those of supplements that were left out because an end is not.
 */
export function countContributions(
  { overrides, words, contributions, readings }: ContributionInput,
  { relations, skippedCount }: { readonly relations: readonly unknown[]; readonly skippedCount: number },
): Record<string, number> {
  const { hasOperatorFiles, patches, supplements } = overrides;
  if (!hasOperatorFiles) return {};
  const readingResolver = readings.withoutOperators();
  const counts = { agreed: 0, disagreed: 0, added: 0 };
  for (const { word, mandarinReadings } of words) {
    if (contributions.added.has(word)) {
      counts.added++;
      continue;
    }
    const theirs = [...(patches.get(word)?.readings ?? []), ...(supplements.get(word)?.readings ?? [])];
    const ours = theirs.length > 0 ? readingResolver.readingsOf(word, mandarinReadings)?.[0] : undefined;
    if (!ours) continue;
    const key = soundKey(ours.jyutping);
    if (theirs.some((reading) => soundKey(reading) === key)) counts.agreed++;
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
