import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { NEUTRAL_EMOTION, type PartOfSpeech, type Valence } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { AffectRow, EmotionRow } from '../tables/schemas.ts';
import { standardEquivalents } from './curated.ts';
import type { GatheredWord } from './gather.ts';
import { shortDefinition } from './glosses.ts';
import type { Meaning } from './meaning.ts';
import { partOfCategory, partOfSpeech } from './part-of-speech.ts';
import type { Relations } from './relations.ts';
import { createThemeByCharacter } from './themes.ts';

export interface EntryInput {
  /** In order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly relations: Relations;
  readonly tables: HandWritten;
  readonly meanings: ReadonlyMap<string, Meaning>;
  aliasesOf(word: string): readonly string[];
}

/** What is decided of a word's meaning, before it is passed on to words that mean the same. */
interface Decided {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  readonly verified: boolean;
  readonly emotion: string | null;
  readonly valence: Valence | null;
  readonly themes: readonly string[];
}

/** Occurrences of all words in jieba's text. */
const CORPUS_SIZE = 60e6;

/** Answers what writes the entries, most popular first. */
export function createEntryWriter(input: EntryInput): () => Generator<EntryLine> {
  const { words, relations, tables } = input;
  const charRanks = rankByCodePoint(words.map(({ word }) => word));
  const decided = decideAll(input);
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
        definition: patch?.definition ?? shortDefinition(glosses),
        examples: patch?.examples ?? word.hand.flatMap((row) => row.examples),
        readings: [...readings],
        senses: sensesOf(input, word, own, rank, decided),
        category: own.category,
        quality: own.verified ? 'verified' : 'generated',
        affect: {
          valence: own.valence ?? '中',
          emotion: own.emotion ?? NEUTRAL_EMOTION,
          themes: [...own.themes],
          themes_inferred: inferredThemes(relations, decided, rank),
        },
        aliases: [...input.aliasesOf(word.word)],
        frequency: Math.max(0, Math.round(Math.log((10 ** popularity / CORPUS_SIZE) * 1e9) * 100)),
      };
    }
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

function decideAll({ words, tables, meanings }: EntryInput): Decided[] {
  const byHand = new Map(tables.affect.map(({ value }) => [toHongKong(value.word), value]));
  const emotions = new Map(tables.emotions.map(({ value }) => [value.emotion, value]));
  const themesByCharacter = createThemeByCharacter(tables.themes.map(({ value }) => value));
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  const decided = words.map((word): Decided => {
    const meaning = meanings.get(word.word);
    return decide(word, meaning, byHand.get(word.word), emotions, themesByCharacter(word.word));
  });
  for (const [heir, standard] of standardEquivalents(tables)) {
    const to = numbers.get(heir);
    const from = numbers.get(standard);
    if (to !== undefined && from !== undefined)
      decided[to] = inheritMeaning(decided[to]!, decided[from]!, byHand.get(heir));
  }
  return decided;
}

function decide(
  { hand: rows, tag, patch, glosses, readings }: GatheredWord,
  meaning: Meaning | undefined,
  hand: AffectRow | undefined,
  emotions: ReadonlyMap<string, EmotionRow>,
  characterThemes: readonly string[],
): Decided {
  const category = patch?.category ?? rows.find((row) => row.category !== '')?.category;
  const emotion = patch?.emotion ?? (hand ? hand.emotion || null : (meaning?.emotion ?? null));
  return {
    pos: partOfSpeech({
      hand: patch?.pos ?? rows[0]?.pos,
      tag,
      glosses,
      senses: meaning?.pos,
      length: readings[0]!.code.length,
    }),
    category: category ?? meaning?.category ?? null,
    verified: category !== undefined,
    emotion,
    valence:
      patch?.valence ??
      hand?.valence ??
      meaning?.valence ??
      (emotion === null ? null : (emotions.get(emotion)?.valence ?? null)),
    themes:
      hand && hand.themes.length > 0 ? hand.themes : [...new Set([...(meaning?.themes ?? []), ...characterThemes])],
  };
}

/** What a word lacks it takes from its standard equivalent; a person's own word on its feeling stays. */
function inheritMeaning(heir: Decided, standard: Decided, hand: AffectRow | undefined): Decided {
  return {
    pos: heir.pos,
    category: heir.category ?? standard.category,
    verified: heir.verified || (heir.category === null && standard.verified),
    emotion: hand ? heir.emotion : (standard.emotion ?? heir.emotion),
    valence: hand ? heir.valence : (standard.valence ?? heir.valence),
    themes: hand && hand.themes.length > 0 ? heir.themes : [...new Set([...heir.themes, ...standard.themes])],
  };
}

const INFERRED_SHARE = 0.5;
const LEAST_NEIGHBOURS = 2;

/** Themes that at least half of a word's synonyms, by their scores, are tagged with. */
function inferredThemes(relations: Relations, decided: readonly Decided[], word: number): string[] {
  const shares = new Map<string, { sum: number; words: number }>();
  let total = 0;
  for (const { related, type, score } of relations.of(word)) {
    if (type !== 'syn') continue;
    total += score;
    for (const theme of decided[related]!.themes) {
      const share = shares.get(theme) ?? { sum: 0, words: 0 };
      shares.set(theme, { sum: share.sum + score, words: share.words + 1 });
    }
  }
  const own = new Set(decided[word]!.themes);
  return [...shares]
    .filter(([theme, { sum, words }]) => !own.has(theme) && words >= LEAST_NEIGHBOURS && sum >= total * INFERRED_SHARE)
    .map(([theme]) => theme);
}

const SYNONYMS_PER_SENSE = 8;
const MOST_SENSES = 6;

type SenseLine = EntryLine['senses'][number];

/** Senses: neighbouring glosses of one category together, each with the word's synonyms of that category. */
function sensesOf(
  { relations, words, meanings }: EntryInput,
  word: GatheredWord,
  own: Decided,
  number: number,
  decided: readonly Decided[],
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
