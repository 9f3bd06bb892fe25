import type { Request, Response } from 'express';
import { compress, ENCODINGS, negotiateEncoding } from './compress.ts';
import { matchesEtag } from './entity-tag.ts';

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
  const encoding = negotiateEncoding(request, ENCODINGS);
  const bytes = encoding ? file[encoding] : file.plain;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
