import { AFTER_ALL_WORDS, cardinalityCounter, type IndexDocument } from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { type ListSizes, listSizeCounter, MAX_LIST_SIZE } from '../../src/stores/elasticsearch/list-sizes.ts';
import type { BuildDocuments, KeyOf } from './build-documents.ts';
import { type BulkLimits, bulkWriter } from './bulk.ts';
import type { ClusterTarget } from './cluster-target.ts';
import type { ChangePlan } from './delta.ts';
import { type LiveRelation, liveRelations } from './live-documents.ts';
import { LoadError } from './load-error.ts';

/** The difference between two generations, in documents. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Some of the added or changed words, as examples. */
  readonly examples: readonly string[];
}

export interface WriteOptions {
  readonly limits?: BulkLimits;
  readonly onWritten?: (documents: number) => void;
}

export interface WriteResult {
  readonly sums: Pick<GenerationMeta, 'checksums' | 'cardinalities' | 'list_sizes'>;
  readonly sent: number;
  readonly changes?: Changes;
}

const MAX_EXAMPLES = 10;

/** Sends all documents, or with a plan those that differ from the live generation's, and deletes those that no longer exist. */
export async function writeDocuments(
  target: ClusterTarget,
  { generation }: GenerationMeta,
  documents: BuildDocuments,
  { keyOf, plan, options, lost }: { keyOf: KeyOf; plan?: ChangePlan; options: WriteOptions; lost: AbortSignal },
): Promise<WriteResult> {
  const indices = indexNames(generation, target.prefix);
  const bulk = bulkWriter(target.client, { signal: lost, ...options });
  const cardinalities = cardinalityCounter();
  const listSizes = listSizeCounter();
  const checksums = { entries: 0, relations: 0 };
  const changes = { added: 0, changed: 0, removed: 0, unchanged: 0, examples: [] as string[] };
  let sent = 0;
  const write = async (kind: 'entries' | 'relations', document: IndexDocument, previousFingerprint?: number) => {
    checksums[kind] += document.checksum;
    if (previousFingerprint === document.fingerprint) {
      changes.unchanged++;
      options.onWritten?.(1);
      return;
    }
    changes[previousFingerprint === undefined ? 'added' : 'changed']++;
    if (changes.examples.length < MAX_EXAMPLES && kind === 'entries') changes.examples.push(document.id);
    sent++;
    await bulk.index(indices[kind], document);
  };
  let rank = 0;
  for (const document of documents.entryDocuments(keyOf)) {
    cardinalities.add(document.body);
    listSizes.addEntry(document.body);
    const fingerprint = plan?.fingerprints[rank++] ?? Number.NaN;
    await write('entries', document, Number.isNaN(fingerprint) ? undefined : fingerprint);
  }
  const relations = measured(documents.relationDocuments(keyOf), listSizes);
  if (!plan) for (const [, document] of relations) await write('relations', document);
  else {
    for (const word of plan.removedWords) await bulk.remove(indices.entries, word);
    const pairs = pairRelations(relations, liveRelations(target, plan.live));
    let pair = await pairs.next();
    for (; !pair.done; pair = await pairs.next()) await write('relations', pair.value.document, pair.value.fingerprint);
    const { moved, removed } = pair.value;
    for (const id of removed) await bulk.remove(indices.relations, id);
    changes.added -= moved;
    changes.changed += moved;
    changes.removed = plan.removedWords.length + removed.size;
  }
  await bulk.finish();
  const sums = { checksums, cardinalities: cardinalities.result(), list_sizes: checkedSizes(listSizes.result()) };
  return { sums, sent, ...(plan ? { changes } : {}) };
}

/** Measures relations on their way; tokens and parts of the word table are behind all words. */
function* measured(
  documents: ReturnType<BuildDocuments['relationDocuments']>,
  listSizes: ReturnType<typeof listSizeCounter>,
): ReturnType<BuildDocuments['relationDocuments']> {
  for (const pair of documents) {
    if (pair[0] < AFTER_ALL_WORDS) listSizes.addRelation(pair[1].body);
    yield pair;
  }
}

/** Throws where a list is longer than a search can return. */
function checkedSizes(sizes: ListSizes): ListSizes {
  for (const [list, size] of Object.entries(sizes))
    if (size > MAX_LIST_SIZE)
      throw new LoadError(
        `A list of ${list} has ${size} words, more than the ${MAX_LIST_SIZE} that Elasticsearch returns of a search.`,
      );
  return sizes;
}

interface Pair {
  readonly document: IndexDocument;
  /** Of the document with the same id and word key in the live generation. */
  readonly fingerprint: number | undefined;
}

interface Unpaired {
  /** How many documents without a fingerprint are in the live generation with another word key. */
  readonly moved: number;
  /** The ids of live documents that the build does not have. */
  readonly removed: ReadonlySet<string>;
}

/**
 * Walks through the relations of a build and of the live generation together, both in the order of their words' keys, so that
 * only the documents of one word and those that differ are held.
 */
export async function* pairRelations(
  documents: Iterable<readonly [wordKey: number, document: IndexDocument]>,
  live: AsyncIterable<LiveRelation>,
): AsyncGenerator<Pair, Unpaired> {
  const unmatched = { live: new Set<string>(), build: new Set<string>() };
  const iterator = live[Symbol.asyncIterator]();
  let next = await iterator.next();
  let ofWord = new Map<string, number>();
  let currentKey = 0;
  const moveTo = async (key: number) => {
    for (const id of ofWord.keys()) unmatched.live.add(id);
    ofWord = new Map();
    currentKey = key;
    for (; !next.done && next.value.wordKey <= key; next = await iterator.next()) {
      const { id, wordKey, fingerprint } = next.value;
      if (wordKey === key) ofWord.set(id, fingerprint);
      else unmatched.live.add(id);
    }
  };
  for (const [key, document] of documents) {
    if (key < currentKey)
      throw new LoadError('The relations of this build are not in the order of its words. Build the lexicon again.');
    if (key > currentKey) await moveTo(key);
    const fingerprint = ofWord.get(document.id);
    if (fingerprint === undefined) unmatched.build.add(document.id);
    else ofWord.delete(document.id);
    yield { document, fingerprint };
  }
  await moveTo(Number.POSITIVE_INFINITY);
  const removed = unmatched.live.difference(unmatched.build);
  return { moved: unmatched.live.size - removed.size, removed };
}
