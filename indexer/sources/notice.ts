import type { SourceNotice } from '../../src/lexicon/entry.ts';

/** A source's notice before the build has counted what it gave. */
export type Notice = Omit<SourceNotice, 'entries' | 'relations'>;
