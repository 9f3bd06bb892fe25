import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type CallableOperation, callableOperations } from '../openapi/callable-operations.ts';
import { withoutRates } from '../openapi/metering-text.ts';
import { type ApiDocument, apiDocument } from '../openapi/openapi.ts';
import type { Hint } from '../operations/hints.ts';
import type { Endpoint, ToolGuidance } from '../operations/operation.ts';
import type { ProblemCode, ProblemDocument } from '../problem.ts';

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
  /** All tools by the paths of their operations, for hints. */
  readonly byPath: ReadonlyMap<string, Tool>;
}

/** Structured content must be an object, so lists are wrapped under this name. */
const LIST_PROPERTY = 'words';

/**
 * A tool for each endpoint, by the tool's name, with the parameters of the API document. An assistant reads the whole list before its
 * first call: a text is its first sentence, and parameters that many tools share are described once, by {@link sharedArguments}.
 */
export function lexiconTools(endpoints: readonly Endpoint[]): ReadonlyMap<string, LexiconTool> {
  const document = apiDocument(endpoints);
  const operations = new Map(callableOperations(document).map((operation) => [operation.id, operation]));
  const names = toolsByPath(endpoints);
  const byPath = new Map<string, Tool>();
  const shared = new Map(
    sharedParameters([...operations.values()]).map(([name, { description }]) => [name, shortText(description)]),
  );
  const tools = endpoints.map(({ id, tool }) =>
    lexiconTool(operations.get(id)!, tool, document, { names, byPath, shared }),
  );
  for (const { tool, operation } of tools) byPath.set(operation.path, tool);
  return new Map(tools.map((tool) => [tool.tool.name, tool]));
}

function lexiconTool(
  operation: CallableOperation,
  { name, whenToUse, defaults = {} }: ToolGuidance,
  document: ApiDocument,
  context: { readonly names: ToolsByPath; readonly byPath: ReadonlyMap<string, Tool>; readonly shared: Shared },
): LexiconTool {
  const { names: tools, byPath, shared } = context;
  const schemas = (document.components?.schemas ?? {}) as Json;
  const responseSchema = resolved(operation.responseSchema, schemas);
  const [, cost = ''] = withoutRates(operation.description).split(' Cost: ');
  return {
    tool: {
      name,
      description: inToolTerms(`${firstSentence(whenToUse)}${cost && ` Cost: ${cost}`}`, tools),
      inputSchema: shortened(withDefaults(operation.parameters, defaults), tools, shared),
      // By default a tool that is not read-only may destroy, and any may reach other systems.
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    operation,
    defaults,
    listProperty: responseSchema.type === 'array' ? LIST_PROPERTY : undefined,
    tools,
    byPath,
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
  ...['minimum', 'maximum', 'additionalProperties', 'format', 'dependentRequired', 'example'],
]);

/** In a URL; a tool takes JSON. */
const COMMA_LIST = / A comma list means any of its \w+\./;

/** By name, the description that stands in the instructions. */
type Shared = ReadonlyMap<string, string>;

/** A parameter of so many tools is described once for all of them. */
const MIN_TOOLS_OF_SHARED = 2;

/** Those that are described alike: `text` is a word of one tool and a lyric of another. */
function sharedParameters(operations: readonly CallableOperation[]): [name: string, schema: Json][] {
  const properties = operations.flatMap(({ parameters }) => Object.entries<Json>(parameters.properties ?? {}));
  const uses = Map.groupBy(properties, ([name, { description }]) => `${name} ${shortText(description)}`);
  return [...uses.values()]
    .filter((same) => same.length >= MIN_TOOLS_OF_SHARED && !OMITTED_PARAMETERS.has(same[0]![0]))
    .map(([first]) => first!);
}

/** A line for each argument that many tools share: its name, its values, its meaning. */
export function sharedArguments(endpoints: readonly Endpoint[]): string {
  const names = toolsByPath(endpoints);
  return sharedParameters(callableOperations(apiDocument(endpoints)))
    .map(([name, schema]) => {
      const values = (schema.items ?? schema).enum as readonly string[] | undefined;
      const text = inToolTerms(shortText(schema.description), names);
      return `- ${name}${schema.type === 'array' ? ' (list)' : ''}: ${text}${values ? ` One of ${values.join(', ')}.` : ''}`;
    })
    .join('\n');
}

/** The first sentence: its end is followed by a space, and lies outside brackets. */
function firstSentence(text: string): string {
  return /^(?:\([^)]*\)|[^(])*?[.;](?=\s|$)/.exec(text.replace(COMMA_LIST, ''))?.[0].replace(/;$/, '.') ?? text;
}

/** Characters of an argument's description above which what follows its first colon is left out. */
const LONG_TEXT = 100;

function shortText(description = ''): string {
  const sentence = firstSentence(description);
  const colon = sentence.indexOf(': ');
  return sentence.length > LONG_TEXT && colon > 12 ? `${sentence.slice(0, colon)}.` : sentence;
}

function shortened(schema: Json, tools: ToolsByPath, shared: Shared): Json {
  const short = (keyword: string, value: Json): Json => {
    if (keyword === 'description') return inToolTerms(shortText(value), tools);
    if (keyword === 'items') return shortened(value, tools, new Map());
    if (keyword !== 'properties') return value;
    const properties = Object.entries<Json>(value).filter(([name]) => !OMITTED_PARAMETERS.has(name));
    return Object.fromEntries(
      properties.map(([name, property]) => [
        name,
        shared.get(name) === shortText(property.description)
          ? typeAlone(property)
          : shortened(property, tools, new Map()),
      ]),
    );
  };
  const kept = Object.entries<Json>(schema).filter(
    ([keyword, value]) => !OMITTED_KEYWORDS.has(keyword) && !(keyword === 'required' && value.length === 0),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, short(keyword, value)]));
}

