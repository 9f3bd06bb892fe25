import type { EndpointUsage, Related, Step } from './model.ts';

/** The outcome of a step. */
export interface ObservedResponse {
  /** `ok`, or the problem's code. */
  readonly outcome: string;
  /** From the X-Quota headers; NaN without them. */
  readonly cost: number;
  readonly left: number;
}

/** A client with a key or an IP address, which sends requests to the replicas. */
export interface Caller {
  send(replica: number, step: Step): Promise<ObservedResponse>;
  /** Credits spent today, according to a replica. */
  spent(replica: number): Promise<number>;
  /** Today's usage by endpoint according to a replica, without the account endpoints. */
  usage(replica: number): Promise<ReadonlyMap<string, EndpointUsage>>;
  /** The number of synonyms and antonyms on a word's card without a limit. */
  related(word: string): Promise<Related>;
}

const LINE = { line: '我', moves: '' };

/** @param headers identify the client: Authorization or X-Forwarded-For */
export function callerOf(urls: readonly string[], headers: Readonly<Record<string, string>>): Caller {
  const get = async (replica: number, path: string, body?: unknown) => {
    const response = await fetch(urls[replica % urls.length] + path, {
      headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the tests read various fields.
    return { response, body: (await response.json()) as any };
  };
  return {
    async send(replica, step) {
      const { response, body } = await get(replica, ...request(step));
      const header = (name: string) => Number(response.headers.get(`x-quota-${name}`) ?? Number.NaN);
      const outcome = response.ok ? 'ok' : String(body.code);
      return { outcome, cost: response.ok ? header('cost') : 0, left: header('remaining') };
    },
    async spent(replica) {
      const { body } = await get(replica, '/api/account');
      return body.quota.used;
    },
    async usage(replica) {
      const { body } = await get(replica, '/api/account/usage?days=1');
      const rows: ({ endpoint: string } & EndpointUsage)[] = body.days[0].endpoints;
      const lexicon = rows.filter(({ endpoint }) => !endpoint.startsWith('/api/account'));
      return new Map(lexicon.map(({ endpoint, ...row }) => [endpoint, row]));
    },
    async related(word) {
      const { response, body } = await get(0, `${cardPath(word)}?relations_limit=500`);
      if (!response.ok) throw new Error(`${word}: ${body.detail}`);
      return { headword: body.char, synonyms: body.synonyms.length, antonyms: body.antonyms.length };
    },
  };
}

function cardPath(word: string): string {
  return `/api/lexicon/word/${encodeURIComponent(word)}`;
}

function request(step: Step): [path: string, body?: unknown] {
  switch (step.kind) {
    case 'card':
      return [`${cardPath(step.word)}?relations_limit=${step.limit}`];
    case 'unknownWord':
      return [`${cardPath('沒有的詞')}?relations_limit=1`];
    case 'synonyms':
    case 'antonyms':
      return [`/api/lexicon/${step.kind}?word=${encodeURIComponent(step.word)}`];
    case 'homophones':
      return [`/api/lexicon/homophones/${encodeURIComponent(step.word)}`];
    case 'wrong':
      return ['/api/lexicon/browse?limit=0'];
    case 'browse':
    case 'search':
      return [`/api/lexicon/${step.kind}?limit=1`];
    case 'autocomplete':
      return ['/api/lexicon/autocomplete?prefix=hoi'];
    case 'sources':
      return ['/api/lexicon/sources'];
    case 'annotate':
      return ['/api/lexicon/annotate', { text: '我' }];
    case 'fixContour':
      return ['/api/lexicon/workflow/fix-contour', LINE];
    case 'check':
      return ['/api/lexicon/workflow/check', { lines: [LINE] }];
    case 'rhymeClose':
      return [`/api/lexicon/workflow/rhyme-close?rhyme_char=${encodeURIComponent('愛')}&limit=1`];
  }
}
