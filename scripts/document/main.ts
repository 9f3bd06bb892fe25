import { writeFile } from 'node:fs/promises';
import { ensureBuild } from '../../indexer/build.ts';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { EXAMPLES_FILE } from '../../src/openapi/examples.ts';
import { apiDocument } from '../../src/openapi/openapi.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { GENERATED_FILE, generateClient } from '../client/generate.ts';
import { recordExamples } from './record-all.ts';

/** `npm run document`: asks the service for every example again, and writes what is made of the API document. */
const { dir } = await ensureBuild({ out: process.env.DATA_DIR ?? '.data' });
const store = await openMemoryStore({ directory: dir });
try {
  const examples = await recordExamples(store);
  await writeFile(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
  await writeFile(GENERATED_FILE, await generateClient(apiDocument(ENDPOINTS, { examples })));
  const counts = [examples.operations, examples.problems].map((group) => Object.keys(group).length);
  console.log(`${counts[0]} operations and ${counts[1]} problems have their examples.`);
} finally {
  await store.close();
}
