import type { EntryLine, OperatorLine, RelationLine } from '../../src/lexicon/formats.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { assignAliases } from './aliases.ts';
import { curatedRelations, deniedRelations, standardEquivalents } from './curated.ts';
import { createEntryWriter } from './entries.ts';
import { type GatheredWord, gather } from './gather.ts';
import { isName } from './glosses.ts';
import { startMeaningThread } from './meaning-client.ts';
import { checkEnds, wishesOf } from './operator.ts';
import { partOfTag } from './part-of-speech.ts';
import { distinctPinyins } from './pinyin.ts';
import { collectRelations, type Relations } from './relations.ts';
import { type SourceTally, tallySources } from './tally.ts';

/** Steps of the build, in order. */
export const STEPS = ['sources', 'readings', 'meaning', 'relations', 'entries'] as const;
export type Step = (typeof STEPS)[number];

/** A word of the lexicon with its ranked readings. */
export interface ComposedWord extends GatheredWord {
  readonly readings: EntryLine['readings'];
}

export interface Composition {
  /** In order of popularity. May be walked once. */
  entries(): Iterable<EntryLine>;
  /** By word in order of popularity, then type, then order. */
  relations(): Iterable<RelationLine>;
  readonly tally: SourceTally;
  /** Curated relations of the hand-written tables that were left out because an end is not in the lexicon. */
  readonly missing: Relations['missing'];
  /** Operators' lines that could not be merged. */
  readonly problems: readonly Problem[];
}

/** Composes the whole lexicon from the packages, the hand-written tables and the operators' lines. */
export async function compose(
  tables: HandWritten,
  operator: readonly Row<OperatorLine>[],
  onStep: (step: Step) => void,
): Promise<Composition> {
  onStep('sources');
  const thread = startMeaningThread();
  try {
    const wishes = wishesOf(operator, tables);
    const gathered = gather(tables, wishes);
    const answer = thread.ask({
      words: gathered.words.flatMap(questionOf),
      emotions: tables.emotions.map(({ value }) => ({ label: value.emotion, seeds: value.seeds })),
      themes: tables.themes.map(({ value }) => ({ label: value.theme, seeds: value.seeds })),
    });
    onStep('readings');
    const words = gathered.words.flatMap((word): ComposedWord[] => {
      const readings = gathered.book.readingsOf(word.draft.word, distinctPinyins(word.draft.word, word.draft.cedict));
      return readings ? [{ ...word, readings }] : [];
    });
    const names = words.map(({ draft }) => draft.word);
    const patchAliases = (word: string) => wishes.patches.get(word)?.aliases ?? [];
    const aliasesOf = assignAliases(names, (word) => [...patchAliases(word), ...(gathered.variants.get(word) ?? [])]);
    onStep('meaning');
    const { meanings, synonyms, antonyms } = await answer;
    onStep('relations');
    const vulgar = new Set(words.filter(isVulgar).map(({ draft }) => draft.word));
    const isWord = new Set(names);
    const own = checkEnds(wishes.relations, (word) => isWord.has(word));
    const relations = collectRelations({
      words: names,
      curated: [...own.relations, ...curatedRelations(tables)],
      synonyms,
      antonyms,
      denied: [...wishes.removedRelations, ...deniedRelations(tables)],
      standards: standardEquivalents(tables),
      isVulgar: (word) => vulgar.has(word),
    });
    onStep('entries');
    const byWord = new Map(meanings.map((meaning) => [meaning.word, meaning]));
    const entries = createEntryWriter({
      words,
      relations,
      tables,
      meanings: byWord,
      aliasesOf,
      isVulgar: (word) => vulgar.has(word),
    });
    return {
      entries,
      relations: () => relationLines(names, relations),
      tally: tallySources(words, relations, byWord),
      missing: relations.missing,
      problems: [...wishes.problems, ...own.problems],
    };
  } finally {
    await thread.close();
  }
}

const NAME_TAG = /^(nr|ns|nt|nz)/;
const LEAST_RELATABLE = 0.5;
const LONGEST_RELATABLE = 4;

function questionOf({ draft, patch, glosses, popularity }: GatheredWord) {
  if (glosses.length === 0) return [];
  const name = NAME_TAG.test(draft.tag) && draft.cedict.every(isName);
  const common = !name && popularity > LEAST_RELATABLE && Array.from(draft.word).length <= LONGEST_RELATABLE;
  return [
    {
      word: draft.word,
      glosses,
      pos: patch?.pos ?? draft.hand[0]?.pos ?? partOfTag(draft.tag),
      popularity,
      relatable: draft.hand.length > 0 || patch !== undefined || common,
    },
  ];
}

const VULGAR_LABEL = /\(vulgar\)/i;

function isVulgar({ draft, patch }: GatheredWord): boolean {
  if (patch?.vulgar !== undefined) return patch.vulgar;
  if (draft.hand.length > 0) return draft.hand.some((row) => row.flags === 'vulgar');
  return VULGAR_LABEL.test(draft.cedict[0]?.glosses[0] ?? '');
}

function* relationLines(names: readonly string[], relations: Relations): Generator<RelationLine> {
  for (const [number, word] of names.entries()) {
    const order = { syn: 0, ant: 0 };
    for (const { related, type, source, score, sense } of relations.of(number))
      yield { word, related: names[related]!, type, source, score, order: order[type]++, sense };
  }
}
