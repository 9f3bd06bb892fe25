import { describe, expect, it } from '@jest/globals';
import type { WordLabels } from '../../../indexer/compose/types.ts';
import {
  agreed,
  createRatingOf,
  type Rating,
  unopposed,
  votesOfDefinition,
  votesOfSynonyms,
  wordsOf,
} from '../../../scripts/labels/chinese-evidence.ts';

const WORDS = ['快樂', '傷心', '的士', '車', '嘅', '張', '慌張'];
const numberOf = (word: string) => (WORDS.includes(word) ? WORDS.indexOf(word) : undefined);
const labels = (given: Partial<WordLabels>) =>
  ({ emotion: null, valence: null, themes: [], senses: [], ...given }) as unknown as WordLabels;
const sense = (synonyms: string[], given: object) => ({ synonyms, emotion: null, valence: '中', themes: [], ...given });
const ratingOf = createRatingOf(
  [
    labels({ emotion: '喜悅', valence: '正' }),
    labels({ emotion: '悲傷', valence: '負' }),
    labels({}),
    labels({}),
    labels({}),
    labels({
      senses: [sense(['條'], {}), sense(['慌張'], { emotion: '恐懼', valence: '負' })] as never,
      valence: '中',
    }),
    labels({}),
  ],
  (word) => word < 2 || word === 5,
);

describe('synonyms as witnesses', () => {
  const edge = (related: number, given = {}) => ({ related, type: 'syn', source: 'curated', score: 90, ...given });
  const votes = (name: string, ...edges: object[]) => votesOfSynonyms({ of: () => edges as never }, 9, name, ratingOf);

  it('pass on a label only from the sense that names the word', () => {
    expect(votes('慌張', edge(5)).map(({ rating }) => rating.valence)).toEqual(['負']);
    expect(votes('條', edge(5)).map(({ rating }) => rating.valence)).toEqual(['中']);
    expect(votes('桌', edge(5))).toEqual([]);
  });

  it('say nothing where nobody rated them, or where they are only near', () => {
    expect(votes('x', edge(3), edge(0, { source: 'generated', score: 40 }), edge(0, { type: 'ant' }))).toEqual([]);
  });

  it('agree from three fifths on, one curated or two generated ones at least', () => {
    const valence = ({ valence }: Rating) => valence;
    expect(agreed(votes('x', edge(0)), valence)).toBe('正');
    expect(agreed(votes('x', edge(0, { source: 'generated' })), valence)).toBeUndefined();
    expect(agreed(votes('x', edge(0), edge(1)), valence)).toBeUndefined();
  });
});

describe('the words of a definition as witnesses', () => {
  const votes = (text: string) => votesOfDefinition(text, '的士', numberOf, ratingOf);

  it('are the longest words', () => {
    expect(wordsOf('的士車', numberOf).map(({ word }) => word)).toEqual(['的士', '車']);
  });

  it('speak for a value that no other contradicts, and not where they are negated', () => {
    const valence = ({ valence }: Rating) => valence;
    expect(unopposed(votes('感到快樂'), valence, '中')).toBe('正');
    expect(unopposed(votes('快樂或傷心'), valence, '中')).toBeUndefined();
    expect(unopposed(votes('不快樂'), valence, '中')).toBeUndefined();
  });
});
