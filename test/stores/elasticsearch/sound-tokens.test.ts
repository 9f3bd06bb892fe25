import { describe, expect, it } from '@jest/globals';
import { FINALS, parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { widenedFinals } from '../../../src/cantonese/rhyme.ts';
import { READING_FACETS, readingValue } from '../../../src/lexicon/facets.ts';
import {
  codeFilter,
  facetToken,
  hasSyllableFilters,
  pairToken,
  readingSatisfies,
  repeatedValueToken,
  rhymeFilter,
  rhymeGroups,
  slotTokens,
  soundConstraints,
  soundFields,
} from '../../../src/stores/elasticsearch/sound-tokens.ts';

describe('sound as tokens', () => {
  it('says of a reading its length and its values of facets, and of every syllable its final and itself, from the end', () => {
    const happy = { jyutping: 'hoi1 sam1', code: '33', rhyme: 'am' };
    const facetTokens = READING_FACETS.map((facet) => facetToken(facet, readingValue(facet, happy)));
    expect(facetTokens).toEqual(expect.arrayContaining(['c:33', 'r:am']));
    const tokens = slotTokens(happy);
    expect(new Set(tokens)).toEqual(
      new Set([
        ...['L2', ...facetTokens],
        ...['0f:am', '0i:s', '0t:1', '0s:sam1'],
        ...['1f:oi', '1i:h', '1t:1', '1s:hoi1'],
      ]),
    );
    expect(tokens).toHaveLength(9 + READING_FACETS.length);
    expect([pairToken('33', 'am'), repeatedValueToken('rhyme', 1), repeatedValueToken('code', 0)]).toEqual([
      '33|am',
      '=rhyme:1',
      '=code:0',
    ]);
  });

  it('names the groups of a final by those that widen to it', () => {
    // on and oeng are in one group with ong.
    expect(new Set(rhymeGroups('on'))).toEqual(new Set(['on', 'ong', 'oeng']));
    expect([rhymeGroups('ai'), rhymeGroups('none')]).toEqual([['ai'], ['none']]);
    for (const final of FINALS) {
      const reaching = FINALS.filter((other) => widenedFinals(other).includes(final));
      expect(rhymeGroups(final).toSorted()).toEqual(reaching.toSorted());
    }
  });

  it('of all searched readings together holds each value once', () => {
    const fields = soundFields([
      { jyutping: 'hai1 hai1', code: '33', rhyme: 'ai' },
      { jyutping: 'hai1 hai5', code: '34', rhyme: 'ai' },
      { jyutping: 'hai1 hau1', code: '33', rhyme: 'au' },
    ]);
    expect(fields).toMatchObject({
      code: ['33', '34'],
      rhyme: ['ai', 'au'],
      contour: ['=', '-'],
      rhyme_group: ['ai', 'au'],
      code_rhyme: ['33|ai', '34|ai', '33|au'],
      code_group: ['33|ai', '34|ai', '33|au'],
      contour_rhyme: ['=|ai', '-|ai', '=|au'],
    });
    expect(new Set(soundFields([{ jyutping: 'hoi3', code: '4', rhyme: 'oi' }]).code_group)).toEqual(
      new Set(['4|oi', '4|ui']),
    );
  });
});

describe('what sound filters ask', () => {
  it('are the values that both of two lists hold, or those of the one that is given', () => {
    expect(codeFilter({})).toBeUndefined();
    expect(codeFilter({ code: ['3', '4'] })).toEqual(['3', '4']);
    expect(codeFilter({ melodyCodes: ['0'] })).toEqual(['0']);
    expect(codeFilter({ code: ['3', '4'], melodyCodes: ['4', '0'] })).toEqual(['4']);
    expect(rhymeFilter({})).toBeUndefined();
    expect(rhymeFilter({ rhyme: ['oi', 'ai'], finals: [['ai', 'ui'], ['oi']] })).toEqual(['ai']);
    expect(rhymeFilter({ finals: [['ai']] })).toEqual(['ai']);
    expect(rhymeFilter({ finals: [] })).toEqual([]);
  });

  it('speak of more than code and rhyme where syllables or several finals are given', () => {
    expect([{}, { code: ['3'], rhyme: ['oi'] }, { finals: [['oi']] }].map(hasSyllableFilters)).toEqual([
      false,
      false,
      false,
    ]);
    expect([{ finals: [['oi'], ['am']] }, { syllables: [] }].map(hasSyllableFilters)).toEqual([true, true]);
  });

  it('come as lists of tokens, of each of which a reading must have one', () => {
    expect(soundConstraints({})).toEqual([]);
    expect(soundConstraints({ code: ['3', '4'], rhyme: ['oi'], finals: [['oi', 'ui'], ['am', 'an'], ['i']] })).toEqual([
      ...[['c:3', 'c:4'], ['r:oi'], ['1f:am', '1f:an'], ['2f:i']],
    ]);
    const syllables = [...parseJyutping('hoi1')!, { initial: 's', final: 'am', tone: undefined }];
    const tones = [1, 2, 3, 4, 5, 6].map((tone) => `0s:sam${tone}`);
    expect(soundConstraints({ syllables })).toEqual([['L2'], ['1s:hoi1'], tones]);
  });

  it('take for one what lazy rules do not tell apart, in the tone that is asked', () => {
    // n- and l- fall together; ng- and none stay apart unless that is asked too.
    const ngo = { lazy: ['n-l'] as const };
    expect(new Set(soundConstraints({ syllables: parseJyutping('nei5')!, ...ngo })[1])).toEqual(
      new Set(['0s:nei5', '0s:lei5']),
    );
    expect(soundConstraints({ syllables: parseJyutping('ngo5')!, ...ngo })[1]).toEqual(['0s:ngo5']);
    expect(soundConstraints({ syllables: parseJyutping('nei5')! })[1]).toEqual(['0s:nei5']);
  });

  it('are satisfied by one reading that has a token of each', () => {
    const happy = { jyutping: 'hoi1 sam1', code: '33', rhyme: 'am' };
    expect(readingSatisfies(happy, [])).toBe(true);
    expect(readingSatisfies(happy, [['c:33', 'c:44'], ['1f:oi']])).toBe(true);
    expect(readingSatisfies(happy, [['c:33'], ['1f:ai']])).toBe(false);
    expect(readingSatisfies(happy, [[]])).toBe(false);
  });
});
