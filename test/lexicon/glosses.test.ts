import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { glossHeadPacker, glossKey, glossKeysOf, openGlossHeads } from '../../src/lexicon/gloss-heads.ts';
import { characterPairs, negatedPair, tokenize, tokensOfDefinitions } from '../../src/lexicon/tokenizer.ts';

describe('the heads of glosses', () => {
  it.each([
    ['moon; month', ['moon', 'month']],
    ['the moon (astronomy); the Moon', ['moon']],
    ['to look forward to, to expect', ['lookforwardto', 'expect']],
    ["to be lonely; one's own", ['lonely', 'own']],
    ['Ho Man Tin, an area and railway station in Kowloon', ['homantin']],
    ['AsiaWorld-Expo; café', ['asiaworldexpo', 'cafe']],
    ['a thing that is far too long to be a name', []],
    ['also called 正旦, an actress; servant', ['actress', 'servant']],
    ['one; two; three; four; five; six', ['one', 'two', 'three', 'four', 'five']],
    ['', []],
  ])('of %p are %p', (definition, heads) => {
    expect(glossKeysOf(definition)).toEqual(heads);
  });

  it('are compared with what is typed, unless that is no English', () => {
    expect(['Tsim Sha Tsui', 'tsimshatsui', 'To kiss', 'café', "Queen's Road"].map(glossKey)).toEqual([
      ...['tsimshatsui', 'tsimshatsui', 'kiss', 'cafe', 'queensroad'],
    ]);
    expect(['hoi1', '開s', '海', ''].map(glossKey)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('entries by the heads of their glosses', () => {
  const gloss = fc.string({ unit: fc.constantFrom(...'ab'), minLength: 1, maxLength: 4 });
  const definitions = fc.array(fc.array(gloss, { maxLength: 3 }), { maxLength: 20 });

  it('are those of the head itself, and the first of longer ones', () => {
    fc.assert(
      fc.property(definitions, gloss, fc.integer({ min: 0, max: 5 }), (all, key, limit) => {
        const packer = glossHeadPacker();
        for (const [row, glosses] of all.entries()) packer.add(row, glosses.map((one) => `x${one}`).join('; '));
        const heads = openGlossHeads(packer.finish());
        const rowsWith = (test: (gloss: string) => boolean) =>
          [...all.keys()].filter((row) => all[row]!.some((one) => test(one)));
        expect([...heads.equalTo(`x${key}`)]).toEqual(rowsWith((one) => one === key));
        // Odd rows first, then by row.
        const order = (a: number, b: number) => (b % 2) - (a % 2) || a - b;
        expect(heads.startingWith(`x${key}`, limit, order)).toEqual(
          rowsWith((one) => one.startsWith(key) && one !== key)
            .sort(order)
            .slice(0, limit),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('the tokens of definitions', () => {
  it('are words of letters, and characters one by one, as q has them', () => {
    expect(tokenize('To look forward; 卡拉OK')).toEqual(['to', 'look', 'forward', '卡', '拉', 'ok']);
  });

  it('are characters side by side in Chinese, each once, none across signs', () => {
    expect(characterPairs('思念家鄉；思念')).toEqual(['思念', '念家', '家鄉']);
    expect(characterPairs('海')).toEqual([]);
    expect(characterPairs('𡃁仔仔')).toEqual(['𡃁仔', '仔仔']);
  });

  it('say of what is negated that it is, whichever word negates it', () => {
    expect(characterPairs('唔開心')).toEqual(['唔開', '不開心']);
    expect(characterPairs('沒有希望')).toEqual(['沒有', '不有希', '不希望']);
    expect(negatedPair('開心')).toBe('不開心');
  });

  it('are of both languages', () => {
    expect(tokensOfDefinitions('homesick', '思念家鄉')).toEqual(['homesick', '思念', '念家', '家鄉']);
    expect(tokensOfDefinitions('homesick', undefined)).toEqual(['homesick']);
  });
});
