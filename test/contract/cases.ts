import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FACETS, isReadingFacet, READING_FACETS } from '../../src/lexicon/facets.ts';
import { entryFromLine } from '../../src/lexicon/formats.ts';
import type { WordFilters } from '../../src/lexicon/query.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { startService, type TestResponse, type TestService } from '../http/service.ts';
import { naivePage } from './naive.ts';
import { pageQuery } from './queries.ts';
import { entryLines } from './small-lexicon.ts';
import { LATER_ROWS } from './small-lexicon-rows.ts';
import { describeWalks } from './walks.ts';

/** Tables of requests with their answers, one file an endpoint or kind of endpoint. */
const TABLES = [
  ...['annotate', 'autocomplete', 'browse', 'check', 'errors', 'fix-contour', 'lists', 'partners', 'relations'],
  ...['repair', 'rhyme-close', 'search', 'word', 'words'],
] as const;

/**
 * A request, and the parts of its answer that it is about. In what is sent, `{cursor}` and `{etag}` stand for the last of the rows before
 * it with the same name, `{愛*3}` for 愛愛愛, and `{"(times)": 3, "of": {}}` for a list of three.
 */
interface Case {
  /** Rows of one name are sent one after the other. */
  readonly name: string;
  /** From `/`. */
  readonly path: string;
  /** GET, or POST where there is a body. */
  readonly method?: string;
  readonly sent?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown;
  /** Bytes that are sent as they are in place of a request. The last of the answers to them counts. */
  readonly raw?: string;
  readonly status: number;
  /** Of the answer; `(absent)`, `(text)`, or `/a pattern/`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A part of the answer, see {@link partLike}. An array has as many items as the answer's; a text may stand for a word
   * (`char` or `word`), `(absent)` for a field that is not there, `(text)` for any text. An object with `(whole)` has no other fields.
   * `(total emotion=平 -3)` is the number of words with such facets, less three, as a scan of the small lexicon counts them.
   */
  readonly answer?: unknown;
}

const [ABSENT, TEXT, WHOLE] = ['(absent)', '(text)', '(whole)'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const ENTRIES = entryLines().map(entryFromLine);
const LATER_WORDS = new Set(LATER_ROWS.map(({ char }) => char));

/** The number for which `(total …)` stands. */
function countedTotal(expression: string): number {
  const [filters, lessThat] = [/\S+=\S+/g, /-\d+/].map((pattern) => expression.match(pattern) ?? []);
  const given = new Map(filters!.map((filter) => filter.split('=') as [string, string]));
  const themeScope = (given.get('theme_scope') ?? 'tagged') as WordFilters['themeScope'];
  const values = (facets: readonly string[]) =>
    Object.fromEntries(facets.flatMap((facet) => (given.has(facet) ? [[facet, given.get(facet)!.split(',')]] : [])));
  const sound = values(READING_FACETS);
  const words = { ...values(FACETS.filter((facet) => !isReadingFacet(facet))), themeScope };
  const { total } = naivePage(ENTRIES, { ...pageQuery(words, sound), start: { offset: 0 } });
  return total + Number(lessThat?.[0] ?? 0);
}

/** An expected answer with its counted numbers. */
function withCounts(expected: unknown): unknown {
  if (typeof expected === 'string' && expected.startsWith('(total')) return countedTotal(expected.slice(1, -1));
  if (Array.isArray(expected)) return expected.map(withCounts);
  if (!isObject(expected)) return expected;
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, withCounts(value)]));
}

const wordOf = (item: unknown) => (isObject(item) ? (item.char ?? item.word) : item);
const isLater = (item: unknown) => LATER_WORDS.has(wordOf(item) as string);

/** The part of an answer that an expected part is about, to be equal to it. */
function partLike(actual: unknown, expected: unknown): unknown {
  if (expected === ABSENT) return actual === undefined ? ABSENT : actual;
  if (expected === TEXT) return typeof actual === 'string' ? TEXT : actual;
  if (!isObject(actual)) return actual;
  if (typeof expected === 'string') return actual.char ?? actual.word;
  if (!isObject(expected)) return actual;
  if (Array.isArray(actual)) {
    const items =
      isObject(expected) && Object.values(expected).some(isLater) ? actual : actual.filter((item) => !isLater(item));
    if (Array.isArray(expected))
      return items.map((item, index) => (index < expected.length ? partLike(item, expected[index]) : item));
    return partOf({ ...items, length: items.length }, expected);
  }
  return partOf(actual, expected);
}

