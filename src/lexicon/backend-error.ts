/** `unavailable`: the engine cannot be reached or refuses work; `timeout`: it did not answer in time. */
export type BackendErrorKind = 'unavailable' | 'timeout';

/** Thrown by stores when their engine fails. */
export class BackendError extends Error {
  readonly kind: BackendErrorKind;
  /** Suggested delay before a retry, in seconds. */
  readonly retryAfterSeconds: number;
  /** One of many refusals that are counted, and logged once, where they come from. */
  readonly isCounted: boolean;

  constructor(
    kind: BackendErrorKind,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; isCounted?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'BackendError';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 5;
    this.isCounted = options.isCounted ?? false;
  }
}
