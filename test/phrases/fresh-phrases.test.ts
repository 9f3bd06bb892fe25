import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DATA_ROOT, TABLES } from '../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../indexer/tables/quality-tables.ts';
import { readTable } from '../../indexer/tables/read-table.ts';

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
