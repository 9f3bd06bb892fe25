import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { rollback } from '../../../indexer/elasticsearch/swap.ts';
import { DAMAGES, damageAndMend } from '../../drills/faults/damaged-by-hand.ts';
import { loadBuild, removeAll, smallBuild, taggedBuild, targetOn } from '../../stores/elasticsearch/support.ts';
import { writeBuildFiles } from '../../support/builds.ts';
import { runCommand } from '../../support/command.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';

await describeOnElasticsearch('a live generation that somebody has damaged', (url) => {
  const target = targetOn(url);
  const { prefix, client } = target;
  const folder = mkdtempSync(join(tmpdir(), 'damaged-'));
  const builds = [
    writeBuildFiles(join(folder, 'g1'), smallBuild('g1')),
    writeBuildFiles(join(folder, 'g2'), smallBuild('g2')),
  ] as const;
  afterAll(async () => {
    await removeAll(target);
    await client.close();
    rmSync(folder, { recursive: true });
  }, 60_000);

  it.each(DAMAGES)(
    'is found and mended by what doctor recommends: $name',
    async (damage) => {
      const { diagnosis, commands, last } = await damageAndMend({ url, prefix, builds }, damage);
      expect([diagnosis.code, diagnosis.out]).toEqual([2, expect.stringMatching(damage.finding)]);
      expect([last.code, last.out, commands.length]).toEqual([0, expect.stringContaining('good'), expect.any(Number)]);
      expect(commands.length).toBeGreaterThan(0);
    },
    240_000,
  );

  it('is not touched by rollback and load while a foreign index holds an alias', async () => {
    await removeAll(target);
    for (const name of ['g1', 'g2']) await loadBuild(target, taggedBuild(name), { smokeWords: 0 });
    await client.indices.create({ index: `${prefix}-foreign`, aliases: { [`${prefix}-relations`]: {} } });
    for (const change of [rollback(target), loadBuild(target, taggedBuild('g3'))])
      await expect(change).rejects.toThrow(
        `Nothing was changed: the alias ${prefix}-relations names ${prefix}-foreign`,
      );
    expect(Object.keys(await client.indices.get({ index: `${prefix}-entries-g3`, ignore_unavailable: true }))).toEqual(
      [],
    );
  }, 120_000);

  it('tells of a loader that was killed', async () => {
    const lock = { command: 'load', host: 'here', pid: 4, machine: 'other', taken_at: '2026-01-01', owner: 'x' };
    const put = (expires_at: number) =>
      client.index({ index: `${prefix}-lock`, id: 'writer', document: { ...lock, expires_at }, refresh: true });
    const status = async () => (await runCommand(['status', '--prefix', prefix], { ELASTICSEARCH_URL: url })).out;
    await put(Date.now() + 60_000);
    expect(await status()).toContain('since 2026-01-01 is running');
    await put(Date.now() - 1);
    expect(await status()).toContain('since 2026-01-01 was ended before its end: run the command again');
  }, 60_000);
});
