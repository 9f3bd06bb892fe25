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
  /** Words in order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly relations: Relations;
  readonly tables: HandWritten;
  /** Labels, parallel to `words`. */
  readonly labels: readonly WordLabels[];
  aliasesOf(word: string): readonly string[];
  readonly examplesOf: (word: GatheredWord) => readonly string[];
  /** Meaning rows of English tokens. */
  readonly tokens: MeaningTable;
  /** Meaning rows parallel to `words`, `ROW_BYTES` each, see {@link file://../meaning-rows.ts}. */
  readonly rows: Int8Array;
  /** Usual spelling by variant spelling. */
  readonly spellings: ReadonlyMap<string, string>;
}

/**
 * Creates the generator of entries, most popular first. All have the same keys in the same order, which packers read faster: an absent
 * field is undefined. It can be run once, and lets go of each word, as packed entries take the memory of 80 MB of words.
 */
export function createEntryWriter(input: EntryInput): () => Generator<EntryLine> {
  // The generator's closure must not hold `input`, which would keep the tables in memory.
  const { words, labels, relations, aliasesOf, examplesOf, spellings } = input;
  const names = words.map(({ word }) => word);
  const charRanks = rankByCodePoint(names);
  const kindOf = createKinds(input.tables);
  const kinds = words.map((word, rank) => kindOf(word, rank, labels[rank]!));
  const endRanks = rankByLineEnd(words, labels, kinds, input.tables);
  const standardOf = createStandards(input);
  const { definitions = [], tones = [] } = input.tables;
  const chineseDefinitions = new Map(
    definitions.map(({ value }) => [toHongKong(value.word), toHongKong(value.definition_zh)]),
  );
  const writtenSensesOf = createWrittenSenses(input);
  const toneByWord = new Map(tones.map(({ value }) => [toHongKong(value.word), value.tone]));
  const waiting: (GatheredWord | undefined)[] = words.slice();
  return function* entries() {
    for (const [rank, word] of waiting.entries()) {
      if (!word) throw new Error('The entries can be gone through once.');
      waiting[rank] = undefined;
      const { patch, glosses, popularity, readings, register } = word;
      const ownLabels = labels[rank]!;
      yield {
        char: word.word,
        rank,
        char_rank: charRanks[rank]!,
        end_rank: endRanks[rank]!,
        length: readings[0]!.code.length,
        pos: ownLabels.pos,
        reg: register,
        is_canto: register === '粵',
        kind: kinds[rank] === 'word' ? undefined : kinds[rank],
        tone: toneByWord.get(word.word),
        vulgar: word.vulgar,
        readings: [...readings],
        category: ownLabels.category,
        quality: ownLabels.verified ? 'verified' : 'generated',
        affect: {
          valence: ownLabels.valence ?? '中',
          emotion: ownLabels.emotion ?? NEUTRAL_EMOTION,
          themes: [...ownLabels.themes],
          themes_inferred: [...ownLabels.themesInferred],
        },
        also: furtherLabelsOf(ownLabels),
        aliases: [...aliasesOf(word.word)],
        frequency: frequencyOf(popularity),
        // What only a card shows comes last: a store that opens a build need not parse it (see the embedded store's index).
        definition: patch?.definition ?? shortDefinition(glosses),
        definition_zh: chineseDefinitions.get(word.word),
        examples: [...examplesOf(word)],
        standard: standardOf(word.word),
        variant_of: spellings.get(word.word),
        senses: writtenSensesOf(word.word, rank) ?? sensesOfGlosses({ names, labels, relations }, word, rank),
      };
    }
  };
}

/**
 * Further labels of a word: of each listed sense but the first those that the word does not have itself, then the other parts of speech.
 * Undefined if there are none.
 */
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
  const senseLabels = senses.slice(1).flatMap((sense) => {
    if (!sense.isListed) return [];
    const otherThemes = (sense.themes ?? []).filter((theme) => !themes.includes(theme));
    const hasOtherEmotion = sense.emotion && sense.emotion !== emotion;
    const hasOtherValence = sense.valence && sense.valence !== '中' && sense.valence !== valence;
    const hasOtherCategory = sense.category && category !== null && sense.category !== category;
    const affect = {
      ...(hasOtherEmotion ? { emotion: sense.emotion } : {}),
      ...(hasOtherValence ? { valence: sense.valence } : {}),
      ...(otherThemes.length > 0 ? { themes: otherThemes } : {}),
    };
    const labels = {
      ...(sense.pos === pos ? {} : { pos: sense.pos }),
      ...(hasOtherCategory ? { category: sense.category } : {}),
      ...(isFunctionWord ? {} : affect),
    };
    return Object.keys(labels).length > 0 ? [{ sense: sense.sense, ...labels }] : [];
  });
  const posOfSenses = new Set(senseLabels.map((labels) => labels.pos));
  const otherPos = posAlso.filter((other) => !posOfSenses.has(other));
  const also = [...senseLabels, ...otherPos.map((other) => ({ pos: other }))];
  return also.length > 0 ? also : undefined;
}

