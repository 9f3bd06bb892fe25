import { linesToBytes, memoryLexicon, memoryStore } from '../../src/stores/memory/memory-store.ts';
import { smallStore } from '../http/service.ts';
import { describeCases } from './cases.ts';
import { smallManifest } from './small-lexicon.ts';
import { smallLexicon } from './small-lexicon-meanings.ts';
import { describeStoreContract } from './store-contract.ts';
import { typedLines } from './typed-lexicon.ts';

describeCases('the cases on the embedded store', async () => smallStore());
describeCases(
  'the cases of typed forms on the embedded store',
  async () => memoryStore(memoryLexicon(smallManifest('gtyped'), linesToBytes(typedLines()), Buffer.alloc(0))),
  ['typed'],
);
describeCases('the cases of HTTP', async () => smallStore(), ['http', 'malformed'], {
  config: { corsOrigins: ['https://a.example'], trustProxy: 0 },
});
// Of these rows alone, as any request is late on a machine that stands still for so long.
describeCases('the cases of requests that do not end', async () => smallStore(), ['timeouts'], {
  listening: { timeouts: { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 20 } },
});

describeStoreContract('the embedded store', async () => memoryStore(smallLexicon()));
