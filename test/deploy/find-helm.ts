import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../.cache/helm', import.meta.url));

/** Path of the helm program: that of `PATH`, else the one that .ci/helm has built; undefined where there is none. */
export function findHelm(): string | undefined {
  const built = existsSync(BUILT) ? readdirSync(BUILT).map((version) => join(BUILT, version)) : [];
  return [...(process.env.PATH ?? '').split(delimiter), ...built]
    .map((folder) => join(folder, 'helm'))
    .find((path) => existsSync(path));
}
