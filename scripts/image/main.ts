import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyContext } from './context.ts';
import { readStages } from './dockerfile.ts';
import { buildStages } from './stages.ts';
import { testImage } from './test-image.ts';

/**
 * Builds the image without a Docker engine: carries out the Dockerfile's stages in folders, then starts the result and asks it.
 * Needs Linux and root, for mounts and chroot.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function main(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('Run this on Linux as root (sudo npm run image-stages): it mounts folders and changes the root.');
  // Programs' own folders are open to all, as those that an image is made of.
  process.umask(0o022);
  const workDir = mkdtempSync(join(tmpdir(), 'image-stages-'));
  try {
    const context = join(workDir, 'context');
    mkdirSync(context);
    console.log(`context: ${copyContext(ROOT, context)} tracked files that .dockerignore leaves in`);
    const image = await buildStages({
      stages: readStages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')),
      context,
      workDir,
      node: { path: process.execPath, image: nodeImage() },
      log: console.log,
    });
    console.log('the image, started as compose starts it:');
    await testImage(image, console.log);
    console.log('The image can be built, and works.');
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** The image of exactly the Node that this runs on. */
function nodeImage(): RegExp {
  return new RegExp(`^node:${process.versions.node.replaceAll('.', '\\.')}-bookworm-slim$`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error && !('code' in error) ? error.message : error);
  process.exit(1);
});
