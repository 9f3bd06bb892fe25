import { type CallableOperation, callableOperations } from '../../src/openapi/callable-operations.ts';
import type { ApiDocument } from '../../src/openapi/openapi.ts';
import { readExamples } from '../../src/openapi/responses.ts';

/** A call of one operation, as generated clients make it. */
export interface ClientCall {
  readonly operation: CallableOperation;
  /** Parameters in the path, in its order. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Words and categories of the small lexicon; and lists of two values, which many clients send under a repeated name. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  word: { text: '開心', relations_limit: 3 },
  categoryWords: { name: 'noun.time', length: [1, 2] },
  search: { code: ['33', '3?'], rhyme_char: '愛', pos: ['n', 'v', 'a'], facets: ['reg', 'pos'] },
};

/** The example of each operation. */
export function clientCalls(document: ApiDocument): ClientCall[] {
  const examples = readExamples().operations;
  return callableOperations(document).map((operation) => {
    const { request } = examples[operation.id]!;
    const parameters = Object.entries(PARAMETERS[operation.id] ?? request.parameters ?? {});
    const isInPath = ([name]: readonly [string, unknown]) => operation.path.includes(`{${name}}`);
    return {
      operation,
      path: Object.fromEntries(parameters.filter(isInPath)),
      query: Object.fromEntries(parameters.filter((parameter) => !isInPath(parameter))),
      body: request.body,
    };
  });
}

const json = JSON.stringify;
const isEmpty = (value: object) => Object.keys(value).length === 0;

/** A program that calls everything with openapi-fetch, over the types of openapi-typescript in `types.ts`. */
export function openapiFetchProgram(calls: readonly ClientCall[], url: string, key: string): string {
  const lines = calls.map(({ operation: { id, method, path }, path: inPath, query, body }) => {
    const parts = [
      ...(isEmpty(inPath) ? [] : [`path: ${json(inPath)}`]),
      ...(isEmpty(query) ? [] : [`query: ${json(query)}`]),
    ];
    const options = [`params: { ${parts.join(', ')} }`, ...(body === undefined ? [] : [`body: ${json(body)}`])];
    return `show('${id}', (await client.${method}('${path}', { ${options.join(', ')} })).response.status);`;
  });
  return `import createClient from 'openapi-fetch';
import type { paths } from './types.ts';
const client = createClient<paths>({ baseUrl: '${url}', headers: { Authorization: 'Bearer ${key}' } });
${SHOW}${lines.join('\n')}
`;
}

/** A program that calls everything with the functions that orval wrote into `client.ts`. */
export function orvalProgram(calls: readonly ClientCall[], key: string): string {
  const lines = calls.map(({ operation: { id }, path, query, body }) => {
    const takesQuery = !isEmpty(query);
    const args = [...Object.values(path), ...(body === undefined ? [] : [body]), ...(takesQuery ? [query] : [])];
    return `show('${id}', (await client.${id}(${[...args.map((arg) => json(arg)), 'options'].join(', ')})).status);`;
  });
  return `import * as client from './client.ts';
const options = { headers: { Authorization: 'Bearer ${key}' } };
${SHOW}${lines.join('\n')}
`;
}

const SHOW = 'const show = (id: string, status: number) => console.log(id, status);\n';

/** What test/openapi/call_every_operation.py reads. */
export function pythonCalls(document: ApiDocument, calls: readonly ClientCall[]): string {
  const rows = calls.map(({ operation: { id, path, method }, path: inPath, query, body }) => {
    const item = document.paths![path]![method === 'GET' ? 'get' : 'post']!;
    return {
      id,
      tag: item.tags![0]!.toLowerCase(),
      parameters: { ...inPath, ...query },
      ...(body === undefined ? {} : { body }),
    };
  });
  return json(rows);
}
