import type { Draft } from './drafts.ts';

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
