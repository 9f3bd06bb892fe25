import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  errors,
  SniffingTransport,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import { ConfigError, type ElasticsearchConfig } from '../../config.ts';
import { BackendError } from '../../lexicon/store.ts';

export interface ConnectionOptions extends Omit<ElasticsearchConfig, 'url'> {
  /** One URL, or several separated by commas. */
  readonly node: string;
}

/** Timeout of a search, which takes milliseconds. */
export const SEARCH_TIMEOUT_MS = 4000;
const MAX_CONNECTIONS = 32;
/** Backoff of searches: the client's default would wait for seconds between retries. */
export const SHORT_RETRY_BACKOFF = { retryBackoff: () => 0.05 };

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Throws {@link ConfigError} for text without a certificate, which TLS would accept and then fail to connect without a reason. */
function readCertificates(pemOrPath: string): string {
  const isText = pemOrPath.includes('-----BEGIN');
  let text = pemOrPath;
  if (!isText)
    try {
      text = readFileSync(pemOrPath, 'utf8');
    } catch (error) {
      throw new ConfigError([`ELASTICSEARCH_CA names a file that cannot be read: ${(error as Error).message}`]);
    }
  const subject = isText ? 'ELASTICSEARCH_CA' : `ELASTICSEARCH_CA names ${pemOrPath}, which`;
  const certificates = text.match(PEM_CERTIFICATE) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw new ConfigError([
      `${subject} has no valid certificate. Give the certificate authority's in PEM form (-----BEGIN CERTIFICATE-----)`,
    ]);
  return text;
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

function clientOptions({ node, apiKey, username, password = '', ca }: ConnectionOptions) {
  return {
    nodes: node.split(',').map((url) => url.trim()),
    ...(apiKey ? { auth: { apiKey } } : username === undefined ? {} : { auth: { username, password } }),
    ...(ca ? { tls: { ca: readCertificates(ca) } } : {}),
  };
}

/** A client for searches: short timeouts, retries on another node. */
export function searchClient(options: ConnectionOptions): Client {
  return new Client({
    ...clientOptions(options),
    requestTimeout: SEARCH_TIMEOUT_MS,
    maxRetries: 2,
    agent: { connections: MAX_CONNECTIONS, keepAliveTimeout: 60_000 },
  });
}

/** Delays before a request is sent again that a busy cluster has refused as a whole. */
const REFUSAL_DELAYS_MS = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];

class PatientTransport extends SniffingTransport {
  override async request(params: TransportRequestParams, options?: TransportRequestOptions): Promise<never> {
    for (const delayMs of REFUSAL_DELAYS_MS) {
      try {
        return (await super.request(params, options)) as never;
      } catch (error) {
        if (!(error instanceof errors.ResponseError) || error.statusCode !== 429) throw error;
        await sleep(delayMs, undefined, options?.signal ? { signal: options.signal } : {});
      }
    }
    return (await super.request(params, options)) as never;
  }
}

/** A client for loading and commands: long timeouts, and retries on another node, which are safe because document ids are given. */
export function indexingClient(options: ConnectionOptions): Client {
  return new Client({
    ...clientOptions(options),
    Transport: PatientTransport,
    requestTimeout: 120_000,
    maxRetries: 3,
    agent: { connections: 8 },
  });
}

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

/** An error as the engine reports it, for one search of a `_msearch` or for a whole response. */
export interface EngineErrorCause {
  readonly type?: string;
  readonly reason?: string | null;
  /** Errors of the shards, which the error itself only sums up. */
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
