import type { WordNet } from '../../indexer/sources/wordnet.ts';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';

/** Links words to WordNet: finds the lemmas that a gloss names, and which of their senses are meant. */

/** A word with its glosses, before it is linked. */
export interface GlossedWord {
  readonly word: string;
  readonly glosses: readonly string[];
  /** The part of speech that the other sources give, if any. */
  readonly pos: PartOfSpeech | undefined;
  /** The hand-written category, if any: it tells which sense of a lemma is meant. */
  readonly category?: string | undefined;
  /** Popularity, about log10 of occurrences: 0 to 5.5. */
  readonly popularity: number;
}

export interface LinkedWord extends GlossedWord {
  /** WordNet's lemmas, by number, with the weight of the gloss they stand in; the best is 1. */
  readonly lemmas: ReadonlyMap<number, number>;
  /** Synsets with weights, heaviest first; the best is 1. */
  readonly synsets: ReadonlyMap<number, number>;
  /** The part of speech under which the word is compared to others. */
  readonly comparisonPos: PartOfSpeech;
  /** The part of speech of most of its lemmas, by weight. */
  readonly glossPos: PartOfSpeech;
}

/** A linked word and the lemmas of each of its glosses. */
export interface WordNetLink {
  readonly word: LinkedWord;
  readonly byGloss: readonly (readonly number[])[];
}

