import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Folder of an installed package, whatever its `exports` allow. */
export function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      readFileSync(join(folder, name, 'package.json'));
      return join(folder, name);
    } catch {
      // Not in this folder: the next one up may have it.
    }
  }
  throw new Error(`The package ${name} is not installed. Run "npm ci" and try again.`);
}

export function readPackageFile(name: string, file: string): string {
  return readFileSync(join(packageFolder(name), file), 'utf8');
}

export function packageVersion(name: string): string {
  return (JSON.parse(readPackageFile(name, 'package.json')) as { version: string }).version;
}
