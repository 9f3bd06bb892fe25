import type { oas31 } from 'zod-openapi';

interface Header {
  readonly description: string;
  readonly schema: oas31.SchemaObject;
}

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

/** Response headers that clients can read. */
export const HEADERS = {
  'X-Quota-Limit': { description: "Credits that the caller's plan has each day.", schema: count },
  'X-Quota-Remaining': { description: 'Credits left today. The day is a calendar day in Hong Kong.', schema: count },
  'X-Quota-Reset': { description: 'Seconds until the quota is filled again.', schema: count },
  'X-Quota-Cost': {
    description: 'Credits that this request cost: 0 when it was paid for earlier the same day.',
    schema: count,
  },
  RateLimit: {
    description: 'What is left (`r`) of the requests per minute, and in how many seconds (`t`) it is filled again.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The rate that counts: `q` requests in `w` seconds.', schema: text },
  'X-Lexicon-Generation': { description: 'The generation of the lexicon that answered.', schema: text },
  'X-Request-Id': {
    description:
      'Names the request in the log. One that the request carries is kept if it is 1 to 64 letters, digits and `._-`, and does not look like a key.',
    schema: text,
  },
  Link: {
    description: 'The next and the previous page (RFC 8288: `rel="next"`, `rel="prev"`), where there are such.',
    schema: text,
  },
  ETag: {
    description: 'Stays the same while the generation does. Sent back as If-None-Match it makes a 304, without a body.',
    schema: text,
  },
  'Cache-Control': {
    description:
      'How long the answer may be used again without asking: a minute (`private, max-age=60`); not at all (`no-cache`) for the fixed lists, which are asked for each time with their ETag; `no-store` for what is of this moment.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: count },
  'WWW-Authenticate': { description: 'How to authenticate: with a bearer key.', schema: text },
  Allow: { description: 'The methods that the path takes.', schema: text },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const COMMON_HEADERS: readonly HeaderName[] = ['X-Request-Id', 'X-Lexicon-Generation', 'Cache-Control'];
export const RATE_HEADERS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Headers of every successful response of an endpoint. */
export const METERED_HEADERS: readonly HeaderName[] = [
  ...(['X-Quota-Limit', 'X-Quota-Remaining', 'X-Quota-Reset', 'X-Quota-Cost'] as const),
  ...RATE_HEADERS,
  ...COMMON_HEADERS,
];

const RATED_HEADERS: readonly HeaderName[] = [...RATE_HEADERS, ...COMMON_HEADERS];

const HEADERS_BY_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: [...COMMON_HEADERS, 'WWW-Authenticate'],
  403: [...RATED_HEADERS, 'WWW-Authenticate'],
  405: [...COMMON_HEADERS, 'Allow'],
  408: COMMON_HEADERS,
  414: COMMON_HEADERS,
  429: [...METERED_HEADERS, 'Retry-After'],
  431: COMMON_HEADERS,
  503: [...RATED_HEADERS, 'Retry-After'],
  504: [...RATED_HEADERS, 'Retry-After'],
};

/** Additional headers of errors by status. */
export function errorHeaders(status: number): readonly HeaderName[] {
  return HEADERS_BY_STATUS[status] ?? RATED_HEADERS;
}

export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
