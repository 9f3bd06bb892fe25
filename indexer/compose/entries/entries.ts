import { NEUTRAL_EMOTION, type PartOfSpeech } from '../../../src/lexicon/entry.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import type { MeaningTable } from '../../../src/lexicon/meaning.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import { contradicts, posOfCategory } from '../labels/part-of-speech.ts';
import { rankByLineEnd } from '../popularity/line-ends.ts';
import { frequencyOf } from '../popularity/popularity.ts';
import { standardEquivalents } from '../relations/curated.ts';
import type { Relations } from '../relations/relations.ts';
import type { GatheredWord, WordLabels } from '../types.ts';
import { shortDefinition } from '../words/glosses.ts';
import { createKinds } from './kinds.ts';
import { createSenseCues } from './sense-cues.ts';

export interface EntryInput {
  /** In order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly relations: Relations;
  readonly tables: HandWritten;
  readonly labels: readonly WordLabels[];
  aliasesOf(word: string): readonly string[];
  /** Phrases that show a word. */
  readonly examplesOf: (word: GatheredWord) => readonly string[];
  /** The meanings of English tokens. */
  readonly tokens: MeaningTable;
  /** The meanings of all words, see {@link file://../meaning-rows.ts}. */
  readonly rows: Int8Array;
  /** Other spellings of words, with the usual one. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** Answers what writes the entries, most popular first. They have one shape, which packers read faster: what is absent is undefined. */
export function createEntryWriter(input: EntryInput): () => Generator<EntryLine> {
  // The tables are let go, which what writes the entries would keep in memory.
  const { words, labels, relations, aliasesOf, examplesOf, spellings } = input;
  const charRanks = rankByCodePoint(words.map(({ word }) => word));
  const kindOf = createKinds(input.tables);
  const kinds = words.map((word, rank) => kindOf(word, rank, labels[rank]!));
  const endRanks = rankByLineEnd(words, labels, kinds, input.tables);
  const standardOf = createStandards(input);
  const chineseDefinitionOf = createChineseDefinitions(input.tables);
  const toldSensesOf = createToldSenses(input);
  const toneOf = createTones(input.tables);
  return function* entries() {
    for (const [rank, word] of words.entries()) {
      const { patch, glosses, popularity, readings, register } = word;
      const own = labels[rank]!;
      yield {
        char: word.word,
        rank,
        char_rank: charRanks[rank]!,
        end_rank: endRanks[rank]!,
        length: readings[0]!.code.length,
        pos: own.pos,
        reg: register,
        is_canto: register === '粵',
        kind: kinds[rank] === 'word' ? undefined : kinds[rank],
        tone: toneOf(word.word),
        vulgar: word.vulgar,
        readings: [...readings],
        category: own.category,
        quality: own.verified ? 'verified' : 'generated',
        affect: {
          valence: own.valence ?? '中',
          emotion: own.emotion ?? NEUTRAL_EMOTION,
          themes: [...own.themes],
          themes_inferred: [...own.themesInferred],
        },
        also: furtherLabelsOf(own),
        aliases: [...aliasesOf(word.word)],
        frequency: frequencyOf(popularity),
        // What only a card shows comes last: a store that opens a build need not parse it (see the embedded store's index).
        definition: patch?.definition ?? shortDefinition(glosses),
        definition_zh: chineseDefinitionOf(word.word),
        examples: [...examplesOf(word)],
        standard: standardOf(word.word),
        variant_of: spellings.get(word.word),
        senses: toldSensesOf(word.word, rank) ?? sensesOf({ words, labels, relations }, word, rank),
      };
    }
  };
}

/** The labels of its listed senses that it does not have itself, and its further parts of speech. */
function furtherLabelsOf({
  pos,
  posAlso,
  category,
  emotion,
  valence,
  themes,
  senses,
  isFunctionWord,
}: WordLabels): EntryLine['also'] {
  const ofSenses = senses.slice(1).flatMap((sense) => {
    if (!sense.isListed) return [];
    const otherThemes = (sense.themes ?? []).filter((theme) => !themes.includes(theme));
    const feeling = {
      ...(sense.emotion && sense.emotion !== emotion ? { emotion: sense.emotion } : {}),
      ...(sense.valence && sense.valence !== '中' && sense.valence !== valence ? { valence: sense.valence } : {}),
      ...(otherThemes.length > 0 ? { themes: otherThemes } : {}),
    };
    const labels = {
      ...(sense.pos === pos ? {} : { pos: sense.pos }),
      ...(sense.category && category !== null && sense.category !== category ? { category: sense.category } : {}),
      ...(isFunctionWord ? {} : feeling),
    };
    return Object.keys(labels).length > 0 ? [{ sense: sense.sense, ...labels }] : [];
  });
  const told = new Set(ofSenses.map((labels) => labels.pos));
  const also = [...ofSenses, ...posAlso.filter((other) => !told.has(other)).map((other) => ({ pos: other }))];
  return also.length > 0 ? also : undefined;
}

/** What an operator gave, else what the word's own rows show first, then the phrases written for it apart, in the forms that the words have. */
export function createExamples({ examples }: HandWritten): (word: GatheredWord) => readonly string[] {
  const extraExamples = new Map<string, readonly string[]>();
  for (const { value } of examples) extraExamples.set(toHongKong(value.word), value.examples);
  return ({ word, hand, patch }) =>
    patch?.examples ?? [
      ...new Set([...hand.flatMap((row) => row.examples), ...(extraExamples.get(word) ?? [])].map(toHongKong)),
    ];
}

/** How a word sounds in a song, where that is not plain. */
function createTones({ tones = [] }: HandWritten): (word: string) => EntryLine['tone'] {
  const written = new Map(tones.map(({ value }) => [toHongKong(value.word), value.tone]));
  return (word) => written.get(word);
}

/** What a word means in Chinese, where somebody wrote it. */
function createChineseDefinitions({ definitions }: HandWritten): (word: string) => string | undefined {
  const written = new Map(
    (definitions ?? []).map(({ value }) => [toHongKong(value.word), toHongKong(value.definition_zh)]),
  );
  return (word) => written.get(word);
}

/** The words of written Chinese that say the same as a word, where the lexicon has them. */
function createStandards({ words, tables }: EntryInput): (word: string) => string[] | undefined {
  const isWord = new Set(words.map(({ word }) => word));
  const standards = Map.groupBy(standardEquivalents(tables), ([word]) => word);
  return (word) => {
    const rows = standards.get(word);
    if (!rows) return undefined;
    const standard = [...new Set(rows.map(([, other]) => other))].filter(
      (other) => other !== word && isWord.has(other),
    );
    return standard.length > 0 ? standard : undefined;
  };
}

/** The words are distinct. In UTF-8 the order of bytes is that of code points: sorting needs no function that compares. */
function rankByCodePoint(words: readonly string[]): Uint32Array {
  const numbers = new Map(words.map((word, number) => [Buffer.from(word).toString('latin1'), number]));
  const ranks = new Uint32Array(words.length);
  for (const [rank, bytes] of [...numbers.keys()].sort().entries()) ranks[numbers.get(bytes)!] = rank;
  return ranks;
}

/** The senses that somebody told apart, each with those of its synonyms and opposites that the word has. */
function createToldSenses({ words, relations, tables, labels, rows: meanings, tokens }: EntryInput) {
  const names = words.map(({ word }) => word);
  const cuesOf = createSenseCues({ words: names, rows: meanings, tokens, partners: tables.partners });
  const rows = Map.groupBy(tables.senses, ({ value }) => toHongKong(value.word));
  return (word: string, number: number): SenseLine[] | undefined => {
    const senses = rows.get(word);
    if (!senses) return undefined;
    const related = { syn: new Set<string>(), ant: new Set<string>() };
    for (const edge of relations.of(number)) related[edge.type].add(words[edge.related]!.word);
    const relatedOf = (type: 'syn' | 'ant', written: readonly string[]) =>
      [...new Set(written.map(toHongKong))].filter((other) => related[type].has(other));
    const own = labels[number]!;
    const lines = senses.map(({ value }, place): SenseLine => {
      const { pos } = value;
      const category = value.category || own.category;
      const { emotion, valence, themes } = own.senses[place]!;
      return {
        pos,
        category: contradicts({ pos, category }) ? null : category,
        definition: value.definition,
        synonyms: relatedOf('syn', value.synonyms),
        told: {
          sense: value.sense,
          definition_zh: toHongKong(value.definition_zh),
          reg: value.reg,
          ...(value.jyutping === undefined ? {} : { jyutping: value.jyutping }),
          example: toHongKong(value.example),
          antonyms: relatedOf('ant', value.antonyms),
          ...(emotion === undefined ? {} : { emotion: emotion ?? NEUTRAL_EMOTION }),
          ...(valence === undefined ? {} : { valence }),
          ...(themes === undefined ? {} : { themes: [...themes] }),
        },
      };
    });
    const cues = cuesOf(word, lines);
    return lines.map(({ told, ...line }, i) => ({ ...line, told: { ...told!, cues: cues[i]! } }));
  };
}

const MAX_SYNONYMS_PER_SENSE = 8;
const MAX_SENSES = 6;

type SenseLine = EntryLine['senses'][number];

/** Senses: neighbouring glosses of one category together, each with the word's synonyms of that category. */
function sensesOf(
  { relations, words, labels }: Pick<EntryInput, 'relations' | 'words' | 'labels'>,
  { glosses, hand }: GatheredWord,
  number: number,
): SenseLine[] {
  if (glosses.length === 0) return [];
  const own = labels[number]!;
  const groups: { pos: PartOfSpeech; category: string | null; glosses: string[] }[] = [];
  for (const [i, gloss] of glosses.entries()) {
    const glossCategory = hand.length === 1 ? null : own.glossCategories[i];
    const category = glossCategory ?? own.category;
    const pos = glossCategory ? posOfCategory(glossCategory) : own.pos;
    const group = groups.find((other) => other.pos === pos && other.category === category);
    if (group) group.glosses.push(gloss);
    else if (groups.length < MAX_SENSES) groups.push({ pos, category, glosses: [gloss] });
  }
  const synonyms = relations.of(number).filter(({ type }) => type === 'syn');
  return groups.map((group) => ({
    pos: group.pos,
    category: group.category,
    definition: shortDefinition(group.glosses),
    synonyms: synonyms
      .filter(({ related }) => groups.length === 1 || labels[related]!.category === group.category)
      .slice(0, MAX_SYNONYMS_PER_SENSE)
      .map(({ related }) => words[related]!.word),
  }));
}
