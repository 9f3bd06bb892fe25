import type { EntryLine, RelationLine } from '../lexicon/formats.ts';
import { parseMeaningTable } from '../lexicon/meaning.ts';
import type { PackedWords } from '../lexicon/packed-words.ts';
import { createWordPacker } from '../lexicon/word-packer.ts';
import type { BuildFiles } from './build-files.ts';
import { indexJsonLines } from './json-lines.ts';
import { createPacker } from './pack.ts';
import type { PackedLexicon } from './packed-lexicon.ts';

/** The decompressed files of meaning. */
export type MeaningFiles = Pick<BuildFiles, 'meanings' | 'meaningTokens'>;

/** Packs the decompressed bytes of the built files. */
export function packLines(entries: Buffer, relations: Buffer, meanings?: MeaningFiles): PackedLexicon {
  const lexiconPacker = createPacker();
  const [entryLines, relationLines] = [indexJsonLines(entries), indexJsonLines(relations)];
  for (let line = 0; line < entryLines.count; line++) lexiconPacker.entry(entryLines.parse<EntryLine>(line));
  for (let line = 0; line < relationLines.count; line++)
    lexiconPacker.relation(relationLines.parse<RelationLine>(line));
  if (!meanings) return lexiconPacker.finish();
  const { buffer, byteOffset, byteLength } = meanings.meanings;
  const rows = new Int8Array(buffer, byteOffset, byteLength);
  return lexiconPacker.finish({ rows, tokens: parseMeaningTable(meanings.meaningTokens) });
}

/** The words for annotation from the decompressed entries of a build. */
export function packWords(entries: Buffer): PackedWords {
  const packer = createWordPacker();
  const lines = indexJsonLines(entries);
  for (let line = 0; line < lines.count; line++) packer.add(lines.parse<EntryLine>(line));
  return packer.finish();
}
