import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What `npm start` and the image run. Joins the service with the indexer, which `src` does not import.

// Compiled code is kept for the next start, which takes half the time. Beside the packages: whoever can write there can change what runs.
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)));
const [{ ensureBuild }, { main }] = await Promise.all([import('./indexer/build.ts'), import('./src/main.ts')]);
main(ensureBuild);
