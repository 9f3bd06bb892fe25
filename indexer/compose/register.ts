import type { Register } from '../../src/lexicon/entry.ts';
import type { Draft } from './drafts.ts';

/** Characters that only written Cantonese uses. */
const CANTONESE_CHARACTER =
  /[嘅咗喺哋佢冇唔嚟啲乜嘢咁噉咩囉㗎喎啱嗰冚瞓攞諗嬲掂攰靚嗌搵咪俾畀睇啩噃揸揼躝嘞咋噏劏冧奀孖瓹煲嘥嗱吖啫嚿㩒𠵱𢱕餸脷]/u;
const CANTONESE_LABEL = /\((cantonese|canto\b)|cantonese\)|\(dialect\) cantonese/i;
const LITERARY_LABEL = /^\((literary|archaic|classical|poetic)/i;

export interface RegisterLists {
  readonly nga: ReadonlySet<string>;
  readonly jyut: ReadonlySet<string>;
}

/** Register by hand; else by the lists; else by the dictionary's labels and by characters. */
export function registerOf({ word, hand, cedict, trie, count }: Draft, lists: RegisterLists): Register {
  if (hand.length > 0) return hand[0]!.reg;
  if (lists.jyut.has(word)) return '粵';
  if (lists.nga.has(word)) return '雅';
  if (CANTONESE_CHARACTER.test(word)) return '粵';
  const glosses = cedict.flatMap((row) => row.glosses);
  if (glosses.some((gloss) => CANTONESE_LABEL.test(gloss))) return '粵';
  if (glosses.length === 0 && trie.length > 0 && count === 0) return '粵';
  return glosses.length > 0 && LITERARY_LABEL.test(glosses[0]!) ? '雅' : '通';
}
