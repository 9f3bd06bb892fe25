import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/**
 * `npm run dev`: the service, started again when one of its files changes, and the page, whose components are replaced in place. The lexicon
 * of an earlier start is kept whatever changed since (`KEEP_BUILD`): composing it takes half a minute, and few changes are about it.
 */

const url = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const service = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    '--max-semi-space-size=4',
    '--max-old-space-size=1024',
    '--expose-gc',
    'start.js',
  ],
  { stdio: 'inherit', env: { KEEP_BUILD: 'true', ...process.env } },
);
process.env.LEXICON_URL = url;
const page = await createServer({ configFile: 'console/vite.config.ts' });
await page.listen();
page.printUrls();

async function stop(): Promise<void> {
  service.kill('SIGTERM');
  await page.close();
  process.exit();
}

process.once('SIGINT', stop);
process.once('SIGTERM', stop);
service.once('exit', (code) => {
  process.exitCode = code ?? 1;
  void page.close();
});
