import type { SyllablePattern } from './jyutping.ts';

/** Mergers of modern speech (懶音) that a search may treat as equal; each is opt-in. */
export const LAZY_RULES = ['n-l', 'ng-0', 'gw-g', 'ng-n', 'k-t'] as const;
export type LazyRule = (typeof LAZY_RULES)[number];

type Sound = Pick<SyllablePattern, 'initial' | 'final'>;

/** gw and kw lose their rounding only before o (廣 gwong2 → gong2). */
const BEFORE_O = /^o/;

/** Vowels after which a velar ending is heard as the alveolar one; after i, e and u the vowels themselves differ. */
const MERGING_VOWELS = new Set(['aa', 'a', 'o', 'oe']);

const MERGERS: Record<LazyRule, (sound: Sound) => Sound> = {
  'n-l': (sound) => (sound.initial === 'n' ? { ...sound, initial: 'l' } : sound),
  'ng-0': (sound) => {
    if (sound.final === 'ng' && sound.initial === '') return { initial: '', final: 'm' };
    return sound.initial === 'ng' ? { ...sound, initial: '' } : sound;
  },
  'gw-g': (sound) => {
    if (!BEFORE_O.test(sound.final)) return sound;
    if (sound.initial === 'gw') return { ...sound, initial: 'g' };
    return sound.initial === 'kw' ? { ...sound, initial: 'k' } : sound;
  },
  'ng-n': (sound) => ({ ...sound, final: toAlveolar(sound.final, 'ng', 'n') }),
  'k-t': (sound) => ({ ...sound, final: toAlveolar(sound.final, 'k', 't') }),
};

function toAlveolar(final: string, velar: string, ending: string): string {
  if (final === velar || !final.endsWith(velar)) return final;
  const vowel = final.slice(0, -velar.length);
  return MERGING_VOWELS.has(vowel) ? vowel + ending : final;
}

/** A key that is equal for sounds that the given rules merge. Tone is left out. */
export function mergedSoundKey(sound: Sound, rules: readonly LazyRule[]): string {
  let merged: Sound = sound;
  for (const rule of rules) merged = MERGERS[rule](merged);
  return `${merged.initial}.${merged.final}`;
}
