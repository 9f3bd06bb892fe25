import { posOfTag } from '../../indexer/compose/labels/part-of-speech.ts';
import type { GatheredWord } from '../../indexer/compose/types.ts';
import { LEXNAMES, type WordNet } from '../../indexer/sources/wordnet.ts';
import type { ThemeRow } from '../../indexer/tables/hand-written.ts';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import {
  type GlossedWord,
  type LinkedWord,
  lemmaOf,
  linkToWordNet,
  type Preference,
  plainGloss,
  synonymPreference,
  type WordNetLink,
} from './wordnet-link.ts';

/** What WordNet says of words by their glosses: part of speech, category, themes. */

export interface MeaningRequest {
  readonly words: readonly GlossedWord[];
  readonly themes: readonly Pick<ThemeRow, 'theme' | 'seeds'>[];
  /** Pairs of curated synonyms. */
  readonly synonyms: readonly (readonly [word: string, other: string])[];
}

export interface Meaning {
  readonly pos: PartOfSpeech;
  readonly category: string;
  /** Category of each gloss, null where it has none; empty where none differs from the word's. */
  readonly glossCategories: readonly (string | null)[];
  readonly themes: readonly string[];
}

/** Frequency class of the commonest few hundred words. */
const TOP_FREQUENCY_CLASS = 5;
/** Occurrences in jieba's dictionary beyond which a single character is among the commonest. */
const MIN_POLYSEMOUS_COUNT = 100_000;
const MIN_FAMILIARITY = 0.5;
/** Rare characters have one English word of a dictionary and no use in lyrics: 澒 is "vast". */
const MIN_CHARACTER_FAMILIARITY = 1.4;
const MAX_RELATABLE_LENGTH = 4;
/** Occurrences in books count for less than popularity, which examples and songs have raised. */
const BOOK_COUNT_WEIGHT = 0.85;

/** The word as it is linked to WordNet; an empty list when it has no gloss. */
export function glossedWordOf({ word, hand, patch, isNameOnly, tag, glosses, popularity, count }: GatheredWord) {
  if (glosses.length === 0) return [];
  const familiarity = Math.max(popularity, Math.log10(1 + count) * BOOK_COUNT_WEIGHT);
  const length = Array.from(word).length;
  // The commonest characters have so many senses that a shared gloss says little: only people relate them to others.
  const isPolysemous =
    length === 1 && (count > MIN_POLYSEMOUS_COUNT || hand.some((row) => row.freq === TOP_FREQUENCY_CLASS));
  const least = length === 1 ? MIN_CHARACTER_FAMILIARITY : MIN_FAMILIARITY;
  const isCommon = !isNameOnly && familiarity > least && length <= MAX_RELATABLE_LENGTH;
  return [
    {
      word,
      glosses,
      pos: patch?.pos ?? hand[0]?.pos ?? posOfTag(tag),
      category: patch?.category ?? hand.find((row) => row.category !== '')?.category,
      popularity: familiarity,
      relatable: !isPolysemous && (hand.length > 0 || patch !== undefined || isCommon),
    },
  ];
}

/** Meanings of the words that WordNet knows, and the words as they are linked to it. */
export function computeMeanings(wordnet: WordNet, request: MeaningRequest) {
  const themesOf = createThemes(wordnet, request.themes);
  const meanings = new Map<string, Meaning>();
  const linked: LinkedWord[] = [];
  const preferenceOf = createPreferences(wordnet, request);
  for (const glossed of request.words) {
    const { word } = glossed;
    const link = linkToWordNet(wordnet, glossed, preferenceOf(word));
    if (link) {
      linked.push(link.word);
      const category = categoryOf(wordnet, link.word);
      meanings.set(word, {
        pos: link.word.glossPos,
        category,
        glossCategories: glossCategories(wordnet, link, category),
        themes: themesOf(link.word.synsets),
      });
    } else {
      const head = headWordCategory(wordnet, glossed);
      if (head) meanings.set(word, { pos: head[0], category: head[1], glossCategories: EMPTY, themes: EMPTY });
    }
  }
  return { meanings, linked };
}

const EMPTY: readonly never[] = [];

/** For each word with curated synonyms: a preference for the senses that it shares with them. */
function createPreferences(
  wordnet: WordNet,
  { words, synonyms }: MeaningRequest,
): (word: string) => Preference | undefined {
  const involved = new Set(synonyms.flat());
  const linked = new Map<string, LinkedWord>();
  for (const word of words) {
    const link = involved.has(word.word) ? linkToWordNet(wordnet, word) : undefined;
    if (link) linked.set(word.word, link.word);
  }
  const synonymsOf = new Map<string, LinkedWord[]>();
  const add = (word: string, other: string): void => {
    const link = linked.get(other);
    if (!link) return;
    const known = synonymsOf.get(word);
    if (known) known.push(link);
    else synonymsOf.set(word, [link]);
  };
  for (const [word, other] of synonyms) {
    add(word, other);
    add(other, word);
  }
  return (word) => {
    const others = synonymsOf.get(word);
    return others && synonymPreference(wordnet, others);
  };
}

function categoryOf(
  wordnet: WordNet,
  { synsets, comparisonPos }: Pick<LinkedWord, 'synsets' | 'comparisonPos'>,
): string {
  const ids = [...synsets.keys()];
  return topicOf(wordnet, ids.find((id) => wordnet.pos(id) === comparisonPos) ?? ids[0]!);
}

const UNIQUE_BEGINNERS = 'noun.Tops';

