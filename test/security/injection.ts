import { expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/operations/operation.ts';
import type { TestResponse, TestService } from '../http/service.ts';

/** Texts that mean something to what stands behind the service, were they ever read as more than text. */
export const SYNTAX: Readonly<Record<string, readonly string[]>> = {
  'query strings of Elasticsearch and Lucene': [
    ...['*', '*:*', 'char:*', '_exists_:char', '開心 OR 愛', '開心 || 愛', 'NOT 愛', '+愛 -心', '愛~2', '愛^9', '開*'],
    ...['*心', '開？', '"開心"', '(開心)', '[* TO *]', '{a TO z}', '/.*/', '/開./', '愛 && 愛', '\\*', '>0', '愛\\'],
  ],
  'requests to Elasticsearch': [
    ...['{"match_all":{}}', '"}},{"match_all":{}}', '"]}}\n{"index":"_all"}\n{"query":{"match_all":{}}}', '_all'],
    ...['../_search', 'lexicon-*', 'lexicon-entries/_doc/1', "ctx._source.remove('char')", '{{#toJson}}x{{/toJson}}'],
    ...["doc['rank'].value", '<script>alert(1)</script>', '$' + '{7*7}', '__proto__', 'constructor'],
  ],
  'commands of Redis, Lua and SQL': [
    ...['*1\r\n$8\r\nFLUSHALL\r\n', '愛\r\nSET canary 0\r\n', "') redis.call('FLUSHALL') --", 'redis.call("KEYS","*")'],
    ...['愛}:{key', 'lexicon:*', "' OR '1'='1", "'; DROP TABLE keys; --", '愛%', '愛_', '"; --', '\u0000'],
  ],
};

/** No word of any lexicon. */
const UNKNOWN_WORD = '鿰鿱';

/** A text without syntax that means the same, where text is only text. */
function plainTextFor(text: string, name: string): string {
  // Of a question or a phrase only the words count.
  const words = text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
  if (/\?(?:q|like|ml|topics)$/.test(name) && words !== '') return words;
  // Other texts are refused: ids of senses are letters, digits and hyphens.
  if (name.endsWith('?sense')) return 'no-such-sense';
  return [...text].length === 1 ? [...UNKNOWN_WORD][0]! : UNKNOWN_WORD;
}

/** What an answer says, without quoting what was asked for. */
function summaryOf({ status, body }: TestResponse, asked: string, quotesInput: boolean): string {
  if (status >= 400) return `${status} ${body.code}`;
  // A phrase says which of its parts it does not understand, and what finds nothing leads on to something else.
  const { ignored: _, understood: _understood, hints: __, ...rest } = body;
  const text = JSON.stringify(rest);
  return `${status} ${quotesInput ? text.replaceAll(JSON.stringify(asked.trim()), '◇') : text}`;
}

/** Whether an answer may say what was asked for. */
const quotesInput = ({ name }: TextInput) => !/\?(?:q|like|ml|topics)$/.test(name);

interface TextInput {
  readonly name: string;
  readonly path: (value: string) => string;
}

/** Every part of an address in which a caller writes a text. */
function textInputs({ method, path, request }: Endpoint): TextInput[] {
  if (method !== 'GET') return [];
  const required = path.endsWith('onyms')
    ? '&word=%E9%96%8B%E5%BF%83'
    : path.endsWith('close')
      ? '&rhyme_char=%E6%84%9B'
      : '';
  const filled = path.replace('{name}', 'noun.feeling').replace('{text}', '%E6%84%9B').replace('{char}', '%E6%84%9B');
  const inQuery = Object.keys(request.query?.shape ?? {}).map((name) => ({
    name: `${path}?${name}`,
    path: (value: string) => {
      const others = required.startsWith(`&${name}=`) ? '' : required;
      return `${filled}?${name}=${encodeURIComponent(value)}${others}`;
    },
  }));
  const inPath = path.includes('{')
    ? [{ name: path, path: (value: string) => path.replace(/\{\w+\}/, encodeURIComponent(value)) }]
    : [];
  return [...inQuery, ...inPath];
}

/** Whatever the syntax, the answer is that to a word that is nowhere, or says what is wrong with the request. */
export function describeInjection(service: () => TestService): void {
  const all = ENDPOINTS.flatMap(textInputs);

  it.each(Object.entries(SYNTAX))('%s are words like any other, in every parameter', async (_, texts) => {
    const wrong: string[] = [];
    let compared = 0;
    const compare = async (place: TextInput, text: string, expected: (plainText: string) => Promise<string>) => {
      // A move that is free.
      if (place.name.endsWith('?moves') && text === '*') return;
      // Its * and ? stand for other characters, by what it promises.
      if (place.name.endsWith('?sp') && /[*?]/.test(text)) return;
      const answer = await service().get(place.path(text));
      // Refused before anything was asked of the engine.
      if (answer.status === 400 && answer.body.code === 'invalid_parameter') return;
      compared++;
      const actual = summaryOf(answer, text, quotesInput(place));
      const wanted = await expected(plainTextFor(text, place.name));
      if (actual !== wanted)
        wrong.push(`${place.name} ${JSON.stringify(text)}: ${actual.slice(0, 160)} ≠ ${wanted.slice(0, 160)}`);
    };
    for (const place of all) {
      const answers = new Map<string, Promise<string>>();
      const expected = (plainText: string) => {
        const ask = async () => summaryOf(await service().get(place.path(plainText)), plainText, quotesInput(place));
        if (!answers.has(plainText)) answers.set(plainText, ask());
        return answers.get(plainText)!;
      };
      await Promise.all(texts.map((text) => compare(place, text, expected)));
    }
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(60);
    expect(compared).toBeGreaterThan(texts.length * 15);
  });

  it('texts to annotate come back as they were given', async () => {
    // Of the NUL it is said that it is to be taken out.
    for (const text of Object.values(SYNTAX)
      .flat()
      .filter((one) => one !== '\u0000')) {
      const answer = await service().get('/api/lexicon/annotate', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text }),
      });
      expect([text, answer.status, answer.body.errors]).toEqual([text, 200, undefined]);
      const lines: string[] = answer.body.lines.map((line: { text: string }) => line.text);
      expect(lines).toEqual(text.normalize('NFC').split(/\r\n|\n/));
    }
  });
}
