import type { Register } from '../../../src/lexicon/entry.ts';
import type { CedictRow, JiebaRow } from '../../sources/dictionaries.ts';
import { createSimplifiedToHongKong, toHongKong, toSimplified } from '../../sources/opencc.ts';
import type { HandWritten, WordRow } from '../../tables/hand-written.ts';
import { type Article, isName, isPlaceOrPerson, variantOf } from './glosses.ts';

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
  const bySimplified = new Map<string, Draft[]>();
  for (const draft of drafts.values()) {
    const simplified = toSimplified(draft.word);
    const existing = bySimplified.get(simplified);
    if (existing) existing.push(draft);
    else bySimplified.set(simplified, [draft]);
  }
  for (const row of jieba) {
    const forms = bySimplified.get(row.word);
    if (forms) {
      const usual = forms.length === 1 ? row.word : simplifiedToHongKong(row.word);
      const main = forms.find(({ word }) => word === usual) ?? forms[0]!;
      for (const form of forms) count(form, row, form === main ? 1 : UNUSUAL_FORM_SHARE);
      if (main.isOperatorOnly && isUsable(row)) main.isOperatorOnly = false;
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

/** Which words the lexicon is to have, and what is plain to see of each: its register, and whether it is coarse. */

/** Least counts of names: rarer ones belong into an atlas, not into lyrics. */
const MIN_NAME_COUNT = 40;
const MIN_PLACE_COUNT = 800;

/** Whether a word is included in the lexicon. */
export function isIncluded(draft: Draft, chosen: ReadonlySet<string>): boolean {
  const { word, cedict, hand, trie } = draft;
  if (hand.length > 0 || chosen.has(word)) return true;
  if (cedict.length > 0) return cedict.every(isName) ? isIncludedName(draft) : true;
  // Single characters without glosses are excluded; jieba's own words were filtered when they were gathered.
  return trie.length === 0 || Array.from(word).length > 1;
}

function isIncludedName({ cedict, count, trie }: Draft): boolean {
  const isPlaceOrPersonName = cedict.every(({ glosses }) => isPlaceOrPerson(glosses));
  return count >= (isPlaceOrPersonName ? MIN_PLACE_COUNT : MIN_NAME_COUNT) || (trie.length > 0 && !isPlaceOrPersonName);
}

/** Every word that a person wrote down somewhere in the tables: it matters to lyrics, whatever text counts say. */
export function chosenWords(tables: HandWritten): Set<string> {
  const chosen = new Set<string>();
  const add = (word: string) => chosen.add(toHongKong(word));
  for (const { value } of tables.relations) [value.word, ...value.related].forEach(add);
  for (const { value } of tables.words) [value.word, ...value.standard].forEach(add);
  // A row that says nothing but that a word has no feeling is no choice of it.
  for (const { value } of tables.affect)
    if (value.emotion !== '' || value.valence !== undefined || value.themes.length > 0) add(value.word);
  for (const { value } of tables.nga) [value.word, ...value.plain].forEach(add);
  for (const { value } of tables.jyut) [value.word, ...value.standard].forEach(add);
  return chosen;
}

/** The word of which this one is only a rarer spelling; it becomes that word's alias. */
export function aliasTarget(draft: Draft, drafts: ReadonlyMap<string, Draft>): string | undefined {
  if (draft.hand.length > 0 || draft.cedict.length === 0) return undefined;
  const target = variantOf(draft.cedict);
  const other = target === undefined || target === draft.word ? undefined : drafts.get(target);
  return other && other.count >= draft.count ? target : undefined;
}

/** Characters that only written Cantonese uses. */
const CANTONESE_CHARACTER =
  /[嘅咗喺哋佢冇唔嚟啲乜嘢咁噉咩囉㗎喎啱嗰冚瞓攞諗嬲掂攰靚嗌搵咪俾畀睇啩噃揸揼躝嘞咋噏劏冧奀孖瓹煲嘥嗱吖啫嚿㩒𠵱𢱕餸脷]/u;
const CANTONESE_LABEL = /\((cantonese|canto\b)|cantonese\)|\(dialect\) cantonese/i;
const LITERARY_LABEL = /^\((literary|archaic|classical|poetic)/i;

export interface RegisterLists {
  readonly nga: ReadonlySet<string>;
  readonly jyut: ReadonlySet<string>;
  /** Neither, whatever a dictionary's label says. */
  readonly common: ReadonlySet<string>;
}

/** Register by hand; else by the lists; else by the dictionary's labels and by characters. */
export function registerOf({ word, hand, cedict, trie, count }: Draft, lists: RegisterLists): Register {
  if (hand.length > 0) return hand[0]!.reg;
  if (lists.jyut.has(word)) return '粵';
  if (lists.nga.has(word)) return '雅';
  if (lists.common.has(word)) return '通';
  if (CANTONESE_CHARACTER.test(word)) return '粵';
  const glosses = cedict.flatMap((row) => row.glosses);
  if (glosses.some((gloss) => CANTONESE_LABEL.test(gloss))) return '粵';
  if (glosses.length === 0 && trie.length > 0 && count === 0) return '粵';
  return glosses.length > 0 && LITERARY_LABEL.test(glosses[0]!) ? '雅' : '通';
}

const VULGAR_LABEL = /\((?:[^()]*\W)?(?:vulgar|taboo curse)\b[^()]*\)/i;
const VULGAR_ENGLISH = /\b(?:fuck\w*|motherfuck\w*|cunt|twat)\b/i;
/** Characters that are vulgar in words without a dictionary entry; words with one include turtle doves (鳩) and neat handiwork (撚). */
const VULGAR_CHARACTERS = /[屌撚閪𨳒𨶙𡳞𨳍柒鳩屄肏]|冚家(?!富貴|祥)|[你佢死]老[母味]|操你/u;

/** Whether a word is vulgar: by a hand-written row, else by its first gloss, else by its characters. */
export function isVulgar({ word, hand, cedict }: Draft): boolean {
  if (hand.length > 0) return hand.some((row) => row.flags === 'vulgar');
  const gloss = cedict[0]?.glosses[0];
  if (gloss === undefined) return VULGAR_CHARACTERS.test(word);
  return VULGAR_LABEL.test(gloss) || VULGAR_ENGLISH.test(gloss);
}
