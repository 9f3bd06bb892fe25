import { errors } from '@elastic/elasticsearch';
import { BackendError } from '../../lexicon/backend-error.ts';

/** The index of the pinned generation was deleted: the request is run again on its successor. */
export class GenerationGoneError extends Error {
  constructor(index: string) {
    super(`index ${index} is gone`);
    this.name = 'GenerationGoneError';
  }
}

const RETRY_AFTER_SECONDS = 2;

/** The engine's own reason, without its causes. */
export function errorReason(error: unknown): string {
  if (error instanceof errors.ResponseError) {
    const cause = (error.body as { error?: { type?: string; reason?: string } | string } | undefined)?.error;
    if (cause && typeof cause === 'object') return `${cause.type}: ${cause.reason}`;
    return `status ${error.statusCode}`;
  }
  return error instanceof Error ? explainTls(error.message) : String(error);
}

/** OpenSSL's error codes for a certificate of an unknown authority. */
const UNTRUSTED_CERTIFICATE =
  /self[- ]signed certificate|unable to (verify the first|get (local )?issuer) certificate/i;

function explainTls(message: string): string {
  if (!UNTRUSTED_CERTIFICATE.test(message)) return message;
  return `${message}: set ELASTICSEARCH_CA to the certificate authority that signed Elasticsearch's certificate`;
}

export function unavailableError(
  detail: string,
  options: { readonly cause?: unknown; readonly isCounted?: boolean } = {},
): BackendError {
  return new BackendError('unavailable', `Elasticsearch cannot answer now (${detail}). Try again shortly.`, {
    ...options,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

export function timeoutError(detail: string, cause?: unknown): BackendError {
  return new BackendError('timeout', `Elasticsearch did not answer in time (${detail}). Try again shortly.`, {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** What the engine says of an error: of a search in a `_msearch`, or of a whole response. */
export interface EngineErrorCause {
  readonly type?: string;
  readonly reason?: string | null;
  /** What the shards said, of which the error itself is only the sum. */
  readonly root_cause?: readonly { readonly type?: string; readonly reason?: string | null }[];
}

/** The types of a status 400 that say that our request was wrong, which is a fault of this program. All others are the engine's. */
const OUR_FAULTS = new Set([
  'illegal_argument_exception',
  'parsing_exception',
  'too_many_clauses',
  'x_content_parse_exception',
]);

/** Maps a status and error of the engine to an error of the store; `index` is that of the request. */
export function engineError(status: number, cause: EngineErrorCause | undefined, index: string): Error {
  const { type = 'error', reason } = cause?.root_cause?.[0] ?? cause ?? {};
  const text = `${type}: ${reason ?? `status ${status}`}`;
  if (status === 404 && type === 'index_not_found_exception') return new GenerationGoneError(index);
  if (status === 408) return timeoutError(text);
  if (status === 400 && OUR_FAULTS.has(type)) return new Error(`Elasticsearch refused a search on ${index}: ${text}`);
  if (status === 401 || type === 'security_exception')
    return unavailableError(
      `it refused our credentials: ${type}; check ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD`,
    );
  return unavailableError(`${index}: ${text}`);
}

/** Maps errors of the client to errors of the store. */
export function toBackendError(error: unknown, index: string): unknown {
  if (error instanceof errors.TimeoutError) return timeoutError(error.message, error);
  if (error instanceof errors.ResponseError) {
    const body = error.body as { error?: EngineErrorCause } | undefined;
    return engineError(error.statusCode ?? 500, body?.error, index);
  }
  if (error instanceof errors.ElasticsearchClientError)
    return unavailableError(explainTls(error.message) || error.name, { cause: error });
  return error;
}

/** Whether the engine gave no answer of its own: it cannot be reached, or its time was over. */
export function isSilence(error: unknown): boolean {
  const cause = error instanceof BackendError ? error.cause : error;
  return cause instanceof errors.ElasticsearchClientError && !(cause instanceof errors.ResponseError);
}
