import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { smallLexicon } from './small-lexicon-meanings.ts';
import { describeStoreContract } from './store-contract.ts';

describeStoreContract('the embedded store', async () => memoryStore(smallLexicon()));
