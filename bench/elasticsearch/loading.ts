import { buildDocuments } from '../../indexer/elasticsearch/build-documents.ts';
import { bulkWriter } from '../../indexer/elasticsearch/bulk.ts';
import type { ClusterTarget } from '../../indexer/elasticsearch/cluster-target.ts';
import { createIndices } from '../../indexer/elasticsearch/new-indices.ts';
import type { IndexDocument } from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { keyOfPlace } from '../../src/stores/elasticsearch/rank-keys.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import type { Row } from '../report.ts';

function excerptOf(build: BuildFiles, { keys }: GenerationMeta, count: number): IndexDocument[] {
  const documents: IndexDocument[] = [];
  for (const document of buildDocuments(build).entryDocuments((_order, rank) => keyOfPlace(keys.layout, rank))) {
    documents.push(document);
    if (documents.length === count) break;
  }
  return documents;
}

/** Documents a second that our loader and the client's bulk helper send, the same documents to the same kind of index, in turn. */
export async function compareLoading(
  target: ClusterTarget,
  build: BuildFiles,
  meta: GenerationMeta,
  { count, rounds }: { readonly count: number; readonly rounds: number },
): Promise<Row[]> {
  const documents = excerptOf(build, meta, count);
  const rates: Record<'loader' | 'helper', number[]> = { loader: [], helper: [] };
  const senders = {
    loader: async (index: string) => {
      const bulk = bulkWriter(target.client);
      for (const document of documents) await bulk.index(index, document);
      await bulk.finish();
    },
    helper: async (index: string) => {
      await target.client.helpers.bulk({
        datasource: documents,
        onDocument: ({ id, body }: IndexDocument) => [{ index: { _index: index, _id: id } }, body] as never,
      });
    },
  };
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['loader', 'helper'] as const) {
      const generation = `g${name}${round}`;
      await createIndices(target, { ...meta, generation }, { shards: 1, replicas: 0 });
      const { entries, relations } = indexNames(generation, target.prefix);
      const started = performance.now();
      await senders[name](entries);
      const rate = documents.length / ((performance.now() - started) / 1000);
      await target.client.indices.refresh({ index: entries });
      const { count: storedCount } = await target.client.count({ index: entries });
      if (storedCount !== documents.length)
        throw new Error(`${name}: ${storedCount} of ${documents.length} documents arrived`);
      // The first round warms both up.
      if (round > 0) rates[name].push(rate);
      await target.client.indices.delete({ index: [entries, relations] });
    }
  }
  const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  const row = (name: string, list: readonly number[]): Row => {
    const minimum = Math.min(...list);
    return { name, n: list.length, p50: median(list), p95: minimum, p99: minimum, unit: 'documents/s' };
  };
  return [
    { ...row('loader', rates.loader), ratioTo: { 'bulk helper': median(rates.loader) / median(rates.helper) } },
    row('bulk helper', rates.helper),
  ];
}
