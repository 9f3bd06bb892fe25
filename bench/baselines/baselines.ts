import type { Rows } from '../lexicon/rows.ts';
import type { SizedLexicon } from '../lexicon/scaled.ts';
import type { BaselineStore } from './baseline-store.ts';
import { duckdbBaseline } from './duckdb.ts';
import { elasticsearchBaseline } from './elasticsearch.ts';
import { miniSearchBaseline } from './minisearch.ts';
import { oramaBaseline } from './orama.ts';
import { prototypeBaseline } from './prototype.ts';
import { sqliteBaseline } from './sqlite.ts';

export interface BaselineKind {
  readonly open: (rows: Rows, lexicon: SizedLexicon) => BaselineStore | Promise<BaselineStore>;
  /** Of more words than this it is asked a tenth of the questions: it takes up to a second for one. */
  readonly fewQueriesAbove?: number;
  /** Not in a short run. */
  readonly skippedInSmoke?: true;
}

/** What the embedded store is compared with, by name. */
export const BASELINES: Readonly<Record<string, BaselineKind>> = {
  prototype: { open: prototypeBaseline },
  sqlite: { open: sqliteBaseline },
  duckdb: { open: duckdbBaseline },
  minisearch: { open: miniSearchBaseline, fewQueriesAbove: 200_000 },
  elasticsearch: { open: (_rows, lexicon) => elasticsearchBaseline(lexicon), skippedInSmoke: true },
  orama: { open: oramaBaseline, fewQueriesAbove: 200_000 },
};
