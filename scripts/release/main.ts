import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from '../../indexer/build.ts';
import { CHECKSUMS_FILE } from '../../src/generation/build-files.ts';
import { copyContext } from '../image/context.ts';
import { writeBill } from '../supply-chain/write-bill.ts';
import { writeArchive, writeSums } from './archive.ts';
import { changesOf } from './changelog.ts';
import { findHelm } from './find-helm.ts';
import { otherVersions, versionOf } from './versions.ts';

/**
 * `npm run release [-- DIR]`: everything that a release holds, in DIR (default: release/VERSION). Publishes nothing.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function main(): Promise<void> {
  const version = versionOf(ROOT);
  const others = otherVersions(ROOT);
  if (others.length > 0) throw new Error(`package.json says ${version}, but ${others.join(', ')}: run npm version`);
  const notes = changesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  if (!notes) throw new Error(`CHANGELOG.md has nothing about ${version}`);

  const out = resolve(process.argv[2] ?? join(ROOT, 'release', version));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'NOTES.md'), `${notes}\n`);
  packContext(join(out, `image-context-${version}.tar.gz`));
  execFileSync('npm', ['pack', '--workspaces', '--pack-destination', out], { cwd: ROOT, stdio: 'pipe' });
  await packLexicon(out);
  const missing = writeBill(join(out, 'sbom.cdx.json')).missing;
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}`);
  cpSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
  cpSync(join(ROOT, 'NOTICE'), join(out, 'NOTICE'));
  packChart(out);
  writeSums(out);
  process.stdout.write(readFileSync(join(out, CHECKSUMS_FILE)));
}

/** What `docker build` is sent: `tar xzf` it, then `docker build .` there. */
function packContext(file: string): void {
  const context = mkdtempSync(join(tmpdir(), 'image-context-'));
  try {
    copyContext(ROOT, context);
    // Docker reads it from the context, though no stage copies it.
    for (const name of ['Dockerfile', '.dockerignore']) cpSync(join(ROOT, name), join(context, name));
    writeArchive(file, context);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

/** The built files with their checksums and NOTICE, under the name of their generation. */
async function packLexicon(out: string): Promise<void> {
  const { dir, manifest } = await ensureBuild({ out: process.env.DATA_DIR ?? join(ROOT, '.data') });
  const listed = readFileSync(join(dir, CHECKSUMS_FILE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[1]!);
  writeArchive(join(out, `lexicon-${manifest.generation}.tar.gz`), dir, [...listed, CHECKSUMS_FILE]);
}

function packChart(out: string): void {
  const helm = findHelm();
  if (!helm) {
    console.error('The chart is not packed: there is no helm here (.ci/helm builds one).');
    return;
  }
  execFileSync(helm, ['package', join(ROOT, 'deploy/helm/lexicon'), '--destination', out], { stdio: 'pipe' });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
