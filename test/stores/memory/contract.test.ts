import { memoryStore } from '../../../src/stores/memory/memory-store.ts';
import { smallLexicon } from '../../contract/small-lexicon-meanings.ts';
import { describeStoreContract } from '../../contract/store-contract.ts';

describeStoreContract('the embedded store', async () => memoryStore(smallLexicon()));
