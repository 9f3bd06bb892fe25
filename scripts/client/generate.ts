import { type CallableOperation, callableOperations } from '../../src/openapi/callable-operations.ts';
import type { ApiDocument } from '../../src/openapi/openapi.ts';
import { parametersName, typesOf } from './types.ts';

export const GENERATED_FILE = new URL('../../client/src/generated.ts', import.meta.url);

const HEADER = `// Made from the API document by "npm run generate". To change it, change the schemas of the service.
import type { Operation, OperationSpec, PagedOperation } from './operation.ts';
`;

/** The part of the client that follows from the document: types, and how each operation is sent. */
export async function generateClient(document: ApiDocument): Promise<string> {
  const operations = callableOperations(document);
  return [
    HEADER,
    await typesOf(document, operations),
    '',
    operationsInterface(operations),
    specTable(operations),
    '',
  ].join('\n');
}

function operationsInterface(operations: readonly CallableOperation[]): string {
  const members = operations.map(
    (operation) => `${comment(operation)}\n  readonly ${operation.id}: ${typeOf(operation)};\n`,
  );
  return `/** Every operation of the service. */\nexport interface LexiconOperations {\n${members.join('')}}\n`;
}

function typeOf(operation: CallableOperation): string {
  const names = [parametersName(operation.id), nameOf(operation.responseSchema)];
  const paging = pagingOf(operation);
  if (!paging) return `Operation<${names.join(', ')}>`;
  return `PagedOperation<${[...names, `${names[1]}['words'][number]`].join(', ')}>`;
}

/** Components have names, and every answer is one. */
function nameOf({ $ref }: { readonly $ref?: string }): string {
  const name = $ref?.split('/').at(-1);
  if (name === undefined) throw new Error('An answer has no name: give its schema an id.');
  return name;
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

function specTable(operations: readonly CallableOperation[]): string {
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
