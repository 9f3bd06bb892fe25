import { LRUCache } from 'lru-cache';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import {
  entryDocument,
  hasValidReadings,
  type IndexDocument,
  relationDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import { indexJsonLines, type JsonLines } from '../../src/stores/memory/image/json-lines.ts';
import { LoadError } from './load-error.ts';

/** Cached, because many relations have the same target. */
const MAX_CACHED_TARGETS = 20_000;

/** The documents of a build, generated on demand. */
export interface BuildDocuments {
  readonly entries: number;
  readonly relations: number;
  entryDocuments(): Iterable<IndexDocument>;
  relationDocuments(): Iterable<IndexDocument>;
}

function* mapLines<T>(lines: JsonLines, make: (line: T) => IndexDocument): Generator<IndexDocument> {
  for (let index = 0; index < lines.count; index++) yield make(lines.parse<T>(index));
}

export function buildDocuments({ entries, relations }: BuildFiles): BuildDocuments {
  const [entryLines, relationLines] = [indexJsonLines(entries), indexJsonLines(relations)];
  const targets = new LRUCache<string, EntryLine>({ max: MAX_CACHED_TARGETS });
  let rankByWord: Map<string, number> | undefined;
  const rankOf = (word: string, relation: RelationLine): number => {
    rankByWord ??= new Map(
      Array.from({ length: entryLines.count }, (_, index) => [entryLines.parse<EntryLine>(index).char, index]),
    );
    const rank = rankByWord.get(word);
    if (rank === undefined)
      throw new LoadError(
        `Relation ${relation.word} – ${relation.related}: "${word}" is no entry of this build. Build the lexicon again.`,
      );
    return rank;
  };
  const targetOf = (line: RelationLine): EntryLine => {
    let found = targets.get(line.related);
    if (!found) targets.set(line.related, (found = entryLines.parse<EntryLine>(rankOf(line.related, line))));
    return found;
  };
  return {
    entries: entryLines.count,
    relations: relationLines.count,
    entryDocuments: () =>
      mapLines<EntryLine>(entryLines, (line) => {
        if (!hasValidReadings(line))
          throw new LoadError(`Entry "${line.char}" has a reading that is not valid jyutping.`);
        return entryDocument(line);
      }),
    relationDocuments: () =>
      mapLines<RelationLine>(relationLines, (line) => relationDocument(line, rankOf(line.word, line), targetOf(line))),
  };
}
