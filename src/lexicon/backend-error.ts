/** `unavailable`: the engine cannot be reached or refuses work; `timeout`: it did not answer in time. */
export type BackendErrorKind = 'unavailable' | 'timeout';

/** Thrown by stores when their engine fails. */
export class BackendError extends Error {
  readonly kind: BackendErrorKind;
  /** Suggested delay before a retry, in seconds. */
  readonly retryAfterSeconds: number;

  constructor(kind: BackendErrorKind, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = 'BackendError';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 5;
  }
}