/**
 * Creates the look-up of a word's example phrases: an operator's; else those of its hand-written rows, then those of the table of examples,
 * in Hong Kong form, each once.
 */
export function createExamples({ examples }: HandWritten): (word: GatheredWord) => readonly string[] {
  const extraExamples = new Map<string, readonly string[]>();
  for (const { value } of examples) extraExamples.set(toHongKong(value.word), value.examples);
  return ({ word, hand, patch }) =>
    patch?.examples ?? [
      ...new Set([...hand.flatMap((row) => row.examples), ...(extraExamples.get(word) ?? [])].map(toHongKong)),
    ];
}

/** Creates the look-up of a word's equivalents in standard Chinese that the lexicon has; undefined if none. */
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

/**
 * Place of each of `words`, which are distinct, in code point order. Bytes of UTF-8 sort as code points do: as latin1 strings they need no
 * comparing function.
 */
function rankByCodePoint(words: readonly string[]): Uint32Array {
  const numberByBytes = new Map(words.map((word, number) => [Buffer.from(word).toString('latin1'), number]));
  const ranks = new Uint32Array(words.length);
  for (const [rank, bytes] of [...numberByBytes.keys()].sort().entries()) ranks[numberByBytes.get(bytes)!] = rank;
  return ranks;
}

/**
 * Creates the look-up of hand-written senses, each with those of its synonyms and antonyms that are relations of the word, and its cues;
 * undefined for a word without rows in the table of senses.
 */
function createWrittenSenses({ words, relations, tables, labels, rows: meanings, tokens }: EntryInput) {
  const names = words.map(({ word }) => word);
  const cuesOf = createSenseCues({ words: names, rows: meanings, tokens, partners: tables.partners });
  const rows = Map.groupBy(tables.senses, ({ value }) => toHongKong(value.word));
  return (word: string, number: number): SenseLine[] | undefined => {
    const senses = rows.get(word);
    if (!senses) return undefined;
    const related = { syn: new Set<string>(), ant: new Set<string>() };
    for (const edge of relations.of(number)) related[edge.type].add(names[edge.related]!);
    const lines = senses.map(({ value }, place) => senseLine(value, place, labels[number]!, related));
    const cues = cuesOf(word, lines);
    return lines.map(({ told, ...line }, i) => ({ ...line, told: { ...told!, cues: cues[i]! } }));
  };
}

/** Line of a hand-written sense without its cues. `told` has the fields that only such senses have, which are told apart by their ids. */
function senseLine(
  value: HandWritten['senses'][number]['value'],
  place: number,
  ownLabels: WordLabels,
  related: { readonly syn: ReadonlySet<string>; readonly ant: ReadonlySet<string> },
): SenseLine {
  const { pos } = value;
  const category = value.category || ownLabels.category;
  const { emotion, valence, themes } = ownLabels.senses[place]!;
  const relatedAmong = (type: 'syn' | 'ant', candidates: readonly string[]) =>
    [...new Set(candidates.map(toHongKong))].filter((other) => related[type].has(other));
  return {
    pos,
    category: contradicts({ pos, category }) ? null : category,
    definition: value.definition,
    synonyms: relatedAmong('syn', value.synonyms),
    told: {
      sense: value.sense,
      definition_zh: toHongKong(value.definition_zh),
      reg: value.reg,
      ...(value.jyutping === undefined ? {} : { jyutping: value.jyutping }),
      example: toHongKong(value.example),
      antonyms: relatedAmong('ant', value.antonyms),
      ...(emotion === undefined ? {} : { emotion: emotion ?? NEUTRAL_EMOTION }),
      ...(valence === undefined ? {} : { valence }),
      ...(themes === undefined ? {} : { themes: [...themes] }),
    },
  };
}

const MAX_SYNONYMS_PER_SENSE = 8;
const MAX_SENSES = 6;

type SenseLine = EntryLine['senses'][number];

/**
 * Senses made of glosses, at most {@link MAX_SENSES}: glosses of one part of speech and category make a sense, with the word's synonyms of
 * that category. Empty without glosses.
 */
function sensesOfGlosses(
  { relations, names, labels }: Pick<EntryInput, 'relations' | 'labels'> & { readonly names: readonly string[] },
  { glosses, hand }: GatheredWord,
  number: number,
): SenseLine[] {
  if (glosses.length === 0) return [];
  const ownLabels = labels[number]!;
  const hasOneHandRow = hand.length === 1;
  const groups: { pos: PartOfSpeech; category: string | null; glosses: string[] }[] = [];
  for (const [i, gloss] of glosses.entries()) {
    const glossCategory = hasOneHandRow ? null : ownLabels.glossCategories[i];
    const category = glossCategory ?? ownLabels.category;
    const pos = glossCategory ? posOfCategory(glossCategory) : ownLabels.pos;
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
      .map(({ related }) => names[related]!),
  }));
}
