import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { NEUTRAL_EMOTION, type PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { toHongKong } from '../sources/opencc.ts';
import { standardEquivalents } from './curated.ts';
import type { DecisionInput } from './decisions.ts';
import type { GatheredWord } from './gathered-word.ts';
import { shortDefinition } from './glosses.ts';
import { createThemeInference } from './inferred-themes.ts';
import { rankByLineEnd } from './line-ends.ts';
import { posOfCategory } from './part-of-speech.ts';
import { CORPUS_SIZE } from './popularity.ts';
import type { WordDecision } from './word-decision.ts';

export interface EntryInput extends DecisionInput {
  /** What is decided of each word. */
  readonly decisions: readonly WordDecision[];
  aliasesOf(word: string): readonly string[];
  /** Other spellings of words, with the usual one. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** Answers what writes the entries, most popular first. */
export function createEntryWriter(input: EntryInput): () => Generator<EntryLine> {
  const { words, relations, decisions } = input;
  const charRanks = rankByCodePoint(words.map(({ word }) => word));
  const endRanks = rankByLineEnd(words, decisions, input.tables);
  const inferThemes = createThemeInference({
    words: words.map(({ word }) => word),
    decisions,
    relations,
    themes: input.tables.themes.map(({ value }) => value),
  });
  const examplesOf = createExamples(input.tables);
  const otherWordsOf = createOtherWords(input);
  const chineseDefinitionOf = createChineseDefinitions(input.tables);
  return function* entries() {
    for (const [rank, word] of words.entries()) {
      const { patch, glosses, popularity, readings, register } = word;
      const decision = decisions[rank]!;
      yield {
        char: word.word,
        rank,
        char_rank: charRanks[rank]!,
        end_rank: endRanks[rank]!,
        length: readings[0]!.code.length,
        pos: decision.pos,
        reg: register,
        is_canto: register === '粵',
        vulgar: word.vulgar,
        readings: [...readings],
        category: decision.category,
        quality: decision.verified ? 'verified' : 'generated',
        affect: {
          valence: decision.valence ?? '中',
          emotion: decision.emotion ?? NEUTRAL_EMOTION,
          themes: [...decision.themes],
          themes_inferred: inferThemes(rank),
        },
        aliases: [...input.aliasesOf(word.word)],
        frequency: Math.max(0, Math.round(Math.log((10 ** popularity / CORPUS_SIZE) * 1e9) * 100)),
        // What only a card shows comes last: a store that opens a build need not parse it (see the embedded store's index).
        definition: patch?.definition ?? shortDefinition(glosses),
        ...chineseDefinitionOf(word.word),
        examples: patch?.examples ?? examplesOf(word),
        ...otherWordsOf(word.word),
        senses: sensesOf(input, word, decision, rank),
      };
    }
  };
}

/** What the word's own rows show first, then the phrases written for it apart, in the forms that the words have. */
function createExamples({ examples }: DecisionInput['tables']): (word: GatheredWord) => string[] {
  const extraExamples = new Map<string, readonly string[]>();
  for (const { value } of examples) extraExamples.set(toHongKong(value.word), value.examples);
  return ({ word, hand }) => [
    ...new Set([...hand.flatMap((row) => row.examples), ...(extraExamples.get(word) ?? [])].map(toHongKong)),
  ];
}

/** What a word means in Chinese, where somebody wrote it. */
function createChineseDefinitions({
  definitions,
}: DecisionInput['tables']): (word: string) => Pick<EntryLine, 'definition_zh'> {
  const written = new Map(
    (definitions ?? []).map(({ value }) => [toHongKong(value.word), toHongKong(value.definition_zh)]),
  );
  return (word) => {
    const definition = written.get(word);
    return definition === undefined ? {} : { definition_zh: definition };
  };
}

/** The words of written Chinese that say the same as a word, and its usual spelling, where the lexicon has them. */
function createOtherWords({
  words,
  tables,
  spellings,
}: EntryInput): (word: string) => Pick<EntryLine, 'standard' | 'variant_of'> {
  const isWord = new Set(words.map(({ word }) => word));
  const standards = Map.groupBy(standardEquivalents(tables), ([word]) => word);
  return (word) => {
    const standard = [...new Set((standards.get(word) ?? []).map(([, standard]) => standard))].filter(
      (other) => other !== word && isWord.has(other),
    );
    const usual = spellings.get(word);
    return {
      ...(standard.length > 0 ? { standard } : {}),
      ...(usual !== undefined ? { variant_of: usual } : {}),
    };
  };
}

function rankByCodePoint(words: readonly string[]): Uint32Array {
  const order = words.map((_, i) => i).sort((a, b) => compareCodePoints(words[a]!, words[b]!));
  const ranks = new Uint32Array(words.length);
  order.forEach((number, rank) => {
    ranks[number] = rank;
  });
  return ranks;
}

const MAX_SYNONYMS_PER_SENSE = 8;
const MAX_SENSES = 6;

type SenseLine = EntryLine['senses'][number];

/** Senses: neighbouring glosses of one category together, each with the word's synonyms of that category. */
function sensesOf(
  { relations, words, meanings, decisions }: EntryInput,
  word: GatheredWord,
  decision: WordDecision,
  number: number,
): SenseLine[] {
  const { glosses, hand } = word;
  if (glosses.length === 0) return [];
  const categories = meanings.get(word.word)?.glossCategories ?? [];
  const groups: { pos: PartOfSpeech; category: string | null; glosses: string[] }[] = [];
  for (const [i, gloss] of glosses.entries()) {
    const glossCategory = hand.length === 1 ? null : categories[i];
    const category = glossCategory ?? decision.category;
    const pos = glossCategory ? posOfCategory(glossCategory) : decision.pos;
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
      .filter(({ related }) => groups.length === 1 || decisions[related]!.category === group.category)
      .slice(0, MAX_SYNONYMS_PER_SENSE)
      .map(({ related }) => words[related]!.word),
  }));
}
