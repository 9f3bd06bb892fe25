import { readFileSync } from 'node:fs';

/** A request that was sent to the service, and what it answered. */
export interface RecordedExample {
  readonly summary: string;
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT';
    /** Path as the table of endpoints writes it, or as it was sent where it is no endpoint's. */
    readonly path: string;
    /** Values of path and query parameters, as the schemas have them: lists as lists, flags as booleans. */
    readonly parameters?: Readonly<Record<string, ParameterValue>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Those that the API document speaks of, by their names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

export type ParameterValue = string | number | boolean | readonly (string | number)[];

/** What `npm run document` recorded. */
export interface RecordedExamples {
  /** The generation of the lexicon that answered. */
  readonly generation: string;
  /** By the operation's id. */
  readonly operations: Readonly<Record<string, RecordedExample>>;
  /** By the problem's code. */
  readonly problems: Readonly<Record<string, RecordedExample>>;
}

export const EXAMPLES_FILE = new URL('./examples.json', import.meta.url);

export function readExamples(): RecordedExamples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as RecordedExamples;
}
