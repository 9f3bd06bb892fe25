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

/** Statuses of a cluster that is temporarily overloaded or degraded. */
const TRANSIENT_STATUSES = new Set([429, 502, 503, 504]);

/** Maps a status and error of the engine to a {@link BackendError}; `index` is that of the request. */
export function errorFromStatus(status: number, type: string, reason: string, index: string): Error {
  if (status === 404 && type === 'index_not_found_exception') return new GenerationGoneError(index);
  if (status === 408) return timeoutError(reason);
  if (TRANSIENT_STATUSES.has(status)) return unavailableError(`${type}: ${reason}`);
  if (status === 401 || status === 403)
    return unavailableError(
      `it refused our credentials: ${type}; check ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD`,
    );
  return new Error(`Elasticsearch refused a search on ${index}: ${type}: ${reason}`);
}

/** Maps errors of the client to errors of the store. */
export function toBackendError(error: unknown, index: string): unknown {
  if (error instanceof errors.TimeoutError) return timeoutError(error.message, error);
  if (error instanceof errors.ResponseError) {
    const cause = (error.body as { error?: { type?: string; reason?: string } } | undefined)?.error;
    return errorFromStatus(error.statusCode ?? 500, cause?.type ?? 'error', cause?.reason ?? '', index);
  }
  if (error instanceof errors.ElasticsearchClientError)
    return unavailableError(explainTls(error.message) || error.name, { cause: error });
  return error;
}
