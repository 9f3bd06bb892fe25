import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { Reading } from '../../src/lexicon/entry.ts';
import { readCedict } from '../sources/cc-cedict.ts';
import type { FrequencyTable } from '../sources/frequencies.ts';
import { readJieba } from '../sources/jieba.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { attestedReadings } from './attested-readings.ts';
import { chosenWords } from './curated.ts';
import { type Draft, gatherDrafts } from './drafts.ts';
import type { GatheredWord } from './gathered-word.ts';
import { isName, meaningfulGlosses } from './glosses.ts';
import type { OperatorOverrides, Patch } from './operator.ts';
import { posOfTag } from './part-of-speech.ts';
import { countMandarinReadings } from './pinyin.ts';
import { createPopularity, type PopularityOf } from './popularity.ts';
import { createReadingResolver, type ReadingResolver } from './reading-resolver.ts';
import { registerOf } from './register.ts';
import {
  canAddWord,
  listedReadings,
  mergeTries,
  missingFields,
  type OperatorContributions,
  withoutReadings,
} from './supplement.ts';
import { createTypedForms, type TypedForms } from './typed-forms.ts';
import { isVulgar } from './vulgar.ts';
import { aliasTarget, isIncluded } from './word-selection.ts';

export interface Gathered {
  /** Most popular first. */
  readonly words: readonly GatheredWord[];
  readonly readingResolver: ReadingResolver;
  /** Rarer ways of writing a word, which lead to it. */
  readonly variants: ReadonlyMap<string, readonly string[]>;
  readonly typedForms: Pick<TypedForms, 'formsOf'>;
  readonly contributions: OperatorContributions;
  /** Readings as they are without the operators' own, to compare theirs with; made when it is asked for. */
  baseReadingResolver(): ReadingResolver;
}

/** Reads the packages and decides which words the lexicon is to hold and how popular they are. */
export function gather(
  tables: HandWritten,
  overrides: OperatorOverrides,
  frequencies: FrequencyTable = new Map(),
): Gathered {
  const baseTrie = canonicalTrie(readJyutpingTrie());
  const listed = listedReadings(baseTrie, overrides);
  const trie = mergeTries(baseTrie, listed);
  const drafts = gatherDrafts({
    cedict: readCedict(),
    jieba: readJieba(),
    trie: baseTrie,
    hand: tables.words.map((row) => row.value),
    added: [...overrides.patches.keys(), ...overrides.supplements.keys()],
  });
  const chosen = chosenWords(tables);
  const describe = createDescriber(tables, frequencies, createPopularity({ frequencies, drafts, tables, chosen }));
  const typedForms = createTypedForms(tables, drafts);
  const variants = new Map<string, string[]>();
  const included: Draft[] = [];
  const patches = new Map<string, Patch>();
  const contributions = { added: new Set<string>(), defined: 0 };
  for (const draft of drafts.values()) {
    const { word } = draft;
    if (overrides.removedWords.has(word)) continue;
    const operatorPatch = overrides.patches.get(word);
    const supplement = overrides.supplements.get(word);
    const isNew = draft.isOperatorOnly === true || !isIncluded(draft, chosen);
    if (isNew && !operatorPatch && !canAddWord(draft, supplement)) continue;
    const supplementPatch = supplement && (isNew ? withoutReadings(supplement) : missingFields(draft, supplement));
    const patch =
      supplementPatch && Object.keys(supplementPatch).length > 0
        ? { ...supplementPatch, ...operatorPatch }
        : operatorPatch;
    const target = isNew || operatorPatch ? undefined : (aliasTarget(draft, drafts) ?? typedForms.targetOf(draft));
    if (target !== undefined) {
      variants.set(target, [...(variants.get(target) ?? []), word]);
      continue;
    }
    included.push(draft);
    if (patch) patches.set(word, patch);
    if (isNew) contributions.added.add(word);
    else if (supplementPatch?.definition !== undefined) contributions.defined++;
  }
  const words = included.map((draft) => describe(draft, patches.get(draft.word), variants.get(draft.word)));
  words.sort((a, b) => b.popularity - a.popularity || b.count - a.count || compareCodePoints(a.word, b.word));
  return {
    ...{ words, variants, typedForms, contributions },
    readingResolver: createResolver(trie, tables, patches, listed),
    baseReadingResolver: createBaseResolverFactory(baseTrie, tables),
  };
}

