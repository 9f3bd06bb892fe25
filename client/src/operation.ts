import type { ResponseInfo } from './response-info.ts';

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including delays between attempts. */
  readonly signal?: AbortSignal;
  /** Timeout of one attempt in milliseconds. */
  readonly timeout?: number;
  /** Retries of transient errors; in place of the client's. */
  readonly retries?: number;
  /**
   * Milliseconds to wait before the request is sent, none by default. Of calls of one operation without a signal, in quick succession,
   * only the last is sent: the ones before it reject with an `AbortError`. An answer that is kept comes at once.
   */
  readonly debounce?: number;
  /** Called with metadata of the response: quota, generation, request id. */
  readonly onResponse?: (info: ResponseInfo) => void;
}

export interface AllOptions extends CallOptions {
  /**
   * What to do when the lexicon changes between two pages, which invalidates their cursor: throw the error `cursor_expired` (the
   * default), or start again with the new lexicon and skip words that were returned before.
   */
  readonly onExpired?: 'throw' | 'restart';
}

/** Parameters are optional if none is required. */
type Arguments<P, O> = Record<never, never> extends P ? [parameters?: P, options?: O] : [parameters: P, options?: O];

/** Throws `LexiconError`, or the reason of an aborted signal. */
export type Operation<P, Answer> = (...args: Arguments<P, CallOptions>) => Promise<Answer>;

export interface PagedOperation<P, Page, Word> extends Operation<P, Page> {
  /** Iterates over pages. */
  pages(...args: Arguments<P, CallOptions>): AsyncGenerator<Page, void, undefined>;
  /** Iterates over the words of all pages. The next page is fetched on demand. */
  all(...args: Arguments<P, AllOptions>): AsyncGenerator<Word, void, undefined>;
}

/** The HTTP request of an operation. */
export interface OperationSpec {
  readonly method: 'GET' | 'POST';
  /** With parameters in braces: `/api/lexicon/word/{text}`. */
  readonly path: string;
  readonly paging?: 'cursor' | 'offset';
}

/** A list of one value may be given as that value. */
type WithSingleValues<P> = {
  [Name in keyof P]: P[Name] extends readonly (infer Item)[] | undefined ? Item | P[Name] : P[Name];
};

type Part<P> = [NonNullable<P>] extends [never] ? unknown : NonNullable<P>;

/** Path and query of an operation of the API document as one object; of a POST its body. */
export type ParametersOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : O extends { parameters: { query?: infer Query; path?: infer Path } }
    ? WithSingleValues<Part<Query> & Part<Path>>
    : never;
