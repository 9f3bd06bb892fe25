/** What the service tells a caller of its own account. */

export interface Account {
  readonly plan: string;
  /** null for a caller without a key. */
  readonly key: { readonly id: string; readonly name: string; readonly expires_at: string | null } | null;
  readonly scopes: readonly string[];
  readonly limits: {
    readonly daily_credits: number;
    readonly max_limit: number;
    readonly rates_per_minute: Readonly<Record<string, number>>;
  };
  readonly quota: {
    readonly limit: number;
    readonly used: number;
    readonly remaining: number;
    readonly resets_at: string;
  };
}

export interface Counts {
  readonly requests: number;
  readonly credits: number;
  readonly errors: number;
}

export interface UsageDay extends Counts {
  /** Calendar day in Hong Kong. */
  readonly day: string;
  readonly endpoints: readonly (Counts & { readonly endpoint: string })[];
}

export interface Usage {
  readonly days: readonly UsageDay[];
}

/** All days together, by endpoint, the dearest first. */
export function sumByEndpoint(days: readonly UsageDay[]): (Counts & { readonly endpoint: string })[] {
  const sums = new Map<string, Counts>();
  for (const { endpoints } of days) {
    for (const { endpoint, requests, credits, errors } of endpoints) {
      const sum = sums.get(endpoint) ?? { requests: 0, credits: 0, errors: 0 };
      sums.set(endpoint, {
        requests: sum.requests + requests,
        credits: sum.credits + credits,
        errors: sum.errors + errors,
      });
    }
  }
  return [...sums]
    .map(([endpoint, counts]) => ({ endpoint, ...counts }))
    .sort((a, b) => b.credits - a.credits || b.requests - a.requests);
}

/** A round number at or above the most, for the top of a chart: 1, 2 or 5 times a power of ten. */
export function topOfScale(maximum: number): number {
  if (maximum <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(maximum));
  const factor = [1, 2, 5, 10].find((one) => one * power >= maximum) ?? 10;
  return factor * power;
}
