import type { OperationSpec } from './operation.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Builds the request of an operation: parameters go into the path where it has placeholders, else into the query or the body.
 *
 * @throws TypeError where the path would be that of another operation: a parameter of it is missing or blank
 */
export function requestOf(baseUrl: string, { method, path }: OperationSpec, parameters: Parameters): WireRequest {
  const pathParameters = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    pathParameters.add(name);
    const text = String(parameters[name] ?? '');
    if (text.trim() === '') throw new TypeError(`${name} is empty: give a word or a name`);
    return pathSegment(text);
  });
  const rest = Object.entries(parameters).filter(([name, value]) => !pathParameters.has(name) && value !== undefined);
  const url = baseUrl.replace(/\/+$/, '') + filled;
  if (method === 'POST') return { method, url, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = rest.map(([name, value]) => `${name}=${encodeURIComponent(serializeValue(value))}`);
  return { method, url: query.length > 0 ? `${url}?${query.join('&')}` : url, body: undefined };
}

/** URLs resolve the segments `.` and `..` away, encoded or not. The service trims the space that keeps them. */
function pathSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? `${text}%20` : encodeURIComponent(text);
}

/** Lists are comma-separated and match any of their values. */
function serializeValue(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}
