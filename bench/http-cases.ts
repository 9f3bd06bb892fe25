import { entriesOf } from '../indexer/quality/measured.ts';
import { randomNumbers } from '../indexer/random-numbers.ts';
import type { Entry } from '../src/lexicon/entry.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { BENCH_FACETS } from './rows.ts';

/** One request as the client sends it. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Requests of one kind, all different. */
export interface Case {
  readonly name: string;
  /** Whether a short run measures it too. */
  readonly smoke?: true;
  readonly requests: readonly BenchRequest[];
  /** Whether the service may keep responses. */
  readonly cached: boolean;
}

const FILTER_FIELDS = ['rhyme', 'code', 'emotion', 'valence', 'category', 'reg', 'pos', 'length'] as const;

function fieldOf(entry: Entry, field: (typeof FILTER_FIELDS)[number]): string | number | null {
  if (field === 'rhyme' || field === 'code') return entry.readings[0]![field];
  return field === 'emotion' || field === 'valence' ? entry.affect[field] : entry[field];
}

/** The cases, each of `count` requests (or as many different ones as there are). */
export async function httpCases(lexicon: Lexicon, count: number): Promise<Case[]> {
  const words = await entriesOf(lexicon, 20_000);
  const random = randomNumbers(20261121);
  const randomWord = () => words[Math.floor(words.length * random() ** 2)]!;
  const distinct = (create: (index: number) => BenchRequest): BenchRequest[] => {
    const byKey = new Map<string, BenchRequest>();
    for (let index = 0; index < count * 4 && byKey.size < count; index++) {
      const one = create(index);
      byKey.set(one.path + (one.body ?? ''), one);
    }
    return [...byKey.values()];
  };
  const get = (path: string, query: Record<string, string> = {}): BenchRequest => {
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return { method: 'GET', path: path + (search.length > 0 ? `?${search.join('&')}` : '') };
  };
  const post = (path: string, body: unknown): BenchRequest => ({ method: 'POST', path, body: JSON.stringify(body) });

  const browse = distinct((index) => {
    const word = randomWord();
    const fields = [...FILTER_FIELDS].sort(() => random() - 0.5).slice(0, index % 3);
    const chosen = fields.map((field) => [field, fieldOf(word, field)] as const).filter(([, value]) => value !== null);
    const offset = chosen.length === 0 ? Math.floor(random() * 2000) : 0;
    const filters = Object.fromEntries(chosen.map(([field, value]) => [field, String(value)]));
    return get('/api/lexicon/browse', { ...filters, limit: '50', ...(offset ? { offset: String(offset) } : {}) });
  });
  const facets = browse.map(({ path }): BenchRequest => ({ method: 'GET', path: `${path}&facets=${BENCH_FACETS}` }));
  const autocomplete = distinct(() => {
    const { char, readings } = randomWord();
    const prefix = [...char].slice(0, 1 + Math.floor(random() * 2)).join('');
    const letters = readings[0]!.jyutping.slice(0, 1 + Math.floor(random() * 3)).trim();
    return get('/api/lexicon/autocomplete', { prefix: random() < 0.5 ? prefix : letters });
  });
  const card = distinct(() =>
    get(`/api/lexicon/word/${encodeURIComponent(randomWord().char)}`, { relations_limit: '10' }),
  );
  const partners = distinct(() => get('/api/lexicon/partners', { word: randomWord().char, limit: '50' }));
  const line = () => Array.from({ length: 4 }, () => randomWord().char).join('');
  // One of each: a fixed string that stands for the answer cannot depend on the body.
  const annotate = [post('/api/lexicon/annotate', { text: `${line()}\n${line()}` })];
  const text = line();
  const moves = Array.from({ length: [...text].length - 1 }, () => '+-='[Math.floor(random() * 3)]).join('');
  const contour = [post('/api/lexicon/workflow/fix-contour', { line: text, moves })];
  return [
    { name: 'browse, uncached', smoke: true, requests: browse, cached: false },
    { name: 'browse, cached', smoke: true, requests: browse, cached: true },
    { name: 'browse with nine facets, uncached', requests: facets, cached: false },
    { name: 'browse with nine facets, cached', requests: facets, cached: true },
    { name: 'autocomplete, uncached', smoke: true, requests: autocomplete, cached: false },
    { name: 'autocomplete, cached', requests: autocomplete, cached: true },
    { name: 'word card', smoke: true, requests: card, cached: false },
    { name: 'partners', requests: partners, cached: false },
    { name: 'annotate', requests: annotate, cached: false },
    { name: 'fix-contour', requests: contour, cached: false },
  ];
}
