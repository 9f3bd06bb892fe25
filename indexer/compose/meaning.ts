import type { PartOfSpeech, Valence } from '../../src/lexicon/entry.ts';
import { LEXNAMES, type WordNet } from '../sources/wordnet.ts';
import { agreementWith } from './agreement.ts';
import {
  type Bridge,
  type BridgedWord,
  type BridgeWord,
  bridge,
  lemmaOf,
  type Preference,
  plainGloss,
} from './bridge.ts';
import { labelsOf, type Seeds, spreadEmotions, spreadThemes } from './feelings.ts';
import {
  type Candidate,
  type CandidateLimits,
  createRelationFinder,
  type PackedCandidates,
  packCandidates,
} from './synonyms.ts';
import { createValenceJudge } from './valence.ts';

/** Everything about meaning that WordNet can tell, for all words at once. Runs in a thread of its own. */

export interface MeaningQuestion {
  readonly words: readonly (BridgeWord & {
    /** Whether other words may be related to it: names and the rarest words are not. */
    readonly relatable: boolean;
    /** Whether the relation model has decided which words it is related to. */
    readonly judged?: boolean;
  })[];
  readonly emotions: readonly Seeds[];
  readonly themes: readonly Seeds[];
  /** Words that people call synonyms of each other. */
  readonly synonyms: readonly (readonly [word: string, other: string])[];
  /** Which relations to look for; by default those that may be offered on WordNet's word alone. */
  readonly limits?: CandidateLimits;
}

export interface Meaning {
  readonly word: string;
  readonly pos: PartOfSpeech;
  readonly category: string;
  /** Category of each gloss by itself, null where it has none; empty where none differs from the word's. */
  readonly glossCategories: readonly (string | null)[];
  readonly emotion: string | null;
  readonly themes: readonly string[];
  readonly valence: Valence | null;
}

export interface RelationCandidates {
  readonly synonyms: PackedCandidates;
  readonly antonyms: PackedCandidates;
}

export interface MeaningAnswer extends RelationCandidates {
  readonly meanings: readonly Meaning[];
}

/** `onMeanings` hears of the meanings before the relations are looked for, which takes longer. */
export function answerMeaning(
  wordnet: WordNet,
  valences: ReadonlyMap<string, number>,
  question: MeaningQuestion,
  onMeanings?: (meanings: readonly Meaning[]) => void,
): MeaningAnswer {
  const emotions = spreadEmotions(wordnet, question.emotions);
  const themes = spreadThemes(wordnet, question.themes);
  const judge = createValenceJudge(wordnet, valences);
  const meanings: Meaning[] = [];
  const pool: BridgedWord[] = [];
  /** Relations hold both ways, so those of the words that nobody has judged are all that is missing. */
  const unjudged: BridgedWord[] = [];
  const preferenceOf = createPreferences(wordnet, question);
  for (const word of question.words) {
    const found = bridge(wordnet, word, preferenceOf(word.word));
    if (!found) {
      const category = headWordCategory(wordnet, word);
      if (category)
        meanings.push({
          word: word.word,
          pos: category[0],
          category: category[1],
          glossCategories: NONE,
          emotion: null,
          themes: NONE,
          valence: null,
        });
      continue;
    }
    const bridged = found.word;
    if (word.relatable) {
      pool.push(bridged);
      if (!word.judged) unjudged.push(bridged);
    }
    const category = categoryOf(wordnet, bridged);
    meanings.push({
      word: word.word,
      pos: bridged.glossPos,
      category,
      glossCategories: glossCategories(wordnet, found, category),
      emotion: labelsOf(emotions, bridged.synsets)[0]?.[0] ?? null,
      themes: labelsOf(themes, bridged.synsets).map(([theme]) => theme),
      valence: judge(bridged) ?? null,
    });
  }
  onMeanings?.(meanings);
  const finder = createRelationFinder(wordnet, pool, question.limits);
  const places = new Map(question.words.map(({ word }, i) => [word, i]));
  return {
    meanings,
    synonyms: packCandidates(candidatesOf(unjudged, finder.synonymsOf), places),
    antonyms: packCandidates(candidatesOf(unjudged, finder.antonymsOf), places),
  };
}

