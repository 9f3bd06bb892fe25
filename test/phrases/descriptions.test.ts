import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DATA_ROOT, TABLES } from '../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../indexer/tables/quality-tables.ts';
import { readTable } from '../../indexer/tables/read-table.ts';
import type { IdeaRow } from '../../src/lexicon/answers.ts';
import { NO_DESCRIPTIONS, openDescriptions, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { MEANING_COMPONENTS } from '../../src/lexicon/meaning.ts';
import { wordsOfNearDescriptions } from '../../src/phrases/near-descriptions.ts';
import { describeFunctions, type FunctionTable } from '../support/function-tables.ts';

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

/** No idea is common: there are others. */
const OTHERS = Array.from({ length: 12 }, (_, i) => ({ ideas: [idea(`其他${i}`, 20 + i)], words: [100 + i] }));

/** `key component`, or `key component other part` where it is partly of another component; `key` alone has no meaning. */
function ideaOf(text: string): IdeaRow {
  const [key, component, other, part] = text.split(' ') as [string, string?, string?, string?];
  if (component === undefined) return { key, row: undefined, weight: 0.8 };
  return idea(key, Number(component), other === undefined ? undefined : [Number(other), Number(part)]);
}

/** Descriptions: their ideas, and the words that are hoped for. */
interface Described extends FunctionTable {
  readonly descriptions: readonly (readonly [ideas: readonly string[], words: number[]])[];
  readonly others?: boolean;
}

describeFunctions<Described>('near-descriptions', ({ descriptions, others = false }) => ({
  /** What words count for ideas, in tenths: sums of rows are rounded. */
  near(...ideas: string[]) {
    const rows = descriptions.map(([own, words]) => ({ ideas: own.map(ideaOf), words }));
    const packed = rows.length === 0 ? NO_DESCRIPTIONS : packDescriptions([...rows, ...(others ? OTHERS : [])]);
    const found = wordsOfNearDescriptions(ideas.map(ideaOf), openDescriptions(packed));
    return [...found].map(([word, counts]) => `${word} ${Math.round(counts * 10)}`).join(', ');
  },
}));
