import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type CallableOperation, callableOperations } from '../openapi/callable-operations.ts';
import { withoutRates } from '../openapi/metering-text.ts';
import type { ApiDocument } from '../openapi/openapi.ts';
import { GUIDANCE } from './guidance.ts';
import { inToolTerms, type ToolsByPath, toolsByPath } from './tool-terms.ts';

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
  /** For errors, which speak of tools. */
  readonly tools: ToolsByPath;
}

/** Structured content must be an object, so lists are wrapped under this name. */
const LIST_PROPERTY = 'words';

/**
 * A tool for each operation of the API document, by the tool's name. An assistant reads the whole list before its first call, so that
 * schemas are short: those of answers name their fields and no more, and rates and scopes are in the instructions.
 */
export function lexiconTools(document: ApiDocument): ReadonlyMap<string, LexiconTool> {
  const operations = callableOperations(document);
  const names = toolsByPath(operations);
  const tools = operations.map((operation) => lexiconTool(operation, document, names));
  return new Map(tools.map((tool) => [tool.tool.name, tool]));
}

function lexiconTool(operation: CallableOperation, document: ApiDocument, tools: ToolsByPath): LexiconTool {
  const { name = operation.id, whenToUse = '', defaults = {}, storesData = false } = GUIDANCE[operation.id] ?? {};
  const schemas = (document.components?.schemas ?? {}) as Json;
  const responseSchema = resolved(operation.responseSchema, schemas);
  const listProperty = responseSchema.type === 'array' ? LIST_PROPERTY : undefined;
  const output = listProperty ? { properties: { [listProperty]: responseSchema } } : responseSchema;
  return {
    tool: {
      name,
      title: inToolTerms(operation.summary, tools),
      description: [whenToUse, inToolTerms(withoutRates(operation.description), tools)]
        .filter((part) => part !== '')
        .join('\n\n'),
      inputSchema: shortened(withDefaults(operation.parameters, defaults), tools),
      outputSchema: fieldsOf(output, schemas),
      // By default a tool that is not read-only may destroy, and any may reach other systems.
      annotations: {
        ...(storesData
          ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true }
          : { readOnlyHint: true }),
        openWorldHint: false,
      },
    },
    ...{ operation, defaults, listProperty, tools },
  };
}

function withDefaults(parameters: Json, defaults: Readonly<Record<string, number>>): Json {
  const changed = Object.entries(defaults).map(([name, value]) => [
    name,
    { ...parameters.properties[name], default: value },
  ]);
  return { ...parameters, properties: { ...parameters.properties, ...Object.fromEntries(changed) } };
}

/** Assistants page by `offset`; what `md` asks for always comes. */
const OMITTED_PARAMETERS = new Set(['cursor', 'md']);
/** The service explains these better than a schema does, when a value is wrong. */
const OMITTED_KEYWORDS = new Set([
  ...['examples', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'dependentSchemas'],
]);

/** In a URL; a tool takes JSON. */
const COMMA_LIST = / A comma list means any of its \w+\./;

function shortened(schema: Json, tools: ToolsByPath): Json {
  const short = (keyword: string, value: Json): Json => {
    if (keyword === 'description') return inToolTerms(value.replace(COMMA_LIST, ''), tools);
    if (keyword === 'items') return shortened(value, tools);
    if (keyword !== 'properties') return value;
    const properties = Object.entries<Json>(value).filter(([name]) => !OMITTED_PARAMETERS.has(name));
    return Object.fromEntries(properties.map(([name, property]) => [name, shortened(property, tools)]));
  };
  const kept = Object.entries<Json>(schema).filter(([keyword]) => !OMITTED_KEYWORDS.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, short(keyword, value)]));
}

/** The fields of an answer and their types. */
function fieldsOf({ properties }: Json, schemas: Json): Json {
  const types = Object.entries<Json>(properties).map(([name, schema]) => {
    const { type } = resolved(schema, schemas);
    return [name, type === undefined ? {} : { type }];
  });
  return { type: 'object', properties: Object.fromEntries(types) };
}

function resolved(schema: Json, schemas: Json): Json {
  return schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema;
}
