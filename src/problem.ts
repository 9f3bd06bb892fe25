/** RFC 9457 problem documents, from one table. */

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What to do next; the default detail of the problem. */
  readonly advice: string;
}

export const PROBLEMS = {
  invalid_parameter: {
    status: 400,
    title: 'The request is not as it should be',
    advice: 'Correct what `errors` lists and send the request again.',
  },
  invalid_key: {
    status: 401,
    title: 'This key is not valid',
    advice:
      'Send a valid key as "Authorization: Bearer <API_KEY>", or no Authorization header to be served as anonymous.',
  },
  insufficient_scope: {
    status: 403,
    title: 'This key may not call this endpoint',
    advice: 'Use a key with one of the scopes that the endpoint asks for.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'This key may not be used from this page',
    advice: 'Call from a page of one of the origins that the key was issued for, or use a key for servers.',
  },
  word_not_found: {
    status: 404,
    title: 'The word is not in the lexicon',
    advice:
      'Look for its beginning with /api/lexicon/autocomplete?prefix=, or for its characters with /api/lexicon/search?contains=.',
  },
  category_not_found: {
    status: 404,
    title: 'There is no such category',
    advice: 'Take a `name` from /api/lexicon/categories, for example noun.feeling.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this path',
    advice: 'Check the path; every endpoint of the lexicon begins with /api/lexicon/.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not take this method',
    advice: 'Use one of the methods that the Allow header lists.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    advice: 'Send the whole request without pausing.',
  },
  cursor_expired: {
    status: 410,
    title: 'The lexicon has changed since this cursor was given',
    advice: 'Start again from the first page, without `cursor`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request body is too large',
    advice: 'Send fewer lines in one request.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    advice: 'Ask for fewer values in one request.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The request body is not of a type that is read here',
    advice: 'Send JSON in UTF-8, with the header "Content-Type: application/json".',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests in a short time',
    advice: 'Wait as many seconds as Retry-After says, then go on more slowly.',
  },
  quota_exhausted: {
    status: 429,
    title: "Today's credits are used up",
    advice: 'Wait until the quota is filled again (Retry-After says how many seconds), or ask for less.',
  },
  header_fields_too_large: {
    status: 431,
    title: 'The request headers are too large',
    advice: 'Send a shorter address and fewer headers.',
  },
  internal: {
    status: 500,
    title: 'Something failed on our side',
    advice: 'Try again; if it goes on, report it with the request_id.',
  },
  backend_unavailable: {
    status: 503,
    title: 'The service cannot answer this at the moment',
    advice: 'Wait as many seconds as Retry-After says, then try again.',
  },
  backend_timeout: {
    status: 504,
    title: 'The lexicon did not answer in time',
    advice: 'Try again, or ask for less at once.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One fault of a request, and its position. */
export interface InvalidPart {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** Parameter name or path of the field (`readings.0.jyutping`); empty for the whole request. */
  readonly name: string;
  readonly message: string;
}

interface ProblemOptions {
  readonly detail?: string;
  readonly errors?: readonly InvalidPart[];
  /** Total number of faults, including those that are not listed. */
  readonly errorCount?: number;
  /** Words that may be meant. */
  readonly suggestions?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere during a request; converted to a response by the error handler. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly InvalidPart[] | undefined;
  readonly errorCount: number | undefined;
  readonly suggestions: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? PROBLEMS[code].advice);
    this.name = 'Problem';
    this.code = code;
    this.errors = options.errors;
    this.errorCount = options.errorCount ?? options.errors?.length;
    this.suggestions = options.suggestions;
    this.headers = options.headers ?? {};
  }
}

/** Most faults that an error lists. */
export const MAX_LISTED_ERRORS = 20;

/** A 400 that lists faults; its detail has the first ones, or their number. */
export function invalidRequest(errors: readonly InvalidPart[], count = errors.length): Problem {
  const listed = errors.slice(0, MAX_LISTED_ERRORS);
  const lines = listed.map(({ name, message }) => (name ? `${name}: ${message}` : message));
  const first = count > lines.length ? `The first ${lines.length}: ` : '';
  const detail = count === 1 ? lines[0]! : `${count} things are wrong. ${first}${lines.join(' · ')}`;
  return new Problem('invalid_parameter', { detail, errors: listed, errorCount: count });
}

/** The body of a problem response. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ProblemCode;
  readonly request_id: string;
  readonly errors?: readonly InvalidPart[];
  readonly error_count?: number;
  readonly suggestions?: readonly string[];
}

/** @param instance path of the request without its query, which may be private */
export function problemDocument(problem: Problem, instance: string, requestId: string): ProblemDocument {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `/problems/${problem.code}`,
    title,
    status,
    detail: problem.message,
    instance,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors ? { errors: problem.errors, error_count: problem.errorCount! } : {}),
    ...(problem.suggestions ? { suggestions: problem.suggestions } : {}),
  };
}

/** Edits (insert, delete, replace, swap of neighbours) that make `a` into `b`. */
export function editDistance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const rows: number[][] = [Array.from({ length: y.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= x.length; i++) {
    const row = [i];
    for (let j = 1; j <= y.length; j++) {
      const substitutionCost = x[i - 1] === y[j - 1] ? 0 : 1;
      let smallest = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + substitutionCost);
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1])
        smallest = Math.min(smallest, rows[i - 2]![j - 2]! + 1);
      row.push(smallest);
    }
    rows.push(row);
  }
  return rows[x.length]![y.length]!;
}

/** Names longer than this are not worth comparing: nobody mistypes that much. */
const MAX_NAME_LENGTH = 100;

/**
 * The known name that `name` was probably meant to be: few edits away, or one that is a part of the other.
 * Undefined when nothing is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const typed = name.toLowerCase();
  let nearest: string | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const target = candidate.toLowerCase();
    const isSubstring = typed.length > 2 && target.length > 2 && (target.includes(typed) || typed.includes(target));
    const distance = isSubstring ? Math.min(2, editDistance(typed, target)) : editDistance(typed, target);
    const differingLength = target.length - sharedWordsLength(typed, target);
    const maxDistance = Math.max(isSubstring ? 2 : 1, Math.floor(differingLength / 3));
    if (distance <= maxDistance && distance < smallest) {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Characters of the words (`rel_`) that both names begin with. `rel_trg` is no nearer to `rel_nry` than `trg` to `nry`. */
function sharedWordsLength(one: string, other: string): number {
  let length = 0;
  for (let index = 0; index < one.length && one[index] === other[index]; index++)
    if (one[index] === '_') length = index + 1;
  return length;
}
