import { describe, expect, it } from '@jest/globals';
import type { LiveRelation } from '../../../indexer/elasticsearch/live-documents.ts';
import { pairRelations } from '../../../indexer/elasticsearch/write-documents.ts';
import type { IndexDocument } from '../../../src/stores/elasticsearch/documents.ts';

type Row = readonly [key: number, id: string, fingerprint: number];

async function* liveRows(rows: readonly Row[]): AsyncGenerator<LiveRelation> {
  for (const [wordKey, id, fingerprint] of rows) yield { wordKey, id, fingerprint };
}

/** What is found of a build's rows: the fingerprint of each one's pair, and the rest. */
async function pair(build: readonly Row[], live: readonly Row[]) {
  const documents = build.map(([key, id, fingerprint]): [number, IndexDocument] => [
    key,
    { id, body: {}, fingerprint, checksum: 0 },
  ]);
  const found: (readonly [string, number | undefined])[] = [];
  const pairs = pairRelations(documents, liveRows(live));
  for (;;) {
    const next = await pairs.next();
    if (next.done) return { found, moved: next.value.moved, removed: [...next.value.removed] };
    found.push([next.value.document.id, next.value.fingerprint]);
  }
}

describe('relations of a build and of the live generation', () => {
  it('are paired by id within a word, in any order', async () => {
    const live: Row[] = [
      ...([
        [8, 'a', 1],
        [8, 'b', 2],
        [16, 'c', 3],
      ] as const),
    ];
    const build: Row[] = [
      ...([
        [8, 'b', 2],
        [8, 'a', 9],
        [8, 'new', 5],
        [16, 'c', 3],
      ] as const),
    ];
    expect(await pair(build, live)).toEqual({
      found: [
        ['b', 2],
        ['a', 1],
        ['new', undefined],
        ['c', 3],
      ],
      moved: 0,
      removed: [],
    });
  });

  it('are removed where the build has them nowhere, at the beginning, between others and at the end', async () => {
    const live: Row[] = [
      ...([
        [4, 'first', 1],
        [8, 'a', 2],
        [8, 'gone', 3],
        [12, 'between', 4],
        [99, 'last', 5],
      ] as const),
    ];
    const { found, removed } = await pair([[8, 'a', 2]], live);
    expect(found).toEqual([['a', 2]]);
    expect(removed).toEqual(['first', 'gone', 'between', 'last']);
  });

  it('are not removed where their word moved, to the front or to the back', async () => {
    const live: Row[] = [
      ...([
        [8, 'to the back', 1],
        [16, 'stays', 2],
        [24, 'to the front', 3],
      ] as const),
    ];
    const build: Row[] = [
      ...([
        [4, 'to the front', 7],
        [16, 'stays', 2],
        [30, 'to the back', 8],
      ] as const),
    ];
    expect(await pair(build, live)).toEqual({
      found: [
        ['to the front', undefined],
        ['stays', 2],
        ['to the back', undefined],
      ],
      moved: 2,
      removed: [],
    });
  });

  it('must come in the order of their words', async () => {
    await expect(
      pair(
        [
          [8, 'a', 1],
          [4, 'b', 1],
        ],
        [],
      ),
    ).rejects.toThrow('not in the order of its words');
  });
});
