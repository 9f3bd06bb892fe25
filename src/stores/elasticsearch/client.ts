import { readFileSync } from 'node:fs';
import { Client } from '@elastic/elasticsearch';

export interface ConnectionOptions {
  /** One address, or several separated by commas. */
  readonly node: string;
  readonly apiKey?: string;
  /** Certificate authority: PEM text, or the path of a PEM file. */
  readonly ca?: string;
}

/** A question that takes longer than this is given up. */
export const SEARCH_TIMEOUT_MS = 5000;
const CONNECTIONS = 32;
/** How questions are asked: the client by itself would wait for seconds between its tries. */
export const QUICK_RETRIES = { retryBackoff: () => 0.05 };

function settingsOf({ node, apiKey, ca }: ConnectionOptions) {
  return {
    nodes: node.split(',').map((address) => address.trim()),
    ...(apiKey ? { auth: { apiKey } } : {}),
    ...(ca ? { tls: { ca: ca.includes('-----BEGIN') ? ca : readFileSync(ca, 'utf8') } } : {}),
  };
}

/** For questions: short timeouts, another node tried when one does not answer. */
export function searchClient(options: ConnectionOptions): Client {
  return new Client({
    ...settingsOf(options),
    requestTimeout: SEARCH_TIMEOUT_MS,
    maxRetries: 2,
    agent: { connections: CONNECTIONS, keepAliveTimeout: 60_000 },
  });
}

/** For loading and for commands: patient. What cannot reach one node goes to another; ids are ours, so twice is as once. */
export function indexingClient(options: ConnectionOptions): Client {
  return new Client({ ...settingsOf(options), requestTimeout: 120_000, maxRetries: 3, agent: { connections: 8 } });
}
