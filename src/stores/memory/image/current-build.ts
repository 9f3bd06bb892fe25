import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../../explain-error.ts';

/** In the folder of builds: a text file with the generation of the build that was made last. */
const CURRENT_FILE = 'current';

/**
 * The folder of the build that was made last. Makes none: throws {@link OperatorError} where there is none.
 *
 * @param options.out folder under which builds lie
 */
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
