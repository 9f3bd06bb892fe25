import { LRUCache } from 'lru-cache';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import {
  entryDocument,
  type IndexDocument,
  isReadable,
  relationDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import type { BuildFiles } from '../../src/stores/memory/built-file.ts';
import { type Lines, linesOf } from '../../src/stores/memory/jsonl.ts';
import { LoadError } from './load-error.ts';

/** Targets of relations come again and again. */
const TARGETS_KEPT = 20_000;

/** The documents of a build, made as they are asked for. */
export interface BuildDocuments {
  readonly entries: number;
  readonly relations: number;
  entryDocuments(): Iterable<IndexDocument>;
  relationDocuments(): Iterable<IndexDocument>;
}

function* each<T>(lines: Lines, make: (line: T) => IndexDocument): Generator<IndexDocument> {
  for (let at = 0; at < lines.count; at++) yield make(lines.parse<T>(at));
}

export function buildDocuments({ entries, relations }: BuildFiles): BuildDocuments {
  const [entryLines, relationLines] = [linesOf(entries), linesOf(relations)];
  const targets = new LRUCache<string, EntryLine>({ max: TARGETS_KEPT });
  let places: Map<string, number> | undefined;
  const placeOf = (word: string, of: RelationLine): number => {
    places ??= new Map(Array.from({ length: entryLines.count }, (_, at) => [entryLines.parse<EntryLine>(at).char, at]));
    const place = places.get(word);
    if (place === undefined)
      throw new LoadError(
        `Relation ${of.word} – ${of.related}: "${word}" is no entry of this build. Build the lexicon again.`,
      );
    return place;
  };
  const target = (line: RelationLine): EntryLine => {
    let found = targets.get(line.related);
    if (!found) targets.set(line.related, (found = entryLines.parse<EntryLine>(placeOf(line.related, line))));
    return found;
  };
  return {
    entries: entryLines.count,
    relations: relationLines.count,
    entryDocuments: () =>
      each<EntryLine>(entryLines, (line) => {
        if (!isReadable(line)) throw new LoadError(`Entry "${line.char}" has a reading that is not valid jyutping.`);
        return entryDocument(line);
      }),
    relationDocuments: () =>
      each<RelationLine>(relationLines, (line) => relationDocument(line, placeOf(line.word, line), target(line))),
  };
}
