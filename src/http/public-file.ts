import type { Request, RequestHandler, Response } from 'express';
import { cachePerGeneration, type LexiconStore } from '../lexicon/store.ts';
import { readingTableOf } from '../lyrics/readings-text.ts';
import { matchesEtag, weakEtag } from './parse-request.ts';
import { compress, negotiateEncoding } from './send.ts';

/** Bytes that are the same for everybody, with their compressed forms. */
export interface PublicFile {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export async function publicFile(plain: Buffer, etag: string): Promise<PublicFile> {
  return { etag, plain, br: await compress(plain, 'br'), gzip: await compress(plain, 'gzip') };
}

/** Sends it with the content type and the caching that are set on the response, or says that the caller has it. */
export function sendPublicFile(request: Request, response: Response, file: PublicFile): void {
  response.setHeader('ETag', file.etag);
  response.vary('Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  const encoding = negotiateEncoding(request);
  const bytes = encoding ? file[encoding] : file.plain;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** A file of the page like its scripts: it costs nothing, and is the same for all until the generation changes. */
export const READING_TABLE_PATH = '/readings.txt';

const MAX_AGE_SECONDS = 24 * 60 * 60;

const readingFile = cachePerGeneration(async (lexicon) =>
  publicFile(await readingTableOf(lexicon), weakEtag(lexicon.generation.name, READING_TABLE_PATH)),
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
