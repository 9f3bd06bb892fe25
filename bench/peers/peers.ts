import type { Rows } from '../lexicon/rows.ts';
import type { Peer } from './peer.ts';
import { prototypePeer } from './prototype.ts';

/** What the embedded store is compared with, by name. */
export const PEERS: Readonly<Record<string, (rows: Rows) => Peer | Promise<Peer>>> = {
  prototype: prototypePeer,
};
