import { readdirSync, readFileSync } from 'node:fs';
import type { ParameterValue } from '../operations/operation.ts';

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

/** The recordings of `npm run generate`. */
export interface RecordedExamples {
  /** Recorded examples by operation id. */
  readonly operations: Readonly<Record<string, RecordedExample>>;
  /** Recorded examples by problem code. */
  readonly problems: Readonly<Record<string, RecordedExample>>;
}

/** Folder with a file for each operation, and its subfolder with a file for each problem. */
export const EXAMPLES_FOLDER = new URL('./examples/', import.meta.url);
export const PROBLEMS_FOLDER = new URL('problems/', EXAMPLES_FOLDER);

export function readExamples(): RecordedExamples {
  return { operations: readFolder(EXAMPLES_FOLDER), problems: readFolder(PROBLEMS_FOLDER) };
}

function readFolder(folder: URL): Record<string, RecordedExample> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
  );
}
