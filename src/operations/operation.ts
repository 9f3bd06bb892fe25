import type { z } from 'zod';
import type { Lexicon } from '../lexicon/store.ts';
import type { Caller, RateGroup, Scope } from '../metering/caller.ts';
import type { Cost, Meter } from '../metering/meter-port.ts';
import type { CostEstimate } from '../metering/price.ts';

export type ObjectSchema = z.ZodObject<z.ZodRawShape>;

/** The schemas of a request. Each names every parameter that there is: unknown ones are errors. */
export interface RequestSchemas {
  readonly path?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly body?: z.ZodType;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;

/** A request after parsing: path, query and body in the types that their schemas give. */
export interface Input<R extends RequestSchemas = RequestSchemas> {
  readonly path: Parsed<R['path']>;
  readonly query: Parsed<R['query']>;
  readonly body: R['body'] extends z.ZodType ? z.output<R['body']> : undefined;
}

/** What one endpoint takes, answers and does. Pure: a handler knows nothing of HTTP. */
export interface Operation<R extends RequestSchemas = RequestSchemas, S extends z.ZodType = z.ZodType> {
  /** Name of the operation in the API document and in clients. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly request: R;
  readonly response: S;
  /** The result as {@link jsonBytes} writes it, byte for byte; absent, that is what writes it. */
  readonly serialize?: (result: z.output<S>) => string;
  /** Throws a `Problem` where the answer is an error. */
  handle(input: Input<R>, lexicon: Lexicon, caller: Caller, meter: Meter): Promise<z.output<S>>;
}

export function operation<R extends RequestSchemas, S extends z.ZodType>(spec: Operation<R, S>): Operation<R, S> {
  return spec;
}

interface EndpointOptions<I, T> {
  /** Which rate per minute counts it. */
  readonly group: RateGroup;
  /** A key needs one of these. */
  readonly scopes: readonly Scope[];
  readonly cost: (result: T) => Cost;
  /** Lets who cannot pay be refused before any work; absent, only the charge refuses. */
  readonly costEstimate?: CostEstimate<I>;
  /**
   * The answer is the same for every caller and for as long as a generation lives: to the same query, or to all requests. It has
   * an entity tag, and may be kept. Absent: each answer is made anew.
   */
  readonly cacheScope?: 'query' | 'generation';
  /** Status of a success; absent, 200. 202: it is kept, and somebody will look at it. */
  readonly status?: 200 | 202;
}

/** A row of the table of endpoints. `path` is written as in the API document: `/word/{text}`. */
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
  // The table holds operations of many types; each row's parts were checked against each other by this signature.
  return { method, path, ...spec, ...options } as unknown as Endpoint;
}
