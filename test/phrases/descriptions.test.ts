import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DATA_ROOT, TABLES } from '../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../indexer/tables/quality-tables.ts';
import { readTable } from '../../indexer/tables/read-table.ts';
import { type IdeaRow, NO_DESCRIPTIONS, openDescriptions, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { MEANING_COMPONENTS } from '../../src/lexicon/meaning.ts';
import { wordsOfNearDescriptions } from '../../src/phrases/candidates.ts';

/** Articles and signs make no other phrase. */
const simplified = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b(?:a|an|the|my)\b|[^\p{L}\p{N}]/gu, '')
    .normalize();

const described = new Set(
  readTable(DATA_ROOT, TABLES.descriptions).rows.map(({ value }) => simplified(value.description)),
);

/** The phrases that a text asks `like` for. */
function phrasesOf(path: string): string[] {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const asked = text.matchAll(/[?&]like=([^&"'\s`)]+)/g);
  return [...asked].map(([, phrase]) => decodeURIComponent(phrase!.replaceAll('+', ' ')));
}

/** What a phrase measures or shows says something only of phrases that the table does not answer. */
describe('no description of data/descriptions', () => {
  it('is a phrase of the lists like-phrases', () => {
    const { rows } = readTable(DATA_ROOT, QUALITY_TABLES.likeQueries);
    const phrases = rows.filter(({ file }) => file.includes('like-phrases')).map(({ value }) => value.like);
    expect(phrases.length).toBeGreaterThan(500);
    expect(phrases.filter((phrase) => described.has(simplified(phrase)))).toEqual([]);
  });

  it.each(['README.md', 'docs/api.md', 'test/cases/search.json', 'test/cases/words.json'])(
    'is a phrase of %s',
    (path) => {
      const phrases = phrasesOf(path);
      expect(phrases).not.toEqual([]);
      expect(phrases.filter((phrase) => described.has(simplified(phrase)))).toEqual([]);
    },
  );
});

/** An idea of the meaning of a component, or partly of another's: the first number is 40 times the cosine with that of the component. */
function idea(key: string, component: number, like?: readonly [component: number, part: number]): IdeaRow {
  const row = new Int8Array(MEANING_COMPONENTS);
  row[component] = 40;
  if (like) {
    row[like[0]] = Math.round(40 * like[1]);
    row[component] = Math.round(40 * Math.sqrt(1 - like[1] ** 2));
  }
  return { key, row, weight: 0.8 };
}

const rain = idea('雨', 0);
const umbrella = idea('遮', 1);
const wait = idea('等', 2);
const street = idea('街', 3);

const descriptions = openDescriptions(
  packDescriptions([
    { ideas: [rain, umbrella], words: [10, 11] },
    { ideas: [rain, street], words: [20] },
    { ideas: [wait], words: [30, 10] },
    // Others, so that no idea is common.
    ...Array.from({ length: 12 }, (_, i) => ({ ideas: [idea(`其他${i}`, 20 + i)], words: [100 + i] })),
  ]),
);

/** In tenths: sums of rows are rounded. */
const near = (...ideas: IdeaRow[]) =>
  [...wordsOfNearDescriptions(ideas, descriptions)].map(([word, counts]) => [word, Math.round(counts * 10)] as const);

describe('words of near descriptions', () => {
  it('count most where the description says the very same, and less further down', () => {
    // 2.5, and the second of a list 1 / 1.12 of it.
    expect(near(umbrella, rain).slice(0, 2)).toEqual([
      [10, 25],
      [11, 22],
    ]);
  });

  it('count as much for other words of the same meaning', () => {
    expect(near(idea('落雨', 0), idea('雨傘', 1)).slice(0, 2)).toEqual([
      [10, 25],
      [11, 22],
    ]);
    // 0.8 alike is (0.8 - 0.45) / 0.55 = 0.64 of the same, so that 0.6 × 0.64 + 0.4 × 0.8 = 0.7 are near: 0.7² × (1 + 1.5 × 0.25) = 0.67.
    expect(near(idea('落雨', 40, [0, 0.8]), idea('雨傘', 41, [1, 0.8]))[0]).toEqual([10, 7]);
  });

  it('count the sum of what they count in each description', () => {
    const twice = openDescriptions(
      packDescriptions([
        { ideas: [rain], words: [1, 2] },
        { ideas: [idea('落雨', 0)], words: [3, 1] },
        { ideas: [wait], words: [4] },
      ]),
    );
    const counts = [...wordsOfNearDescriptions([rain], twice)].map(([word, count]) => [word, Math.round(count * 10)]);
    // 2.5 and 2.5 / 1.12.
    expect(counts).toEqual([
      [1, 47],
      [2, 22],
      [3, 25],
    ]);
  });

  it('count little where only one of two ideas is the same, and not at all where none is', () => {
    const counts = new Map(near(rain, umbrella));
    expect(counts.get(10)).toBe(25);
    expect(counts.get(20) ?? 0).toBeLessThan(3);
    expect(counts.has(30)).toBe(false);
    expect(near(idea('月', 60))).toEqual([]);
  });

  it('compare ideas without a meaning by their words', () => {
    const unknown = { key: '!等', row: undefined, weight: 0.8 };
    const some = openDescriptions(
      packDescriptions([
        { ideas: [unknown], words: [1] },
        { ideas: [rain], words: [2] },
        { ideas: [wait], words: [3] },
      ]),
    );
    expect(
      [...wordsOfNearDescriptions([unknown], some)].map(([word, counts]) => [word, Math.round(counts * 10)]),
    ).toEqual([
      // The very same words, whatever a lexicon knows of what they mean.
      [1, 25],
    ]);
    const turnedRound = { ...idea('!等', 50), key: '!等' };
    expect(Math.round(wordsOfNearDescriptions([turnedRound], some).get(1)! * 10)).toBe(25);
  });

  it('are none without descriptions, or of nothing', () => {
    expect(wordsOfNearDescriptions([rain], openDescriptions(NO_DESCRIPTIONS)).size).toBe(0);
    expect(near()).toEqual([]);
  });
});
