import { writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { ENDPOINTS } from '../src/endpoints.ts';
import { type CallableOperation, callableOperations } from '../src/openapi/callable-operations.ts';
import { apiDocument } from '../src/openapi/openapi.ts';

/**
 * Writes `client/src/generated.ts` from the API document: openapi-typescript's types, and a table of the operations. Run by `npm ci`
 * and `npm run generate`; the file is not committed.
 */
const FILE = new URL('src/generated.ts', import.meta.url);

const document = apiDocument(ENDPOINTS);
const operations = callableOperations(document);
const types = await openapiTS(document as unknown as OpenAPI3, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  // A parameter with a default may be left out.
  defaultNonNullable: false,
});
writeFileSync(FILE, [header(), astToString(types), parameterTypes(), operationsInterface(), specTable()].join('\n'));

function header(): string {
  return `// Made from the API document by client/generate.ts.
import type { Operation, OperationSpec, PagedOperation, ParametersOf } from './operation.ts';
`;
}

function parameterTypes(): string {
  return operations
    .map(({ id }) => `export type ${parametersName(id)} = ParametersOf<operations['${id}']>;\n`)
    .join('');
}

function operationsInterface(): string {
  const members = operations.map(
    (operation) => `${comment(operation)}\n  readonly ${operation.id}: ${typeOf(operation)};\n`,
  );
  return `/** Every operation of the service. */\nexport interface LexiconOperations {\n${members.join('')}}\n`;
}

function typeOf(operation: CallableOperation): string {
  const names = [parametersName(operation.id), responseName(operation)];
  const paging = pagingOf(operation);
  if (!paging) return `Operation<${names.join(', ')}>`;
  return `PagedOperation<${[...names, `${names[1]}['words'][number]`].join(', ')}>`;
}

/** Components have names, and every response is one. */
function responseName({ responseSchema: { $ref } }: CallableOperation): string {
  const name = ($ref as string | undefined)?.split('/').at(-1);
  if (name === undefined) throw new Error('A response has no name: give its schema an id.');
  return name;
}

function parametersName(id: string): string {
  return `${id[0]!.toUpperCase()}${id.slice(1)}Parameters`;
}

/** Pages go on by cursor where there is one. Where `limit` counts within groups there is no walk through all. */
function pagingOf({ id, parameters }: CallableOperation): 'cursor' | 'offset' | undefined {
  if ('cursor' in (parameters.properties ?? {})) return 'cursor';
  return 'offset' in (parameters.properties ?? {}) && id !== 'rhymeClose' ? 'offset' : undefined;
}

function comment({ summary, description }: CallableOperation): string {
  const lines = [`${summary}.`, '', ...description.split('\n')].map((line) => `   * ${line}`.trimEnd());
  return `  /**\n${lines.join('\n')}\n   */`;
}

function specTable(): string {
  const rows = operations.map((operation) => {
    const paging = pagingOf(operation);
    const fields = [
      `method: '${operation.method}'`,
      `path: '${operation.path}'`,
      ...(paging ? [`paging: '${paging}'`] : []),
    ];
    return `  ${operation.id}: { ${fields.join(', ')} },\n`;
  });
  return `/** How each operation is sent. */\nexport const OPERATIONS: Readonly<Record<keyof LexiconOperations, OperationSpec>> = {\n${rows.join('')}};\n`;
}
