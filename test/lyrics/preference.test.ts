import { describe, expect, it } from '@jest/globals';
import { nearOf, preferenceOf, type Replaced } from '../../src/lyrics/preference.ts';
import { replacement } from './lines.ts';

type Properties = NonNullable<Parameters<typeof replacement>[3]>;
const written: Replaced = { pos: 'n', style: 'written', hasObject: false };
const of = (properties: Properties, replaced: Partial<Replaced> = {}) =>
  preferenceOf(replacement('海', 'hoi2', '3', properties), { ...written, ...replaced });

describe('how gladly a word is taken', () => {
  it('goes by source and score', () => {
    const generated = (score: number) => of({ source: 'generated', score })!;
    expect(of({ score: 95 })).toBe(89);
    expect(of({ score: 92 })).toBe(86);
    expect(generated(76)).toBe(72);
    expect(generated(60)).toBeLessThan(generated(76));
    expect(generated(40)).toBeUndefined();
  });

  it('goes by likeness in meaning, within limits', () => {
    expect(of({ likeness: 1450 })).toBe(91);
    expect(of({ likeness: 1650 })).toBe(96);
    expect(of({ likeness: 1250 })).toBe(81);
    expect(of({ likeness: 0 })).toBe(68);
  });

  it('is less for rare words and for another part of speech', () => {
    const ranks = [4999, 5000, 12_000, 30_000, 60_000].map((rank) => of({ rank }));
    expect(ranks).toEqual([86, 83, 79, 72, 64]);
    // A relation that a model found weighs less where it is of a rare word.
    expect(of({ source: 'generated', score: 76, rank: 5000 })).toBe(63);
    expect(of({ source: 'generated', score: 76, rank: 12_000 })).toBeUndefined();
    expect(of({ pos: 'v' }, { pos: 'a' })).toBe(66);
    expect(of({ pos: 'v' }, { pos: undefined })).toBe(86);
    // A noun is no verb, nor the other way round.
    expect(of({ pos: 'v' }, { pos: 'n' })).toBeUndefined();
    expect(of({ pos: 'n' }, { pos: 'v' })).toBeUndefined();
    // A single character needs to be near.
    expect(of({ likeness: 1299, length: 1 })).toBeUndefined();
    expect(of({ likeness: 1300, length: 1 })).toBe(84);
  });

  it('is none for what is no verb before an object or another verb, nor for an adjective instead of an adverb', () => {
    expect(of({ pos: 'v' }, { pos: 'v', hasObject: true })).toBe(86);
    expect(of({ pos: 'a' }, { pos: 'v', hasObject: true })).toBeUndefined();
    expect(of({ pos: 'a' }, { pos: 'v', isBeforeVerb: true })).toBeUndefined();
    expect(of({ pos: 'a' }, { pos: 'v' })).toBe(66);
    expect(of({ pos: 'a' }, { pos: 'r' })).toBeUndefined();
    expect(of({ pos: 'r' }, { pos: 'r' })).toBe(86);
  });

  it('is none for a proper name that is like the noun', () => {
    const like = (definition: string) => {
      const found = replacement('上海', 'soeng6 hoi2', '23', { source: 'similar', score: 0, likeness: 1400 });
      return preferenceOf({ ...found, entry: { ...found.entry, definition } }, written);
    };
    expect(like('Shanghai')).toBeUndefined();
    expect(like('shore')).toBe(42);
    expect(like('TV')).toBe(42);
  });

  it('goes by the style of the line', () => {
    expect(of({ reg: '粵' })).toBeUndefined();
    expect(of({ reg: '粵' }, { style: 'spoken' })).toBe(86);
    expect(of({ reg: '雅' }, { style: 'spoken' })).toBeUndefined();
    expect(of({ reg: '雅' })).toBe(86);
  });

  it('lets words that are no synonyms pass only where they are near, common and of the same kind', () => {
    const near: Properties = { source: 'similar', score: 0, likeness: 1400 };
    // 40 at a likeness of 1350, a point for 25 more or fewer; 7 less for a rare word.
    expect(of(near)).toBe(42);
    expect(of({ ...near, likeness: 850 })).toBe(20);
    expect(of({ ...near, likeness: 849 })).toBeUndefined();
    expect(of({ ...near, rank: 12_000 })).toBe(35);
    expect(of({ ...near, pos: 'v' })).toBeUndefined();
    expect(of({ ...near, pos: 'r' }, { pos: 'r' })).toBeUndefined();
    expect(of({ ...near, reg: '雅' }, { style: 'spoken' })).toBeUndefined();
  });

  it('is that of a synonym for a word that says as much as two, of whatever part of speech', () => {
    const pair: Partial<Replaced> = { pos: undefined, reach: 'pair' };
    const alike = { source: 'similar', score: 0, pos: 'a', length: 4 } as const;
    expect([1514, 1350, 1150, 1149].map((likeness) => of({ ...alike, likeness }, pair))).toEqual([
      87,
      66,
      41,
      undefined,
    ]);
  });

  it('is lower for what is found from further away, of other parts of speech but for nouns', () => {
    const far = { source: 'similar', score: 0, likeness: 1350 } as const;
    expect(of({ ...far, pos: 'v' }, { pos: 'a', reach: 'far' })).toBe(28);
    expect(of({ ...far, pos: 'v', likeness: 999 }, { pos: 'a', reach: 'far' })).toBeUndefined();
    expect(of({ ...far, pos: 'n' }, { pos: 'r', reach: 'far' })).toBeUndefined();
    // A time may be said by a noun, as by an adverb.
    const time = replacement('從前', 'cung4 cin4', '00', { ...far, pos: 'n' });
    expect(preferenceOf(time, { ...written, pos: 'r', reach: 'far' }, { isTime: true })).toBe(28);
  });

  it('comes with how near the word is in meaning', () => {
    const near = (properties: Properties) => nearOf(replacement('海', 'hoi2', '3', properties));
    expect([near({ likeness: 0 }), near({ source: 'generated', likeness: 0 })]).toEqual(['exact', 'close']);
    expect([1250, 1249].map((likeness) => near({ source: 'similar', likeness }))).toEqual(['close', 'loose']);
  });

  it('leaves out verbs that hold an object where another one follows', () => {
    const given = replacement('擦身', 'caat3 san1', '43', { pos: 'v' });
    const verb: Replaced = { ...written, pos: 'v', hasObject: true };
    expect(preferenceOf(given, verb, { holdsObject: true })).toBeUndefined();
    expect(preferenceOf(given, verb)).toBe(86);
    expect(preferenceOf(given, { ...verb, hasObject: false }, { holdsObject: true })).toBe(86);
  });
});
