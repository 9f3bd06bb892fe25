import type { CedictRow, JiebaRow } from '../../sources/dictionaries.ts';
import { createSimplifiedToHongKong, toHongKong, toSimplified } from '../../sources/opencc.ts';
import type { WordRow } from '../../tables/hand-written.ts';

/** A sense of a word in CC-CEDICT: one Mandarin reading and its glosses. */
export type Article = Pick<CedictRow, 'pinyin' | 'glosses'>;

/** What the sources have on one word, before anything is decided. */
export interface Draft {
  /** Canonical form: traditional characters as Hong Kong writes them. */
  readonly word: string;
  /** Occurrences in jieba's text of about sixty million words. */
  count: number;
  /** Jieba's most frequent tag; '' for words that it does not have. */
  tag: string;
  tagCount: number;
  cedict: readonly Article[];
  /** Rows written by hand, commonest reading first. */
  hand: readonly WordRow[];
  /** Readings of the word itself in the trie, likeliest first. */
  trie: readonly string[];
  /** Whether only an operator's file has the word. */
  isOperatorOnly?: boolean;
}

const HAN = /^[\p{Script=Han}〇]{1,6}$/u;
/** Words with letters are known by hand only. */
const HAND_WORD = /^(?:[\p{Script=Han}〇]{1,6}|(?=.*[A-Za-z0-9])[\p{Script=Han}〇A-Za-z0-9]{1,12})$/u;

/** Share of a simplified word's count that goes to each traditional form that is not the usual one (后 is 後 far more often than 后). */
const UNUSUAL_FORM_SHARE = 0.01;

/** Least count of a word that only jieba knows: rarer ones are mostly chance combinations. */
const MIN_JIEBA_COUNT = 60;
const JIEBA_WORD = /^\p{Script=Han}{2,4}$/u;
const NAME_OR_NUMBER_TAG = /^(nr|ns|nt|nz|m|q|x|eng)/;

/**
 * Hong Kong form of a CC-CEDICT row. The dictionary writes 著 where Hong Kong writes 着 (看着); its simplified form tells
 * which of the two words it is (著作 keeps 著).
 */
export function canonicalOf({ traditional, simplified }: Pick<CedictRow, 'traditional' | 'simplified'>): string {
  if (!traditional.includes('著') || !simplified.includes('着')) return toHongKong(traditional);
  const plain = Array.from(simplified);
  return toHongKong(Array.from(traditional, (char, i) => (char === '著' && plain[i] === '着' ? '着' : char)).join(''));
}

export interface WordSources {
  readonly cedict: Iterable<CedictRow>;
  readonly jieba: Iterable<JiebaRow>;
  /** Readings by canonical word. */
  readonly trie: ReadonlyMap<string, readonly string[]>;
  readonly hand: Iterable<WordRow>;
  /** Canonical words that are included whatever the other sources have. */
  readonly added?: Iterable<string>;
}

/** Collects what every source has on each word. Skips words that are not 1 to 6 Han characters, and no words with letters that somebody wrote. */
export function gatherDrafts({ cedict, jieba, trie, hand, added = [] }: WordSources): Map<string, Draft> {
  const simplifiedToHongKong = createSimplifiedToHongKong();
  const drafts = new Map<string, Draft>();
  const getDraft = (word: string): Draft => {
    let found = drafts.get(word);
    if (!found) {
      found = { word, count: 0, tag: '', tagCount: 0, cedict: EMPTY, hand: EMPTY, trie: EMPTY };
      drafts.set(word, found);
    }
    return found;
  };
  for (const row of hand) {
    const word = toHongKong(row.word);
    if (HAND_WORD.test(word)) append(getDraft(word), 'hand', row);
  }
  for (const row of cedict) {
    if (!HAN.test(row.traditional)) continue;
    append(getDraft(canonicalOf(row)), 'cedict', { pinyin: row.pinyin, glosses: row.glosses });
  }
  for (const word of added) if (!drafts.has(word)) getDraft(word).isOperatorOnly = true;
  for (const [word, readings] of trie) {
    // The trie also lists its words in simplified characters.
    const existing = drafts.get(word);
    if (existing) {
      existing.trie = readings;
      if (existing.isOperatorOnly && isTraditional(word, simplifiedToHongKong)) existing.isOperatorOnly = false;
    } else if (isTraditional(word, simplifiedToHongKong)) getDraft(word).trie = readings;
  }
  countOccurrences(jieba, drafts, getDraft, simplifiedToHongKong);
  return drafts;
}

function isTraditional(word: string, simplifiedToHongKong: (word: string) => string): boolean {
  return HAN.test(word) && simplifiedToHongKong(word) === word;
}

/** Shared by the many words without articles or hand-written rows, to save memory. */
const EMPTY: readonly never[] = [];

function append<K extends 'hand' | 'cedict'>(draft: Draft, list: K, item: Draft[K][number]): void {
  draft[list] = [...draft[list], item] as unknown as Draft[K];
}

/** Jieba counts simplified words. Each count goes to the usual traditional form, and a small share to the others. */
function countOccurrences(
  jieba: Iterable<JiebaRow>,
  drafts: ReadonlyMap<string, Draft>,
  getDraft: (word: string) => Draft,
  simplifiedToHongKong: (word: string) => string,
): void {
  const bySimplified = new Map<string, string[]>();
  for (const word of drafts.keys()) {
    const simplified = toSimplified(word);
    const existing = bySimplified.get(simplified);
    if (existing) existing.push(word);
    else bySimplified.set(simplified, [word]);
  }
  for (const row of jieba) {
    const forms = bySimplified.get(row.word);
    if (forms) {
      const usual = forms.length === 1 ? forms[0]! : simplifiedToHongKong(row.word);
      const main = forms.includes(usual) ? usual : forms[0]!;
      for (const form of forms) count(getDraft(form), row, form === main ? 1 : UNUSUAL_FORM_SHARE);
      if (isUsable(row)) getDraft(main).isOperatorOnly = false;
    } else if (isUsable(row)) {
      count(getDraft(simplifiedToHongKong(row.word)), row, 1);
    }
  }
}

/** Whether a word that only jieba has is in real use. */
function isUsable({ word, count, tag }: JiebaRow): boolean {
  return count >= MIN_JIEBA_COUNT && JIEBA_WORD.test(word) && !NAME_OR_NUMBER_TAG.test(tag);
}

function count(draft: Draft, row: JiebaRow, share: number): void {
  const occurrences = row.count * share;
  draft.count += occurrences;
  if (occurrences <= draft.tagCount) return;
  draft.tag = row.tag;
  draft.tagCount = occurrences;
}
