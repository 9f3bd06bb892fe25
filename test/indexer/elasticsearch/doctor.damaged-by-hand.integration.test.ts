import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { rollback } from '../../../indexer/elasticsearch/generations.ts';
import { copyLive, loadBuild, smallBuild, taggedBuild, targetForTests } from '../../stores/elasticsearch/support.ts';
import { writeBuildFiles } from '../../support/builds.ts';
import { runCommand } from '../../support/command.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { folderForTests } from '../../support/for-tests.ts';
import { DAMAGES, damageAndMend } from './damaged-by-hand.ts';

await describeOnElasticsearch('a live generation that somebody has damaged', (url) => {
  const [whole, target] = [targetForTests(url), targetForTests(url)];
  const build = writeBuildFiles(folderForTests(), smallBuild('g2'));
  beforeAll(async () => {
    for (const name of ['g1', 'g2']) await loadBuild(whole, smallBuild(name));
  });
  afterEach(target.clear);

  it.each(DAMAGES)('is found and mended by what doctor recommends: $name', async (damage) => {
    await copyLive(whole, target, ...(damage.hasEarlier ? ['g1', 'g2'] : ['g2']));
    const { found, commands, left, live } = await damageAndMend(url, target, build, damage);
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringMatching(damage.finding));
    expect([left, commands.length]).toEqual([[], expect.any(Number)]);
    expect(commands.length).toBeGreaterThan(0);
    if (damage.mendedBy === 'a new load') expect(commands.at(-1)).toContain('load --force');
    else expect(live[1] === live[0]).toBe(damage.mendedBy === 'the same generation');
  });

  it('is not touched by rollback and load while a foreign index holds an alias', async () => {
    const { client, prefix } = target;
    await copyLive(whole, target, 'g1', 'g2');
    await client.indices.create({ index: `${prefix}-foreign`, aliases: { [`${prefix}-relations`]: {} } });
    for (const change of [rollback(target), loadBuild(target, taggedBuild('g3'))])
      await expect(change).rejects.toThrow(
        `Nothing was changed: the alias ${prefix}-relations names ${prefix}-foreign`,
      );
    expect(Object.keys(await client.indices.get({ index: `${prefix}-entries-g3`, ignore_unavailable: true }))).toEqual(
      [],
    );
    const doctor = await runCommand(['doctor', '--prefix', prefix], { ELASTICSEARCH_URL: url });
    expect(doctor).toMatchObject({ code: 2, out: expect.stringMatching(/^bad .*-foreign.*\n +If nobody needs/m) });
  });

  it('is not replaced by rollback with a generation of another format', async () => {
    const { client, prefix } = target;
    await copyLive(whole, target, 'g1', 'g2');
    const index = `${prefix}-entries-g1`;
    const { mappings } = (await client.indices.getMapping({ index }))[index]!;
    await client.indices.putMapping({ index, _meta: { ...mappings._meta, index_format: 6 } });
    // Up to that format tables had no index of their own.
    await client.indices.delete({ index: `${prefix}-tables-g1` });
    await expect(rollback(target, 'g1')).rejects.toThrow('g1 cannot be served by this program: it has index format 6');
    await expect(rollback(target)).rejects.toThrow('no earlier generation to go back to that this program can read');
  });

  it('tells of a loader that was killed', async () => {
    const { client, prefix } = target;
    await copyLive(whole, target, 'g1');
    const lock = { command: 'load', host: 'here', pid: 4, machine: 'other', taken_at: '2026-01-01', owner: 'x' };
    const put = (expires_at: number) =>
      client.index({ index: `${prefix}-lock`, id: 'writer', document: { ...lock, expires_at }, refresh: true });
    const status = async () => (await runCommand(['status', '--prefix', prefix], { ELASTICSEARCH_URL: url })).out;
    await put(Date.now() + 60_000);
    expect(await status()).toContain('since 2026-01-01 is running');
    await put(Date.now() - 1);
    expect(await status()).toContain('since 2026-01-01 was ended before its end: run the command again');
  });
});
