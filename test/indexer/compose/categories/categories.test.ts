import { describe, expect, it } from '@jest/globals';
import { createCategorizer } from '../../../../indexer/compose/categories/categories.ts';
import type { WordDecision } from '../../../../indexer/compose/categories/decisions.ts';
import type { Meaning } from '../../../../indexer/compose/meaning/meaning.ts';
import type { GatheredWord } from '../../../../indexer/compose/words/gather.ts';

describe('categories', () => {
  const categorize = (rows: readonly [word: string, own: Partial<WordDecision>, byGloss?: (string | null)[]][]) => {
    const meanings = new Map(
      rows.map(([word, , glossCategories = []]) => [word, { word, glossCategories } as unknown as Meaning]),
    );
    const of = createCategorizer(
      rows.map(([word]) => ({ word }) as GatheredWord),
      rows.map(([, own]) => ({ pos: 'n', category: null, verified: false, ...own })),
      meanings,
    );
    return rows.map((_, i) => of(i));
  };

  it('agree with the part of speech where a gloss offers one that does', () => {
    expect(
      categorize([
        ['教學', { pos: 'v', category: 'noun.act' }, ['noun.act', 'verb.social']],
        ['一絲不苟', { pos: 'a', category: 'noun.act' }],
        ['就要', { pos: 'r', category: 'noun.cognition' }],
        ['人手寫', { pos: 'v', category: 'noun.act', verified: true }, ['verb.social']],
      ]),
    ).toEqual(['verb.social', 'adj.all', 'adv.all', 'noun.act']);
  });

  it('are those of the kin, words that end alike, where a word has none or an odd one', () => {
    const matches = Array.from({ length: 19 }, (_, i): [string, Partial<WordDecision>] => [
      `${'春夏秋冬東南西北中日月山川風雨雷電金木'[i]}賽`,
      { category: 'noun.event' },
    ]);
    const found = categorize([...matches, ['錦標賽', { category: 'noun.state' }], ['街賽', {}], ['街波', {}]]);
    expect(found.slice(19)).toEqual(['noun.event', 'noun.event', null]);
  });

  it('are the whole part of speech for descriptions and adverbs that have none', () => {
    expect(
      categorize([
        ['口水多過茶', { pos: 'a' }],
        ['一次過', { pos: 'r' }],
        ['笑爆', { pos: 'v' }],
      ]),
    ).toEqual(['adj.all', 'adv.all', null]);
  });
});