/** The category of a synset. Synsets of `noun.Tops` name categories: "food" itself is in noun.Tops, and becomes noun.food. */
function topicOf(wordnet: WordNet, synset: number): string {
  const lexname = wordnet.lexname(synset);
  if (lexname !== UNIQUE_BEGINNERS) return lexname;
  const names = wordnet.lemmas(synset).map((lemma) => `noun.${lemma < 0 ? '' : wordnet.text(lemma)}`);
  return names.find((name) => LEXNAMES.includes(name)) ?? lexname;
}

function glossCategories(wordnet: WordNet, link: WordNetLink, category: string): readonly (string | null)[] {
  if (link.byGloss.length < 2) return EMPTY;
  const categories = link.byGloss.map((_, i) => categoryOfGloss(wordnet, link, i));
  return categories.every((synsetWeight) => synsetWeight === null || synsetWeight === category) ? EMPTY : categories;
}

/** The category of one gloss: that of the word's heaviest sense among the gloss's lemmas, else of the first lemma's first sense. */
function categoryOfGloss(wordnet: WordNet, { word, byGloss }: WordNetLink, gloss: number): string | null {
  let best: number | undefined;
  let weight = -1;
  for (const lemma of byGloss[gloss]!) {
    for (const { synset } of wordnet.senses(lemma)) {
      const synsetWeight = word.synsets.get(synset) ?? 0;
      if (synsetWeight <= weight) continue;
      weight = synsetWeight;
      best = synset;
    }
  }
  if (best !== undefined) return topicOf(wordnet, best);
  return headWordCategory(wordnet, { glosses: [word.glosses[gloss]!] })?.[1] ?? null;
}

const MODIFIER =
  / (?:of|in|for|with|on|from|at|that|who|which|to|by|used|made|eaten|drunk|worn|played|sung|grown|found|sold|kept|under|between|as|where|when) .*/;

/** The category of the head of a phrase: "type of fish eaten raw" is noun.animal, "to walk about" verb.motion. */
export function headWordCategory(
  wordnet: WordNet,
  word: Pick<GlossedWord, 'glosses'>,
): [PartOfSpeech, string] | undefined {
  for (const gloss of word.glosses) {
    const text = plainGloss(gloss.split(/[;,]/)[0]!);
    const verb = /^to (?:be )?(\S+)/.exec(text);
    const pos = verb ? 'v' : 'n';
    const head = verb
      ? verb[1]!
      : text
          .replace(/^(?:a |an |the )?(?:type|kind|sort|species|variety|piece|set|group) of /, '')
          .replace(MODIFIER, '')
          .split(' ')
          .at(-1)!;
    const lemma = head ? lemmaOf(wordnet, head, pos) : undefined;
    if (lemma !== undefined) return [pos, topicOf(wordnet, wordnet.senses(lemma)[0]!.synset)];
  }
  return undefined;
}

/** Factors by which a theme weakens along a pointer: hyponyms, instances, similar adjectives, members of a field. */
const THEME_FACTORS: Readonly<Record<string, number>> = { '~': 0.9, '~i': 0.6, '&': 0.8, '-c': 0.5 };
const MIN_STRENGTH = 0.5;
/** Steps from the seed. Verbs one only, because their hyponym trees are broad (travel). */
const MAX_STEPS = { noun: 3, other: 1 };
/** Least share of a word's senses, by weight, that must have a theme. */
const MIN_THEME_SHARE = 0.6;

/** How strongly a synset has each theme, 0 to 1. */
type ThemeStrengths = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Label propagation: spreads each theme from the first sense of its seed lemmas over WordNet's pointers. */
function spreadThemes(wordnet: WordNet, themes: MeaningRequest['themes']): ThemeStrengths {
  const strengths = new Map<number, Map<string, number>>();
  const raise = (synset: number, theme: string, strength: number): boolean => {
    const ofSynset = strengths.get(synset) ?? new Map<string, number>();
    if ((ofSynset.get(theme) ?? 0) >= strength) return false;
    strengths.set(synset, ofSynset.set(theme, strength));
    return true;
  };
  for (const { theme, seeds } of themes)
    for (const seed of seeds) {
      const pos = seed[0] as PartOfSpeech;
      const lemma = wordnet.lemma(pos, seed.slice(2));
      const start = lemma === undefined ? undefined : wordnet.senses(lemma)[0]?.synset;
      if (start === undefined) continue;
      raise(start, theme, 1);
      let reached = [{ synset: start, strength: 1 }];
      for (let step = 0; step < (pos === 'n' ? MAX_STEPS.noun : MAX_STEPS.other); step++)
        reached = reached.flatMap(({ synset, strength }) =>
          wordnet.pointers(synset).flatMap(({ sign, target }) => {
            const next = { synset: target, strength: strength * (THEME_FACTORS[sign] ?? 0) };
            return next.strength >= MIN_STRENGTH && raise(target, theme, next.strength) ? [next] : [];
          }),
        );
    }
  return strengths;
}

/** Creates the look-up of a word's themes by its weighted synsets, the theme with the greatest share of them first. */
function createThemes(wordnet: WordNet, themes: MeaningRequest['themes']) {
  const strengths = spreadThemes(wordnet, themes);
  return (synsets: ReadonlyMap<number, number>): string[] => {
    const sums = new Map<string, number>();
    let total = 0;
    for (const [synset, weight] of synsets) {
      total += weight;
      for (const [theme, strength] of strengths.get(synset) ?? [])
        sums.set(theme, (sums.get(theme) ?? 0) + weight * strength);
    }
    return [...sums]
      .filter(([, sum]) => sum / total >= MIN_THEME_SHARE)
      .sort(([a, sumOfA], [b, sumOfB]) => sumOfB / total - sumOfA / total || (a < b ? -1 : 1))
      .map(([theme]) => theme);
  };
}
