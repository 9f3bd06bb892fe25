import { glossKeysOf } from '../../../src/lexicon/gloss-heads.ts';
import type { Candidate, GatheredWord, WordLabels } from '../types.ts';
import { stemsOf } from '../words/glosses.ts';
import type { Edge, RelationGraph } from './graph.ts';

/** Relations that follow from others. */

/** Scores of generated relations stay below those of curated ones. */
export const MAX_GENERATED_SCORE = 89;

/**
 * What follows from curated relations: two synonyms of one word in one sense are synonyms of each other, and the opposite
 * of a word is the opposite of its synonyms. It is not certain, so it is generated, and opposites need two such words: 飄落
 * and 飄動 have one opposite of a synonym in common by chance.
 */

/** Readers accept about half of them: as many as of the relation model's near tier, in its lower bands. */
const SYNONYM_OF_SYNONYM_SCORE = 42;
const OPPOSITE_OF_SYNONYM_SCORE = 56;

/** Whether two words may be of one sense: same part of speech and same category. */
export type SenseAgreement = (word: number, other: number) => boolean;

/** Words agree that have the same category, and where it is not known, the same part of speech. */
export function createSenseAgreement(
  words: readonly Pick<GatheredWord, 'hand'>[],
  labels: readonly Pick<WordLabels, 'category'>[],
): SenseAgreement {
  const kindOf = (number: number): string | undefined => labels[number]!.category ?? words[number]!.hand[0]?.pos;
  return (word, other) => {
    const [a, b] = [kindOf(word), kindOf(other)];
    return a === undefined || b === undefined || a === b;
  };
}

/** @param hasSenses a word of several senses says nothing of what its synonyms are to each other */
export function inferFromCurated(
  graph: RelationGraph,
  isSameSense: SenseAgreement,
  hasSenses: (word: string) => boolean,
): void {
  const found: Edge[] = [];
  const opposed = new Map<string, Edge>();
  const addOpposites = (word: number, opposite: number): void => {
    const key = word < opposite ? `${word} ${opposite}` : `${opposite} ${word}`;
    const edge = opposed.get(key);
    if (edge) found.push(edge);
    else opposed.set(key, generatedEdge(word, opposite, 'ant', OPPOSITE_OF_SYNONYM_SCORE, ''));
  };
  for (const word of graph.related()) {
    if (hasSenses(graph.wordOf(word))) continue;
    const edges = [...graph.of(word)].filter(({ source }) => source === 'curated');
    const synonyms = edges.filter(({ type }) => type === 'syn');
    const opposites = edges.filter(({ type }) => type === 'ant');
    for (const group of bySense(synonyms)) {
      for (const [i, a] of group.entries())
        for (const b of group.slice(i + 1))
          if (isSameSense(a.related, b.related))
            found.push(generatedEdge(a.related, b.related, 'syn', SYNONYM_OF_SYNONYM_SCORE, a.sense));
    }
    for (const { related: opposite } of opposites)
      for (const { related: synonym } of synonyms)
        if (isSameSense(word, synonym) && isSameSense(synonym, opposite)) addOpposites(synonym, opposite);
  }
  for (const edge of found) graph.add(edge, edge.score);
}

/** Synonyms by the sense that they were written down for; without a label, only where the word has no labelled ones. */
function bySense(synonyms: readonly Edge[]): Edge[][] {
  const groups = new Map<string, Edge[]>();
  for (const edge of synonyms) groups.set(edge.sense, [...(groups.get(edge.sense) ?? []), edge]);
  if (groups.size > 1) groups.delete('');
  return [...groups.values()];
}

function generatedEdge(word: number, related: number, type: Edge['type'], score: number, sense: string): Edge {
  return { word, related, type, source: 'generated', score, sense };
}

/**
 * A Cantonese word takes over the relations of the word of standard Chinese that means the same, but only those of the
 * sense in which it does: 嬲 is 生氣 (to get angry), and not 生氣 (vitality), whose synonym is 生機.
 */

/** The glosses of a word, by its number. */
export type GlossesOf = (word: number) => readonly string[];
/** Words with the standard equivalents through which they inherit. */
export type Standards = readonly (readonly [word: string, standard: string])[];

/**
 * What is inherited through a standard equivalent is a step further away. Readers accept inherited synonyms less often than those of
 * the relation model's strict tier, so the surest of them are where that tier begins; opposites bear the step.
 */
const INHERITANCE_FACTORS = { syn: 0.68, ant: 0.8 } as const;
/** A go-between is to be surer than what it speaks for. */
const MIN_GO_BETWEEN_SCORE = 62;
/** Words of glosses that say nothing of a sense. */
const GENERAL_STEMS = new Set(
  'get become make have do go come take give very up out down off over away about'.split(' '),
);
/**
 * Weaker relations of the standard equivalent are not passed on: a synonym that is only near, or follows from two others,
 * is too far away after one more step. Opposites bear it.
 */
