import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/chromium.ts';
import { useConsole } from '../support/console-fixture.ts';
import { MAX_SEARCHES, startConsoleServer } from '../support/console-server.ts';
import { lineAt, newSong, readingsOf } from '../support/desk.ts';
import { eventually, expectCount, textsOf } from '../support/page.ts';

/** 46 characters. */
const LYRICS = [
  '海邊的風吹過舊時碼頭',
  '燈光之下有人唱著離愁',
  '你話過會等我等到盡頭',
  '如今只剩我獨自地走過',
  '一直走到盡頭',
];

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: '用呢個 key' }).click();
}

const isKeyUsed = (page: Page) => page.getByText('而家用緊 key「lyrics」').waitFor();

/** Waits until the service worker answers for the page. */
async function workerRuns(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await eventually(() => page.evaluate('navigator.serviceWorker.controller !== null'), true);
}

describeInBrowser('keys, credits and the network', () => {
  const desk = useConsole(startConsoleServer);

  it('shows the usage of a limited key, keeps it for the session only, and forgets it', async () => {
    const page = await desk.open();
    const key = await desk.server().issueKey();
    await page.locator('a[href="#usage"]').click();
    await enterKey(page, key);
    await isKeyUsed(page);
    await eventually(() => page.locator('.left-today').innerText(), '50 分，一共 50 分');
    await page.locator('a[href="#desk"]').first().click();
    await page.locator('#find-input').fill('33 ');
    await page.locator('.word-row').first().waitFor();
    await page.locator('a[href="#usage"]').click();
    await page.locator('.left-today', { hasNotText: '50 分，一共' }).waitFor();
    await eventually(() => page.locator('.usage-part', { hasText: '每日' }).locator('tbody tr').count(), 1);
    const stored = await page.evaluate('[...Object.values(localStorage), document.cookie].join()');
    expect(stored).not.toContain(key);
    await page.getByRole('button', { name: '唔再用呢個 key' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('Object.values(sessionStorage).join()')).not.toContain(key);
  });

  it('shares the key between the tabs that are open', async () => {
    const page = await desk.open({ view: '#usage' });
    await enterKey(page, await desk.server().issueKey());
    await isKeyUsed(page);
    const second = await page.context().newPage();
    await second.goto(`${desk.server().url}/#usage`);
    await isKeyUsed(second);
    await second.getByRole('button', { name: '唔再用呢個 key' }).click();
    await page.getByLabel('API key').waitFor();
  });

  it('says that a key is not valid', async () => {
    const page = await desk.open({ view: '#usage', expected: /401/ });
    await enterKey(page, 'lex_wrong_key');
    await page.getByText('呢個 key 用唔到').first().waitFor();
  });

  it('says that searches are too many, keeps what was found, and suggests no more in silence', async () => {
    const page = await desk.open({ view: '#usage', expected: /429/ });
    await enterKey(page, await desk.server().issueKey());
    await isKeyUsed(page);
    await page.locator('a[href="#desk"]').first().click();
    const field = page.locator('#find-input');
    await field.fill('愛');
    await page.locator('.word-row').first().waitFor();
    const texts = [...'開心海天夢風雨'];
    expect(texts.length).toBeGreaterThan(MAX_SEARCHES);
    for (const text of texts) {
      const answered = page.waitForResponse((response) => response.url().includes('/search?'));
      await field.fill(text);
      await answered;
    }
    await page.locator('.notice', { hasText: '一時問得太密' }).waitFor();
    expect(await page.locator('.word-row').count()).toBeGreaterThan(0);
    await eventually(() => field.inputValue(), texts.at(-1));
  });

  it('takes five credits at most for 46 characters that are typed', async () => {
    expect(LYRICS.join('')).toHaveLength(46);
    const page = await desk.open();
    // The first change fetches the table of readings; what is typed before it has come is asked of the service.
    const table = page.waitForResponse((response) => response.url().endsWith('/readings.txt'));
    await newSong(page);
    await (await table).finished();
    const remaining: number[] = [];
    page.on('response', (response) => {
      const header = response.headers()['x-quota-remaining'];
      if (header !== undefined) remaining.push(Number(header));
    });
    const read = page.waitForResponse(
      (response) =>
        response.url().endsWith('/annotate') && (response.request().postData() ?? '').includes(LYRICS.at(-1)!),
    );
    await lineAt(page, 1).click();
    let typed = 0;
    for (const [i, line] of LYRICS.entries()) {
      for (const character of line) {
        await page.keyboard.insertText(character);
        await expectCount(page, '.char-reading', ++typed);
      }
      if (i < LYRICS.length - 1) await page.keyboard.press('Enter');
    }
    await (await read).finished();
    // The first call costs one credit too.
    expect(Math.max(...remaining) + 1 - Math.min(...remaining)).toBeLessThanOrEqual(5);
  });

  it('shows tones without a network, and keeps them with the song', async () => {
    const page = await desk.open({ serviceWorkers: 'allow', expected: /ERR_|Failed to/ });
    await workerRuns(page);
    const line = lineAt(page, 1);
    const loaded = page.waitForResponse((response) => response.url().endsWith('/readings.txt'));
    await line.fill('佢去銀行');
    await loaded;
    await page.locator('.jyutping', { hasText: 'hong4' }).waitFor();
    const cached = "caches.match('/readings.txt').then((response) => response !== undefined)";
    await eventually(() => page.evaluate(cached), true);
    await page.context().setOffline(true);
    await line.fill('行路去旅行');
    const readings = () => readingsOf(page, 0);
    await eventually(readings, ['haang4', 'lou6', 'heoi3', 'leoi5', 'hang4']);
    // What the service then says more is kept.
    const annotated = page.waitForResponse((response) => response.url().endsWith('/annotate'));
    await page.context().setOffline(false);
    await annotated;
    // They are kept under a key of their own, beside the song.
    const kept = `Object.entries(localStorage).some(([key, text]) => key.includes('readings') && text.includes('行路去旅行'))`;
    await eventually(() => page.evaluate(kept), true);
    const corrected = await readings();
    await page.context().setOffline(true);
    await page.reload();
    await eventually(readings, corrected);
  });

  it('opens without a network, says so, keeps what was written, and shows what was looked for before', async () => {
    // The second is what a load ends with that the service worker could not answer either.
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/;
    const page = await desk.open({ serviceWorkers: 'allow', expected });
    await workerRuns(page);
    const look = async () => {
      await page.locator('#find-input').pressSequentially('33 =愛 ');
      await page.locator('.word-row').first().waitFor();
      return textsOf(page, '.word-row .word');
    };
    const seen = await look();
    const kept =
      'caches.keys().then(async (names) => (await Promise.all(names.filter((name) => name.startsWith("answers-")).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())';
    await eventually(async () => ((await page.evaluate(kept)) as string[]).includes('/api/lexicon/search'), true);
    await lineAt(page, 1).fill('冇網都寫得');

    await page.context().setOffline(true);
    await page.locator('.notice', { hasText: '連唔到詞庫' }).waitFor();
    await page.reload();
    await page.locator('.notice', { hasText: '連唔到詞庫' }).waitFor();
    await eventually(() => lineAt(page, 1).inputValue(), '冇網都寫得');
    expect(await look()).toEqual(seen);
    // The account's numbers are never kept.
    expect(((await page.evaluate(kept)) as string[]).filter((path) => path.startsWith('/api/account'))).toEqual([]);

    await page.context().setOffline(false);
    await page.locator('.notice').waitFor({ state: 'detached' });
  });
});
