import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import entryMapping from '../../../mappings/entries.json' with { type: 'json' };
import relationMapping from '../../../mappings/relations.json' with { type: 'json' };
import { RELATION_SOURCES, RELATION_TYPES } from '../../../src/lexicon/entry.ts';
import type { Facet } from '../../../src/lexicon/facets.ts';
import { entryFromLine, type RelationLine } from '../../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { isPartnerRelation, PARTNER_RELATIONS, PARTNER_SOURCES } from '../../../src/lexicon/partner-relations.ts';
import type { PageQuery, WordFilters } from '../../../src/lexicon/query.ts';
import { facetSearches, readFacet } from '../../../src/stores/elasticsearch/aggregations.ts';
import { matchesNothing } from '../../../src/stores/elasticsearch/clauses.ts';
import { cardinalityCounter, entryDocument, relationDocument } from '../../../src/stores/elasticsearch/documents.ts';
import {
  fromEngineScore,
  isScored,
  lineEndSearch,
  orderedSearch,
  type SearchBody,
  scoredSearch,
} from '../../../src/stores/elasticsearch/queries.ts';
import { relationSearch } from '../../../src/stores/elasticsearch/relation-queries.ts';
import { partnerSearch } from '../../../src/stores/elasticsearch/relations.ts';
import { hasSyllableFilters, soundConstraints } from '../../../src/stores/elasticsearch/sound-tokens.ts';
import { naivePage } from '../../contract/naive.ts';
import { pageQuery } from '../../contract/queries.ts';
import { randomPageQuery } from '../../contract/random-query.ts';
import { entryLines, relationLines } from '../../contract/small-lexicon.ts';
import { smallRows } from '../../contract/small-lexicon-meanings.ts';
import { search } from './queries/small-engine.ts';

const lines = entryLines();
const entries = lines.map(entryFromLine);
const rows = smallRows(lines.map(({ char }) => char));
const documents = lines.map((line, rank) =>
  entryDocument(line, rows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES)),
);
const counter = cardinalityCounter();
for (const { body } of documents) counter.add(body);
const cardinalities = counter.result();
const find = (body: SearchBody) => search(documents, entryMapping.mappings.properties, body);

/** `char score` of each word, the score only where the order has one. */
const wordsOf = (query: PageQuery, body: SearchBody) =>
  find(body).hits.map(({ body: { char }, score }) =>
    isScored(query.order) ? `${char} ${fromEngineScore(score, query.order)}` : char,
  );

/** The same of the naive answer, which names the reading in between. */
const naiveWords = (query: PageQuery & { start: { offset: number } }) =>
  naivePage(entries, query, rows).words.map((word) => {
    const parts = word.split(' ');
    return isScored(query.order) ? `${parts[0]} ${parts.at(-1)}` : parts[0];
  });

/** Whether a search is answered without being sent, or asks for nothing that matches nothing. */
const isEmptyOrFree = (body: SearchBody) => matchesNothing(body.query!) || !JSON.stringify(body).includes('match_none');

function page(query: PageQuery & { start: { offset: number } }): SearchBody {
  if (isScored(query.order)) return scoredSearch(query);
  if (query.order.by === 'lineEnd' && soundConstraints(query.sound).length > 0)
    return lineEndSearch(query, entries.length);
  return orderedSearch(query);
}

