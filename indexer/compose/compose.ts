import type { EntryLine, OperatorLine, RelationLine } from '../../src/lexicon/formats.ts';
import type { RelationTable } from '../sources/relation-model.ts';
import type { Step } from '../steps.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { assignAliases } from './aliases.ts';
import { collectGarbage } from './collect-garbage.ts';
import { curatedRelations, deniedRelations, standardEquivalents } from './curated.ts';
import type { Agreement } from './curated-spread.ts';
import type { Decided } from './decided.ts';
import { decideFeelings, decideMeanings } from './decisions.ts';
import { createEntryWriter } from './entries.ts';
import { gather } from './gather.ts';
import type { GatheredWord } from './gathered-word.ts';
import type { Meaning } from './meaning.ts';
import { startMeaningThread } from './meaning-client.ts';
import { checkEnds, checkReadable, type OperatorWishes, wishesOf } from './operator.ts';
import { partOfTag } from './part-of-speech.ts';
import { collectRelations, type Relations } from './relations.ts';
import { gainsCounter } from './supplement.ts';
import { unpackCandidates } from './synonyms.ts';
import { type SourceTally, tallySources } from './tally.ts';

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
  readonly own: Readonly<Record<string, number>>;
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
  onStep: (step: Step) => void,
): Promise<Composition> {
  const wishes = wishesOf(operator, tables);
  // An operator who defines a word anew means something else by it than what the model saw.
  const isJudged = (word: string) => model.words.has(word) && wishes.patches.get(word)?.definition === undefined;
  const { words, names, aliasesOf, asked, meanings, understood, candidates, countGains } = await readAndCompare(
    tables,
    wishes,
    isJudged,
    onStep,
  );
  onStep('relations');
  const vulgar = new Set(words.filter((word) => word.vulgar).map(({ word }) => word));
  const isWord = new Set(names);
  const own = checkEnds(wishes.relations, (word) => isWord.has(word));
  const relations = collectRelations({
    words: names,
    curated: [...own.relations, ...curatedRelations(tables)],
    judged: model.pairs,
    synonyms: unpackCandidates(candidates.synonyms, asked),
    antonyms: unpackCandidates(candidates.antonyms, asked),
    denied: [...wishes.removedRelations, ...deniedRelations(tables)],
    standards: standardEquivalents(tables),
    isVulgar: (word) => vulgar.has(word),
    agree: agreementOf(words, meanings),
  });
  return {
    relations: () => relationLines(names, relations),
    composeEntries() {
      onStep('entries');
      const decided = decideFeelings({ words, relations, tables, meanings }, understood);
      const lines = createEntryWriter({ words, relations, tables, meanings, aliasesOf, decided });
      return { lines, evidence: countEvidence(decided) };
    },
    tally: tallySources(words, relations, meanings),
    missing: relations.missing,
    problems: [...wishes.problems, ...checkReadable(wishes, (word) => isWord.has(word)), ...own.problems],
    own: countGains(own.passedOver),
  };
}

/** How many words there are whose valence is more than what is said of words that nothing is known of; by popularity too. */
function countEvidence(decided: readonly Decided[]): Record<string, number> {
  const known = (words: readonly Decided[]) => words.filter(({ valence }) => valence !== null).length;
  return { valence_evidence: known(decided), valence_evidence_first_5000: known(decided.slice(0, 5000)) };
}

/**
 * Gathers the words; then reads them in this thread while another one compares their meanings. What only this needs (the
 * packages' tables, the trie) is let go when it returns.
 */
async function readAndCompare(
  tables: HandWritten,
  wishes: OperatorWishes,
  isJudged: (word: string) => boolean,
  onStep: (step: Step) => void,
) {
  onStep('sources');
  const thread = startMeaningThread();
  try {
    const { words: gathered, book, variants, gains, plainBook } = gather(tables, wishes);
    const question = gathered.flatMap(questionOf).map((word) => ({ ...word, judged: isJudged(word.word) }));
    const pending = thread.ask({
      words: question,
      emotions: tables.emotions.map(({ value }) => ({ label: value.emotion, seeds: value.seeds })),
      themes: tables.themes.map(({ value }) => ({ label: value.theme, seeds: value.seeds })),
      synonyms: curatedRelations(tables).flatMap(({ type, word, related }) =>
        type === 'syn' ? [[word, related] as const] : [],
      ),
    });
    const asked = question.map(({ word }) => word);
    onStep('readings');
    for (const word of gathered) word.readings = book.readingsOf(word.word, word.mandarinReadings) ?? [];
    const words = gathered.filter(({ readings }) => readings.length > 0);
    const names = words.map(({ word }) => word);
    const patchAliases = (word: string) => [
      ...(wishes.patches.get(word)?.aliases ?? []),
      ...(wishes.supplements.get(word)?.aliases ?? []),
    ];
    const countGains = gainsCounter({ wishes, words, gains, plainBook });
    const aliasesOf = assignAliases(names, (word) => [...patchAliases(word), ...(variants.get(word) ?? [])]);
    onStep('meaning');
    await collectGarbage();
    const meanings = new Map((await pending.meanings).map((meaning) => [meaning.word, meaning]));
    const understood = decideMeanings({ words, tables, meanings });
    return { words, names, aliasesOf, asked, countGains, meanings, understood, candidates: await pending.relations };
  } finally {
    await thread.close();
  }
}

/** Frequency class of the commonest few hundred words. */
const COMMONEST = 5;
/** Occurrences in jieba's dictionary beyond which a single character is among the commonest. */
const MANIFOLD_COUNT = 100_000;
const LEAST_FAMILIAR = 0.5;
const LONGEST_RELATABLE = 4;
/** For comparing meanings, a word of books is as good as one of songs. */
const BOOK_FAMILIARITY = 0.85;

export function questionOf({ word, hand, patch, name, tag, glosses, popularity, count }: GatheredWord) {
  if (glosses.length === 0) return [];
  const familiarity = Math.max(popularity, Math.log10(1 + count) * BOOK_FAMILIARITY);
  // The commonest characters have so many senses that a shared gloss says little: their relations are those that people wrote.
  const manifold =
    Array.from(word).length === 1 && (count > MANIFOLD_COUNT || hand.some((row) => row.freq === COMMONEST));
  const common = !name && familiarity > LEAST_FAMILIAR && Array.from(word).length <= LONGEST_RELATABLE;
  return [
    {
      word,
      glosses,
      pos: patch?.pos ?? hand[0]?.pos ?? partOfTag(tag),
      category: patch?.category ?? hand.find((row) => row.category !== '')?.category,
      popularity: familiarity,
      relatable: !manifold && (hand.length > 0 || patch !== undefined || common),
    },
  ];
}

/** Words agree that have the same category, and where it is not known, the same part of speech. */
function agreementOf(words: readonly GatheredWord[], meanings: ReadonlyMap<string, Meaning>): Agreement {
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
