import type { EntryLine, OperatorLine, RelationLine } from '../../src/lexicon/formats.ts';
import type { FrequencyTable } from '../sources/frequencies.ts';
import type { RelationTable } from '../sources/relation-model.ts';
import type { Step } from '../steps.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { assignAliases } from './aliases.ts';
import { collectGarbage } from './collect-garbage.ts';
import { curatedRelations, deniedRelations, standardEquivalents } from './curated.ts';
import type { SenseAgreement } from './curated-inference.ts';
import { decideAffect, decideMeanings } from './decisions.ts';
import { createEntryWriter } from './entries.ts';
import { gather } from './gather.ts';
import type { GatheredWord } from './gathered-word.ts';
import type { Meaning } from './meaning.ts';
import { startMeaningThread } from './meaning-client.ts';
import { checkEnds, checkReadable, collectOverrides, type OperatorOverrides } from './operator.ts';
import { posOfTag } from './part-of-speech.ts';
import { collectRelations, type Relations } from './relations.ts';
import { type SourceTally, tallySources } from './source-tally.ts';
import { createContributionCounter } from './supplement.ts';
import { unpackCandidates } from './synonyms.ts';
import type { WordDecision } from './word-decision.ts';

export interface Composition {
  /** By word in order of popularity, then type, then order. */
  relations(): Iterable<RelationLine>;
  /** Decides what is left to decide of the entries: relations can be written meanwhile. */
  composeEntries(): ComposedEntries;
  readonly tally: SourceTally;
  /** Curated relations of the hand-written tables that were left out because an end is not in the lexicon. */
  readonly missing: Relations['missing'];
  /** Operators' lines that could not be merged. */
  readonly problems: readonly Problem[];
  /** What operators' lines gave, by name; empty without any. */
  readonly operatorCounts: Readonly<Record<string, number>>;
}

export interface ComposedEntries {
  /** In order of popularity. May be walked once. */
  lines(): Iterable<EntryLine>;
  /** Counts of what the lines do not tell. */
  readonly evidence: Readonly<Record<string, number>>;
}

/** Composes the whole lexicon from the packages, the hand-written tables and the operators' lines. */
export async function compose(
  tables: HandWritten,
  operator: readonly Row<OperatorLine>[],
  model: RelationTable,
  frequencies: FrequencyTable,
  onStep: (step: Step) => void,
): Promise<Composition> {
  const overrides = collectOverrides(operator, tables);
  // An operator who defines a word anew means something else by it than what the model saw.
  const isJudged = (word: string) => model.words.has(word) && overrides.patches.get(word)?.definition === undefined;
  const { words, names, aliasesOf, comparedWords, meanings, meaningDecisions, candidates, countContributions } =
    await readAndCompare(tables, overrides, frequencies, isJudged, onStep);
  onStep('relations');
  const vulgar = new Set(words.filter((word) => word.vulgar).map(({ word }) => word));
  const isWord = new Set(names);
  const operatorRelations = checkEnds(overrides.relations, (word) => isWord.has(word));
  const relations = collectRelations({
    words: names,
    curated: [...operatorRelations.relations, ...curatedRelations(tables)],
    judged: model.pairs,
    synonyms: unpackCandidates(candidates.synonyms, comparedWords),
    antonyms: unpackCandidates(candidates.antonyms, comparedWords),
    denied: [...overrides.removedRelations, ...deniedRelations(tables)],
    standards: standardEquivalents(tables),
    isVulgar: (word) => vulgar.has(word),
    isSameSense: agreementOf(words, meanings),
  });
  return {
    relations: () => relationLines(names, relations),
    composeEntries() {
      onStep('entries');
      const decisions = decideAffect({ words, relations, tables, meanings }, meaningDecisions);
      const lines = createEntryWriter({ words, relations, tables, meanings, aliasesOf, decisions });
      return { lines, evidence: countEvidence(decisions) };
    },
    tally: tallySources(words, relations, meanings),
    missing: relations.missing,
    problems: [
      ...overrides.problems,
      ...checkReadable(overrides, (word) => isWord.has(word)),
      ...operatorRelations.problems,
    ],
    operatorCounts: countContributions(operatorRelations.skippedCount),
  };
}

/** How many words there are whose valence is more than what is said of words that nothing is known of; by popularity too. */
function countEvidence(decisions: readonly WordDecision[]): Record<string, number> {
  const known = (words: readonly WordDecision[]) => words.filter(({ valence }) => valence !== null).length;
  return { valence_evidence: known(decisions), valence_evidence_first_5000: known(decisions.slice(0, 5000)) };
}

