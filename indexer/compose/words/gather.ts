import { hash } from 'node:crypto';
import type { Reading } from '../../../src/lexicon/entry.ts';
import { readCedict, readJieba } from '../../sources/dictionaries.ts';
import type { FrequencyTable } from '../../sources/generated.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import { posOfTag } from '../labels/part-of-speech.ts';
import {
  canAddWord,
  listedReadings,
  missingFields,
  type OperatorContributions,
  type OperatorOverrides,
} from '../overrides.ts';
import { createPopularity, type PopularityOf, raiseHongKongWords } from '../popularity/popularity.ts';
import { countMandarinReadings, createReadings, readCanonicalTrie } from '../readings.ts';
import type { GatheredWord, Patch, Readings } from '../types.ts';
import { aliasTarget, chosenWords, type Draft, gatherDrafts, isIncluded, isVulgar, registerOf } from './drafts.ts';
import { createPlaceNames, isName, meaningfulGlosses } from './glosses.ts';
import { createForms, createTypedForms, type TypedForms } from './spellings.ts';

export interface Gathered {
  /** Most popular first. */
  readonly words: readonly GatheredWord[];
  readonly readings: Readings;
  /** Rarer ways of writing a word, which lead to it. */
  readonly variants: ReadonlyMap<string, readonly string[]>;
  /** Other forms that lead to a word, those of its variants, of operators and of what people type. */
  formsOf(word: string): readonly string[];
  readonly contributions: OperatorContributions;
  /** Words that operators took out of what sources have. */
  readonly removed: ReadonlySet<string>;
}

/** Reads the packages and decides which words the lexicon is to hold and how popular they are. */
export function gather(
  tables: HandWritten,
  overrides: OperatorOverrides,
  frequencies: FrequencyTable = new Map(),
): Gathered {
  const trie = readCanonicalTrie();
  const drafts = gatherDrafts({
    cedict: readCedict(),
    jieba: readJieba(),
    trie,
    hand: tables.words.map((row) => row.value),
    added: [...overrides.patches.keys(), ...overrides.supplements.keys()],
  });
  const chosen = chosenWords(tables);
  const describe = createDescriber(tables, frequencies, createPopularity({ frequencies, drafts, tables, chosen }));
  const typedForms = createTypedForms(tables, drafts);
  const decide = createDecision({ overrides, chosen, drafts, typedForms });
  const variants = new Map<string, string[]>();
  const included: Draft[] = [];
  const removed = new Set<string>();
  const patches = new Map<string, Patch>();
  const contributions = { added: new Set<string>(), defined: 0 };
  for (const draft of drafts.values()) {
    const { word } = draft;
    const decision = decide(draft);
    if (decision === 'excluded') continue;
    if (decision === 'removed') removed.add(word);
    else if ('variantOf' in decision)
      variants.set(decision.variantOf, [...(variants.get(decision.variantOf) ?? []), word]);
    else {
      const { patch, isNew, isDefinedBySupplement } = decision;
      included.push(draft);
      if (patch) patches.set(word, patch);
      if (isNew) contributions.added.add(word);
      else if (isDefinedBySupplement) contributions.defined++;
    }
  }
  const words = included.map((draft) => describe(draft, patches.get(draft.word), variants.get(draft.word)));
  raiseHongKongWords(words, tables.hongKongFirst);
  words.sort((a, b) => b.popularity - a.popularity || b.count - a.count || compareDraws(a.word, b.word));
  return {
    words,
    variants,
    removed,
    formsOf: createForms(overrides, variants, typedForms),
    contributions,
    readings: createReadings(trie, tables, patches, listedReadings(trie, overrides)),
  };
}

interface DecisionInput {
  readonly overrides: OperatorOverrides;
  /** Words that a person wrote down somewhere in the tables. */
  readonly chosen: ReadonlySet<string>;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly typedForms: TypedForms;
}

/** What becomes of a draft: nothing, another spelling of a word, or a word with the fields that operators set. */
type Decision =
  | 'removed'
  | 'excluded'
  | { readonly variantOf: string }
  | {
      readonly patch: Patch | undefined;
      /** Whether only operators' files make it a word. */
      readonly isNew: boolean;
      readonly isDefinedBySupplement: boolean;
    };

function createDecision({ overrides, chosen, drafts, typedForms }: DecisionInput): (draft: Draft) => Decision {
  return (draft) => {
    if (overrides.removedWords.has(draft.word)) return 'removed';
    const operatorPatch = overrides.patches.get(draft.word);
    const supplement = overrides.supplements.get(draft.word);
    const isNew = draft.isOperatorOnly === true || !isIncluded(draft, chosen);
    if (isNew && !operatorPatch && !canAddWord(draft, supplement)) return 'excluded';
    const variantOf = isNew || operatorPatch ? undefined : (aliasTarget(draft, drafts) ?? typedForms.targetOf(draft));
    if (variantOf !== undefined) return { variantOf };
    // Readings of supplements are used where no other source has any, see `listedReadings`.
    const { readings: _, ...fields } = supplement ?? {};
    const filled = supplement && (isNew ? fields : missingFields(draft, supplement));
    const isFilled = filled !== undefined && Object.keys(filled).length > 0;
    return {
      patch: isFilled ? { ...filled, ...operatorPatch } : operatorPatch,
      isNew,
      isDefinedBySupplement: filled?.definition !== undefined,
    };
  };
}

/** What orders words that nothing tells apart: no order that a reader would take for one, and the same in every build. */
function compareDraws(a: string, b: string): number {
  const [one, other] = [hash('sha1', a), hash('sha1', b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Takes from a draft what later steps need, so that the dictionary's own articles can be let go. */
function createDescriber(tables: HandWritten, frequencies: FrequencyTable, popularityOf: PopularityOf) {
  const lists = {
    nga: new Set(tables.nga.map(({ value }) => toHongKong(value.word))),
    jyut: new Set(tables.jyut.map(({ value }) => toHongKong(value.word))),
    common: new Set(tables.common.map(({ value }) => toHongKong(value.word))),
    coarse: new Set(tables.coarse.map(({ value }) => toHongKong(value.word))),
  };
  const ownGlosses = new Map(tables.glosses.map(({ value }) => [toHongKong(value.word), value.definition]));
  const withPlaceName = createPlaceNames(tables);
  return (draft: Draft, patch: Patch | undefined, variants: readonly string[] | undefined): GatheredWord => {
    const register = patch?.reg ?? registerOf(draft, lists);
    return {
      word: draft.word,
      hand: draft.hand,
      patch,
      glosses: withPlaceName(draft.word, glossesOf(draft, patch, ownGlosses.get(draft.word))),
      popularity: popularityOf(draft, { register, variants, givenClass: patch?.frequency_class }),
      tag: draft.tag,
      register,
      vulgar: patch?.vulgar ?? (isVulgar(draft) || lists.coarse.has(draft.word)),
      isNameOnly: isNameOnly(draft),
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

function glossesOf(draft: Draft, patch: Patch | undefined, own: string | undefined): string[] {
  if (patch?.definition !== undefined) return patch.definition.split(SENSES).filter((gloss) => gloss !== '');
  if (own !== undefined) return own.split(SENSES);
  if (draft.hand.length > 0) return draft.hand.flatMap((row) => row.definition.split(SENSES));
  return meaningfulGlosses(draft.cedict, posOfTag(draft.tag));
}
