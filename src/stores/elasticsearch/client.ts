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
import { ConfigError } from '../../config.ts';

export interface ConnectionOptions {
  /** One URL, or several separated by commas. */
  readonly node: string;
  /** Takes precedence over user and password. */
  readonly apiKey?: string;
  readonly username?: string;
  readonly password?: string;
  /** Certificate authority: PEM text, or the path of a PEM file. */
  readonly ca?: string;
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
