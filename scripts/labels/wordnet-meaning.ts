import { posOfTag } from '../../indexer/compose/labels/part-of-speech.ts';
import type { GatheredWord } from '../../indexer/compose/types.ts';
import { LEXNAMES, type WordNet } from '../../indexer/sources/wordnet.ts';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import { type Candidate, type CandidateLimits, createRelationFinder } from '../relations/wordnet-candidates.ts';
import { labelsOf, type Seeds, spreadEmotions, spreadThemes } from './seed-spreading.ts';
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

/** Everything about meaning that WordNet can tell, for all words at once. */

export interface MeaningRequest {
  readonly words: readonly (GlossedWord & {
    /** Whether relations to it are generated: not to names and the rarest words. */
    readonly relatable: boolean;
  })[];
  readonly emotions: readonly Seeds[];
  readonly themes: readonly Seeds[];
  /** Pairs of curated synonyms. */
  readonly synonyms: readonly (readonly [word: string, other: string])[];
  /** Limits of candidates for relations; without them there are none. */
  readonly limits?: CandidateLimits;
}

export interface Meaning {
  readonly word: string;
  readonly pos: PartOfSpeech;
  readonly category: string;
  /** Category of each gloss, null where it has none; empty where none differs from the word's. */
  readonly glossCategories: readonly (string | null)[];
  readonly emotion: string | null;
  readonly themes: readonly string[];
}

export interface MeaningResult {
  readonly meanings: readonly Meaning[];
  readonly synonyms: readonly Candidate[];
  readonly antonyms: readonly Candidate[];
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
export function glossedWordOf({ word, hand, patch, name, tag, glosses, popularity, count }: GatheredWord) {
  if (glosses.length === 0) return [];
  const familiarity = Math.max(popularity, Math.log10(1 + count) * BOOK_COUNT_WEIGHT);
  const length = Array.from(word).length;
  // The commonest characters have so many senses that a shared gloss says little: only people relate them to others.
  const isPolysemous =
    length === 1 && (count > MIN_POLYSEMOUS_COUNT || hand.some((row) => row.freq === TOP_FREQUENCY_CLASS));
  const least = length === 1 ? MIN_CHARACTER_FAMILIARITY : MIN_FAMILIARITY;
  const isCommon = !name && familiarity > least && length <= MAX_RELATABLE_LENGTH;
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

export function computeMeanings(wordnet: WordNet, request: MeaningRequest): MeaningResult {
  const emotions = spreadEmotions(wordnet, request.emotions);
  const themes = spreadThemes(wordnet, request.themes);
  const meanings: Meaning[] = [];
  const linkable: LinkedWord[] = [];
  const preferenceOf = createPreferences(wordnet, request);
  for (const word of request.words) {
    const link = linkToWordNet(wordnet, word, preferenceOf(word.word));
    if (!link) {
      const category = headWordCategory(wordnet, word);
      if (category)
        meanings.push({
          word: word.word,
          pos: category[0],
          category: category[1],
          glossCategories: EMPTY,
          emotion: null,
          themes: EMPTY,
        });
      continue;
    }
    const linked = link.word;
    if (word.relatable) linkable.push(linked);
    const category = categoryOf(wordnet, linked);
    meanings.push({
      word: word.word,
      pos: linked.glossPos,
      category,
      glossCategories: glossCategories(wordnet, link, category),
      emotion: labelsOf(emotions, linked.synsets)[0]?.[0] ?? null,
      themes: labelsOf(themes, linked.synsets).map(([theme]) => theme),
    });
  }
  if (!request.limits) return { meanings, synonyms: [], antonyms: [] };
  const finder = createRelationFinder(wordnet, linkable, request.limits);
  return {
    meanings,
    synonyms: linkable.flatMap(finder.synonymsOf),
    antonyms: linkable.flatMap(finder.antonymsOf),
  };
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
