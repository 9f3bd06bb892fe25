import { describe, expect, it } from '@jest/globals';
import { type Classified, contradicts, createSettlement } from '../../../../indexer/compose/categories/agreement.ts';
import type { WordRow } from '../../../../indexer/tables/hand-written.ts';

const agreed: readonly (readonly [string, Classified['pos'], string])[] = [
  ['學生', 'n', 'noun.person'],
  ['先生', 'n', 'noun.person'],
  ['考試', 'v', 'verb.social'],
  ['估計', 'v', 'verb.cognition'],
  ['預計', 'v', 'verb.cognition'],
];

function settle(
  word: string,
  pos: Classified['pos'],
  category: string,
  given: { verified?: boolean; hand?: boolean; glosses?: string[] } = {},
) {
  const all = [...agreed, [word, pos, category] as const];
  const words = all.map(([text], at) => {
    const isLast = at === agreed.length;
    const hand = isLast && given.hand ? [{} as WordRow] : [];
    return { word: text, hand, patch: undefined, glosses: isLast ? (given.glosses ?? []) : [] };
  });
  const classified = all.map(([, own, name], at) => {
    return { pos: own, category: name, verified: at === agreed.length && given.verified === true };
  });
  const { pos: settledPos, category: settledCategory } = createSettlement(words, classified, { a: 'adj.all' })(
    agreed.length,
  );
  return [settledPos, settledCategory];
}

describe('a part of speech and a category of another one', () => {
  it('contradict each other', () => {
    expect(contradicts({ pos: 'v', category: 'noun.act' })).toBe(true);
    expect([
      contradicts({ pos: 'n', category: 'noun.act' }),
      contradicts({ pos: 'r', category: 'adv.all' }),
      contradicts({ pos: 'v', category: null }),
    ]).toEqual([false, false, false]);
  });

  it('are settled by the words that are built alike', () => {
    expect(settle('考生', 'v', 'noun.person')).toEqual(['n', 'noun.person']);
    expect(settle('估算', 'v', 'noun.cognition')).toEqual(['v', null]);
  });

  it('are settled by the part of speech where a person or the gloss says it', () => {
    expect(settle('考生', 'v', 'noun.person', { hand: true })).toEqual(['v', null]);
    expect(settle('考生', 'v', 'noun.person', { glosses: ['to sit an exam'] })).toEqual(['v', null]);
    expect(settle('學名', 'a', 'noun.person', { hand: true })).toEqual(['a', 'adj.all']);
  });

  it('are left as a person wrote them', () => {
    expect(settle('考生', 'v', 'noun.person', { verified: true })).toEqual(['v', 'noun.person']);
  });

  it('give way to an adjective of the gloss, which English seldom uses otherwise', () => {
    expect(settle('估值', 'v', 'adj.all')).toEqual(['a', 'adj.all']);
  });
});
