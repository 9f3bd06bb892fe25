import { readFileSync } from 'node:fs';

/** A recorded request and response. */
export interface RecordedExample {
  readonly summary: string;
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT';
    /** Path in the table of endpoints, or as sent for other paths. */
    readonly path: string;
    /** Path and query parameters as typed values. */
    readonly parameters?: Readonly<Record<string, ParameterValue>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Headers that the OpenAPI document describes, by lower-case name. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

export type ParameterValue = string | number | boolean | readonly (string | number)[];

/** The recordings of `npm run document`. */
export interface RecordedExamples {
  /** The generation that responded. */
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
