/** What a key may do; an endpoint names those of which one is enough. */
export const SCOPES = ['lex_read', 'lex_ac', 'lex_workflow'] as const;
export type Scope = (typeof SCOPES)[number];

/** Endpoints that share a rate per minute. */
export const RATE_GROUPS = ['search', 'browse', 'autocomplete', 'workflow', 'annotate', 'feedback', 'other'] as const;
export type RateGroup = (typeof RATE_GROUPS)[number];

export interface Plan {
  readonly name: string;
  /** Most words on one page. */
  readonly maxLimit: number;
  /** Requests per minute. Absent where nothing is limited. */
  readonly rates?: Readonly<Record<RateGroup, number>>;
}

/** Who asks. */
export interface Caller {
  /** Id of the key; undefined for an anonymous caller. */
  readonly keyId: string | undefined;
  /** In whose name is counted: `key:<id>` or `address:<address or IPv6 prefix>`. */
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
