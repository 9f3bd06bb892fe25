import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from '../../indexer/build.ts';
import { CHECKSUMS_FILE } from '../../src/generation/build-files.ts';
import { writeArchive, writeSums } from './archive.ts';
import { changesOf, otherVersions, versionOf } from './versions.ts';

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
  execFileSync('npm', ['pack', '--workspaces', '--pack-destination', out], { cwd: ROOT, stdio: 'pipe' });
  await packLexicon(out);
  const bill = execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
    cwd: ROOT,
    maxBuffer: 2 ** 27,
  });
  writeFileSync(join(out, 'sbom.cdx.json'), bill);
  cpSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
  cpSync(join(ROOT, 'NOTICE'), join(out, 'NOTICE'));
  writeSums(out);
  process.stdout.write(readFileSync(join(out, CHECKSUMS_FILE)));
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
