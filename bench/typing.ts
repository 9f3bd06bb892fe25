import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureBuild } from '../indexer/build.ts';
import { createApp } from '../src/http/app.ts';
import { listen } from '../src/http/listen.ts';
import { anonymousMeter } from '../src/metering/meter-port.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { openLog } from '../src/telemetry/log.ts';
import { type Row, report } from './report.ts';

/**
 * Types into a long song in a real Chromium: from a key to the frame that shows it, and how long a paste holds up the page. Needs the
 * workbench of now (`npm run build:console`) and Debian's chromium.
 *
 *   node bench/typing.ts [--smoke] [--build DIRECTORY]
 */
const { values: options } = parseArgs({
  options: { smoke: { type: 'boolean', default: false }, build: { type: 'string' } },
});
const LINES = 80;
const KEYS = options.smoke ? 12 : 60;
const PASTED_CHARACTERS = 20_000;
/** Within which a paste is worked up, with room. */
const PASTE_MS = options.smoke ? 4000 : 6000;
const WORDS = '心事寫滿呢張紙燈火未熄晚風未停海帶我慢行今夜回憶仲';

/** A song in sections of eight lines, with a note for each character. */
function longSong(): string {
  const melody = Array.from({ length: 8 }, (_, i) => ({ pitch: 57 + ((i * 5) % 12), beats: 1 }));
  const lines = Array.from({ length: LINES }, (_, i) => ({ text: wordsFrom(i * 3, 8), melody }));
  const withHeadings = lines.flatMap((line, i) => (i % 8 === 0 ? [{ text: `[Part ${i / 8 + 1}x]` }, line] : [line]));
  return JSON.stringify({ format: 'cantonese-lyric', version: 3, title: 'long', lines: withHeadings });
}

function wordsFrom(at: number, count: number): string {
  const characters = Array.from(WORDS);
  return Array.from({ length: count }, (_, i) => characters[(at + i * 7) % characters.length]!).join('');
}

async function openLongSong(chrome: Browser): Promise<Page> {
  const page = await chrome.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-HK' });
  await page.goto(server.url);
  await page
    .locator('#song-file')
    .setInputFiles({ name: 'song.json', mimeType: 'application/json', buffer: Buffer.from(longSong()) });
  await page.locator('.char-reading').first().waitFor();
  await page.waitForTimeout(3000);
  return page;
}

/** Notes for each key when the frame that shows it has been made. */
const OBSERVE_KEYS = `
  window.keyTimes = [];
  document.addEventListener('keydown', () => {
    const start = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.keyTimes.push(performance.now() - start);
      port2.postMessage(0);
    });
  }, true);`;

async function measureKeys(page: Page): Promise<Row> {
  await page.locator('.line[data-line="5"] textarea').click();
  await page.keyboard.press('End');
  await page.evaluate(OBSERVE_KEYS);
  for (let i = 0; i < KEYS; i++) {
    // Writes and takes away: the line stays as long as it was.
    await page.keyboard.press(i % 4 < 2 ? 'a' : 'Backspace');
    await page.waitForTimeout(120);
  }
  return rowOf('a key in a long song', await page.evaluate('window.keyTimes'));
}

/** How long the page is held up at a stretch after a paste. */
async function measurePaste(page: Page): Promise<Row> {
  await page.evaluate(`
    window.stretches = [];
    new PerformanceObserver((list) => window.stretches.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' });`);
  const text = Array.from({ length: PASTED_CHARACTERS / 10 }, (_, i) => wordsFrom(i, 9)).join('\n');
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);
  await page.waitForTimeout(PASTE_MS);
  return rowOf('longest stretches of a paste', await page.evaluate('window.stretches'));
}

function rowOf(name: string, times: readonly number[]): Row {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { name, n: sorted.length, p50: at(0.5), p95: at(0.95), p99: sorted.at(-1) ?? 0 };
}

const directory = options.build ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
const store = await openMemoryStore({ directory });
const { logger } = openLog('silent');
const app = createApp({ store, logger, meter: anonymousMeter, config: { corsOrigins: ['*'], trustProxy: 0 } });
const server = await listen(app, { host: '127.0.0.1', port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await openLongSong(browser);
  const rows = [await measureKeys(page), await measurePaste(page)];
  report({ part: 'typing', data: { lines: LINES, keys: KEYS, pasted: PASTED_CHARACTERS }, rows });
} finally {
  await browser.close();
  await server.stop();
  await store.close();
}
