import type { EntryLine, OperatorLine, RelationLine } from '../../src/lexicon/formats.ts';
import type { Step } from '../progress.ts';
import type { FrequencyTable, JudgedRelations, MeaningTables } from '../sources/generated.ts';
import type { LabelTables } from '../sources/labels.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { createEntryWriter, createExamples } from './entries/entries.ts';
import { countEvidence, type SourceTally, tallySources } from './entries/source-tally.ts';
import { decideLabels } from './labels/labels.ts';
import { meaningRows } from './meaning-rows.ts';
import {
  checkEnds,
  checkReadable,
  checkRemovals,
  collectOverrides,
  countContributions,
  type OperatorOverrides,
  withOperatorSenses,
} from './overrides.ts';
import { collectPartners, createNumberOf } from './partners.ts';
import { readWords } from './readings.ts';
import {
  curatedRelations,
  deniedRelations,
  sensesOfRelations,
  standardEquivalents,
  wordsWithSenses,
} from './relations/curated.ts';
import { createSenseAgreement } from './relations/inferred.ts';
import { collectRelations, createRelationWriter, synonymsByGloss } from './relations/relations.ts';
import { gather } from './words/gather.ts';
import { assignAliases, variantSpellings } from './words/spellings.ts';

export interface Composition {
  /** In order of popularity. To be gone through once: the words are let go meanwhile. */
  entries(): Iterable<EntryLine>;
  /** By word in order of popularity, then type, then order. */
  relations(): Iterable<RelationLine>;
  /** The words' meanings in order of popularity, 96 whole numbers each. */
  readonly meanings: Int8Array;
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
  readonly relations: JudgedRelations;
  readonly frequencies: FrequencyTable;
  readonly meanings: MeaningTables;
  readonly labels: LabelTables;
}

/**
 * Composes the whole lexicon from the packages, the hand-written tables and the operators' lines. README.md describes the stages. No function of
 * the result is made in here: it would keep the drafts of all words and the tables while the entries are written, some 300 MB.
 */
export function compose(
  ownTables: HandWritten,
  operatorLines: readonly Row<OperatorLine>[],
  { relations: model, frequencies, meanings: meaningTables, labels: labelTables }: GeneratedTables,
  onStep: (step: Step) => void,
): Composition {
  onStep('sources');
  const overrides = collectOverrides(operatorLines, ownTables);
  const tables = withOperatorSenses(ownTables, overrides);
  const { words, names, aliasesOf, operatorRelations, problems, operatorCounts } = composeWords(
    tables,
    overrides,
    frequencies,
    onStep,
  );
  const spellings = variantSpellings(tables, words);

  onStep('meaning');
  // An operator who defines a word anew means something else by it than what the model saw.
  const isJudged = (word: string) => model.words.has(word) && overrides.patches.get(word)?.definition === undefined;
  const curated = curatedRelations(tables);
  const labels = decideLabels({ words, tables, labelTables });

  onStep('relations');
  const withSenses = wordsWithSenses(tables);
  const vulgar = new Set(words.filter((word) => word.vulgar).map(({ word }) => word));
  const relations = collectRelations({
    words: names,
    curated: [...operatorRelations, ...curated],
    judged: model.pairs,
    synonyms: synonymsByGloss(words, isJudged, (number) => labels[number]!.pos),
    denied: [...overrides.removedRelations, ...deniedRelations(tables)],
    standards: standardEquivalents(tables),
    glossesOf: (word) => words[word]!.glosses,
    variants: spellings,
    isVulgar: (word) => vulgar.has(word),
    isSameSense: createSenseAgreement(words, labels),
    hasSenses: (word) => withSenses.has(word),
  });
  const examplesOf = createExamples(tables);
  const partners = collectPartners({
    words: words.map((word, number) => ({
      word: word.word,
      pos: labels[number]!.pos,
      examples: examplesOf(word),
    })),
    tables,
    numberOf: createNumberOf(names, aliasesOf, spellings),
  });

  onStep('entries');
  const rows = meaningRows({ tables: meaningTables, words, relations });
  return {
    entries: createEntryWriter({
      words,
      relations,
      tables,
      aliasesOf,
      labels,
      spellings,
      examplesOf,
      tokens: meaningTables.tokens,
      rows,
    }),
    relations: createRelationWriter(names, relations, sensesOfRelations(tables), partners),
    meanings: rows,
    tally: tallySources(words, relations, partners, labels),
    problems: [...overrides.problems, ...problems],
    evidenceCounts: countEvidence(labels),
    operatorCounts,
  };
}

/** The words with their readings and other forms. What the sources have on each of them is let go with it, some 100 MB. */
function composeWords(
  tables: HandWritten,
  overrides: OperatorOverrides,
  frequencies: FrequencyTable,
  onStep: (step: Step) => void,
) {
  const gathered = gather(tables, overrides, frequencies);
  onStep('readings');
  const words = readWords(gathered.words, gathered.readings);
  const names = words.map(({ word }) => word);
  const isWord = new Set(names);
  const ends = checkEnds(overrides.relations, (word) => isWord.has(word));
  return {
    words,
    names,
    aliasesOf: assignAliases(names, gathered.formsOf),
    operatorRelations: ends.relations,
    problems: [
      ...checkReadable(overrides, (word) => isWord.has(word)),
      ...checkRemovals(overrides, (word) => gathered.removed.has(word)),
      ...ends.problems,
    ],
    operatorCounts: countContributions({ ...gathered, overrides, words }, ends),
  };
}
