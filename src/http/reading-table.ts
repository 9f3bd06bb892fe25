import type { RequestHandler } from 'express';
import type { LexiconStore } from '../lexicon/store.ts';
import { cachePerGeneration } from '../workflow/generation-cache.ts';
import { readingTableOf } from '../workflow/reading-table.ts';
import { compress, ENCODINGS, negotiateEncoding } from './compress.ts';
import { matchesEtag } from './entity-tag.ts';
import { contextOf } from './request-context.ts';

/** A file of the page like its scripts: it costs nothing, and is the same for all until the generation changes. */
export const READING_TABLE_PATH = '/readings.txt';

const MAX_AGE_SECONDS = 24 * 60 * 60;

/** Compressed once for each generation. */
const compressedTables = cachePerGeneration(async (lexicon) => {
  const plain = await readingTableOf(lexicon);
  return { plain, br: await compress(plain, 'br'), gzip: await compress(plain, 'gzip') };
});

export function serveReadingTable(store: LexiconStore): RequestHandler {
  return async (request, response) => {
    contextOf(response).route = READING_TABLE_PATH;
    const { generation, tables } = await store.read(async (lexicon) => ({
      generation: lexicon.generation.name,
      tables: await compressedTables(lexicon),
    }));
    const etag = `W/"readings-${generation}"`;
    response.setHeader('ETag', etag);
    response.setHeader('X-Lexicon-Generation', generation);
    response.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
    response.vary('Accept-Encoding');
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.status(304).end();
      return;
    }
    const encoding = negotiateEncoding(request, ENCODINGS);
    const bytes = encoding ? tables[encoding] : tables.plain;
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Type', 'text/plain; charset=utf-8').setHeader('Content-Length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
}