/**
 * Gathers the words; then reads them in this thread while another one compares their meanings. What only this needs (the
 * packages' tables, the trie) is let go when it returns.
 */
async function readAndCompare(
  tables: HandWritten,
  overrides: OperatorOverrides,
  frequencies: FrequencyTable,
  isJudged: (word: string) => boolean,
  onStep: (step: Step) => void,
) {
  onStep('sources');
  const thread = startMeaningThread();
  try {
    const {
      words: gathered,
      readingResolver,
      variants,
      contributions,
      baseReadingResolver,
    } = gather(tables, overrides, frequencies);
    const comparedRows = gathered.flatMap(meaningInputOf).map((word) => ({ ...word, judged: isJudged(word.word) }));
    const pending = thread.compute({
      words: comparedRows,
      emotions: tables.emotions.map(({ value }) => ({ label: value.emotion, seeds: value.seeds })),
      themes: tables.themes.map(({ value }) => ({ label: value.theme, seeds: value.seeds })),
      synonyms: curatedRelations(tables).flatMap(({ type, word, related }) =>
        type === 'syn' ? [[word, related] as const] : [],
      ),
    });
    const comparedWords = comparedRows.map(({ word }) => word);
    onStep('readings');
    for (const word of gathered) word.readings = readingResolver.readingsOf(word.word, word.mandarinReadings) ?? [];
    const words = gathered.filter(({ readings }) => readings.length > 0);
    const names = words.map(({ word }) => word);
    const patchAliases = (word: string) => [
      ...(overrides.patches.get(word)?.aliases ?? []),
      ...(overrides.supplements.get(word)?.aliases ?? []),
    ];
    const countContributions = createContributionCounter({ overrides, words, contributions, baseReadingResolver });
    const aliasesOf = assignAliases(names, (word) => [...patchAliases(word), ...(variants.get(word) ?? [])]);
    onStep('meaning');
    await collectGarbage();
    const meanings = new Map((await pending.meanings).map((meaning) => [meaning.word, meaning]));
    const meaningDecisions = decideMeanings({ words, tables, meanings });
    return {
      words,
      names,
      aliasesOf,
      comparedWords,
      countContributions,
      meanings,
      meaningDecisions,
      candidates: await pending.relations,
    };
  } finally {
    await thread.close();
  }
}

/** Frequency class of the commonest few hundred words. */
const TOP_FREQUENCY_CLASS = 5;
/** Occurrences in jieba's dictionary beyond which a single character is among the commonest. */
const MIN_POLYSEMOUS_COUNT = 100_000;
const MIN_FAMILIARITY = 0.5;
const MAX_RELATABLE_LENGTH = 4;
/** For comparing meanings, a word of books is as good as one of songs. */
const BOOK_COUNT_WEIGHT = 0.85;

export function meaningInputOf({ word, hand, patch, name, tag, glosses, popularity, count }: GatheredWord) {
  if (glosses.length === 0) return [];
  const familiarity = Math.max(popularity, Math.log10(1 + count) * BOOK_COUNT_WEIGHT);
  // The commonest characters have so many senses that a shared gloss says little: their relations are those that people wrote.
  const isPolysemous =
    Array.from(word).length === 1 &&
    (count > MIN_POLYSEMOUS_COUNT || hand.some((row) => row.freq === TOP_FREQUENCY_CLASS));
  const common = !name && familiarity > MIN_FAMILIARITY && Array.from(word).length <= MAX_RELATABLE_LENGTH;
  return [
    {
      word,
      glosses,
      pos: patch?.pos ?? hand[0]?.pos ?? posOfTag(tag),
      category: patch?.category ?? hand.find((row) => row.category !== '')?.category,
      popularity: familiarity,
      relatable: !isPolysemous && (hand.length > 0 || patch !== undefined || common),
    },
  ];
}

/** Words agree that have the same category, and where it is not known, the same part of speech. */
function agreementOf(words: readonly GatheredWord[], meanings: ReadonlyMap<string, Meaning>): SenseAgreement {
  const kindOf = (number: number): string | undefined => {
    const { word, hand } = words[number]!;
    const meaning = meanings.get(word);
    return hand.find((row) => row.category !== '')?.category ?? meaning?.category ?? hand[0]?.pos;
  };
  return (word, other) => {
    const [a, b] = [kindOf(word), kindOf(other)];
    return a === undefined || b === undefined || a === b;
  };
}

function* relationLines(names: readonly string[], relations: Relations): Generator<RelationLine> {
  for (const [number, word] of names.entries()) {
    const order = { syn: 0, ant: 0 };
    for (const { related, type, source, score, sense } of relations.of(number))
      yield { word, related: names[related]!, type, source, score, order: order[type]++, sense };
  }
}
