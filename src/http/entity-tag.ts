/** Whether If-None-Match, as it came, names this entity tag; compared weakly (RFC 9110, 13.1.2). `*` names any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    parseEtags(header).some((candidate) => candidate === '*' || opaqueTag(candidate) === opaqueTag(etag))
  );
}

/** Whether If-None-Match asks for nothing but that there be an answer. */
export function matchesAnyEtag(header: string): boolean {
  return parseEtags(header).includes('*');
}

function parseEtags(header: string): string[] {
  return header.split(',').map((candidate) => candidate.trim());
}

function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}
