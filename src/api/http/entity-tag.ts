/** Whether If-None-Match, as it came, names this entity tag; compared weakly (RFC 9110, 13.1.2). `*` names any. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  return header !== undefined && tagsOf(header).some((one) => one === '*' || opaque(one) === opaque(tag));
}

/** Whether If-None-Match asks for nothing but that there be an answer. */
export function namesAnyTag(header: string): boolean {
  return tagsOf(header).includes('*');
}

function tagsOf(header: string): string[] {
  return header.split(',').map((one) => one.trim());
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
