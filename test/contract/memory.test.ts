import { linesToBytes, memoryLexicon, memoryStore } from '../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines, smallManifest } from './small-lexicon.ts';
import { describeStoreContract } from './store-contract.ts';

describeStoreContract('the embedded store', async () =>
  memoryStore(memoryLexicon(smallManifest(), linesToBytes(entryLines()), linesToBytes(relationLines()))),
);
