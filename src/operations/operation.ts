import type { z } from 'zod';
import type { RelationSource } from '../lexicon/entry.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { typedHeadword } from '../lexicon/typed-words.ts';
import type { Caller, Cost, Meter, RateGroup, Scope } from '../metering/meter-port.ts';
import type { ProblemCode } from '../problem.ts';

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

/** Prices of successful requests. */

/** Estimates of a cost before the work. */
export interface CostEstimate<I> {
  /** Upper bound in credits. */
  readonly maxCredits: (input: I) => number;
  /** The exact cost, computed with less work than the response. Called only when the balance may be below `maxCredits`. */
  readonly exactCost: (input: I, lexicon: Lexicon) => Promise<Cost>;
}

export interface Price<I, T> {
  readonly cost: (result: T) => Cost;
  readonly costEstimate: CostEstimate<I>;
}

/** A price in credits that is the same for every request. */
export function credits(count: number): Price<unknown, unknown> {
  return {
    cost: () => ({ credits: count }),
    costEstimate: { maxCredits: () => count, exactCost: async () => ({ credits: count }) },
  };
}

/** Marks results about a word that is not in the lexicon. JSON omits symbol keys. */
export const NO_HEADWORD = Symbol('no headword');

interface AboutWord {
  readonly [NO_HEADWORD]?: true | undefined;
}

/** The subject of a charge: the headword, or the caller's text if there is none. */
function toSubject(headword: string | undefined, text: string): Pick<Cost, 'subject' | 'isUserInput'> {
  return headword === undefined ? { subject: text, isUserInput: true } : { subject: headword };
}

async function lookUpSubject(word: string, lexicon: Lexicon): Promise<Pick<Cost, 'subject' | 'isUserInput'>> {
  return toSubject(typedHeadword(word, await lexicon.wordTable())?.char, word);
}

/** Price of one credit per word and day, whatever the filters or page. */
export const creditForWord: Price<
  { readonly query: { readonly word: string } },
  AboutWord & { readonly word: string }
> = {
  cost: ({ word, [NO_HEADWORD]: isUserInput }) => ({ credits: 1, ...toSubject(isUserInput ? undefined : word, word) }),
  costEstimate: {
    maxCredits: () => 1,
    exactCost: async ({ query }, lexicon) => ({ credits: 1, ...(await lookUpSubject(query.word, lexicon)) }),
  },
};

/** Marks a list with the word whose relatives it has. */
export const RELATIVES_OF = Symbol('relatives of');

/** The parameters of a list of words that ask for the relatives of a word, at most one of which is given. */
export const RELATIVE_PARAMETERS = [
  ...(['rel_syn', 'rel_ant'] as const),
  ...(['rel_jja', 'rel_jjb', 'rel_trg', 'rel_bga', 'rel_bgb'] as const),
] as const;

/** Price of one credit, for the relatives of a word of one per word and day. */
export const creditForSearchOrWord: Price<
  { readonly query: { readonly [K in (typeof RELATIVE_PARAMETERS)[number]]?: string | undefined } },
  readonly unknown[] & { readonly [RELATIVES_OF]?: AboutWord & { readonly word: string } }
> = {
  cost: ({ [RELATIVES_OF]: about }) => (about ? creditForWord.cost(about) : { credits: 1 }),
  costEstimate: {
    maxCredits: () => 1,
    async exactCost({ query }, lexicon) {
      const word = RELATIVE_PARAMETERS.map((name) => query[name]).find((value) => value !== undefined);
      return word === undefined ? { credits: 1 } : creditForWord.costEstimate.exactCost({ query: { word } }, lexicon);
    },
  },
};

/** Price of one credit per character and day. */
export const creditForCharacter: Price<
  { readonly path: { readonly char: string } },
  AboutWord & { readonly char: string }
> = {
  cost: ({ char, [NO_HEADWORD]: isUserInput }) => ({ credits: 1, ...toSubject(isUserInput ? undefined : char, char) }),
  costEstimate: {
    maxCredits: () => 1,
    exactCost: async ({ path }, lexicon) => ({ credits: 1, ...(await lookUpSubject(path.char, lexicon)) }),
  },
};

interface WordCardInput {
  readonly path: { readonly text: string };
  readonly query: {
    readonly relations_limit: number;
    readonly source: RelationSource | 'all';
  };
}

interface WordCardResult {
  readonly char: string;
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
}

/** Price of one credit for each related word on the card, and at least one. */
export const creditForEachRelation: Price<WordCardInput, WordCardResult> = {
  cost: ({ char, synonyms, antonyms }) => ({
    credits: Math.max(1, synonyms.length + antonyms.length),
    subject: char,
  }),
  costEstimate: {
    maxCredits: ({ query }) => Math.max(1, 2 * query.relations_limit),
    async exactCost({ path, query: { relations_limit: limit, source } }, lexicon) {
      const wordSubject = await lookUpSubject(path.text, lexicon);
      const { synonyms, antonyms } = await lexicon.relatedWords(wordSubject.subject!, source, limit);
      return { credits: Math.max(1, synonyms.length + antonyms.length), ...wordSubject };
    },
  },
};
