import type { Problem } from './generated.ts';

/** Codes of problem documents, and of failures without a response. */
export type ErrorCode =
  | Problem['code']
  /** The connection failed. */
  | 'network_failed'
  /** No response within `timeout`. */
  | 'timed_out'
  /** The response is not the service's: a proxy, or a wrong URL. */
  | 'unexpected_answer';

interface ErrorParts {
  readonly status?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Thrown by all calls. The message says what to do next; `code` is for programs. */
export class LexiconError extends Error {
  readonly code: ErrorCode;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** The problem document, if the service sent one. */
  readonly problem: Problem | undefined;
  /** Value of Retry-After in seconds, if any. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, { status, problem, retryAfter, cause }: ErrorParts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LexiconError';
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** Converts an unsuccessful response to an error. */
export async function errorOfResponse(response: Response): Promise<LexiconError> {
  const { status } = response;
  const retryAfter = parseSeconds(response.headers.get('Retry-After'));
  const problem = await problemOf(response);
  if (problem) return new LexiconError(problem.code, problem.detail, { status, problem, retryAfter });
  const message = `The answer has status ${status} and is no problem document. Check baseUrl, and what stands between.`;
  return new LexiconError('unexpected_answer', message, { status, retryAfter });
}

async function problemOf(response: Response): Promise<Problem | undefined> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/problem+json')) return undefined;
  try {
    return (await response.json()) as Problem;
  } catch {
    return undefined;
  }
}

function parseSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
