import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { NEUTRAL_EMOTION, type PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { Decided } from './decided.ts';
import type { DecisionInput } from './decisions.ts';
import type { GatheredWord } from './gathered-word.ts';
import { shortDefinition } from './glosses.ts';
import { createThemeInference } from './inferred-themes.ts';
import { partOfCategory } from './part-of-speech.ts';

export interface EntryInput extends DecisionInput {
  /** What is decided of each word. */
  readonly decided: readonly Decided[];
  aliasesOf(word: string): readonly string[];
}

/** Occurrences of all words in jieba's text. */
const CORPUS_SIZE = 60e6;

/** Answers what writes the entries, most popular first. */
export function createEntryWriter(input: EntryInput): () => Generator<EntryLine> {
  const { words, relations, decided } = input;
  const charRanks = rankByCodePoint(words.map(({ word }) => word));
  const inferThemes = createThemeInference({
    words: words.map(({ word }) => word),
    decided,
    relations,
    themes: input.tables.themes.map(({ value }) => value),
  });
  const examplesOf = createExamples(input.tables);
  return function* entries() {
    for (const [rank, word] of words.entries()) {
      const { patch, glosses, popularity, readings, register } = word;
      const own = decided[rank]!;
      yield {
        char: word.word,
        rank,
        char_rank: charRanks[rank]!,
        length: readings[0]!.code.length,
        pos: own.pos,
        reg: register,
        is_canto: register === '粵',
        vulgar: word.vulgar,
        readings: [...readings],
        category: own.category,
        quality: own.verified ? 'verified' : 'generated',
        affect: {
          valence: own.valence ?? '中',
          emotion: own.emotion ?? NEUTRAL_EMOTION,
          themes: [...own.themes],
          themes_inferred: inferThemes(rank),
        },
        aliases: [...input.aliasesOf(word.word)],
        frequency: Math.max(0, Math.round(Math.log((10 ** popularity / CORPUS_SIZE) * 1e9) * 100)),
        // What only a card shows comes last: a store that opens a build need not parse it (see the embedded store's index).
        definition: patch?.definition ?? shortDefinition(glosses),
        examples: patch?.examples ?? examplesOf(word),
        senses: sensesOf(input, word, own, rank),
      };
    }
  };
}

/** What the word's own rows show first, then the phrases written for it apart, in the forms that the words have. */
function createExamples({ examples }: DecisionInput['tables']): (word: GatheredWord) => string[] {
  const apart = new Map<string, readonly string[]>();
  for (const { value } of examples) apart.set(toHongKong(value.word), value.examples);
  return ({ word, hand }) => [
    ...new Set([...hand.flatMap((row) => row.examples), ...(apart.get(word) ?? [])].map(toHongKong)),
  ];
}

function rankByCodePoint(words: readonly string[]): Uint32Array {
  const order = words.map((_, i) => i).sort((a, b) => compareCodePoints(words[a]!, words[b]!));
  const ranks = new Uint32Array(words.length);
  order.forEach((number, rank) => {
    ranks[number] = rank;
  });
  return ranks;
}

const SYNONYMS_PER_SENSE = 8;
const MOST_SENSES = 6;

type SenseLine = EntryLine['senses'][number];

/** Senses: neighbouring glosses of one category together, each with the word's synonyms of that category. */
function sensesOf(
  { relations, words, meanings, decided }: EntryInput,
  word: GatheredWord,
  own: Decided,
  number: number,
): SenseLine[] {
  const { glosses, hand } = word;
  if (glosses.length === 0) return [];
  const categories = meanings.get(word.word)?.glossCategories ?? [];
  const groups: { pos: PartOfSpeech; category: string | null; glosses: string[] }[] = [];
  for (const [i, gloss] of glosses.entries()) {
    const known = hand.length === 1 ? null : categories[i];
    const category = known ?? own.category;
    const pos = known ? partOfCategory(known) : own.pos;
    const group = groups.find((other) => other.pos === pos && other.category === category);
    if (group) group.glosses.push(gloss);
    else if (groups.length < MOST_SENSES) groups.push({ pos, category, glosses: [gloss] });
  }
  const synonyms = relations.of(number).filter(({ type }) => type === 'syn');
  return groups.map((group) => ({
    pos: group.pos,
    category: group.category,
    definition: shortDefinition(group.glosses),
    synonyms: synonyms
      .filter(({ related }) => groups.length === 1 || decided[related]!.category === group.category)
      .slice(0, SYNONYMS_PER_SENSE)
      .map(({ related }) => words[related]!.word),
  }));
}
