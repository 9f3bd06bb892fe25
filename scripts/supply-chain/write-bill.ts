import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BillOfMaterials, productionBill } from './bill-of-materials.ts';
import { productionPackages } from './packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Writes the bill of materials (CycloneDX) of what runs with the service. Answers how many it names, and what it should and does not. */
export function writeBill(file: string): { readonly count: number; readonly missing: readonly string[] } {
  const args = ['sbom', '--sbom-format', 'cyclonedx'];
  const { stdout, error } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error) throw error;
  const { bill, missing } = productionBill(JSON.parse(stdout) as BillOfMaterials, productionPackages());
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  return { count: bill.components.length, missing };
}
