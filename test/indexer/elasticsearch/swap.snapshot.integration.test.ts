import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { listGenerations, rollback } from '../../../indexer/elasticsearch/generations.ts';
import { compareWithBuild, verifyContents } from '../../../indexer/elasticsearch/verify.ts';
import { startNode } from '../../servers/elasticsearch/node.ts';
import { loadBuild, removeAll, smallBuild, taggedBuild, targetOn } from '../../stores/elasticsearch/support.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../../docs/operations/elasticsearch.md', import.meta.url)), 'utf8');

/** The requests that the operations page tells: to register a repository, to take a snapshot, to restore it. */
const requests = [...PAGE.matchAll(/```http\n(PUT|POST) (\S+)\n([\s\S]*?)```/g)].map(([, method, path, body]) => ({
  method: method!,
  path: path!,
  body: body!,
}));

// The shared server has no folder for snapshots; it only says that a server can be started here.
await describeOnElasticsearch('the snapshots of the operations page', () => {
  it('bring back what was live, as the commands see it', async () => {
    expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST']);
    const folder = mkdtempSync(join(tmpdir(), 'lexicon-snapshots-'));
    const settings = { 'discovery.type': 'single-node', 'transport.port': '0', 'path.repo': folder };
    const node = await startNode({ settings, startsQuickly: true, heap: '512m' });
    const target = targetOn(node.url, 'lexicon');
    const send = async (request: number, replace: (text: string) => string = (text) => text) => {
      const { method, path, body } = requests[request]!;
      const response = await fetch(node.url + path, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: replace(body).replace('/mnt/backups', folder),
      });
      expect([response.status, await response.json()]).toEqual([200, expect.anything()]);
    };
    const build = smallBuild();
    /** Whether the small lexicon is live and whole. */
    const verify = async () => {
      const live = (await listGenerations(target)).find((generation) => generation.live);
      expect(live?.name).toBe('gsmall');
      await verifyContents(target, live!.meta!);
      await compareWithBuild(target, live!.meta!, build, 5);
    };
    try {
      await loadBuild(target, build);
      const before = await listGenerations(target);
      await send(0);
      await send(1);

      await removeAll(target);
      expect(await listGenerations(target)).toEqual([]);
      await send(2);
      expect(await listGenerations(target)).toEqual(before);
      await verify();

      // Beside another generation that is live: restored without aliases, then made live by a rollback.
      await removeAll(target);
      await loadBuild(target, taggedBuild('gother'));
      await send(2, (body) => body.replace('"include_aliases": true', '"include_aliases": false'));
      expect((await listGenerations(target)).find(({ live }) => live)?.name).toBe('gother');
      await rollback(target, 'gsmall');
      await verify();
    } finally {
      await target.client.close();
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
