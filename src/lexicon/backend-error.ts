/** `unavailable`: the engine cannot be reached or refuses work; `timeout`: it did not answer in time. */
export type BackendFault = 'unavailable' | 'timeout';

/** What a store throws when its engine fails, whatever the engine. */
export class BackendError extends Error {
  readonly fault: BackendFault;
  /** When it is worth asking again, in seconds. */
  readonly retryAfter: number;

  constructor(fault: BackendFault, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = 'BackendError';
    this.fault = fault;
    this.retryAfter = options.retryAfter ?? 5;
  }
}
