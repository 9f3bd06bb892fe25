import type { InstalledPackage } from './packages.ts';

/** What we look at of a CycloneDX document. */
export interface BillOfMaterials {
  readonly components: readonly { readonly 'bom-ref': string; readonly name: string; readonly version: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
}

/**
 * The bill of what runs with the service, out of the bill of everything: `npm sbom --omit dev` also leaves out production packages that
 * a development package uses too.
 */
export function productionBill<T extends BillOfMaterials>(
  fullBill: T,
  packages: readonly InstalledPackage[],
): { readonly bill: T; readonly missing: readonly string[] } {
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const components = fullBill.components.filter(({ name, version }) => wanted.has(`${name}@${version}`));
  const includedRefs = new Set([fullBill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = fullBill.dependencies
    .filter(({ ref }) => includedRefs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => includedRefs.has(one)) }));
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return { bill: { ...fullBill, components, dependencies }, missing: [...wanted].filter((one) => !listed.has(one)) };
}