/** Takes from a draft what later steps need, so that the dictionary's own articles can be let go. */
function createDescriber(tables: HandWritten, frequencies: FrequencyTable, popularityOf: PopularityOf) {
  const lists = {
    nga: new Set(tables.nga.map(({ value }) => toHongKong(value.word))),
    jyut: new Set(tables.jyut.map(({ value }) => toHongKong(value.word))),
  };
  return (draft: Draft, patch: Patch | undefined, variants: readonly string[] | undefined): GatheredWord => {
    const register = patch?.reg ?? registerOf(draft, lists);
    return {
      word: draft.word,
      hand: draft.hand,
      patch,
      glosses: glossesOf(draft, patch),
      popularity: popularityOf(draft, { register, variants, givenClass: patch?.frequency_class }),
      tag: draft.tag,
      register,
      vulgar: patch?.vulgar ?? isVulgar(draft),
      name: isNameOnly(draft),
      mandarinReadings: countMandarinReadings(draft.cedict),
      inCedict: draft.cedict.length > 0,
      count: draft.count,
      frequency: frequencies.get(draft.word),
      readings: NO_READINGS,
    };
  };
}

const NO_READINGS: readonly Reading[] = [];

const NAME_TAG = /^(nr|ns|nt|nz)/;

function isNameOnly({ tag, cedict, hand }: Draft): boolean {
  return hand.length === 0 && NAME_TAG.test(tag) && cedict.every(isName);
}

const SENSES = /;\s*/;

function glossesOf(draft: Draft, patch: Patch | undefined): string[] {
  if (patch?.definition !== undefined) return patch.definition.split(SENSES).filter((gloss) => gloss !== '');
  if (draft.hand.length > 0) return draft.hand.flatMap((row) => row.definition.split(SENSES));
  return meaningfulGlosses(draft.cedict, posOfTag(draft.tag));
}

function canonicalTrie(trie: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const canonical = new Map<string, readonly string[]>();
  for (const [form, readings] of trie) {
    const word = toHongKong(form);
    if (word === form || !canonical.has(word)) canonical.set(word, readings);
  }
  return canonical;
}

/** A function of its own, so that what it keeps is no more than its arguments. */
function createBaseResolverFactory(
  trie: ReadonlyMap<string, readonly string[]>,
  tables: HandWritten,
): () => ReadingResolver {
  return () => createResolver(trie, tables, new Map());
}

function createResolver(
  trie: ReadonlyMap<string, readonly string[]>,
  tables: HandWritten,
  patches: ReadonlyMap<string, Patch>,
  listed: ReadonlyMap<string, readonly string[]> = new Map(),
): ReadingResolver {
  const polyphones = new Map<string, string[]>();
  for (const { value } of tables.polyphones) {
    const char = toHongKong(value.char);
    polyphones.set(char, [...(polyphones.get(char) ?? []), ...value.jyutping]);
  }
  const hand = new Map<string, readonly string[]>();
  for (const { value } of tables.words) {
    const word = toHongKong(value.word);
    // A word file tells of one use of a character; the table of polyphones ranks all of them.
    hand.set(word, [...(hand.get(word) ?? polyphones.get(word) ?? []), ...value.jyutping]);
  }
  for (const { value } of tables.overrides) hand.set(toHongKong(value.word), value.jyutping);
  for (const [word, { readings }] of patches) if (readings) hand.set(word, readings);
  return createReadingResolver({ trie, hand, polyphones, listed, isAttested: attestedReadings(trie, hand) });
}
