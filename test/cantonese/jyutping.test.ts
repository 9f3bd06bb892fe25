import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codesFittingMoves, codesMatchingPattern, contourOfCode, moveBetween } from '../../src/cantonese/contour.ts';
import {
  FINALS,
  formatJyutping,
  formatSyllable,
  INITIALS,
  parseJyutping,
  parseSyllable,
  parseSyllablePattern,
  type Syllable,
} from '../../src/cantonese/jyutping.ts';
import { LAZY_RULES, mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import { normalizedScore, proximityFeatures, proximityQuery } from '../../src/cantonese/proximity.ts';
import { endingOf, rhymeLift, widenedFinals } from '../../src/cantonese/rhyme.ts';
import {
  CODE_DIGITS,
  codeOfReading,
  codeOfTone,
  isCodeDigit,
  levelOfCode,
  pitchOfTone,
} from '../../src/cantonese/tone.ts';

const syllable: fc.Arbitrary<Syllable> = fc
  .tuple(fc.constantFrom(...INITIALS), fc.constantFrom(...FINALS), fc.constantFrom(1, 2, 3, 4, 5, 6))
  .map(([initial, final, tone]) => parseSyllable(`${initial}${final}${tone}`))
  .filter((one) => one !== undefined);
const reading = fc.array(syllable, { minLength: 1, maxLength: 6 });
const code = fc.array(fc.constantFrom(...CODE_DIGITS), { minLength: 1, maxLength: 5 }).map((digits) => digits.join(''));

describe('jyutping', () => {
  it.each([
    ['hoi1', '', { initial: 'h', final: 'oi', tone: 1 }],
    ['ngo5', '', { initial: 'ng', final: 'o', tone: 5 }],
    ['ng4', '', { initial: '', final: 'ng', tone: 4 }],
    ['m4', '', { initial: '', final: 'm', tone: 4 }],
    ['hm2', '', { initial: 'h', final: 'm', tone: 2 }],
    ['gwong2', '', { initial: 'gw', final: 'ong', tone: 2 }],
    ['jyun5', '', { initial: 'j', final: 'yun', tone: 5 }],
    ['aa3', '', { initial: '', final: 'aa', tone: 3 }],
  ])('reads %s', (text, _, expected) => {
    expect(parseSyllable(text)).toEqual(expected);
  });

  it.each(['hoi', 'hoi7', 'hoi0', 'xin1', 'yun5', 'i1', 'hoiy1', 'shi1', 'HOI1', '', '1', 'hoi11', 'gwng1', 'eon1'])(
    'rejects %j',
    (text) => {
      expect(parseSyllable(text)).toBeUndefined();
    },
  );

  it('reads whole words, and none of one with a bad syllable', () => {
    expect(parseJyutping(' hoi1  sam1 ')?.map(formatSyllable)).toEqual(['hoi1', 'sam1']);
    expect(parseJyutping('hoi1 sxm1')).toBeUndefined();
    expect(parseJyutping('')).toBeUndefined();
  });

  it('lets the tone of a pattern be open', () => {
    expect(parseSyllablePattern('hoi')).toEqual({ initial: 'h', final: 'oi', tone: undefined });
    expect(parseSyllablePattern('hoi3')?.tone).toBe(3);
    expect(parseSyllablePattern('hoi9')).toBeUndefined();
  });

  it('gives back what it has read', () => {
    fc.assert(
      fc.property(reading, (syllables) => {
        expect(parseJyutping(formatJyutping(syllables))).toEqual(syllables);
      }),
    );
  });
});

describe('tone code', () => {
  it('is 0243 by its own mnemonic: 零 ling4, 二 ji6, 四 sei3, 三 saam1', () => {
    expect(['ling4', 'ji6', 'sei3', 'saam1'].map((text) => codeOfReading(parseJyutping(text)!))).toEqual([
      '0',
      '2',
      '4',
      '3',
    ]);
  });

  it('is a digit a syllable', () => {
    expect(codeOfReading(parseJyutping('ling4 ji6 sei3 saam1')!)).toBe('0243');
    expect(['0', '2', '3', '4', '1', '', '02', 'constructor'].filter(isCodeDigit)).toEqual(['0', '2', '3', '4']);
    expect((['0', '2', '4', '3'] as const).map(levelOfCode)).toEqual([0, 1, 2, 3]);
  });

  it('merges tones 3 with 5 and 1 with 2, and maps to pitch levels 0, 2, 4, 6', () => {
    const tones = [1, 2, 3, 4, 5, 6] as const;
    expect(tones.map(codeOfTone).join('')).toBe('334042');
    expect(tones.map(pitchOfTone)).toEqual([6, 6, 4, 0, 4, 2]);
  });
});

describe('contour', () => {
  it('goes by pitch, not by the digits: 3 is above 4', () => {
    expect(moveBetween('4', '3')).toBe('+');
    expect(moveBetween('3', '0')).toBe('-');
    expect(contourOfCode('0243')).toBe('+++');
    expect(contourOfCode('3340')).toBe('=--');
    expect(contourOfCode('3')).toBe('');
  });

  it('finds the codes of a movement, seams included', () => {
    expect(codesFittingMoves('=')).toEqual(['00', '22', '33', '44']);
    expect(codesFittingMoves('++')).toEqual(['024', '023', '043', '243'].sort());
    // A word of one syllable between 愛 (4) and 未 (2): up from the first, down to the second.
    expect(codesFittingMoves('+-', { before: '4', after: '2' })).toEqual(['3']);
    expect(codesFittingMoves('*-', { before: '4', after: '0' })).toEqual(['2', '3', '4']);
    expect(codesFittingMoves('', { before: '4' })).toEqual([]);
    expect(codesFittingMoves('', { after: '4' })).toEqual([]);
    expect(codesFittingMoves('+', { before: '4', after: '3' })).toEqual([]);
    expect(codesFittingMoves('+', { before: '3', after: '3' })).toEqual([]);
  });

  it('finds just the codes with that contour', () => {
    fc.assert(
      fc.property(code, fc.option(fc.constantFrom(...CODE_DIGITS), { nil: undefined }), (one, before) => {
        const moves = contourOfCode((before ?? '') + one);
        const found = codesFittingMoves(moves, before === undefined ? {} : { before });
        expect(found).toContain(one);
        for (const other of found) expect(contourOfCode((before ?? '') + other)).toBe(moves);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('expands a pattern', () => {
    expect(codesMatchingPattern('3?')).toEqual(['30', '32', '33', '34']);
    expect(codesMatchingPattern('304')).toEqual(['304']);
    expect(codesMatchingPattern('3x')).toEqual([]);
    expect(codesMatchingPattern('')).toEqual([]);
  });
});

describe('rhyme', () => {
  it('widens to the union of the groups, nearest first by what songs do', () => {
    // aan, aam … is one group; songs rhyme aam with aan.
    expect(widenedFinals('aam').slice(0, 2)).toEqual(['aam', 'aan']);
    expect(new Set(widenedFinals('aam'))).toEqual(new Set(['aam', 'aan', 'aang']));
    expect(widenedFinals('oi')).toEqual(['oi', 'ui']);
    // an and ang 5.0, an and am 4.3, then the tradition.
    expect(widenedFinals('an').slice(0, 3)).toEqual(['an', 'ang', 'am']);
    expect(widenedFinals('ai')).toEqual(['ai']);
    // In two groups: that of ong … ok, which is of oek and ot too, and that of o; what is held is left out.
    expect(new Set(widenedFinals('ok'))).toEqual(new Set('ok ot oek op'.split(' ')));
  });

  it('keeps a stop from what is held, unless songs rhyme the two', () => {
    // 國 (gwok3) is cut off where 光 (gwong1) is held. Tradition has them in one group, which songs do not use.
    expect(widenedFinals('ok')).not.toContain('ong');
    const stops = FINALS.filter((final) => /[ptk]$/.test(final));
    const held = FINALS.filter((final) => !stops.includes(final));
    for (const stop of stops)
      for (const other of held)
        if (rhymeLift(stop, other) === 0)
          expect([stop, widenedFinals(stop)]).not.toEqual([stop, expect.arrayContaining([other])]);
    expect(widenedFinals('ei')).toEqual(['ei', 'eoi']);
    expect(new Set(widenedFinals('eoi'))).toEqual(new Set(['eoi', 'ei', 'ui']));
    expect(widenedFinals('i')).toEqual(['i', 'yu']);
    expect(widenedFinals('uk')).toEqual(['uk', 'ut']);
    expect(widenedFinals('aa')).toEqual(['aa', 'aak']);
  });

  it('is the same either way', () => {
    for (const a of FINALS) for (const b of widenedFinals(a)) expect(widenedFinals(b)).toContain(a);
  });
});

describe('the ending of a final', () => {
  it.each([
    ['open', 'i yu u e oe o aa a ai aai eoi iu ou'],
    ['nasal', 'am aam an eon ang oeng ung m ng'],
    ['checked', 'ap aap at eot ak oek uk'],
  ])('is %s for %s', (ending, finals) => {
    for (const final of finals.split(' ')) expect([final, endingOf(final)]).toEqual([final, ending]);
  });
});

describe('lazy sounds', () => {
  const same = (a: string, b: string, rules: readonly (typeof LAZY_RULES)[number][]) =>
    mergedSoundKey(parseSyllable(a)!, rules) === mergedSoundKey(parseSyllable(b)!, rules);

  it.each([
    ['nei5', 'lei5', 'n-l'],
    ['ngo5', 'o5', 'ng-0'],
    ['ng5', 'm5', 'ng-0'],
    ['gwok3', 'gok3', 'gw-g'],
    ['kwong4', 'kong4', 'gw-g'],
    ['mang4', 'man4', 'ng-n'],
    ['gong2', 'gon2', 'ng-n'],
    ['hak1', 'hat1', 'k-t'],
    ['gok3', 'got3', 'k-t'],
  ] as const)('%s and %s are equal under %s alone', (a, b, rule) => {
    expect(same(a, b, [rule])).toBe(true);
    expect(same(a, b, [])).toBe(false);
    expect(
      same(
        a,
        b,
        LAZY_RULES.filter((other) => other !== rule),
      ),
    ).toBe(false);
  });

  it.each([
    ['gwaa1', 'gaa1', 'gw-g'],
    ['ming4', 'min4', 'ng-n'],
    ['sik1', 'sit1', 'k-t'],
    // Not the syllabic nasal, and no ending but the velar ones.
    ['hng6', 'm6', 'ng-0'],
    ['maat3', 'man3', 'ng-n'],
    ['haai1', 'haat1', 'k-t'],
  ] as const)('%s and %s stay apart under %s', (a, b, rule) => {
    expect(same(a, b, [rule])).toBe(false);
  });
});

describe('proximity', () => {
  const score = (target: readonly Syllable[], other: readonly Syllable[]) => {
    const { weights } = proximityQuery(target);
    return proximityFeatures(other).reduce((sum, token) => sum + (weights.get(token) ?? 0), 0);
  };

  it('is greatest for the reading itself, and never more than the maximum', () => {
    fc.assert(
      fc.property(reading, reading, (target, other) => {
        const { maximum } = proximityQuery(target);
        expect(score(target, target)).toBe(maximum);
        expect(score(target, other)).toBeLessThanOrEqual(maximum);
        if (score(target, other) === maximum) expect(formatJyutping(other)).toBe(formatJyutping(target));
      }),
    );
  });

  it('is shown as a share of the maximum', () => {
    expect(normalizedScore(31, 62)).toBe(0.5);
    expect(normalizedScore(1, 3)).toBe(0.333);
    expect(normalizedScore(0, 0)).toBe(0);
  });
});
