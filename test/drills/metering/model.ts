/** What the service is to count, said as simply as it can be: one caller, one day, one request after another. */

export interface Related {
  /** The word that a ledger is kept of: simplified and variant forms have one. */
  readonly headword: string;
  readonly synonyms: number;
  readonly antonyms: number;
}

export interface ModelOptions {
  readonly dailyCredits: number;
  /** Requests of the group `search` in a minute; the other groups are without limits. */
  readonly searchesPerMinute: number;
  readonly related: ReadonlyMap<string, Related>;
}

/** One request, by what it is for. */
export type Step =
  | { readonly kind: 'card'; readonly word: string; readonly limit: number }
  | { readonly kind: 'synonyms' | 'antonyms' | 'homophones'; readonly word: string }
  | { readonly kind: 'browse' | 'search' | 'autocomplete' | 'annotate' | 'fixContour' | 'rhymeClose' | 'check' }
  | { readonly kind: 'sources' | 'wrong' | 'unknownWord' };

/** How a request is to be answered. */
export interface Expected {
  readonly outcome: 'ok' | 'invalid_parameter' | 'word_not_found' | 'quota_exhausted' | 'rate_limited';
  /** Credits taken; 0 unless it is answered. */
  readonly cost: number;
  /** Credits left after it. */
  readonly left: number;
}

export interface EndpointUsage {
  requests: number;
  credits: number;
  errors: number;
}

export interface AccountModel {
  readonly spent: number;
  readonly left: number;
  readonly usage: ReadonlyMap<string, EndpointUsage>;
  /** What the step would cost now. */
  cost(step: Step): number;
  /** Whether a search would be refused now. */
  isSearchLimitReached(): boolean;
  apply(step: Step): Expected;
}

export const ENDPOINT_OF: Readonly<Record<Step['kind'], string>> = {
  card: '/api/lexicon/word/{text}',
  unknownWord: '/api/lexicon/word/{text}',
  synonyms: '/api/lexicon/synonyms',
  antonyms: '/api/lexicon/antonyms',
  homophones: '/api/lexicon/homophones/{char}',
  browse: '/api/lexicon/browse',
  wrong: '/api/lexicon/browse',
  search: '/api/lexicon/search',
  autocomplete: '/api/lexicon/autocomplete',
  annotate: '/api/lexicon/annotate',
  fixContour: '/api/lexicon/workflow/fix-contour',
  check: '/api/lexicon/workflow/check',
  rhymeClose: '/api/lexicon/workflow/rhyme-close',
  sources: '/api/lexicon/sources',
};

const FIVE_CREDIT_STEPS: ReadonlySet<string> = new Set(['fixContour', 'check', 'rhymeClose']);

export function accountModel({ dailyCredits, searchesPerMinute, related }: ModelOptions): AccountModel {
  const highestPaid = new Map<string, number>();
  const usage = new Map<string, EndpointUsage>();
  let [spent, searchCount] = [0, 0];

  /** The price, and the ledger that it is noted in where there is one. */
  const priceOf = (step: Step): [credits: number, ledger?: string] => {
    if (step.kind === 'card') {
      const { headword, synonyms, antonyms } = related.get(step.word)!;
      return [Math.max(1, Math.min(step.limit, synonyms) + Math.min(step.limit, antonyms)), `card ${headword}`];
    }
    if ('word' in step) return [1, `${step.kind} ${related.get(step.word)!.headword}`];
    if (step.kind === 'sources') return [0];
    return [FIVE_CREDIT_STEPS.has(step.kind) ? 5 : 1];
  };
  const costOf = (step: Step): number => {
    const [credits, ledger] = priceOf(step);
    return Math.max(0, credits - ((ledger && highestPaid.get(ledger)) || 0));
  };
  const recordUsage = (step: Step, credits: number, errors: number) => {
    const endpoint = ENDPOINT_OF[step.kind];
    const row = usage.get(endpoint) ?? { requests: 0, credits: 0, errors: 0 };
    usage.set(endpoint, { requests: row.requests + 1, credits: row.credits + credits, errors: row.errors + errors });
  };
  const refuse = (step: Step, outcome: Expected['outcome']): Expected => {
    recordUsage(step, 0, 1);
    return { outcome, cost: 0, left: dailyCredits - spent };
  };

  return {
    get spent() {
      return spent;
    },
    get left() {
      return dailyCredits - spent;
    },
    usage,
    cost: costOf,
    isSearchLimitReached: () => searchCount >= searchesPerMinute,
    apply(step) {
      if (step.kind === 'search' && ++searchCount > searchesPerMinute) return refuse(step, 'rate_limited');
      if (step.kind === 'wrong') return refuse(step, 'invalid_parameter');
      const cost = costOf(step);
      if (cost > 0 && spent + cost > dailyCredits) return refuse(step, 'quota_exhausted');
      if (step.kind === 'unknownWord') return refuse(step, 'word_not_found');
      const [credits, ledger] = priceOf(step);
      if (ledger !== undefined) highestPaid.set(ledger, Math.max(credits, highestPaid.get(ledger) ?? 0));
      spent += cost;
      recordUsage(step, cost, 0);
      return { outcome: 'ok', cost, left: dailyCredits - spent };
    },
  };
}
