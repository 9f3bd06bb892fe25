/** A page of results as every paged answer has it. */
export interface PageInfo {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly words: { readonly length: number };
  readonly next_cursor?: string | null | undefined;
}

function isPage(value: object): value is PageInfo {
  return 'words' in value && 'limit' in value && 'offset' in value;
}

/** A page within each of several groups: `limit` and `offset` count within a group. */
interface GroupedPage {
  readonly limit: number;
  readonly offset: number;
  readonly groups: readonly { readonly count: number; readonly words: { readonly length: number } }[];
}

function isGroupedPage(value: object): value is GroupedPage {
  return 'groups' in value && 'limit' in value && 'offset' in value;
}

/** What the links of an answer are made from, without its words; of grouped words the longest group decides. Undefined: no page. */
export function toPageInfo(value: unknown): PageInfo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isPage(value)) {
    const { total, limit, offset, words, next_cursor } = value;
    return { total, limit, offset, words: { length: words.length }, next_cursor };
  }
  if (!isGroupedPage(value)) return undefined;
  const { limit, offset, groups } = value;
  const maxOf = (counts: readonly number[]) => Math.max(0, ...counts);
  const length = maxOf(groups.map(({ words }) => words.length));
  return { total: maxOf(groups.map(({ count }) => count)), limit, offset, words: { length } };
}

/**
 * The Link header (RFC 8288) of a page: `next` and `prev` where there are such pages, as references on the same host.
 * A request that used a cursor goes on by cursor; the page before is reached by offset.
 */
export function linkHeader(
  page: PageInfo,
  path: string,
  query: readonly (readonly [string, string])[],
): string | undefined {
  let otherParameters = '';
  let usesCursor = false;
  for (const [name, value] of query) {
    if (name === 'cursor') usesCursor = true;
    else if (name !== 'offset') otherParameters += `${formEncoded(name)}=${formEncoded(value)}&`;
  }
  const link = (relation: string, position: string) => `<${path}?${otherParameters}${position}>; rel="${relation}"`;
  const links: string[] = [];
  const end = page.offset + page.words.length;
  if (page.words.length > 0 && end < page.total) {
    links.push(link('next', usesCursor && page.next_cursor ? `cursor=${page.next_cursor}` : `offset=${end}`));
  }
  // From beyond the end, back to the last words that there are.
  const lastOffset = Math.min(page.offset, page.total);
  if (lastOffset > 0) links.push(link('prev', `offset=${Math.max(0, lastOffset - page.limit)}`));
  return links.length > 0 ? links.join(', ') : undefined;
}

/** As forms are encoded: a space is a plus sign. */
function formEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}
