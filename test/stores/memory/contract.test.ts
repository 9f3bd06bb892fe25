import { linesToBytes, memoryLexicon, memoryStore } from '../../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines, smallManifest } from '../../contract/small-lexicon.ts';
import { describeStoreContract } from '../../contract/store-contract.ts';

describeStoreContract('the embedded store', async () =>
  memoryStore(memoryLexicon(smallManifest(), linesToBytes(entryLines()), linesToBytes(relationLines()))),
);
