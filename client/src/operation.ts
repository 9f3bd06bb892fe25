import type { ResponseInfo } from './response-info.ts';

/** What can be said of a single call. */
export interface CallOptions {
  /** Ends the call, its waiting between attempts too. */
  readonly signal?: AbortSignal;
  /** Longest wait in milliseconds for the answer of one attempt. */
  readonly timeout?: number;
  /** Attempts after the first one, where the service is busy or away. */
  readonly retries?: number;
  /** Told what the answer says beside its body: quota, generation, request id. */
  readonly onResponse?: (info: ResponseInfo) => void;
}

export interface AllOptions extends CallOptions {
  /**
   * What to do when the lexicon changes between two pages, which ends their cursor: throw the error `cursor_expired` (the default), or
   * begin again with the new lexicon, leaving out the words that were given already.
   */
  readonly onExpired?: 'throw' | 'restart';
}

/** Parameters may be left out altogether where none of them is needed. */
type Arguments<P, O> = Record<never, never> extends P ? [parameters?: P, options?: O] : [parameters: P, options?: O];

/** Throws `LexiconError`, or the reason of an aborted signal. */
export type Operation<P, Answer> = (...args: Arguments<P, CallOptions>) => Promise<Answer>;

export interface PagedOperation<P, Page, Word> extends Operation<P, Page> {
  /** One page after the other, until the last. */
  pages(...args: Arguments<P, CallOptions>): AsyncGenerator<Page, void, undefined>;
  /** Every word of every page. The next page is fetched when the words of the last one are used up. */
  all(...args: Arguments<P, AllOptions>): AsyncGenerator<Word, void, undefined>;
}

/** How an operation is sent. */
export interface OperationSpec {
  readonly method: 'GET' | 'POST';
  /** With parameters in braces: `/api/lexicon/word/{text}`. */
  readonly path: string;
  readonly paging?: 'cursor' | 'offset';
}
