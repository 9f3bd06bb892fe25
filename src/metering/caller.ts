/** Scopes of keys. An endpoint lists those of which one is enough. */
export const SCOPES = ['lex_read', 'lex_ac', 'lex_workflow'] as const;
export type Scope = (typeof SCOPES)[number];

/** Endpoints of a group share a rate limit. */
export const RATE_GROUPS = ['search', 'browse', 'autocomplete', 'workflow', 'annotate', 'feedback', 'other'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];

export interface Plan {
  readonly name: string;
  /** Largest page size. */
  readonly maxLimit: number;
  /** Requests per minute. Absent without limits. */
  readonly rates?: Readonly<Record<RateGroup, number>>;
}

/** The authenticated client of a request. */
export interface Caller {
  /** Id of the key; undefined for an anonymous caller. */
  readonly keyId: string | undefined;
  /** The account that is charged: `key:<id>` or `address:<IPv4 address or IPv6 prefix>`. */
  readonly account: string;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
}

export const ANONYMOUS: Caller = {
  keyId: undefined,
  account: 'anonymous',
  plan: { name: 'anonymous', maxLimit: 100 },
  scopes: SCOPES,
};
