import { describe, expect, it } from '@jest/globals';
import { familyOf, spellingsNear, tokenForms } from '../../src/phrases/english.ts';

describe('the forms of an English word', () => {
  it.each([
    ['rain', ['rain']],
    ['promises', ['promises', 'promis', 'promise']],
    ['memories', ['memories', 'memory', 'memori', 'memorie']],
    ['running', ['running', 'run', 'runn', 'runne']],
    ['loved', ['loved', 'lov', 'love']],
    ['is', ['is']],
    ['left', ['leave', 'left']],
  ])('%s', (token, forms) => {
    expect(tokenForms(token)).toEqual(forms);
  });

  it.each([
    ['loneliness', 'lonely'],
    ['happiness', 'happy'],
    ['homesick', 'homesickness'],
    ['innocence', 'innocent'],
    ['dreamer', 'dream'],
    ['dying', 'die'],
    ['cried', 'cry'],
  ])('of the family of %s is %s', (token, relative) => {
    expect(familyOf(token)).toContain(relative);
    expect(familyOf(token)[0]).toBe(token);
  });
});

describe('the spellings near a word', () => {
  it.each([
    ['lonley', 'lonely'],
    ['beautifull', 'beautiful'],
    ['memry', 'memory'],
    ['hapoy', 'happy'],
  ])('%s is one of %s', (typed, meant) => {
    expect([...spellingsNear(typed)]).toContain(meant);
  });

  it('are none of a short word, or of one that is not of plain letters', () => {
    expect([...spellingsNear('lvoe')]).toEqual([]);
    expect([...spellingsNear('naïvve')]).toEqual([]);
  });
});
