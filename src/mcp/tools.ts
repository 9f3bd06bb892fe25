import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type CallableOperation, callableOperations } from '../openapi/callable-operations.ts';
import type { ApiDocument } from '../openapi/openapi.ts';
import { GUIDANCE } from './guidance.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas are looked into freely.
type Json = any;

/** A tool and the operation that it calls. */
export interface LexiconTool {
  readonly tool: Tool;
  readonly operation: CallableOperation;
  /** Default arguments. */
  readonly defaults: Readonly<Record<string, number>>;
  /** Property of the structured content that holds a list; undefined for objects. */
  readonly listProperty: string | undefined;
}

/** Structured content must be an object, so lists are wrapped under this name. */
const LIST_PROPERTY = 'words';

/** A tool for each operation of the API document, by the tool's name. */
export function lexiconTools(document: ApiDocument): ReadonlyMap<string, LexiconTool> {
  const tools = callableOperations(document).map((operation) => lexiconTool(operation, document));
  return new Map(tools.map((tool) => [tool.tool.name, tool]));
}

function lexiconTool(operation: CallableOperation, document: ApiDocument): LexiconTool {
  const { name = operation.id, whenToUse = '', defaults = {}, storesData = false } = GUIDANCE[operation.id] ?? {};
  const schemas = (document.components?.schemas ?? {}) as Json;
  const responseSchema = operation.responseSchema.$ref
    ? schemas[schemaName(operation.responseSchema.$ref)]
    : operation.responseSchema;
  const listProperty = responseSchema.type === 'array' ? LIST_PROPERTY : undefined;
  const output = listProperty
    ? { type: 'object', properties: { [listProperty]: responseSchema }, required: [listProperty] }
    : responseSchema;
  return {
    tool: {
      name,
      title: operation.summary,
      description: [whenToUse, operation.description].filter((part) => part !== '').join('\n\n'),
      inputSchema: withDefaults(operation.parameters, defaults),
      outputSchema: bundleSchema(output, schemas),
      annotations: {
        ...{ title: operation.summary, readOnlyHint: !storesData, idempotentHint: true },
        ...{ destructiveHint: false, openWorldHint: false },
      },
    },
    ...{ operation, defaults, listProperty },
  };
}

function withDefaults(parameters: Json, defaults: Readonly<Record<string, number>>): Json {
  const changed = Object.entries(defaults).map(([name, value]) => [
    name,
    { ...parameters.properties[name], default: value },
  ]);
  return { ...parameters, properties: { ...parameters.properties, ...Object.fromEntries(changed) } };
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

function schemaName(reference: string): string {
  return reference.split('/').at(-1)!;
}

/** A schema with all its references inlined. */
function bundleSchema(schema: Json, schemas: Json): Json {
  const definitions = new Map<string, Json>();
  const visit = (part: Json) => {
    for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (definitions.has(name!)) continue;
      definitions.set(name!, schemas[name!]);
      visit(schemas[name!]);
    }
  };
  visit(schema);
  const bundled = definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
  return JSON.parse(JSON.stringify(bundled).replace(REFERENCE, '"#/$defs/$1"'));
}
