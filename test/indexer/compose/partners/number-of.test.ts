import { describe, expect, it } from '@jest/globals';
import { createNumberOf } from '../../../../indexer/compose/partners/number-of.ts';

describe('the number of a form', () => {
  const numberOf = createNumberOf(
    ['説', '裏面', '裡面', '眼淚'],
    (word) => (word === '眼淚' ? ['眼泪', '眼水'] : []),
    new Map([['裡面', '裏面']]),
  );

  it('is that of the word, of another form of it, or of its usual spelling', () => {
    expect(['眼淚', '眼水', '裡面', '裏面'].map(numberOf)).toEqual([3, 3, 1, 1]);
    // Written as Taiwan does.
    expect(numberOf('說')).toBe(0);
  });

  it('is none of what is no word', () => {
    expect(numberOf('坐在')).toBeUndefined();
  });
});