/** The fields that an expected object has, or all of a `(whole)` one. */
function partOf(actual: Readonly<Record<string, unknown>>, expected: Readonly<Record<string, unknown>>): unknown {
  const fields = WHOLE in expected ? Object.keys(actual) : Object.keys(expected);
  const part = Object.fromEntries(fields.map((name) => [name, partLike(actual[name], expected[name])]));
  return WHOLE in expected ? { ...part, [WHOLE]: true } : part;
}

/** What is sent, with what stands for other text or for lists written out. */
function writtenOut<T>(sent: T, last: Readonly<Record<'cursor' | 'etag', string>>): T {
  return JSON.parse(JSON.stringify(sent), (_, value) => {
    if (isObject(value) && '(times)' in value) return Array(value['(times)']).fill(value.of);
    if (typeof value !== 'string') return value;
    const filled = value.replace(/\{(cursor|etag)\}/g, (_, name: 'cursor' | 'etag') => last[name]);
    return filled.replace(/\{([^{}*]+)\*(\d+)\}/g, (_, text: string, times) => text.repeat(Number(times)));
  });
}

/** The header that an expected one is about, to be equal to it. */
function headerLike(actual: string | null, expected: string): string | null {
  if (expected === ABSENT) return actual ?? ABSENT;
  if (expected === TEXT) return actual === null ? null : TEXT;
  return /^\/.+\/$/.test(expected) && new RegExp(expected.slice(1, -1)).test(actual ?? '') ? expected : actual;
}

/** Sends bytes as they are, and answers the last response when the service hangs up. */
async function sendBytes({ url }: TestService, bytes: string): Promise<TestResponse> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
  const response = (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/).at(-1)!;
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const fields = head.split('\r\n').slice(1);
  const headers = new Headers(fields.map((field): [string, string] => [field.split(': ')[0]!, field.split(': ')[1]!]));
  return { status: Number(head.split(' ')[1]), headers, body: /^[[{]/.test(body) ? JSON.parse(body) : body };
}

function send(service: TestService, { path, method, sent, body, raw }: Case): Promise<TestResponse> {
  if (raw !== undefined) return sendBytes(service, raw);
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...sent };
  const init = body === undefined ? { method: method ?? 'GET' } : { method: method ?? 'POST', body: content! };
  return service.get(path, { ...init, headers });
}

async function sendCases(service: TestService, cases: readonly Case[]): Promise<void> {
  const last = { cursor: '', etag: '' };
  for (const { answer: written, status, headers = {}, ...template } of cases) {
    const answer = withCounts(typeof written === 'string' ? writtenOut(written, last) : written);
    const request = writtenOut(template, { ...last, cursor: encodeURIComponent(last.cursor) }) as Case;
    const response = await send(service, request);
    const part = answer === undefined ? answer : partLike(response.body, answer);
    const shown = Object.entries(headers).map(([name, value]) => [name, headerLike(response.headers.get(name), value)]);
    const got = { ...template, status: response.status, headers: Object.fromEntries(shown), answer: part };
    expect(got).toEqual({ ...template, status, headers, answer });
    last.cursor = response.body.next_cursor ?? last.cursor;
    last.etag = response.headers.get('etag') ?? last.etag;
  }
}

/**
 * Sends tables over HTTP. `open` gets the store that holds their lexicon: the small one, or for `typed` that of
 * {@link file://./typed-lexicon.ts}.
 *
 * @param options of the service, or what starts it
 */
export function describeCases(
  name: string,
  open: () => Promise<LexiconStore>,
  tables: readonly string[] = TABLES,
  options: Parameters<typeof startService>[0] | ((store: LexiconStore) => Promise<TestService>) = {},
): void {
  describe(name, () => {
    let store: LexiconStore;
    let service: TestService;
    beforeAll(async () => {
      store = await open();
      service = typeof options === 'function' ? await options(store) : await startService({ store, ...options });
    });
    afterAll(async () => {
      await service?.stop();
      await store?.close();
    });
    describe.each(tables)('%s', (table) => {
      const cases: Case[] = JSON.parse(readFileSync(new URL(`../cases/${table}.json`, import.meta.url), 'utf8'));
      const byName = Map.groupBy(cases, (row) => row.name);
      it.each([...byName.keys()])('%s', (subject) => sendCases(service, byName.get(subject)!));
    });
    if (tables === TABLES) describe('lists', () => describeWalks(() => service));
  });
}