describe('built queries match the naive result', () => {
  it('on a page, in any order and from any offset, and in total', () => {
    fc.assert(
      fc.property(randomPageQuery(entries), (query) => {
        const { total } = naivePage(entries, query);
        const body = page(query);
        if (isScored(query.order)) expect(find(body).total).toBe(total);
        // One more than is shown.
        expect(wordsOf(query, body)).toEqual(naiveWords({ ...query, limit: query.limit + 1 }));
      }),
      { numRuns: 150 },
    );
  });

  it('after the last word of the page before', () => {
    fc.assert(
      fc.property(randomPageQuery(entries), fc.nat({ max: 30 }), (query, place) => {
        fc.pre(isScored(query.order));
        const all = find(scoredSearch({ ...query, start: { offset: 0 }, limit: 100 })).hits;
        fc.pre(place < all.length);
        const { body, score } = all[place]!;
        const start = { after: { score: fromEngineScore(score, query.order), order: body.rank as number } };
        expect(find(scoredSearch({ ...query, start, limit: 100 })).hits).toEqual(all.slice(place + 1));
      }),
      { numRuns: 50 },
    );
  });

  it('in the counts of facets, each without its own choice', () => {
    fc.assert(
      fc.property(randomPageQuery(entries), (query) => {
        const searches = facetSearches(query, cardinalities);
        const bodies = [...searches.map(({ body }) => body), page(query)];
        for (const body of bodies) expect(isEmptyOrFree(body)).toBe(true);
        expect(find(searches[0]!.body).total).toBe(naivePage(entries, query).total);
        const counts = searches.flatMap(({ facets, body }) => {
          const { aggregations } = find(body);
          return facets.map((facet): [Facet, Record<string, number>] => {
            const values = readFacet(facet, aggregations, query);
            return [facet, Object.fromEntries(values.map(({ value, count }) => [value, count]))];
          });
        });
        expect(Object.fromEntries(counts)).toEqual(naivePage(entries, query).facets);
      }),
      { numRuns: 150 },
    );
  });

  it('for the relations of a word; sound is filtered in memory where relations lack it', () => {
    const entry = new Map(entries.map((one, i) => [one.char, { one, line: lines[i]!, rank: i }]));
    const related = relationLines().map((line) =>
      relationDocument(line, {
        wordRank: entry.get(line.word)!.rank,
        target: entry.get(line.related)!.line,
        likeness: 0,
      }),
    );
    const words = fc.constantFrom(...new Set(relationLines().map(({ word }) => word)));
    const asked = fc.record({
      word: words,
      type: fc.constantFrom(...RELATION_TYPES),
      source: fc.constantFrom('all' as const, ...RELATION_SOURCES),
      sense: fc.constantFrom(undefined, undefined, 'long', 'grow'),
      offset: fc.nat({ max: 2 }),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(asked, randomPageQuery(entries), ({ sense, ...rest }, { words: all, sound }) => {
        const relation = { ...rest, ...(sense === undefined ? {} : { sense }) };
        const { length, reg, pos, vulgar } = all;
        const filters = JSON.parse(JSON.stringify({ length, reg, pos, vulgar })) as Partial<WordFilters>;
        const { body, filterInMemory } = relationSearch({ ...relation, words: filters, sound }, 20);
        expect(filterInMemory).toBe(hasSyllableFilters(sound));
        const fits = ({ related: other }: RelationLine) =>
          naivePage([entry.get(other)!.one], {
            ...pageQuery(filters, filterInMemory ? {} : sound),
            start: { offset: 0 },
          }).total === 1;
        const wanted = relationLines().filter(
          (line) =>
            line.word === relation.word &&
            line.type === relation.type &&
            (relation.source === 'all' || line.source === relation.source) &&
            (sense === undefined || line.senses.includes(sense)) &&
            fits(line),
        );
        const { hits, total } = search(related, relationMapping.mappings.properties, body);
        const shown = filterInMemory ? wanted : wanted.slice(relation.offset, relation.offset + relation.limit);
        expect(hits.map((hit) => hit.body.related)).toEqual(shown.map((line) => line.related));
        expect(total).toBe(wanted.length);
      }),
      { numRuns: 150 },
    );
  });

  it('for the partners of a word, with the counts of all relations', () => {
    const entry = new Map(entries.map((one, i) => [one.char, { one, line: lines[i]!, rank: i }]));
    const related = relationLines().map((line) =>
      relationDocument(line, {
        wordRank: entry.get(line.word)!.rank,
        target: entry.get(line.related)!.line,
        likeness: 0,
      }),
    );
    const asked = fc.record({
      word: fc.constantFrom('海', '海', '愛', '開心'),
      relations: fc.option(fc.subarray([...PARTNER_RELATIONS].slice(0, 6), { minLength: 1 }), { nil: undefined }),
      source: fc.constantFrom('all' as const, ...PARTNER_SOURCES),
      offset: fc.nat({ max: 2 }),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(asked, randomPageQuery(entries), ({ relations, ...rest }, { words: all, sound }) => {
        const { length, reg, pos, vulgar } = all;
        const filters = JSON.parse(JSON.stringify({ length, reg, pos, vulgar })) as Partial<WordFilters>;
        const query = { ...rest, ...(relations ? { relations } : {}), words: filters, sound };
        const { body, filterInMemory } = partnerSearch(query, 20);
        expect(filterInMemory).toBe(hasSyllableFilters(sound));
        const found = relationLines().filter(
          ({ word, type, source, related: other }) =>
            word === rest.word &&
            isPartnerRelation(type) &&
            (rest.source === 'all' || source === rest.source) &&
            naivePage([entry.get(other)!.one], {
              ...pageQuery(filters, filterInMemory ? {} : sound),
              start: { offset: 0 },
            }).total === 1,
        );
        const wanted = found.filter(({ type }) => filterInMemory || (relations?.includes(type as never) ?? true));
        const { hits, total, aggregations } = search(related, relationMapping.mappings.properties, body);
        const shown = filterInMemory ? wanted : wanted.slice(rest.offset, rest.offset + rest.limit);
        expect(hits.map((hit) => hit.body.related)).toEqual(shown.map((line) => line.related));
        expect(total).toBe(wanted.length);
        if (filterInMemory) return;
        const { buckets } = (
          aggregations as unknown as Record<string, { buckets: { key: string; doc_count: number }[] }>
        ).relations!;
        const counts = Object.fromEntries(buckets.map(({ key, doc_count }) => [key, doc_count]));
        expect(counts).toEqual(
          Object.fromEntries(
            Map.groupBy(found, ({ type }) => type)
              .entries()
              .map(([type, list]) => [type, list.length]),
          ),
        );
      }),
      { numRuns: 150 },
    );
  });
});
