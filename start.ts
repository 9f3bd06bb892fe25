import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What `npm start` and the image run. Joins the service with the indexer, which `src` does not import.

// Compiled modules are kept: a start with them is a third faster, and does without Node's compiler of TypeScript and its 20 MB.
// Where the folder cannot be written, the modules are compiled at each start.
enableCompileCache(fileURLToPath(new URL('.cache/compile', import.meta.url)));
const { main } = await import('./src/main.ts');
const { ensureBuild } = await import('./indexer/build.ts');
flushCompileCache();
main(ensureBuild);
