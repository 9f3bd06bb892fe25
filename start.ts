import { ensureBuild } from './indexer/build.ts';
import { main } from './src/main.ts';

// What `npm start` and the image run. Joins the service with the indexer, which `src` does not import.
main(ensureBuild);
