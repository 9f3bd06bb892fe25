import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../../explain-error.ts';

/** A file in the folder of builds with the generation of the current build. */
const CURRENT_FILE = 'current';

/** The folder of the current build under `options.out`. Throws {@link OperatorError} if there is none. */
export async function currentBuild({ out }: { readonly out: string }): Promise<{ readonly dir: string }> {
  const builds = join(out, 'builds');
  try {
    const generation = (await readFile(join(builds, CURRENT_FILE), 'utf8')).trim();
    return { dir: join(builds, generation) };
  } catch (cause) {
    throw new OperatorError(
      `There is no built lexicon in ${builds}. Run "npm start", or "npm run lexicon -- build" first.`,
      {
        cause,
      },
    );
  }
}