function typeAlone({ type, items, default: value }: Json): Json {
  // Texts are what a list has if nothing is said.
  const isOfOtherItems = items?.type !== undefined && items.type !== 'string';
  return {
    ...(type && { type }),
    ...(isOfOtherItems && { items: { type: items.type } }),
    ...(value !== undefined && { default: value }),
  };
}

function resolved(schema: Json, schemas: Json): Json {
  return schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema;
}

/** The names of tools by the paths of their operations, longest first. */
export type ToolsByPath = readonly (readonly [path: string, tool: string])[];

function toolsByPath(endpoints: readonly Pick<Endpoint, 'path' | 'tool'>[]): ToolsByPath {
  const names = endpoints.map(({ path, tool }) => [path, tool.name] as const);
  return names.sort(([a], [b]) => b.length - a.length);
}

/** A text of the API for someone who calls tools: `/api/lexicon/search?contains=` becomes `search_words (contains)`. */
function inToolTerms(text: string, tools: ToolsByPath): string {
  let result = text;
  for (const [path, tool] of tools)
    result = result
      .replaceAll(`${path}?`, `${tool}?`)
      .replaceAll(new RegExp(`${RegExp.escape(path)}(?![\\w/])`, 'g'), tool);
  return result
    .replace(/(?<=[a-z])\?(\w+)=/g, ' ($1)')
    .replaceAll('endpoint', 'tool')
    .replaceAll('parameter', 'argument');
}

/** A hint for someone who calls tools: the tool in place of the path, and its arguments in JSON in place of texts. */
export function hintForTools(hint: Hint, byPath: LexiconTool['byPath']): Json {
  const { path, params, total } = hint.try;
  const tool = byPath.get(path);
  if (!tool) return hint;
  const properties = (tool.inputSchema.properties ?? {}) as Json;
  const given = Object.entries(params).map(([name, text]) => [name, argumentOf(text, properties[name])]);
  return { ...hint, try: { tool: tool.name, arguments: Object.fromEntries(given), total } };
}

function argumentOf(text: string, schema: Json): Json {
  if (schema?.type === 'array') return text.split(',').map((value) => argumentOf(value, schema.items));
  if (schema?.type === 'integer') return Number(text);
  return schema?.type === 'boolean' ? text === 'true' : text;
}

/** What to do about a problem of HTTP, for someone who sees none of it. */
const TOOL_ADVICE: Partial<Record<ProblemCode, string>> = {
  invalid_key: 'Tell the user: the key that the host sends is not valid. Without a key the tools have lower limits.',
  insufficient_scope: 'Tell the user: the key that the host sends may not be used for this tool.',
};

/** A problem in terms of tools: what it is, and what to do next. */
export function problemText({ title, code, status, detail, suggestions }: ProblemDocument, tools: ToolsByPath): string {
  const meant = suggestions ? ` Perhaps meant: ${suggestions.join(', ')}.` : '';
  return `${inToolTerms(title, tools)} (${code}, ${status}). ${TOOL_ADVICE[code] ?? inToolTerms(detail, tools)}${meant}`;
}
