import type { OperationSpec } from './operation.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/** The request that calls an operation: parameters go where its path has a place for them, else into the query or the body. */
export function requestOf(baseUrl: string, { method, path }: OperationSpec, parameters: Parameters): WireRequest {
  const pathParameters = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    pathParameters.add(name);
    return encodeURIComponent(String(parameters[name]));
  });
  const rest = Object.entries(parameters).filter(([name, value]) => !pathParameters.has(name) && value !== undefined);
  const url = baseUrl.replace(/\/+$/, '') + filled;
  if (method === 'POST') return { method, url, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = rest.map(([name, value]) => `${name}=${encodeURIComponent(serializeValue(value))}`);
  return { method, url: query.length > 0 ? `${url}?${query.join('&')}` : url, body: undefined };
}

/** A list means any of its values, and is written with commas. */
function serializeValue(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}
