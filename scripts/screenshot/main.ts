import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/**
 * `npm run screenshot [-- URL]`: the README's picture of the workbench. Needs a service that runs (`npm start`), with the workbench of
 * now (`npm run build:console`), and Debian's chromium and fonts-noto-cjk.
 */
const FILE = fileURLToPath(new URL('../../docs/workbench.png', import.meta.url));
const MAX_BYTES = 200_000;
const url = process.argv[2] ?? 'http://127.0.0.1:3000';

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  // English labels, for those who read the README; the song is Cantonese all the same.
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, locale: 'en-GB' });
  await page.goto(url);
  const hint = page.getByRole('button', { name: 'Got it' });
  if (await hint.isVisible()) await hint.click();
  // The place of the cursor asks for words that fit the melody there.
  await page.getByRole('textbox', { name: 'Line 1' }).click();
  await page.keyboard.press('Home');
  await page.locator('.slot-place', { hasText: '心事' }).waitFor();
  await page.locator('.goes-with').waitFor();
  await page.locator('.word-row').first().waitFor();
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (picture.length > MAX_BYTES) throw new Error(`The picture has ${picture.length} bytes, ${MAX_BYTES} at most`);
  writeFileSync(FILE, picture);
  console.log(`docs/workbench.png: ${picture.length} bytes`);
} finally {
  await browser.close();
}
