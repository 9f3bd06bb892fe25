import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createIndices } from '../../../indexer/elasticsearch/indices.ts';

import entries from '../../../mappings/entries.json' with { type: 'json' };
import relations from '../../../mappings/relations.json' with { type: 'json' };
import tables from '../../../mappings/tables.json' with { type: 'json' };
import { FACETS, READING_FACETS } from '../../../src/lexicon/facets.ts';
import { ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { MAX_SEARCHED_READINGS, THEME_SCOPES } from '../../../src/lexicon/query.ts';
import {
  entryDocument,
  type IndexDocument,
  relationDocument,
  tableDocument,
  tokenDocument,
} from '../../../src/stores/elasticsearch/documents.ts';
import {
  type GenerationMeta,
  INDEX_FORMAT,
  indexNames,
  pinnedGeneration,
} from '../../../src/stores/elasticsearch/generations.ts';
import { checkSimilarityScores } from '../../../src/stores/elasticsearch/page.ts';
import { createSearcher } from '../../../src/stores/elasticsearch/searcher.ts';
import { facetField, slotField } from '../../../src/stores/elasticsearch/stored-fields.ts';
import { entryLines, relationLines } from '../../contract/small-lexicon.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { targetForTests } from './support.ts';

const FILES = { entries, relations, tables };

const lines = entryLines();
/** With as many readings as are searched. */
const ambiguous = {
  ...lines[0]!,
  readings: Array.from({ length: MAX_SEARCHED_READINGS }, () => lines[0]!.readings[0]!),
};
const row = new Int8Array(ROW_BYTES);
const documents: Record<keyof typeof FILES, IndexDocument[]> = {
  entries: [...lines, ambiguous].map((line) => entryDocument(line, row)),
  relations: relationLines().map((line) => relationDocument(line, { wordRank: 0, target: lines[0]!, likeness: 0 })),
  tables: [tokenDocument('sea', Int8Array.of(1)), tableDocument(Buffer.of(1), 0)],
};

describe.each(Object.keys(FILES) as (keyof typeof FILES)[])('mappings/%s.json', (kind) => {
  it('has the fields that documents have, and no others', () => {
    const used = new Set(documents[kind].flatMap(({ body }) => Object.keys(body)));
    expect(Object.keys(FILES[kind].mappings.properties).sort()).toEqual([...used].sort());
  });
});

describe('mappings/entries.json', () => {
  const properties: Readonly<Record<string, unknown>> = entries.mappings.properties;

  it.each(FACETS)('has the fields of the facet %s', (facet) => {
    const counted = { type: 'keyword', eager_global_ordinals: true };
    const fields = THEME_SCOPES.map((scope) => [facetField(facet, scope), counted]);
    const slots = Array.from({ length: MAX_SEARCHED_READINGS }, (_, slot) => slot);
    const ofReadings = READING_FACETS.filter((each) => each === facet).flatMap((each) =>
      slots.map((slot) => [slotField(each, slot), { type: 'keyword' }]),
    );
    const wanted = [...fields, ...ofReadings];
    const missing = wanted
      .filter(([field, property]) => JSON.stringify(properties[String(field)]) !== JSON.stringify(property))
      .map(
        ([field, property]) => `Add to mappings/entries.json: ${JSON.stringify(field)}: ${JSON.stringify(property)}`,
      );
    expect(missing).toEqual([]);
  });
});

describe('the index format', () => {
  it('changes when a mapping file does: raise INDEX_FORMAT, then note the checksum here', () => {
    const checksum = createHash('sha256').update(JSON.stringify(FILES)).digest('hex').slice(0, 16);
    expect({ INDEX_FORMAT, checksum }).toEqual({ INDEX_FORMAT: 8, checksum: '5749d2b999279b1f' });
  });
});

await describeOnElasticsearch('the mapping files', (url) => {
  const target = targetForTests(url);

  it('are what Elasticsearch says that it has', async () => {
    const meta = { generation: 'g1', counts: { entries: 1, relations: 1, tokens: 1 }, word_table: { chunks: 1 } };
    await createIndices(target, meta as unknown as GenerationMeta, { shards: 1, replicas: 0 });
    for (const [kind, index] of Object.entries(indexNames('g1', target.prefix))) {
      const { mappings } = (await target.client.indices.getMapping({ index }))[index]!;
      const { _meta, ...sent } = mappings;
      expect(sent).toEqual(FILES[kind as keyof typeof FILES].mappings);
    }
  });

  it.each([
    ['flat', true],
    ['hnsw', false],
  ] as const)('have vectors of which a %s index scores every word: %s', async (type, scoresAll) => {
    const index = `${target.prefix}-${type}`;
    const meaning = { ...entries.mappings.properties.meaning, index_options: { type } };
    await target.client.indices.create({
      index,
      mappings: { properties: { meaning, rank: { type: 'integer' } } },
    } as never);
    for (const rank of [0, 1, 2]) {
      const vector = new Array(ROW_BYTES).fill(rank + 1);
      await target.client.index({ index, document: { rank, meaning: vector }, refresh: true });
    }
    const searcher = createSearcher(target.client, 0);
    const generation = pinnedGeneration(searcher, {} as GenerationMeta, { ...indexNames('g1'), entries: index });
    const checked = checkSimilarityScores(generation).then(
      () => true,
      ({ message }: Error) => message.includes('does not score every word') && false,
    );
    expect(await checked).toBe(scoresAll);
  });
});
