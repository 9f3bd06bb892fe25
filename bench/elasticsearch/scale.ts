import { parseArgs } from 'node:util';
import { listGenerations } from '../../indexer/elasticsearch/cluster-target.ts';
import { readBuild } from '../../src/generation/build-files.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { openElasticsearchStore } from '../../src/stores/elasticsearch/open.ts';
import { currentBuild } from '../../test/support/builds.ts';
import { multipliedLexicon } from '../lexicon/multiplied.ts';
import { type Row, report } from '../report.ts';
import { indexSize } from './index-sizes.ts';
import { loadMultiplied } from './scale-loading.ts';
import { measureWarm } from './scale-measure.ts';
import { startScaleNode } from './scale-node.ts';
import { measureReplica } from './scale-replica.ts';

/**
 * A lexicon many times as large on one Elasticsearch node: loading, sizes, times of questions of each kind through the store, memory
 * of node and service. Linux only.
 *
 *   node bench/elasticsearch/scale.ts [--copies=9] [--related-copies=9] [--shards=1] [--heap=2g] [--runs=200] [--seconds=20]
 *                                     [--directory=DIR]
 *
 * `--directory`: the node's data, which stay there; what has been loaded into it is measured again.
 */
const { values: options } = parseArgs({
  options: {
    copies: { type: 'string', default: '9' },
    'related-copies': { type: 'string', default: '9' },
    shards: { type: 'string', default: '1' },
    heap: { type: 'string', default: '2g' },
    runs: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    directory: { type: 'string' },
  },
});

const build = await readBuild(await currentBuild());
const lexicon = multipliedLexicon(build, {
  copies: Number(options.copies),
  relatedCopies: Number(options['related-copies']),
});
const shards = Number(options.shards);
const rows: Row[] = [];
const addRow = (name: string, value: number, unit: string) =>
  rows.push({ name, n: 1, p50: value, p95: value, p99: value, unit });

const node = await startScaleNode(options.heap, options.directory);

async function load(): Promise<GenerationMeta> {
  const before = process.cpuUsage();
  const { meta, times } = await loadMultiplied(node.target, build, lexicon, shards);
  const { user, system } = process.cpuUsage(before);
  const loader = user + system;
  addRow('sending entries', times.entries, 's');
  addRow('entries sent', lexicon.entries / times.entries, '1/s');
  addRow('sending relations', times.relations, 's');
  addRow('relations sent', lexicon.relations / times.relations, '1/s');
  addRow('merging', times.merging, 's');
  addRow('loading, processor time of the node', node.processorSeconds(), 's');
  addRow('loading, processor time of the loader', loader / 1e6, 's');
  addRow('live heap after loading', node.liveHeap(), 'MB');
  console.log(rows);
  return meta;
}

async function measure(): Promise<void> {
  const store = await openElasticsearchStore({ node: node.url, cacheBytes: 0, watchdogEnabled: false });
  const limits = {
    runs: Number(options.runs),
    seconds: Number(options.seconds),
    processorSeconds: () => node.processorSeconds(),
  };
  for (const clients of [1, 8]) rows.push(...(await measureWarm(store, lexicon, clients, limits)));
  await store.close();
  addRow('live heap after questions', node.liveHeap(), 'MB');
  const { anonymous, mappedFiles } = node.residentMegabytes();
  addRow('node, memory of its own', anonymous, 'MB');
  addRow('node, files in memory', mappedFiles, 'MB');

  rows.push(...(await measureReplica(node.url, lexicon, limits.seconds)));
}

try {
  const loaded = (await listGenerations(node.target)).find(({ live }) => live)?.meta;
  const meta = loaded ?? (await load());
  for (const [kind, index] of Object.entries(indexNames(meta.generation))) {
    const { megabytes, segments, mergeSeconds, fields } = await indexSize(node.target, index);
    addRow(`index of ${kind}`, megabytes, 'MB');
    addRow(`index of ${kind}, segments`, segments, '');
    addRow(`index of ${kind}, merges`, mergeSeconds, 's');
    for (const [field, size] of fields) addRow(`index of ${kind}, ${field}`, size, 'MB');
  }

  await measure();
} finally {
  report({
    part: `elasticsearch-scale-${lexicon.entries}`,
    data: {
      words: lexicon.entries,
      relations: lexicon.relations,
      shards,
      heap: options.heap,
    },
    rows,
  });
  await node.remove();
}
