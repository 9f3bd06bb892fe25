/** Credits of the caller's plan, as the headers of a success tell. */
export interface Quota {
  /** Credits each day. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the quota is filled again. */
  readonly reset: number;
  /** What this request cost; 0 when it was paid for earlier the same day. */
  readonly cost: number;
}

/** What an answer says beside its body. */
export interface ResponseInfo {
  readonly status: number;
  /** Absent where the service counts nothing. */
  readonly quota: Quota | undefined;
  /** The generation of the lexicon that answered. */
  readonly generation: string | undefined;
  /** Names the request in the service's log. */
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
