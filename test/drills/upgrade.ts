import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalNode, startNode } from '../servers/elasticsearch/node.ts';
import { type Outcome, runCommand } from '../support/command.ts';
import { excerptBuild } from './engine.ts';
import { startLoad, statusText } from './load.ts';
import type { Drill, Reporter } from './report.ts';
import { isWhole, type RunningService, startService, waitUntil, writeUnlimitedPlans } from './service.ts';

/** Folder of the former release with its modules installed: a checkout of its tag, after `npm ci`. */
const FORMER_RELEASE = process.env.FORMER_RELEASE ?? '';

const succeeded = ({ code, err }: Outcome) => (code === 0 ? '' : err.slice(-300));

interface Upgrade {
  readonly reporter: Reporter;
  readonly node: LocalNode;
  readonly directory: string;
}

/** A replica of the former release, or of this one. */
async function startReplica({ node, directory }: Upgrade, root?: string): Promise<RunningService> {
  const dataDir = mkdtempSync(join(directory, 'replica-'));
  writeUnlimitedPlans(dataDir, root);
  return startService({ dataDir, environment: { ELASTICSEARCH_URL: node.url }, ...(root ? { root } : {}) });
}

async function upgrade(context: Upgrade): Promise<void> {
  const { reporter, node, directory } = context;
  const environment = { ELASTICSEARCH_URL: node.url };
  const former = join(FORMER_RELEASE, 'indexer/cli.ts');
  reporter.step('the former release builds and loads its lexicon');
  const data = { DATA_DIR: join(FORMER_RELEASE, '.data') };
  for (const args of [['build'], ['load']]) {
    const failure = succeeded(await runCommand(args, { ...environment, ...data }, former));
    if (failure) throw new Error(`the former release: ${failure}`);
  }
  const build = await excerptBuild(directory, 'gnew');
  const replicas = [await startReplica(context, FORMER_RELEASE), await startReplica(context, FORMER_RELEASE)];
  const urls = replicas.map(({ url }) => url);
  const load = startLoad({ urls, clients: 4, pauseMs: 20 });
  try {
    await sleep(3000);
    reporter.step('this release loads beside it');
    const failure = succeeded(await runCommand(['load', '--build', build], environment));
    reporter.expect('this release loads while the former one serves', failure === '', failure || 'loaded');
    const detailsOf = () => Promise.all(replicas.map(async ({ url }) => (await fetch(`${url}/readyz`)).text()));
    const isTold = async () => (await detailsOf()).every((detail) => detail.includes('degraded'));
    reporter.expect(
      'replicas of the former release say within 30 s that they cannot read the new generation',
      await waitUntil(isTold, 30_000),
      (await detailsOf())[0]!,
    );
    for (const index of replicas.keys()) {
      reporter.step(`replica ${index + 1} is replaced`);
      const next = await startReplica(context);
      urls[index] = next.url;
      await sleep(1000);
      await replicas[index]!.terminate('SIGTERM');
      replicas[index] = next;
    }
    await sleep(3000);
    const isNew = (await Promise.all(replicas.map(({ url }) => isWhole(url)))).every(Boolean);
    reporter.expect('both new replicas are ready', isNew, isNew ? 'ready' : 'not ready');
    const refused = await runCommand(['rollback'], environment);
    reporter.expect(
      'rollback of this release refuses the generation of the former',
      refused.code !== 0 && /can read|format/.test(refused.err),
      refused.err.trim(),
    );
    const samples = await load.stop();
    reporter.expect(
      'no request fails from the first load to the last replica',
      samples.every(({ status }) => status === 200),
      statusText(samples),
    );
    reporter.step('the way back');
    const back = await runCommand(['rollback'], environment, former);
    const old = await startReplica(context, FORMER_RELEASE);
    const isBack = await waitUntil(() => isWhole(old.url), 30_000);
    await old.stop();
    reporter.expect(
      'the former release, on its replicas and by its rollback, serves again',
      back.code === 0 && isBack,
      succeeded(back) || (isBack ? 'ready' : 'not ready'),
    );
  } finally {
    await load.stop();
    for (const replica of replicas) await replica.stop();
  }
}

export const upgraded: Drill = {
  name: 'upgrade',
  description: 'the release in the folder FORMER_RELEASE is replaced by this one on a live engine, and comes back',
  async run(reporter) {
    if (!FORMER_RELEASE || !existsSync(join(FORMER_RELEASE, 'node_modules')))
      throw new Error('Set FORMER_RELEASE to a checkout of the former release, in which "npm ci" has run.');
    const directory = mkdtempSync(join(tmpdir(), 'drill-upgrade-'));
    const node = await startNode();
    try {
      await upgrade({ reporter, node, directory });
    } finally {
      await node.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
