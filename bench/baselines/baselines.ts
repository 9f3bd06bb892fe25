import type { OpenBaseline } from './baseline-store.ts';
import { elasticsearchBaseline } from './elasticsearch.ts';
import { prototypeBaseline } from './prototype.ts';
import { sqliteBaseline } from './sqlite.ts';

export interface BaselineKind {
  readonly open: OpenBaseline;
  /** The package that it takes, one of bench/package.json, which the root's install leaves out. */
  readonly packageName?: string;
  /** Of more words than this it is asked a tenth of the questions: it takes up to a second for one. */
  readonly fewQueriesAbove?: number;
  /** Not in a short run. */
  readonly skippedInSmoke?: true;
}

/** What the embedded store is compared with, by name. */
export const BASELINES: Readonly<Record<string, BaselineKind>> = {
  prototype: { open: prototypeBaseline },
  sqlite: { open: sqliteBaseline },
  duckdb: { open: imported('./duckdb.ts'), packageName: '@duckdb/node-api' },
  minisearch: { open: imported('./minisearch.ts'), packageName: 'minisearch', fewQueriesAbove: 200_000 },
  elasticsearch: { open: (_rows, lexicon) => elasticsearchBaseline(lexicon), skippedInSmoke: true },
  orama: { open: imported('./orama.ts'), packageName: '@orama/orama', fewQueriesAbove: 200_000 },
};

/** A specifier that is no literal: the root's compiler does not follow it to packages that may not be installed. */
function imported(file: string): OpenBaseline {
  return async (rows, lexicon) => {
    const { open } = (await import(file)) as { open: OpenBaseline };
    return open(rows, lexicon);
  };
}

/** Whether the package of a baseline is installed. */
export function isInstalled({ packageName }: Pick<BaselineKind, 'packageName'>): boolean {
  if (packageName === undefined) return true;
  try {
    import.meta.resolve(packageName);
    return true;
  } catch {
    return false;
  }
}
