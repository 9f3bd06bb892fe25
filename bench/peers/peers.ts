import type { Rows } from '../lexicon/rows.ts';
import type { SizedLexicon } from '../lexicon/scaled.ts';
import { duckdbPeer } from './duckdb.ts';
import { elasticsearchPeer } from './elasticsearch.ts';
import { miniSearchPeer } from './minisearch.ts';
import { oramaPeer } from './orama.ts';
import type { Peer } from './peer.ts';
import { prototypePeer } from './prototype.ts';
import { sqlitePeer } from './sqlite.ts';

export interface PeerKind {
  readonly open: (rows: Rows, lexicon: SizedLexicon) => Peer | Promise<Peer>;
  /** Of more words than this it is asked a tenth of the questions: it takes up to a second for one. */
  readonly asksFewAbove?: number;
  /** Not in a short run. */
  readonly isSlow?: true;
}

/** What the embedded store is compared with, by name. */
export const PEERS: Readonly<Record<string, PeerKind>> = {
  prototype: { open: prototypePeer },
  sqlite: { open: sqlitePeer },
  duckdb: { open: duckdbPeer },
  minisearch: { open: miniSearchPeer, asksFewAbove: 200_000 },
  elasticsearch: { open: (_rows, lexicon) => elasticsearchPeer(lexicon), isSlow: true },
  orama: { open: oramaPeer, asksFewAbove: 200_000 },
};
