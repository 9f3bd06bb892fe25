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
  /** More words than this would take it minutes to load, or more memory than most machines have. */
  readonly most?: number;
  /** Not in a short run. */
  readonly isSlow?: true;
}

/** What the embedded store is compared with, by name. */
export const PEERS: Readonly<Record<string, PeerKind>> = {
  prototype: { open: prototypePeer },
  sqlite: { open: sqlitePeer },
  duckdb: { open: duckdbPeer },
  minisearch: { open: miniSearchPeer, most: 200_000 },
  elasticsearch: { open: (_rows, lexicon) => elasticsearchPeer(lexicon), isSlow: true },
  orama: { open: oramaPeer, most: 200_000 },
};
