import type { Register } from '../../../src/lexicon/entry.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { Draft } from './drafts.ts';
import { isName, isPlaceOrPerson, variantOf } from './glosses.ts';

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
