import type { Problem } from './generated.ts';

/** What a problem document says, or what went wrong before there was one. */
export type ErrorCode =
  | Problem['code']
  /** No connection could be made, or it broke. */
  | 'network_failed'
  /** No answer came within `timeout`. */
  | 'timed_out'
  /** Something answered that is not the service: a proxy, or another address. */
  | 'unexpected_answer';

interface ErrorParts {
  readonly status?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call. The message says what to do next; `code` is for programs. */
export class LexiconError extends Error {
  readonly code: ErrorCode;
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** The whole problem document, where the service sent one. */
  readonly problem: Problem | undefined;
  /** Seconds after which another attempt makes sense, where the service said so. */
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

/** The error that an unsuccessful response stands for. */
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
