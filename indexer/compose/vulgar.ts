import type { Draft } from './drafts.ts';

const VULGAR_LABEL = /\((?:[^()]*\W)?(?:vulgar|taboo curse)\b[^()]*\)/i;
const VULGAR_ENGLISH = /\b(?:fuck\w*|motherfuck\w*|cunt|twat)\b/i;
/** Coarse by themselves in words that no dictionary explains; explained ones include turtle doves (鳩) and neat handiwork (撚). */
const VULGAR_CHARACTERS = /[屌撚閪𨳒𨶙𡳞𨳍柒鳩屄肏]|冚家(?!富貴|祥)|[你佢死]老[母味]|操你/u;

/** Whether a word is coarse: as a person says; else by the first gloss, else, where there is none, by its characters. */
export function isVulgar({ word, hand, cedict }: Draft): boolean {
  if (hand.length > 0) return hand.some((row) => row.flags === 'vulgar');
  const gloss = cedict[0]?.glosses[0];
  if (gloss === undefined) return VULGAR_CHARACTERS.test(word);
  return VULGAR_LABEL.test(gloss) || VULGAR_ENGLISH.test(gloss);
}
