import type { Draft } from './drafts.ts';

const LABEL = /\((?:[^()]*\W)?(?:vulgar|taboo curse)\b[^()]*\)/i;
const COARSE_ENGLISH = /\b(?:fuck\w*|motherfuck\w*|cunt|twat)\b/i;
/** Coarse by themselves in words that no dictionary explains; explained ones include turtle doves (鳩) and neat handiwork (撚). */
const COARSE = /[屌撚閪𨳒𨶙𡳞𨳍柒鳩屄肏]|冚家(?!富貴|祥)|[你佢死]老[母味]|操你/u;

/** Whether a word is coarse: as a person says; else by the first gloss, else, where there is none, by its characters. */
export function isVulgar({ word, hand, cedict }: Draft): boolean {
  if (hand.length > 0) return hand.some((row) => row.flags === 'vulgar');
  const gloss = cedict[0]?.glosses[0];
  if (gloss === undefined) return COARSE.test(word);
  return LABEL.test(gloss) || COARSE_ENGLISH.test(gloss);
}
