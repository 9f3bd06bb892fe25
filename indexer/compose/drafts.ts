import type { CedictRow } from '../sources/cc-cedict.ts';
import type { JiebaRow } from '../sources/jieba.ts';
import { simplifiedToHongKong, toHongKong } from '../sources/opencc.ts';
import type { WordRow } from '../tables/schemas.ts';

/** What the sources say of one word, before anything is decided. */
export interface Draft {
  /** Canonical form: traditional characters as Hong Kong writes them. */
  readonly word: string;
  /** Occurrences in jieba's text of about sixty million words. */
  count: number;
  /** Jieba's commonest tag; '' where it does not know the word. */
  tag: string;
  tagCount: number;
  readonly cedict: CedictRow[];
  /** Rows written by hand, commonest reading first. */
  readonly hand: WordRow[];
  /** Readings of the word itself in the trie, likeliest first. */
  trie: readonly string[];
}

export const MAX_LENGTH = 6;
const HAN = /^[\p{Script=Han}〇]{1,6}$/u;

/** Share of a simplified word's count that goes to each traditional form that is not the usual one (后 is 後 far more often than 后). */
const UNUSUAL_FORM_SHARE = 0.01;

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
  readonly trie: ReadonlyMap<string, readonly string[]>;
  readonly hand: Iterable<WordRow>;
}

/** Gathers what every source says, word by word. Words that are not 1 to 6 Han characters are passed over. */
export function gatherDrafts({ cedict, jieba, trie, hand }: WordSources): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  const draft = (word: string): Draft => {
    let found = drafts.get(word);
    if (!found) {
      found = { word, count: 0, tag: '', tagCount: 0, cedict: [], hand: [], trie: [] };
      drafts.set(word, found);
    }
    return found;
  };
  for (const row of hand) {
    const word = toHongKong(row.word);
    if (HAN.test(word)) draft(word).hand.push(row);
  }
  const traditionals = new Map<string, string[]>();
  for (const row of cedict) {
    if (!HAN.test(row.traditional)) continue;
    const word = canonicalOf(row);
    draft(word).cedict.push(row);
    const known = traditionals.get(row.simplified);
    if (!known) traditionals.set(row.simplified, [word]);
    else if (!known.includes(word)) known.push(word);
  }
  for (const [form, readings] of trie) {
    if (!HAN.test(form)) continue;
    const word = toHongKong(form);
    // The trie also lists simplified forms of its words; those lead to the traditional one.
    if (word !== form || simplifiedToHongKong(form) === form) {
      const entry = draft(word);
      if (entry.trie.length === 0 || word === form) entry.trie = readings;
    }
  }
  for (const row of jieba) {
    if (!HAN.test(row.word)) continue;
    addCount(row, traditionals.get(row.word) ?? [], draft);
  }
  return drafts;
}

function addCount(row: JiebaRow, forms: readonly string[], draft: (word: string) => Draft): void {
  const usual = simplifiedToHongKong(row.word);
  const main = forms.length === 0 || forms.includes(usual) ? usual : forms[0]!;
  for (const form of new Set([main, ...forms])) {
    const entry = draft(form);
    const count = form === main ? row.count : row.count * UNUSUAL_FORM_SHARE;
    entry.count += count;
    if (count > entry.tagCount) {
      entry.tag = row.tag;
      entry.tagCount = count;
    }
  }
}
