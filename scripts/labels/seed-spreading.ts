import type { WordNet } from '../../indexer/sources/wordnet.ts';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';

/** Label propagation: spreads emotions and themes from seed lemmas over WordNet's pointers. */

/** A label (an emotion, a theme) and its seed lemmas, such as `n:joy`. */
export interface Seeds {
  readonly label: string;
  readonly seeds: readonly string[];
}

/** For each synset, how strongly it has each label, 0 to 1. */
export type Spread = ReadonlyMap<number, ReadonlyMap<string, number>>;

const AFFECT_LEXNAMES = new Set(
  'noun.feeling verb.emotion adj.all adj.ppl verb.body verb.communication verb.cognition noun.state noun.attribute adv.all'.split(
    ' ',
  ),
);
const AFFECT_LEXNAME_BY_POS: Partial<Record<PartOfSpeech, string>> = { n: 'noun.feeling', v: 'verb.emotion' };
const EMOTION_DEPTH = 4;
const MIN_EMOTION_WEIGHT = 0.45;

function emotionFactor(sign: string, lexname: string): number {
  if (sign === '~' || sign === '~i') return 0.95;
  if (sign === '&') return 0.8;
  if (sign === '+' && AFFECT_LEXNAMES.has(lexname)) return 0.8;
  if (sign === '=' && AFFECT_LEXNAMES.has(lexname)) return 0.7;
  return sign === '\\' || sign === '*' || sign === '>' ? 0.7 : 0;
}

/** From the first sense of each seed that is an emotion (else its first sense), over hyponyms, similar adjectives and derivations. */
export function spreadEmotions(wordnet: WordNet, emotions: readonly Seeds[]): Spread {
  return spreadLabels(wordnet, emotions, {
    startOf: (pos, senses) =>
      senses.find((synset) => wordnet.lexname(synset) === AFFECT_LEXNAME_BY_POS[pos]) ?? senses[0],
    factor: (sign, target) => emotionFactor(sign, wordnet.lexname(target)),
    depth: () => EMOTION_DEPTH,
    minWeight: MIN_EMOTION_WEIGHT,
  });
}

const THEME_FACTORS: Readonly<Record<string, number>> = { '~': 0.9, '~i': 0.6, '&': 0.8, '-c': 0.5 };

/** From the first sense of each seed. Verbs one step only, because their hyponym trees are broad (travel). */
export function spreadThemes(wordnet: WordNet, themes: readonly Seeds[]): Spread {
  return spreadLabels(wordnet, themes, {
    startOf: (_pos, senses) => senses[0],
    factor: (sign) => THEME_FACTORS[sign] ?? 0,
    depth: (pos) => (pos === 'n' ? 3 : 1),
    minWeight: 0.5,
  });
}

interface SpreadRules {
  startOf(pos: PartOfSpeech, synsets: readonly number[]): number | undefined;
  factor(sign: string, target: number): number;
  depth(pos: PartOfSpeech): number;
  readonly minWeight: number;
}

function spreadLabels(wordnet: WordNet, seedSets: readonly Seeds[], rules: SpreadRules): Spread {
  const labels = new Map<number, Map<string, number>>();
  const raiseStrength = (synset: number, label: string, weight: number): boolean => {
    let strengths = labels.get(synset);
    if (!strengths) labels.set(synset, (strengths = new Map()));
    if ((strengths.get(label) ?? 0) >= weight) return false;
    strengths.set(label, weight);
    return true;
  };
  for (const { label, seeds } of seedSets) {
    for (const seed of seeds) {
      const pos = seed[0] as PartOfSpeech;
      const lemma = wordnet.lemma(pos, seed.slice(2));
      if (lemma === undefined) continue;
      const start = rules.startOf(
        pos,
        wordnet.senses(lemma).map((sense) => sense.synset),
      );
      if (start === undefined) continue;
      raiseStrength(start, label, 1);
      const queue: [synset: number, weight: number, depth: number][] = [[start, 1, 0]];
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [synset, weight, depth] = next;
        if (depth >= rules.depth(pos)) continue;
        for (const { sign, target } of wordnet.pointers(synset)) {
          const spreadWeight = weight * rules.factor(sign, target);
          if (spreadWeight >= rules.minWeight && raiseStrength(target, label, spreadWeight))
            queue.push([target, spreadWeight, depth + 1]);
        }
      }
    }
  }
  return labels;
}

/** Least share of a word's senses, by weight, that must have a label. */
export const MIN_LABEL_SHARE = 0.6;

/** Labels of a word with their share of its senses, highest first. */
export function labelsOf(labels: Spread, synsets: ReadonlyMap<number, number>): [label: string, share: number][] {
  const shares = new Map<string, number>();
  let total = 0;
  for (const [synset, weight] of synsets) {
    total += weight;
    for (const [label, strength] of labels.get(synset) ?? [])
      shares.set(label, (shares.get(label) ?? 0) + weight * strength);
  }
  return [...shares]
    .map(([label, sum]): [string, number] => [label, sum / total])
    .filter(([, share]) => share >= MIN_LABEL_SHARE)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
