import type { GatheredWord, WordLabels } from '../types.ts';
import { stemsOf } from '../words/glosses.ts';
import type { Edge, RelationGraph } from './graph.ts';

/** Relations inferred from other relations: of the curated ones, and those of a word's standard equivalent. */

/** Greatest score of generated relations, below all scores of curated ones. */
export const MAX_GENERATED_SCORE = 89;

/**
 * Inference from curated relations: two synonyms of one word in one sense are synonyms of each other, and the opposite of a word is the
 * opposite of its synonyms. It is uncertain, so such relations are `generated`, and an opposite must follow from two words: 飄落 and 飄動
 * have one opposite of a synonym in common by chance.
 */

/** Readers accept about half of both kinds: as many as of the relation model's near tier, in its lower bands. */
const SYNONYM_OF_SYNONYM_SCORE = 42;
const OPPOSITE_OF_SYNONYM_SCORE = 56;

/** Whether two words, given by number, may be of one sense. */
export type SenseAgreement = (word: number, other: number) => boolean;

/**
 * Creates the test: words agree if their categories are equal. Where a category is not known, the part of speech of the word's first
 * hand-written row stands for it; a word without either agrees with all.
 */
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

/**
 * Adds what follows from the curated relations in `graph`.
 * @param hasSenses words whose senses have relations of their own: nothing is inferred from those of the word
 */
export function inferFromCurated(
  graph: RelationGraph,
  isSameSense: SenseAgreement,
  hasSenses: (word: string) => boolean,
): void {
  const inferred: Edge[] = [];
  const onceInferred = new Map<string, Edge>();
  const inferOpposites = (word: number, opposite: number): void => {
    const pairKey = word < opposite ? `${word} ${opposite}` : `${opposite} ${word}`;
    const firstEdge = onceInferred.get(pairKey);
    if (firstEdge) inferred.push(firstEdge);
    else onceInferred.set(pairKey, generatedEdge(word, opposite, 'ant', OPPOSITE_OF_SYNONYM_SCORE, ''));
  };
  for (const word of graph.wordsWithEdges()) {
    if (hasSenses(graph.wordOf(word))) continue;
    const edges = [...graph.edgesOf(word)].filter(({ source }) => source === 'curated');
    const synonyms = edges.filter(({ type }) => type === 'syn');
    const opposites = edges.filter(({ type }) => type === 'ant');
    for (const group of bySense(synonyms)) {
      for (const [i, a] of group.entries())
        for (const b of group.slice(i + 1))
          if (isSameSense(a.related, b.related))
            inferred.push(generatedEdge(a.related, b.related, 'syn', SYNONYM_OF_SYNONYM_SCORE, a.sense));
    }
    for (const { related: opposite } of opposites)
      for (const { related: synonym } of synonyms)
        if (isSameSense(word, synonym) && isSameSense(synonym, opposite)) inferOpposites(synonym, opposite);
  }
  for (const edge of inferred) graph.add(edge, edge.score);
}

/** Synonyms grouped by the sense that they were written for. Those without a sense are dropped if others have one. */
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
 * Inheritance: a Cantonese word (the heir) gets the relations of its standard equivalent, but only those of the sense in which both mean the
 * same: 嬲 is 生氣 (to get angry), and not 生氣 (vitality), whose synonym is 生機.
 */

/** Looks up the English glosses of a word by its number. */
export type GlossesOf = (word: number) => readonly string[];
/** Pairs of an heir and its standard equivalent. */
export type Standards = readonly (readonly [word: string, standard: string])[];

/**
 * Factors of an inherited relation's score. Readers accept inherited synonyms less often than those of the relation model's strict tier, so
 * the surest of them are where that tier begins (62); opposites lose less by the step.
 */
const INHERITANCE_FACTORS = { syn: 0.68, ant: 0.8 } as const;
/** Least score of the heir's synonym that may confirm an inherited relation, see {@link hasGoBetween}. */
const MIN_GO_BETWEEN_SCORE = 62;
/** Stems of glosses that tell no senses apart. */
const GENERAL_STEMS = new Set(
  'get become make have do go come take give very up out down off over away about'.split(' '),
);
/**
 * Least scores of relations of the standard equivalent that are inherited: a synonym that is only near, or inferred itself, is too far away
 * after one more step; opposites are not.
 */
const MIN_INHERITED_SCORES = { syn: 62, ant: 50 } as const;

/** Adds the inherited relations of all heirs, computed from the graph as it was before. */
export function addInherited(graph: RelationGraph, standards: Standards, glossesOf: GlossesOf): void {
  const inherited: Edge[] = [];
  for (const [heir, standard] of standards) {
    const word = graph.numberOf(heir);
    const equivalent = graph.numberOf(standard);
    if (word === undefined || equivalent === undefined) continue;
    const isOfSharedSense = createSenseTest(graph, word, equivalent, glossesOf);
    for (const edge of graph.edgesOf(equivalent)) {
      if (edge.related === word || edge.score < MIN_INHERITED_SCORES[edge.type] || !isOfSharedSense(edge)) continue;
      const score = Math.min(MAX_GENERATED_SCORE, Math.round(edge.score * INHERITANCE_FACTORS[edge.type]));
      inherited.push({ ...edge, word, source: 'generated', score });
    }
  }
  for (const edge of inherited) graph.add(edge, edge.score);
}

/** Creates the test whether a relation of the standard equivalent is of a sense that the heir shares, by the stems of glosses. */
function createSenseTest(
  graph: RelationGraph,
  heir: number,
  standard: number,
  glossesOf: GlossesOf,
): (edge: Edge) => boolean {
  const heirStems = stemsOfAll(glossesOf(heir));
  const meanings = glossesOf(standard)
    .flatMap((gloss) => gloss.split(';'))
    .map(specificStems);
  const sharedMeanings = meanings.filter((stems) => hasAny(heirStems, stems));
  if (meanings.length < 2 || sharedMeanings.length === meanings.length) return () => true;
  const sharedStems = new Set([...sharedMeanings.flat(), ...heirStems]);
  const otherStems = new Set(meanings.filter((stems) => !hasAny(heirStems, stems)).flat());
  return (edge) => {
    const hasSense = edge.sense !== '';
    const stems = stemsOfAll(hasSense ? [edge.sense] : glossesOf(edge.related));
    if (edge.type === 'syn' && hasAny(sharedStems, stems)) return true;
    if (edge.source === 'curated' && !hasSense && !hasAny(otherStems, stems)) return true;
    return hasGoBetween(graph, heir, standard, edge);
  };
}

/** Whether a sure synonym of the heir, other than the standard equivalent, has the relation too. */
function hasGoBetween(graph: RelationGraph, heir: number, standard: number, { related, type }: Edge): boolean {
  for (const own of graph.edgesOf(heir)) {
    const isSureSynonym = own.type === 'syn' && own.score >= MIN_GO_BETWEEN_SCORE;
    if (isSureSynonym && own.related !== standard && graph.get(own.related, related)?.type === type) return true;
  }
  return false;
}

function specificStems(gloss: string): string[] {
  return stemsOf(gloss).filter((stem) => !GENERAL_STEMS.has(stem));
}

function stemsOfAll(glosses: readonly string[]): Set<string> {
  return new Set(glosses.flatMap(specificStems));
}

function hasAny(wanted: ReadonlySet<string>, stems: Iterable<string>): boolean {
  for (const stem of stems) if (wanted.has(stem)) return true;
  return false;
}
