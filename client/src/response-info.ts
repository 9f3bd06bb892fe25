/** Credits of the caller's plan, from response headers. */
export interface Quota {
  /** Credits each day. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the quota is reset. */
  readonly reset: number;
  /** Cost of this request; 0 if it was paid for earlier the same day. */
  readonly cost: number;
}

/** Metadata of a response. */
export interface ResponseInfo {
  readonly status: number;
  /** Absent if the service has no quotas. */
  readonly quota: Quota | undefined;
  /** The generation of the lexicon. */
  readonly generation: string | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  readonly headers: Headers;
}

export function toResponseInfo({ status, headers }: Response): ResponseInfo {
  return {
    status,
    quota: quotaOf(headers),
    generation: headers.get('X-Lexicon-Generation') ?? undefined,
    requestId: headers.get('X-Request-Id') ?? undefined,
    headers,
  };
}

function quotaOf(headers: Headers): Quota | undefined {
  const [limit, remaining, reset, cost] = ['Limit', 'Remaining', 'Reset', 'Cost'].map((name) => {
    const text = headers.get(`X-Quota-${name}`);
    return text === null ? undefined : Number(text);
  });
  const isComplete = limit !== undefined && remaining !== undefined && reset !== undefined && cost !== undefined;
  return isComplete ? { limit, remaining, reset, cost } : undefined;
}