const MIN_INHERITED_SCORES = { syn: 62, ant: 50 } as const;

export function addInherited(graph: RelationGraph, standards: Standards, glossesOf: GlossesOf): void {
  const inherited: Edge[] = [];
  for (const [heir, standard] of standards) {
    const word = graph.numberOf(heir);
    const from = graph.numberOf(standard);
    if (word === undefined || from === undefined) continue;
    const isMeant = createSenseTest(graph, word, from, glossesOf);
    for (const edge of graph.of(from)) {
      if (edge.score < MIN_INHERITED_SCORES[edge.type] || edge.related === word || !isMeant(edge)) continue;
      const score = Math.min(MAX_GENERATED_SCORE, Math.round(edge.score * INHERITANCE_FACTORS[edge.type]));
      inherited.push({ ...edge, word, source: 'generated', score });
    }
  }
  for (const edge of inherited) graph.add(edge, edge.score);
}

/** Whether a relation of the standard equivalent is of the sense in which the heir means the same. */
function createSenseTest(
  graph: RelationGraph,
  heir: number,
  standard: number,
  glossesOf: GlossesOf,
): (edge: Edge) => boolean {
  const heirStems = stemsOfAll(glossesOf(heir));
  const meanings = glossesOf(standard)
    .flatMap((gloss) => gloss.split(';'))
    .map(tellingStems);
  const meant = meanings.filter((stems) => shareAny(stems, heirStems));
  if (meanings.length < 2 || meant.length === meanings.length) return () => true;
  const meantStems = new Set([...meant.flat(), ...heirStems]);
  const otherStems = new Set(meanings.filter((stems) => !shareAny(stems, heirStems)).flat());
  return (edge) => {
    const stems = stemsOfAll(edge.sense === '' ? glossesOf(edge.related) : [edge.sense]);
    if (edge.type === 'syn' && shareAny(stems, meantStems)) return true;
    if (edge.source === 'curated' && edge.sense === '' && !shareAny(stems, otherStems)) return true;
    return hasGoBetween(graph, heir, standard, edge);
  };
}

/** Whether another synonym of the heir has the relation too. */
function hasGoBetween(graph: RelationGraph, heir: number, standard: number, { related, type }: Edge): boolean {
  for (const own of graph.of(heir))
    if (
      own.type === 'syn' &&
      own.score >= MIN_GO_BETWEEN_SCORE &&
      own.related !== standard &&
      graph.get(own.related, related)?.type === type
    )
      return true;
  return false;
}

function tellingStems(gloss: string): string[] {
  return stemsOf(gloss).filter((stem) => !GENERAL_STEMS.has(stem));
}

function stemsOfAll(glosses: readonly string[]): Set<string> {
  return new Set(glosses.flatMap(tellingStems));
}

function shareAny(stems: Iterable<string>, others: ReadonlySet<string>): boolean {
  for (const stem of stems) if (others.has(stem)) return true;
  return false;
}

/** Synonyms of words that the relation model has not seen and a person wrote, an operator above all: words with the same gloss. */

type Word = Pick<GatheredWord, 'word' | 'glosses' | 'hand' | 'patch'>;

const MAX_SYNONYMS = 8;
/** A gloss that more words share is too broad to make them synonyms. */
const MAX_SHARING_WORDS = 40;
const SCORE = { one: 44, several: 54 } as const;

/**
 * @param words in order of popularity
 * @param isJudged whether the relation model has seen a word
 * @param posOf the part of speech of a word by its number
 */
export function synonymsByGloss(
  words: readonly Word[],
  isJudged: (word: string) => boolean,
  posOf: (number: number) => string,
): Candidate[] {
  const isWritten = ({ hand, patch }: Word) => hand.length > 0 || patch !== undefined;
  const unjudged = words.map((word) => word.glosses.length > 0 && isWritten(word) && !isJudged(word.word));
  const keysOf = (number: number) => glossKeysOf(words[number]!.glosses.join('; '));
  const sharing = new Map<string, number[]>();
  for (const number of words.keys()) if (unjudged[number]) for (const key of keysOf(number)) sharing.set(key, []);
  if (sharing.size === 0) return [];
  for (const [number, word] of words.entries())
    if (isWritten(word) || isJudged(word.word)) for (const key of keysOf(number)) sharing.get(key)?.push(number);
  return words.flatMap(({ word }, number) => {
    if (!unjudged[number]) return [];
    const shared = new Map<number, number>();
    for (const key of keysOf(number)) {
      const others = sharing.get(key)!;
      if (others.length > MAX_SHARING_WORDS) continue;
      for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    return [...shared]
      .filter(([other]) => other !== number && posOf(other) === posOf(number))
      .sort(([a, keysOfA], [b, keysOfB]) => keysOfB - keysOfA || a - b)
      .slice(0, MAX_SYNONYMS)
      .map(([other, keys]) => ({ word, related: words[other]!.word, score: keys > 1 ? SCORE.several : SCORE.one }));
  });
}
