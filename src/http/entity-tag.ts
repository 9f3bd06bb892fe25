import { hash } from 'node:crypto';
import { VERSION } from '../version.ts';

/** Of what a request asks for. Another version of the program may answer the same request of the same generation otherwise. */
export function etagDigest(request: string): string {
  return hash('sha256', `${VERSION} ${request}`, 'base64url').slice(0, 16);
}

/** A weak entity tag, known before any work: nothing else than these decides on a response. */
export function weakEtag(generation: string, digest: string): string {
  return `W/"${generation}-${digest}"`;
}

/** Whether If-None-Match, as it came, names this entity tag; compared weakly (RFC 9110, 13.1.2). `*` names any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    parseEtags(header).some((candidate) => candidate === '*' || opaqueTag(candidate) === opaqueTag(etag))
  );
}

/** Whether If-None-Match asks for nothing but that there be an answer. */
export function matchesAnyEtag(header = ''): boolean {
  return parseEtags(header).includes('*');
}

function parseEtags(header: string): string[] {
  return header.split(',').map((candidate) => candidate.trim());
}

function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}
