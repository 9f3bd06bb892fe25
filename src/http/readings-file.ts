import type { RequestHandler } from 'express';
import { cachePerGeneration, type LexiconStore } from '../lexicon/store.ts';
import { readingTableOf } from '../lyrics/readings-text.ts';
import { etagDigest, weakEtag } from './entity-tag.ts';
import { publicFile, sendPublicFile } from './public-file.ts';

/** A file of the page like its scripts: it costs nothing, and is the same for all until the generation changes. */
export const READING_TABLE_PATH = '/readings.txt';

const DIGEST = etagDigest(READING_TABLE_PATH);
const MAX_AGE_SECONDS = 24 * 60 * 60;

const readingFile = cachePerGeneration(async (lexicon) =>
  publicFile(await readingTableOf(lexicon), weakEtag(lexicon.generation.name, DIGEST)),
);

export function serveReadingTable(store: LexiconStore): RequestHandler {
  return async (request, response) => {
    const { generation, file } = await store.read(async (lexicon) => ({
      generation: lexicon.generation.name,
      file: await readingFile(lexicon),
    }));
    response.setHeader('X-Lexicon-Generation', generation);
    response.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    sendPublicFile(request, response, file);
  };
}
