import { describe, expect, it } from '@jest/globals';
import type { BuiltLexicon, BuiltWord } from '../../../indexer/quality/built-lexicon.ts';
import { coverageByBand } from '../../../indexer/quality/coverage-by-band.ts';
import type { HongKongMeasures } from '../../../indexer/quality/hong-kong.ts';
import type { Likeness } from '../../../indexer/quality/likeness.ts';
import type { FacetPrecision, HalfPrecision } from '../../../indexer/quality/precision.ts';
import {
  compareReadings,
  hongKongTargets,
  likenessTargets,
  orderTargets,
  targetsOf,
} from '../../../indexer/quality/report.ts';
import { reportText } from '../../../indexer/quality/report-text.ts';
import type { WordOrder } from '../../../indexer/quality/word-order.ts';

const word = (given: Partial<BuiltWord>): BuiltWord => ({
  word: '海',
  rank: 0,
  endRank: 0,
  length: 1,
  pos: 'n',
  register: '通',
  definition: 'sea',
  chineseDefinition: '',
  isExplained: false,
  category: 'noun.object',
  emotion: '平',
  valence: '中',
  themes: ['海'],
  inferredThemes: [],
  reading: 'hoi2',
  confidence: 'hand',
  ...given,
});
const LEXICON: BuiltLexicon = {
  words: [
    word({}),
    word({ word: '開心', rank: 1, length: 2, emotion: '喜悅', valence: '正', themes: [], confidence: 'character' }),
    word({ word: '罕', rank: 70_000, definition: '', category: null, themes: [], inferredThemes: ['孤獨'] }),
  ],
  relations: [
    { word: '開心', related: '快樂', type: 'syn', order: 0 },
    { word: '開心', related: '歡喜', type: 'syn', order: 1 },
    { word: '海', related: '山', type: 'ant', order: 0 },
  ],
};
const bands = coverageByBand(LEXICON);

describe('coverage', () => {
  it('is counted by band of popularity', () => {
    expect(bands.map(({ words }) => words)).toEqual([2, 0, 0, 0, 1]);
    expect(bands[0]!.counts).toEqual({
      'reading beyond characters': 1,
      'part of speech': 2,
      definition: 2,
      'definition in Chinese': 0,
      category: 2,
      synonyms: 1,
      antonyms: 1,
      emotion: 1,
      'polar valence': 1,
      'tagged themes': 1,
      'inferred themes': 0,
    });
    expect(bands[4]!.counts).toMatchObject({ definition: 0, category: 0, 'inferred themes': 1 });
  });
});

describe('the agreement of readings', () => {
  it('takes n and l, ng and none for one, and a first reading among the other’s for alike', () => {
    const words = ['你好', '我哋', '行長', '獨有'].map((text, rank) => word({ word: text, rank, length: 2 }));
    const one = {
      你好: ['nei5 hou2'],
      我哋: ['ngo5 dei6'],
      行長: ['hong4 zoeng2', 'hang4 coeng4'],
      獨有: ['duk6 jau5'],
    };
    const other = { 你好: ['lei5 hou2'], 我哋: ['o5 dei2'], 行長: ['hang4 coeng4'] };
    const { bands: compared } = compareReadings(
      'one, other',
      { words, relations: [] },
      (text) => one[text as keyof typeof one],
      (text) => other[text as keyof typeof other],
    );
    expect(compared[0]).toMatchObject({ compared: 3, alike: 2 });
  });
});

const half = (given: Partial<HalfPrecision>): HalfPrecision => ({
  judged: 100,
  unjudged: 0,
  counts: { ok: 80, near: 10, wrong: 10 },
  precision: 0.9,
  strict: 0.8,
  interval: [0.826, 0.945],
  ...given,
});
const facet = (given: Partial<FacetPrecision>, test: Partial<HalfPrecision> = {}): FacetPrecision => ({
  facet: 'synonyms',
  target: 0.9,
  stillShown: 1,
  halves: { dev: half({ precision: 0.1 }), test: half(test) },
  ...given,
});

