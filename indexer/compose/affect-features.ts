import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { AffectRow } from '../tables/schemas.ts';
import { stemsOf } from './gloss-stems.ts';
import type { Meaning } from './meaning.ts';

/** Features of a word for the affect model: characters, glosses, senses, rated synonyms. */

export interface WordEvidence {
  readonly word: string;
  readonly glosses: readonly string[];
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  readonly meaning: Meaning | undefined;
  /** Ratings of its synonyms. */
  readonly ratedSynonyms: readonly AffectRow[];
}

const MAX_GLOSSES = 4;
/** From this length on, the words inside a word are features instead of its characters. */
const MIN_COMPOUND_LENGTH = 3;

/** Feature names, each once. */
export function affectFeatures(evidence: WordEvidence): Set<string> {
  const { word, glosses, pos, category, meaning, ratedSynonyms } = evidence;
  const features = new Set<string>([`pos ${pos}`]);
  const chars = Array.from(word);
  for (const char of chars) features.add(`has ${char}`);
  if (chars.length > 1) features.add(`first ${chars[0]}`).add(`last ${chars.at(-1)}`);
  if (chars.length >= MIN_COMPOUND_LENGTH)
    for (let i = 0; i + 2 <= chars.length; i++) features.add(`has ${chars[i]}${chars[i + 1]}`);
  for (const [index, gloss] of glosses.slice(0, MAX_GLOSSES).entries())
    for (const stem of stemsOf(gloss)) {
      features.add(`gloss ${stem}`);
      if (index === 0) features.add(`gloss1 ${stem}`);
    }
  if (category !== null) features.add(`category ${category}`);
  if (meaning?.valence) features.add(`sense ${meaning.valence}`);
  if (meaning?.emotion) features.add(`sense ${meaning.emotion}`);
  for (const theme of meaning?.themes ?? []) features.add(`sense #${theme}`);
  for (const { emotion, valence, themes } of ratedSynonyms) {
    features.add(`synonym ${emotion}`).add(`synonym ${valence}`);
    for (const theme of themes) features.add(`synonym #${theme}`);
  }
  return features;
}