const PARENTHESES = /\([^)]*\)|\[[^\]]*\]/g;
const PLACEHOLDERS = /\b(sb|sth|one's|oneself|someone|something)\b/g;
const MINOR_SENSE = /\((literary|archaic|old|bound form|dialect|Tw|Taiwan|PRC)/;
const NOT_A_MEANING =
  /variant of|^see |^see also|surname |^abbr\.|^also written|^used in|CL:|^classifier|^radical|particle|Japanese|^erhua|^old (name|form)|^euphemis|idiom|^\(?(prefix|suffix)/i;
/** Words too general to compare by, and modal verbs, whose lemmas mean something else ("can" is a tin). */
const STOP_WORDS = new Set(
  'a an the of to in on for and or with be have do make get go become very not no one it that this can may will must might could should would shall ought need'.split(
    ' ',
  ),
);
const WORD_PAIR = /^\s*([a-z-]+) and ([a-z-]+)\s*$/;
const MAX_GLOSS_WORDS = 3;

/** A gloss without its labels and placeholders. */
export function plainGloss(gloss: string): string {
  return gloss
    .replace(PARENTHESES, ' ')
    .replace(PLACEHOLDERS, ' ')
    .replace(/[.!?"“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Endings of inflected forms by part of speech, each with what stands for it in the lemma. */
const ENDINGS: Record<PartOfSpeech, readonly string[]> = {
  n: ['ies y', 'es ', 's '],
  v: ['ing ', 'ing e', 'ied y', 'ed ', 'ed e', 's '],
  a: [],
  r: [],
};

/** The lemma of a word or phrase, inflected or not. */
export function lemmaOf(wordnet: WordNet, text: string, pos: PartOfSpeech): number | undefined {
  const key = (text.includes(' ') ? text.replaceAll(' ', '_') : text).toLowerCase();
  const known = wordnet.lemma(pos, key);
  if (known !== undefined) return known;
  for (const [ending, replacement] of ENDINGS[pos].map((pair) => pair.split(' ') as [string, string])) {
    const stem = key.endsWith(ending) ? wordnet.lemma(pos, key.slice(0, -ending.length) + replacement) : undefined;
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** Splits a gloss into pieces of one meaning each. "A and B" is split only where both are adjectives. */
function pieces(wordnet: WordNet, gloss: string): string[] {
  return gloss.split(/[;,]| or /).flatMap((piece) => {
    const pair = piece.includes(' and ') ? WORD_PAIR.exec(plainGloss(piece)) : null;
    const adjectives = pair && wordnet.lemma('a', pair[1]!) !== undefined && wordnet.lemma('a', pair[2]!) !== undefined;
    return adjectives ? [pair[1]!, pair[2]!] : [piece];
  });
}

const TO_BE = /^to (be )?(.+)/;
const ARTICLE = /^(?:a|an|the) (.+)/;
const CANDIDATE_POS: readonly PartOfSpeech[] = ['n', 'a', 'r', 'v'];

/** The parse of a piece, independent of the word that it glosses. */
interface ParsedPiece {
  /** Whether its wording shows the part of speech: "to" before verbs, an article before nouns. */
  readonly hasMarkedPos: boolean;
  /** A lemma for each part of speech that it may have. */
  readonly lemmas: readonly (readonly [PartOfSpeech, number])[];
}

const NO_LEMMAS: ParsedPiece = { hasMarkedPos: false, lemmas: [] };
/** Cached, because many glosses share pieces. */
const PARSED_PIECES = new WeakMap<WordNet, Map<string, ParsedPiece>>();

function parsePieceCached(wordnet: WordNet, piece: string): ParsedPiece {
  let known = PARSED_PIECES.get(wordnet);
  if (!known) PARSED_PIECES.set(wordnet, (known = new Map()));
  let parsed = known.get(piece);
  if (!parsed) known.set(piece, (parsed = parsePiece(wordnet, piece)));
  return parsed;
}

function parsePiece(wordnet: WordNet, piece: string): ParsedPiece {
  const text = plainGloss(piece);
  const [, toBe, verb] = TO_BE.exec(text) ?? [];
  const noun = verb === undefined ? ARTICLE.exec(text)?.[1] : undefined;
  const bare = verb ?? noun ?? text;
  if (bare === '' || STOP_WORDS.has(bare) || bare.split(' ').length > MAX_GLOSS_WORDS) return NO_LEMMAS;
  const marked =
    verb !== undefined ? [toBe ? ('a' as const) : ('v' as const)] : noun !== undefined ? ['n' as const] : [];
  const lemmas = (marked.length > 0 ? marked : CANDIDATE_POS).flatMap((pos): [PartOfSpeech, number][] => {
    const lemma = lemmaOf(wordnet, bare, pos);
    return lemma === undefined ? [] : [[pos, lemma]];
  });
  return { hasMarkedPos: marked.length > 0, lemmas };
}

/** The lemmas that one piece may mean. */
function lemmasOfPiece(wordnet: WordNet, piece: string, known: PartOfSpeech | undefined): number[] {
  const { hasMarkedPos, lemmas } = parsePieceCached(wordnet, piece);
  const likely = hasMarkedPos ? lemmas : likeliest(wordnet, lemmas, known);
  return likely.flatMap(([, lemma]) => (STOP_WORDS.has(wordnet.text(lemma)) ? [] : [lemma]));
}

function likeliest(
  wordnet: WordNet,
  possible: ParsedPiece['lemmas'],
  known: PartOfSpeech | undefined,
): ParsedPiece['lemmas'] {
  const withKnownPos = possible.find(([pos]) => pos === known);
  if (withKnownPos) return [withKnownPos];
  if (possible.length <= 1) return possible;
  const tagCount = (lemma: number) => wordnet.senses(lemma).reduce((sum, sense) => sum + sense.tagCount, 0);
  // A bare gloss is hardly ever a verb: verbs are written with "to".
  return possible
    .filter(([pos]) => pos !== 'v')
    .sort(([, a], [, b]) => tagCount(b) - tagCount(a))
    .slice(0, 1);
}

const MINOR_WEIGHT = 0.5;
const GLOSS_POSITION_DECAY = 0.5;

function weighLemmas(
  wordnet: WordNet,
  word: GlossedWord,
): { weights: Map<number, number>; byGloss: readonly number[][] } {
  const weights = new Map<number, number>();
  let index = 0;
  const byGloss = word.glosses.map((gloss) => {
    if (NOT_A_MEANING.test(gloss)) return [];
    return pieces(wordnet, gloss).flatMap((piece) => {
      const weight = (1 / (1 + GLOSS_POSITION_DECAY * index++)) * (MINOR_SENSE.test(gloss) ? MINOR_WEIGHT : 1);
      const lemmas = lemmasOfPiece(wordnet, piece, word.pos);
      for (const lemma of lemmas) weights.set(lemma, Math.max(weights.get(lemma) ?? 0, weight));
      return lemmas;
    });
  });
  return { weights, byGloss };
}

const HIERARCHY = new Set(['@', '~', '&', '+', '=']);
const MAX_SYNSETS = 6;
const MIN_SYNSET_SHARE = 0.3;

/** Factor for a sense's score, from other evidence about the word; 1 without any. */
export type Preference = (synset: number) => number;

const CATEGORY_FACTOR = 8;

/** Scores the senses of the lemmas by their frequency, and higher where several lemmas share a sense or are neighbours. */
function weighSynsets(
  wordnet: WordNet,
  lemmas: ReadonlyMap<number, number>,
  category: string | undefined,
  preference: Preference | undefined,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const [lemma, weight] of lemmas) {
    const senses = wordnet.senses(lemma);
    const total = senses.reduce((sum, sense) => sum + sense.tagCount + 0.5, 0);
    senses.forEach(({ synset, tagCount }, i) => {
      const likely = 0.6 * ((tagCount + 0.5) / total) + 0.4 * (1 / (1 + i) / Math.sqrt(senses.length));
      scores.set(synset, (scores.get(synset) ?? 0) + weight * likely);
    });
  }
  for (const [synset, score] of scores) {
    let sharedLemmas = 0;
    for (const lemma of wordnet.lemmas(synset)) if (lemmas.has(lemma)) sharedLemmas++;
    const hasNeighbour = wordnet
      .pointers(synset)
      .some((pointer) => HIERARCHY.has(pointer.sign[0]!) && scores.has(pointer.target));
    const categoryFactor = category !== undefined && wordnet.lexname(synset) === category ? CATEGORY_FACTOR : 1;
    const preferenceFactor = preference ? preference(synset) : 1;
    scores.set(
      synset,
      score * (1 + 0.8 * Math.max(0, sharedLemmas - 1)) * (hasNeighbour ? 1.5 : 1) * categoryFactor * preferenceFactor,
    );
  }
  const top = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_SYNSETS);
  const best = top[0]?.[1] ?? 1;
  return new Map(top.filter(([, score]) => score >= best * MIN_SYNSET_SHARE).map(([id, score]) => [id, score / best]));
}

function glossPartOfSpeech(wordnet: WordNet, lemmas: ReadonlyMap<number, number>): PartOfSpeech {
  const votes = new Map<PartOfSpeech, number>();
  for (const [lemma, weight] of lemmas) {
    const pos = wordnet.posOfLemma(lemma);
    votes.set(pos, (votes.get(pos) ?? 0) + weight);
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]![0];
}

/** Returns undefined if no gloss has a lemma in WordNet. */
export function linkToWordNet(wordnet: WordNet, word: GlossedWord, preference?: Preference): WordNetLink | undefined {
  const { weights, byGloss } = weighLemmas(wordnet, word);
  if (weights.size === 0) return undefined;
  const glossPos = glossPartOfSpeech(wordnet, weights);
  const synsets = weighSynsets(wordnet, weights, word.category, preference);
  const best = Math.max(...weights.values());
  const lemmas = new Map([...weights].map(([lemma, weight]) => [lemma, weight / best]));
  const known = word.pos;
  const comparisonPos = known && [...synsets.keys()].some((id) => wordnet.pos(id) === known) ? known : glossPos;
  return { word: { ...word, lemmas, synsets, comparisonPos, glossPos }, byGloss };
}

/** Curated synonyms share a sense, so they help to choose among the senses of a word. */

const SYNONYM_FACTOR = 3;
const MAX_SUPPORT = 2;
/** Weight of a synonym's sense that is only adjacent to this one. */
const NEIGHBOUR_WEIGHT = 0.4;
const NEIGHBOUR_POINTERS = new Set(['@', '~', '&', '+']);

/** Prefers senses that the word's synonyms have too. */
export function synonymPreference(wordnet: WordNet, synonyms: readonly LinkedWord[]): Preference {
  const support = new Map<number, number>();
  for (const { synsets } of synonyms)
    for (const [synset, weight] of synsets) support.set(synset, (support.get(synset) ?? 0) + weight);
  return (synset) => {
    let sum = support.get(synset) ?? 0;
    if (sum < MAX_SUPPORT)
      for (const { sign, target } of wordnet.pointers(synset))
        if (NEIGHBOUR_POINTERS.has(sign)) sum += NEIGHBOUR_WEIGHT * (support.get(target) ?? 0);
    return 1 + SYNONYM_FACTOR * Math.min(MAX_SUPPORT, sum);
  };
}
