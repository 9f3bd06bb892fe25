import type { EntryLine } from '../../../lexicon/formats.ts';
import type { PackedWords } from '../../../lexicon/packed-words.ts';
import { createWordPacker, type WordBounds } from '../../../lexicon/word-packer.ts';
import { indexJsonLines } from './json-lines.ts';

/** The words for annotation from the decompressed entries of a build. */
export function packWords(entries: Buffer, bounds?: WordBounds): PackedWords {
  const packer = createWordPacker(bounds);
  const lines = indexJsonLines(entries);
  for (let line = 0; line < lines.count; line++) packer.add(lines.parse<EntryLine>(line));
  return packer.finish();
}
