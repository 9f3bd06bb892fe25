import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds the workbench as `npm run build:console` does. */
export async function buildConsole(directory: string): Promise<void> {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'console/vite.config.ts', '--logLevel', 'warn'];
  // Jest's own NODE_ENV would make it a build for development, without a service worker.
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [...vite, '--outDir', directory, '--emptyOutDir'], { env });
}