const NONE: readonly never[] = [];

function* candidatesOf(pool: readonly BridgedWord[], find: (word: BridgedWord) => Candidate[]): Generator<Candidate> {
  for (const word of pool) yield* find(word);
}

/** For each word that people call a synonym of others: which senses those others speak for. */
function createPreferences(
  wordnet: WordNet,
  { words, synonyms }: MeaningQuestion,
): (word: string) => Preference | undefined {
  const involved = new Set(synonyms.flat());
  const bridged = new Map<string, BridgedWord>();
  for (const word of words) {
    const found = involved.has(word.word) ? bridge(wordnet, word) : undefined;
    if (found) bridged.set(word.word, found.word);
  }
  const synonymsOf = new Map<string, BridgedWord[]>();
  const add = (word: string, other: string): void => {
    const found = bridged.get(other);
    if (!found) return;
    const known = synonymsOf.get(word);
    if (known) known.push(found);
    else synonymsOf.set(word, [found]);
  };
  for (const [word, other] of synonyms) {
    add(word, other);
    add(other, word);
  }
  return (word) => {
    const others = synonymsOf.get(word);
    return others && agreementWith(wordnet, others);
  };
}

function categoryOf(wordnet: WordNet, { synsets, comparedAs }: Pick<BridgedWord, 'synsets' | 'comparedAs'>): string {
  const ids = [...synsets.keys()];
  return topicOf(wordnet, ids.find((id) => wordnet.pos(id) === comparedAs) ?? ids[0]!);
}

const UNIQUE_BEGINNERS = 'noun.Tops';

/** The category of a synset. WordNet keeps the words that topics are named by apart: its "food" is no noun.food, here it is. */
function topicOf(wordnet: WordNet, synset: number): string {
  const lexname = wordnet.lexname(synset);
  if (lexname !== UNIQUE_BEGINNERS) return lexname;
  const names = wordnet.lemmas(synset).map((lemma) => `noun.${lemma < 0 ? '' : wordnet.text(lemma)}`);
  return names.find((name) => LEXNAMES.includes(name)) ?? lexname;
}

function glossCategories(wordnet: WordNet, found: Bridge, category: string): readonly (string | null)[] {
  if (found.byGloss.length < 2) return NONE;
  const categories = found.byGloss.map((_, i) => categoryOfGloss(wordnet, found, i));
  return categories.every((own) => own === null || own === category) ? NONE : categories;
}

/** The category of one gloss: of the heaviest of the word's senses that the gloss may mean, else of its lemma's first sense. */
function categoryOfGloss(wordnet: WordNet, { word, byGloss }: Bridge, gloss: number): string | null {
  let best: number | undefined;
  let weight = -1;
  for (const lemma of byGloss[gloss]!) {
    for (const { synset } of wordnet.senses(lemma)) {
      const own = word.synsets.get(synset) ?? 0;
      if (own <= weight) continue;
      weight = own;
      best = synset;
    }
  }
  if (best !== undefined) return topicOf(wordnet, best);
  return headWordCategory(wordnet, { glosses: [word.glosses[gloss]!] })?.[1] ?? null;
}

const MODIFIER =
  / (?:of|in|for|with|on|from|at|that|who|which|to|by|used|made|eaten|drunk|worn|played|sung|grown|found|sold|kept|under|between|as|where|when) .*/;

/** The category of the head of a longer gloss: "type of fish eaten raw" is an animal, "to walk about" a motion. */
export function headWordCategory(
  wordnet: WordNet,
  word: Pick<BridgeWord, 'glosses'>,
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
