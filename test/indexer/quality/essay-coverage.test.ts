import { describe, expect, it } from '@jest/globals';
import { coverageOf, formsOf, parseEssay, readExclusions } from '../../../indexer/quality/essay-coverage.ts';

const ESSAY = [
  '的\t900',
  '我哋\t500',
  '因爲\t120',
  'ok啦\t80',
  '咗一個\t60',
  '因為\t30',
  '天光\t40',
  '小貞\t20',
  'no count',
].join('\n');
const ENTRIES = [
  { char: '我哋', aliases: ['我地'] },
  { char: '因為', aliases: ['因爲'] },
]
  .map((entry) => JSON.stringify(entry))
  .join('\n');
const ALL = { minLength: 2, maxLength: 6, from: 0, to: 10 };

describe('a frequency list', () => {
  it('gives Han words commonest first, variants together', () => {
    expect(parseEssay(ESSAY)).toEqual(['的', '我哋', '因為', '咗一個', '天光', '小貞']);
  });

  it('is covered by headwords and aliases', () => {
    expect(formsOf(`${ENTRIES}\n`)).toEqual(new Set(['我哋', '我地', '因為']));
  });
});

describe('the share that the lexicon has', () => {
  const words = parseEssay(ESSAY);
  const forms = formsOf(ENTRIES);

  it('leaves out what is no word, but only where it is not found', () => {
    const coverage = coverageOf(words, forms, new Set(['咗一個', '小貞', '我哋']), ALL);
    expect(coverage).toMatchObject({ counted: 5, found: 2, excluded: 2, share: 0.4, missing: ['天光'] });
    expect(coverage.shareOfWords).toBeCloseTo(2 / 3);
  });

  it('counts only the ranks and lengths asked for', () => {
    expect(coverageOf(words, forms, new Set(), { ...ALL, to: 2 })).toMatchObject({ counted: 2, found: 2, share: 1 });
    expect(coverageOf(words, forms, new Set(), { ...ALL, minLength: 1, to: 2 })).toMatchObject({
      counted: 2,
      found: 1,
    });
    expect(coverageOf(words, forms, new Set(), { ...ALL, from: 9 })).toMatchObject({
      counted: 0,
      share: 0,
      shareOfWords: 0,
    });
  });
});

describe('the exclusions', () => {
  it('are read, and say nothing of a plain word', () => {
    const exclusions = readExclusions();
    expect(exclusions.has('咗一個')).toBe(true);
    expect(exclusions.has('而家')).toBe(false);
  });
});
