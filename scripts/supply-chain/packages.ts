import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A package that runs with the service. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json says, an SPDX expression; empty where it says nothing. */
  readonly licence: string;
}

interface LockedPackage {
  readonly dev?: boolean;
  /** One of this project's own. */
  readonly link?: boolean;
}

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** Every production package of the lock file that is installed; those for other systems are not. */
export function productionPackages(root: string = ROOT): InstalledPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev = false, link = false }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path]) => join(root, path, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => {
      const file = JSON.parse(readFileSync(path, 'utf8')) as PackageFile;
      return { name: file.name, version: file.version, licence: licenceOf(file) };
    });
}

/** Older packages write an object, or a list from which one may choose. */
function licenceOf({ license, licenses }: PackageFile): string {
  if (typeof license === 'string') return license;
  if (license?.type) return license.type;
  const all = (licenses ?? []).flatMap(({ type }) => (type ? [type] : []));
  return all.length > 1 ? `(${all.join(' OR ')})` : (all[0] ?? '');
}
