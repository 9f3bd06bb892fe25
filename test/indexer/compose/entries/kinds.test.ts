import { describe, expect, it } from '@jest/globals';
import { createKinds } from '../../../../indexer/compose/entries/kinds.ts';
import type { WordLabels } from '../../../../indexer/compose/labels/labels.ts';
import type { GatheredWord } from '../../../../indexer/compose/words/gather.ts';

const RARE = 60_000;
const gathered = (word: string, gloss: string, rest: Partial<GatheredWord> = {}) =>
  ({ word, glosses: [gloss], hand: [], register: '通', ...rest }) as unknown as GatheredWord;
const inCategory = (category: string | null) => ({ category }) as WordLabels;

describe('the kind of an entry', () => {
  const kindOf = createKinds({
    kinds: [
      { file: 'kinds/kinds.tsv', line: 2, value: { word: '太想', kind: 'phrase' } },
      { file: 'kinds/kinds.tsv', line: 3, value: { word: '棕頭鷗', kind: 'word' } },
    ],
  });
  const gull = '(bird species of China) brown-headed gull (Chroicocephalus brunnicephalus)';

  it('is what somebody wrote, whatever a rule would say', () => {
    expect(kindOf(gathered('太想', 'too eager'), 900, inCategory(null))).toBe('phrase');
    expect(kindOf(gathered('棕頭鷗', gull), RARE, inCategory('noun.animal'))).toBe('word');
  });

  const kind = (glosses: readonly string[], category: string | null, rest: Partial<GatheredWord> = {}, rank = RARE) =>
    kindOf(gathered('漁鷗鳥', '', { glosses, ...rest }), rank, inCategory(category));

  it('is specialist where a rare word is explained as one of a subject', () => {
    expect(kind([gull, 'gull'], 'noun.animal')).toBe('specialist');
    expect(kind(['(chemistry) to titrate', '(chemistry) titration'], 'verb.change')).toBe('specialist');
    expect(kind(['(geometry) cone'], 'noun.shape')).toBe('specialist');
    expect(kind(['hydrochloric acid (HCl)'], 'noun.substance')).toBe('specialist');
    expect(kind(['sandgrouse (Syrrhaptes paradoxus)'], 'noun.animal')).toBe('specialist');
    expect(kind(['Ufa, capital of Bashkortostan, Republic of Russia'], 'noun.location')).toBe('specialist');
    expect(kind(['Daxing county in Beijing'], null, { word: '大興縣' })).toBe('specialist');
  });

  it('is not where one gloss of several is', () => {
    expect(kind(['cone', '(geometry) cone'], 'noun.shape')).toBe('word');
    expect(kind(['to titrate', '(chemistry) titration'], null)).toBe('word');
    expect(kind(['(law) evidence'], 'noun.communication')).toBe('word');
    expect(kind(['night sky'], 'noun.object')).toBe('word');
    expect(kind(['Kowloon City district of Hong Kong'], null, { word: '九龍城區' })).toBe('word');
  });

  it('is not of what is in use, what somebody wrote down, what is said in Cantonese, and characters', () => {
    expect(kind([gull], 'noun.animal', {}, 19_999)).toBe('word');
    expect(kind([gull], 'noun.animal', { register: '粵' })).toBe('word');
    expect(kind([gull], 'noun.animal', { hand: [{}] } as unknown as Partial<GatheredWord>)).toBe('word');
    expect(kind([gull], 'noun.animal', { word: '鷗' })).toBe('word');
  });
});
