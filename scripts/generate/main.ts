import { parseArgs } from 'node:util';
import { currentBuild, ensureBuild } from '../../indexer/build.ts';
import { checksumOfInputs } from '../../indexer/inputs.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import type { RecordedExamples } from '../../src/openapi/responses.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { recordExamples } from '../document/record-all.ts';
import { exampleFiles, generatedFiles, staleFiles, writeFiles } from './generated-files.ts';

/**
 * `npm run generate`: asks the service for every example again, and makes what follows from them and from the code: the client, the
 * schemas of the formats, the tables in docs/api.md and data/README.md. With `--check` it names what is stale instead, and asks for the
 * examples only where the lexicon is built already: that takes half a minute.
 */
const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
if (check) await nameStale();
else await generate();

async function generate(): Promise<void> {
  const { dir } = await ensureBuild({ jsonLines: false });
  const examples = await record(dir);
  const stale = staleFiles([...exampleFiles(examples), ...(await generatedFiles(examples))]);
  writeFiles(stale);
  for (const { path, text } of stale) console.log(`${text === undefined ? 'removed' : 'made'} ${path}`);
  if (stale.length === 0) console.log('Everything that is generated was up to date.');
}

async function nameStale(): Promise<void> {
  const dir = presentBuild();
  const stale = staleFiles([...(dir ? exampleFiles(await record(dir)) : []), ...(await generatedFiles())]);
  for (const { path } of stale) console.error(`${path} is stale`);
  if (stale.length > 0) {
    console.error('Run "npm run generate" to make it again.');
    process.exitCode = 1;
  } else if (!dir) console.log('The examples were not compared with answers: the lexicon is not built.');
}

/** The folder of the current build, if it is that of the present inputs. */
function presentBuild(): string | undefined {
  const build = currentBuild();
  const checksum = checksumOfInputs({ dataRoot: DATA_ROOT, sources: [], skipInvalid: false });
  return build?.manifest.inputs_sha256 === checksum ? build.dir : undefined;
}

async function record(directory: string): Promise<RecordedExamples> {
  const store = await openMemoryStore({ directory });
  try {
    return await recordExamples(store);
  } finally {
    await store.close();
  }
}
