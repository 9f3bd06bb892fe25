import type { EntryLine, OperatorLine, RelationLine } from '../../src/lexicon/formats.ts';
import type { FrequencyTable } from '../sources/frequencies.ts';
import type { MeaningTables } from '../sources/meanings.ts';
import type { RelationTable } from '../sources/relation-model.ts';
import { readValences } from '../sources/sentiment.ts';
import { readWordNet } from '../sources/wordnet.ts';
import type { Step } from '../steps.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { assignAliases } from './aliases.ts';
import { curatedRelations, deniedRelations, standardEquivalents, variantSpellings } from './curated.ts';
import type { SenseAgreement } from './curated-inference.ts';
import { decideAffect, decideMeanings } from './decisions.ts';
import { createEntryWriter } from './entries.ts';
import { type Gathered, gather } from './gather.ts';
import type { GatheredWord } from './gathered-word.ts';
import { computeMeanings, type Meaning, type MeaningRequest, type MeaningResult } from './meaning.ts';
import { createMeaningRequest } from './meaning-request.ts';
import { meaningRows } from './meaning-rows.ts';
import { checkEnds, checkReadable, collectOverrides, type OperatorOverrides } from './operator.ts';
import { collectRelations, type Relations } from './relations.ts';
import { type SourceTally, tallySources } from './source-tally.ts';
import { countContributions } from './supplement.ts';
import type { WordDecision } from './word-decision.ts';

export interface Composition {
  /** In order of popularity. */
  entries(): Iterable<EntryLine>;
  /** By word in order of popularity, then type, then order. */
  relations(): Iterable<RelationLine>;
  /** The words' meanings in order of popularity, 96 whole numbers each. */
  meanings(): Int8Array;
  readonly tally: SourceTally;
  /** Operators' lines that could not be merged. */
  readonly problems: readonly Problem[];
  /** Counts for the manifest's coverage that cannot be derived from the lines. */
  readonly evidenceCounts: Readonly<Record<string, number>>;
  /** What the operators' files contributed, by name; empty without any. */
  readonly operatorCounts: Readonly<Record<string, number>>;
}

/** The tables under data/generated, which the maintainers' scripts make. */
export interface GeneratedTables {
  readonly relations: RelationTable;
  readonly frequencies: FrequencyTable;
  readonly meanings: MeaningTables;
}

/** Composes the whole lexicon from the packages, the hand-written tables and the operators' lines. README.md describes the stages. */
export function compose(
  tables: HandWritten,
  operatorLines: readonly Row<OperatorLine>[],
  { relations: model, frequencies, meanings: meaningTables }: GeneratedTables,
  onStep: (step: Step) => void,
): Composition {
  onStep('sources');
  const overrides = collectOverrides(operatorLines, tables);
  const gathered = gather(tables, overrides, frequencies);

  onStep('readings');
  const words = readWords(gathered);
  const names = words.map(({ word }) => word);
  const aliasesOf = assignAliases(names, (word) => otherForms(word, overrides, gathered));

  onStep('meaning');
  const request = createMeaningRequest(gathered.words, tables, isJudgedBy(model, overrides));
  const { meanings, synonyms, antonyms } = compareMeanings(request);
  const meaningDecisions = decideMeanings({ words, tables, meanings });

  onStep('relations');
  const isWord = new Set(names);
  const spellings = sameSounding(variantSpellings(tables), words);
  const operatorRelations = checkEnds(overrides.relations, (word) => isWord.has(word));
  const vulgar = new Set(words.filter((word) => word.vulgar).map(({ word }) => word));
  const relations = collectRelations({
    words: names,
    curated: [...operatorRelations.relations, ...curatedRelations(tables)],
    judged: model.pairs,
    synonyms,
    antonyms,
    denied: [...overrides.removedRelations, ...deniedRelations(tables)],
    standards: standardEquivalents(tables),
    glossesOf: (word) => words[word]!.glosses,
    variants: spellings,
    isVulgar: (word) => vulgar.has(word),
    isSameSense: agreementOf(words, meanings),
  });

  onStep('entries');
  const decisions = decideAffect({ words, relations, tables, meanings }, meaningDecisions);
  const entries = createEntryWriter({ words, relations, tables, meanings, aliasesOf, decisions, spellings });
  return {
    entries,
    relations: () => relationLines(names, relations),
    meanings: () => meaningRows({ tables: meaningTables, words, relations }),
    tally: tallySources(words, relations, meanings),
    problems: [
      ...overrides.problems,
      ...checkReadable(overrides, (word) => isWord.has(word)),
      ...operatorRelations.problems,
    ],
    evidenceCounts: countEvidence(decisions),
    operatorCounts: countContributions({ ...gathered, overrides, words }, operatorRelations.skippedCount),
  };
}

/** Gives the words their readings; words that no source can read are not in the lexicon. */
function readWords({ words, readingResolver }: Gathered): GatheredWord[] {
  for (const word of words) word.readings = readingResolver.readingsOf(word.word, word.mandarinReadings) ?? [];
  return words.filter(({ readings }) => readings.length > 0);
}

function otherForms(
  word: string,
  { patches, supplements }: OperatorOverrides,
  { variants, typedForms }: Gathered,
): readonly string[] {
  return [
    ...(patches.get(word)?.aliases ?? []),
    ...(supplements.get(word)?.aliases ?? []),
    ...(variants.get(word) ?? []),
    ...typedForms.formsOf(word),
  ];
}

/** An operator who defines a word anew means something else by it than what the model saw. */
function isJudgedBy(model: RelationTable, { patches }: OperatorOverrides) {
  return (word: string) => model.words.has(word) && patches.get(word)?.definition === undefined;
}

/** A function of its own, so that WordNet (some 150 MB) can be freed when it returns. */
function compareMeanings(request: MeaningRequest): Omit<MeaningResult, 'meanings'> & {
  readonly meanings: ReadonlyMap<string, Meaning>;
} {
  const { meanings, synonyms, antonyms } = computeMeanings(readWordNet(), readValences(), request);
  return { meanings: new Map(meanings.map((meaning) => [meaning.word, meaning])), synonyms, antonyms };
}

/** Other spellings of words, with the usual one: those of which both are words and are read alike. */
function sameSounding(variants: ReadonlyMap<string, string>, words: readonly GatheredWord[]): Map<string, string> {
  const ends = new Set([...variants].flat());
  const readings = new Map(
    words.flatMap(({ word, readings }) => (ends.has(word) ? [[word, readings[0]?.jyutping] as const] : [])),
  );
  return new Map(
    [...variants].filter(([variant, usual]) => readings.has(variant) && readings.get(variant) === readings.get(usual)),
  );
}

/** How many words there are whose valence is not merely the default; also among the most popular 5,000. */
function countEvidence(decisions: readonly WordDecision[]): Record<string, number> {
  const known = (words: readonly WordDecision[]) => words.filter(({ valence }) => valence !== null).length;
  return { valence_evidence: known(decisions), valence_evidence_first_5000: known(decisions.slice(0, 5000)) };
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
