import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAudit } from './audit.ts';
import { refusedLicences } from './licences.ts';
import { productionPackages } from './packages.ts';
import { writeBill } from './write-bill.ts';

/**
 * Advisories, licences and the bill of materials of what runs with the service. Ends with 1 on a grave advisory or a licence that is not
 * allowed, with 2 where all else is well and the registry could not be asked for advisories.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SBOM = join(ROOT, 'sbom.cdx.json');

function npm(...args: string[]): string {
  const { stdout, error } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error) throw error;
  return stdout;
}

const NOT_ASKED = 2;

function audit(): boolean | typeof NOT_ASKED {
  const found = readAudit(npm('audit', '--omit=dev', '--json'));
  if (!found.completed) {
    console.log(
      `advisories: NOT ASKED, the registry gave no answer (${found.reason}). Run this again where it can be asked.`,
    );
    return NOT_ASKED;
  }
  for (const one of found.severe) console.error(`advisory: ${one}`);
  console.log(`advisories: ${found.severe.length} high or critical, ${found.otherCount} lesser ones`);
  if (found.severe.length > 0) console.error('Update these packages ("npm audit fix" shows how), or replace them.');
  return found.severe.length === 0;
}

function licences(): boolean {
  const packages = productionPackages();
  const refused = refusedLicences(packages);
  for (const one of refused) console.error(`licence: ${one}`);
  console.log(`licences: ${packages.length - refused.length} of ${packages.length} production packages are allowed`);
  if (refused.length > 0)
    console.error('Replace them, or allow the licence in scripts/supply-chain/licences.ts, with thought.');
  return refused.length === 0;
}

function billOfMaterials(): boolean {
  const { count, missing } = writeBill(SBOM);
  for (const one of missing) console.error(`bill of materials: ${one} is not in it`);
  console.log(`bill of materials: ${count} components in ${SBOM.slice(ROOT.length)}`);
  return missing.length === 0;
}

const results = [audit(), licences(), billOfMaterials()];
if (results.includes(false)) process.exitCode = 1;
else if (results.includes(NOT_ASKED)) process.exitCode = NOT_ASKED;
