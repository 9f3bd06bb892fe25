import type { ApiDocument } from '../../../src/openapi/openapi.ts';
import { PROBLEMS, type ProblemCode } from '../../../src/problem.ts';
import { documentSchemas } from '../../openapi/schemas.ts';
import type { Operation } from './operations.ts';

/** A response as received. */
export interface ReceivedResponse {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The request of a response. */
export interface SentRequest {
  readonly method: string;
  /** Undefined when the request does not match an operation. */
  readonly operation?: Operation;
}

/** Returns a line for each fault of a response. */
export type ResponseValidator = (sent: SentRequest, received: ReceivedResponse) => string[];

/** Stack traces, file names, and error texts of libraries. */
const LEAK_PATTERN =
  /node_modules|\/src\/|\/indexer\/|\bat (Object|async|new|file:|node:)|\.ts:\d|\bnode:internal|SQLITE_|ECONN|ioredis|ReplyError|better-sqlite|ResponseError/;

/** Problem documents are what RFC 9457 and the table of problems say. */
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Judges by the API document, whose schemas are closed: an answer may have no field that it does not name.
 *
 * @param secrets texts that no answer may hold: paths of this machine, keys
 */
export function responseValidator(document: ApiDocument, secrets: readonly string[]): ResponseValidator {
  const schemas = documentSchemas(document, { strict: true });
  const problem = { $ref: '#/components/schemas/Problem' };
  return ({ method, operation }, received) => {
    const { status, headers, body } = received;
    const faults = findLeaks(received, secrets);
    if (status >= 500) faults.push(`status ${status}`);
    if (headers['x-request-id'] === undefined) faults.push('no X-Request-Id');
    if (headers['x-content-type-options'] !== 'nosniff') faults.push('no X-Content-Type-Options');
    if (headers['content-security-policy'] === undefined) faults.push('no Content-Security-Policy');
    if (headers['x-injected'] !== undefined) faults.push('a header was injected');
    // A path with other parts than the endpoint's is another path; another method is another operation.
    const isOperation = operation !== undefined && method === operation.method && status !== 404 && status !== 405;
    if (isOperation && !operation.answers.has(status)) faults.push(`status ${status} is not in the document`);
    if (method === 'HEAD' || status === 304 || status === 204) {
      if (body !== '') faults.push('a body where none may be');
      return faults;
    }
    if (status >= 400)
      faults.push(...problemFaults(received), ...jsonFaults(body, (value) => schemas.faults(problem, value)));
    else if (isOperation && operation.answers.get(status) !== undefined)
      faults.push(...jsonFaults(body, (value) => schemas.faults(operation.answers.get(status), value)));
    return faults;
  };
}

function findLeaks({ headers, body }: ReceivedResponse, secrets: readonly string[]): string[] {
  const text = JSON.stringify(headers) + body;
  const [leak] = LEAK_PATTERN.exec(text) ?? [];
  return [
    ...(leak === undefined ? [] : [`leaks "${leak}"`]),
    ...secrets.filter((secret) => text.includes(secret)).map((secret) => `leaks "${secret}"`),
  ];
}

function problemFaults({ status, headers, body }: ReceivedResponse): string[] {
  const faults: string[] = [];
  if (headers['content-type'] !== PROBLEM_TYPE) faults.push(`an error as ${headers['content-type']}`);
  faults.push(
    ...jsonFaults(body, (value) => {
      const { code, detail, instance } = value as { code: ProblemCode; detail: string; instance: string };
      const isKnown = Object.hasOwn(PROBLEMS, code) && PROBLEMS[code].status === status;
      return [
        ...(isKnown ? [] : [`status ${status} with the code ${code}`]),
        ...(detail?.length > 10 ? [] : ['no detail']),
        ...(instance?.includes('?') ? ['the query is in the instance'] : []),
      ];
    }),
  );
  return faults;
}

function jsonFaults(body: string, faultsOf: (value: unknown) => string[]): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [`no JSON: ${body.slice(0, 60)}`];
  }
  return faultsOf(value);
}
