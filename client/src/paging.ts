import { LexiconError } from './error.ts';
import type { AllOptions, CallOptions } from './operation.ts';

/** Fields of every page. */
export interface PageShape<Word> {
  readonly total: number;
  readonly offset: number;
  readonly next_cursor?: string | null;
  readonly words: readonly Word[];
}

type Parameters = Readonly<Record<string, unknown>>;
type FetchPage<Page> = (parameters: Parameters, options: CallOptions) => Promise<Page>;

/** How often an iteration starts again before it fails, if the lexicon keeps changing. */
const MAX_RESTARTS = 3;

/** Iterates over pages, starting with `parameters`. */
export async function* pagesOf<Page extends PageShape<unknown>>(
  fetchPage: FetchPage<Page>,
  paging: 'cursor' | 'offset',
  parameters: Parameters,
  { debounce = 0, ...options }: CallOptions,
): AsyncGenerator<Page, void, undefined> {
  let next: Parameters | undefined = parameters;
  while (next !== undefined) {
    const page: Page = await fetchPage(next, next === parameters ? { ...options, debounce } : options);
    yield page;
    next = paging === 'cursor' ? afterByCursor(page, parameters) : afterByOffset(page, parameters);
  }
}

function afterByCursor({ next_cursor: cursor }: PageShape<unknown>, parameters: Parameters): Parameters | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  // The cursor replaces the offset.
  const { offset: _, ...rest } = parameters;
  return { ...rest, cursor };
}

function afterByOffset(page: PageShape<unknown>, parameters: Parameters): Parameters | undefined {
  const end = page.offset + page.words.length;
  return page.words.length > 0 && end < page.total ? { ...parameters, offset: end } : undefined;
}

/** Iterates over the words of all pages. */
export async function* wordsOf<Word extends { readonly char: string }, Page extends PageShape<Word>>(
  fetchPage: FetchPage<Page>,
  paging: 'cursor' | 'offset',
  parameters: Parameters,
  { onExpired = 'throw', ...options }: AllOptions,
): AsyncGenerator<Word, void, undefined> {
  const yielded = new Set<string>();
  let start = parameters;
  for (let restarts = 0; ; restarts++) {
    try {
      for await (const page of pagesOf(fetchPage, paging, start, options))
        for (const word of page.words) {
          if (yielded.has(word.char)) continue;
          yielded.add(word.char);
          yield word;
        }
      return;
    } catch (error) {
      const isExpired = error instanceof LexiconError && error.code === 'cursor_expired';
      if (!isExpired || onExpired !== 'restart' || restarts === MAX_RESTARTS) throw error;
      const { cursor: _, ...rest } = parameters;
      start = rest;
    }
  }
}