describe('targets', () => {
  const manifest = { coverage: { valence_evidence_first_5000: 3000 } };
  const met = (precision: FacetPrecision[]) =>
    targetsOf(manifest, bands, precision).find(({ name }) => name.startsWith('precision'))?.met;

  it('hold precision to the held-out half', () => {
    expect(met([facet({})])).toBe(true);
    expect(met([facet({}, { precision: 0.89 })])).toBe(false);
  });

  it('are not known where a tenth of the draw wants a label', () => {
    expect(met([facet({}, { judged: 90, unjudged: 10 })])).toBe(true);
    expect(met([facet({}, { judged: 89, unjudged: 11 })])).toBeNull();
    expect(met([facet({ facet: 'themes-inferred', target: null })])).toBeUndefined();
  });

  it('count the first 5,000 words apart from the others', () => {
    const found = targetsOf(manifest, bands, []);
    expect(found.map(({ name, reached }) => [name, reached])).toEqual([
      ['synonyms, first 5,000 words', 0.5],
      ['category, first 5,000 words', 1],
      ['valence with evidence, first 5,000 words', 0.6],
      ['words with an emotion', 1],
      ['words with a tagged theme', 1],
    ]);
    expect(found.map((target) => target.met)).toEqual([false, true, true, false, false]);
  });
});

describe('the printed report', () => {
  const precision = [facet({}, { judged: 89, unjudged: 11 })];
  const order: WordOrder = {
    lines: [{ style: 'all', words: 200, first: 151, twoCharacterWords: 80, firstTwoCharacters: 71 }],
    pairs: { total: 30, cantoneseFirst: 29, others: ['係/是'] },
    runs: { words: 40_000, inRuns: 8000, longest: 9 },
  };
  const likeness: Likeness = {
    synonyms: { expected: 360, listed: 315, found: 329 },
    opposites: { words: 60, found: 3, which: ['專一/多情'] },
    phrases: { phrases: 30, good: 20, others: ['missing home: 家 屋企'] },
    feelings: { shown: 700, rare: 71 },
  };
  const hongKong: HongKongMeasures = {
    explained: { words: 10_000, found: 9699 },
    explainedCantonese: { words: 0, found: 0 },
    unexplained: ['一丁友'],
    contradictions: 501,
    pairs: { words: 2, found: 1, others: ['螢幕/屏幕'] },
  };
  const report = {
    generation: 'g1',
    entries: 3,
    coverage: bands,
    readings: [],
    order,
    likeness,
    partners: { expected: 360, found: 286 },
    lineEnds: [{ half: 'test' as const, words: 200, byPopularity: 101, byLineEnd: 141 }],
    hongKong,
    precision,
    targets: [
      ...targetsOf({ coverage: {} }, bands, precision),
      ...orderTargets(order),
      ...likenessTargets(likeness),
      ...hongKongTargets(hongKong),
    ],
  };

  it('shows shares, intervals, what wants a label, and what to do about it', () => {
    const text = reportText(report);
    expect(text).toContain('90.0 % [82.6 %, 94.5 %] n 89, 11 to label; without doubt 80.0 %');
    expect(text).toMatch(/precision of synonyms +90\.0 % +≥ 90\.0 % +not known/);
    expect(text).toMatch(/words with an emotion +1 +≥ 8000 +MISSED/);
    expect(text).toContain('quality --draw');
    expect(text).toMatch(/words within the first 1000 +75\.5 %/);
    expect(text).toMatch(/by popularity +50\.5 %/);
    expect(text).toMatch(/as ends of a line +70\.5 %/);
    expect(text).toMatch(/Cantonese word first +29 of 30 +係\/是/);
    expect(text).toMatch(/words of lyric lines, first 1,000 +75\.5 % +≥ 75\.0 % +met/);
    expect(text).toMatch(/two-character words of them.* 88\.8 % .*MISSED/);
    expect(text).toMatch(/Cantonese before Mandarin.* 29 .*met/);
    expect(text).toMatch(/outside runs in code point order +80\.0 % .*MISSED/);
    expect(text).toMatch(/expected synonyms: listed +315 of 360 +87\.5 %/);
    expect(text).toContain('missing home: 家 屋企');
    expect(text).toMatch(/expected synonyms listed or alike +91\.4 % +≥ 88\.0 % +met/);
    expect(text).toMatch(/words without opposites among the alike +95\.0 % +≥ 95\.0 % +met/);
    expect(text).toMatch(/phrases with three wanted words +66\.7 % .*MISSED/);
    expect(text).toMatch(/definitions in Chinese, first 10,000 words +97\.0 % +≥ 97\.0 % +MISSED/);
    expect(text).toMatch(/粵 words that nothing explains +1 +≤ 300 +met/);
    expect(text).toMatch(/part of speech against category +501 +≤ 500 +MISSED/);
    expect(text).toMatch(/lists of feelings without rare words +89\.9 % .*MISSED/);
  });

  it('shows one half alone, without targets where that is not the held-out one', () => {
    const text = reportText(report, 'dev');
    expect(text).toContain('synonyms (dev)');
    expect(text).not.toContain('(test)');
    expect(text).not.toContain('targets');
  });
});
