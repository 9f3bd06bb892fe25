import type { z } from 'zod';
import type { Lexicon } from '../lexicon/store.ts';
import type { Caller, Cost, Meter, RateGroup, Scope } from '../metering/meter-port.ts';
import type { ProblemCode } from '../problem.ts';
import type { CostEstimate } from './prices.ts';

export type ObjectSchema = z.ZodObject<z.ZodRawShape>;

/** The schemas of a request. They are closed: unknown parameters are errors. */
export interface RequestSchemas {
  readonly path?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly body?: z.ZodType;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;

/** A parsed request: path, query and body in the types of their schemas. */
export interface Input<R extends RequestSchemas = RequestSchemas> {
  readonly path: Parsed<R['path']>;
  readonly query: Parsed<R['query']>;
  readonly body: R['body'] extends z.ZodType ? z.output<R['body']> : undefined;
}

/** Guidance for assistants on the tool that calls the operation, in addition to the API document. */
export interface ToolGuidance {
  /** The tool's name. */
  readonly name: string;
  /** When and for what to use it. */
  readonly whenToUse: string;
  /** Default arguments: shorter responses, because assistants read all of them. */
  readonly defaults?: Readonly<Record<string, number>>;
}

export type ParameterValue = string | number | boolean | readonly (string | number)[];

/** The request whose response `npm run document` records for the API document. Short: the answers are read by people. */
interface OperationExample {
  readonly summary: string;
  /** Path and query parameters, by name. */
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  readonly body?: unknown;
  /** Whether it shows how a key is sent. */
  readonly withKey?: boolean;
}

/** An endpoint's parameters, response, handler and what documents say of it. The handler does not depend on HTTP. */
export interface Operation<R extends RequestSchemas = RequestSchemas, S extends z.ZodType = z.ZodType> {
  /** `operationId` in the OpenAPI document; method name in clients. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly tool: ToolGuidance;
  readonly example: OperationExample;
  /** Problems that few other operations have. */
  readonly problems?: readonly ProblemCode[];
  readonly request: R;
  readonly response: S;
  /** Serializes the result; must equal {@link jsonBytes}, the default, byte for byte. */
  readonly serialize?: (result: z.output<S>) => string;
  /** Throws a `Problem` for error responses. Work over some 20 ms is done in slices, which end when the caller is gone. */
  handle(input: Input<R>, lexicon: Lexicon, caller: Caller, meter: Meter): Promise<z.output<S>>;
}

export function operation<R extends RequestSchemas, S extends z.ZodType>(spec: Operation<R, S>): Operation<R, S> {
  return spec;
}

interface EndpointOptions<I, T> {
  /** The rate limit that counts it. */
  readonly group: RateGroup;
  /** Scopes of which a key needs one. */
  readonly scopes: readonly Scope[];
  readonly cost: (result: T) => Cost;
  /** Allows a balance check before the work; without it only the charge refuses. */
  readonly costEstimate?: CostEstimate<I>;
  /**
   * Whether the response depends only on the generation and the query (or on the generation only). It then has an ETag and is
   * cached. Absent: not cacheable.
   */
  readonly cacheScope?: 'query' | 'generation';
}

/** A row of the table of endpoints. `path` is written as in OpenAPI: `/word/{text}`. */
export interface Endpoint extends EndpointOptions<Input, unknown>, Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

export function endpoint<R extends RequestSchemas, S extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  spec: Operation<R, S>,
  options: EndpointOptions<Input<R>, z.output<S>>,
): Endpoint {
  // The table holds operations of different types; this signature has checked each row.
  return { method, path, ...spec, ...options } as unknown as Endpoint;
}

/** The tags of the API document, in order. */
export const TAGS = [
  {
    name: 'Words',
    description: 'What is known of a word, and the words that are related to it in meaning or in sound.',
  },
  {
    name: 'Search',
    description: 'Words by sound, melody, meaning, feeling and form; what the filters may be given.',
  },
  {
    name: 'Writing',
    description: 'Whole lines and lyrics: their readings, where tones and melody clash, how a line may end.',
  },
  {
    name: 'Account',
    description: 'What you may use, and what you used.',
  },
  {
    name: 'Service',
    description: 'The service itself: what it is made of, whether it is well, when the lexicon changes.',
  },
] as const;

export type Tag = (typeof TAGS)[number]['name'];

/** Shared buffer for short texts: allocating one costs more than encoding. */
const SCRATCH_BYTES = 16_384;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
/** Most UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * UTF-8 JSON as a Latin-1 string. Such strings are concatenated without copying, have their length in bytes, and are written by Node
 * together with the headers: for pages of cached parts this is cheaper than buffers.
 */
export function jsonBytes(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length > SCRATCH_BYTES / MAX_BYTES_PER_UNIT) return Buffer.from(text, 'utf8').toString('latin1');
  return scratch.toString('latin1', 0, scratch.write(text));
}

const jsonByValue = new WeakMap<object, string>();

/** {@link jsonBytes} of an immutable value, cached. */
export function cachedJsonBytes(value: object): string {
  let bytes = jsonByValue.get(value);
  if (bytes === undefined) jsonByValue.set(value, (bytes = jsonBytes(value)));
  return bytes;
}
