import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type CallableOperation, callableOperations } from '../api/document/callable-operations.ts';
import type { ApiDocument } from '../api/document/openapi.ts';
import { GUIDANCE } from './guidance.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas are looked into freely.
type Json = any;

/** A tool, and the operation of the service that it calls. */
export interface LexiconTool {
  readonly tool: Tool;
  readonly operation: CallableOperation;
  /** Values of arguments that are not given. */
  readonly defaults: Readonly<Record<string, number>>;
  /** Under which name the structured content holds an answer that is a list; undefined where it is an object. */
  readonly listName: string | undefined;
}

/** What a list is called in structured content, which must be an object. */
const LIST_NAME = 'words';

/** A tool for each operation of the API document, by the tool's name. */
export function lexiconTools(document: ApiDocument): ReadonlyMap<string, LexiconTool> {
  const tools = callableOperations(document).map((operation) => lexiconTool(operation, document));
  return new Map(tools.map((tool) => [tool.tool.name, tool]));
}

function lexiconTool(operation: CallableOperation, document: ApiDocument): LexiconTool {
  const { name = operation.id, use = '', defaults = {}, keeps = false } = GUIDANCE[operation.id] ?? {};
  const schemas = (document.components?.schemas ?? {}) as Json;
  const answer = operation.answer.$ref ? schemas[nameOf(operation.answer.$ref)] : operation.answer;
  const listName = answer.type === 'array' ? LIST_NAME : undefined;
  const output = listName ? { type: 'object', properties: { [listName]: answer }, required: [listName] } : answer;
  return {
    tool: {
      name,
      title: operation.summary,
      description: [use, operation.description].filter((part) => part !== '').join('\n\n'),
      inputSchema: withDefaults(operation.parameters, defaults),
      outputSchema: selfContained(output, schemas),
      annotations: {
        ...{ title: operation.summary, readOnlyHint: !keeps, idempotentHint: true },
        ...{ destructiveHint: false, openWorldHint: false },
      },
    },
    ...{ operation, defaults, listName },
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

function nameOf(reference: string): string {
  return reference.split('/').at(-1)!;
}

/** A schema with all that it refers to, so that it can be read without the document. */
function selfContained(schema: Json, schemas: Json): Json {
  const needed = new Map<string, Json>();
  const visit = (part: Json) => {
    for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (needed.has(name!)) continue;
      needed.set(name!, schemas[name!]);
      visit(schemas[name!]);
    }
  };
  visit(schema);
  const whole = needed.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(needed) };
  return JSON.parse(JSON.stringify(whole).replace(REFERENCE, '"#/$defs/$1"'));
}
