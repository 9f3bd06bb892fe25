import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { NEUTRAL_EMOTION, type SourceNotice } from '../../src/lexicon/entry.ts';
import type { Manifest } from '../../src/lexicon/formats.ts';
import { encodeWords, type PackedWords, WORD_TABLE_FILE } from '../../src/lexicon/packed-words.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import { writeImage } from '../../src/stores/memory/image/image-file.ts';
import { createPacker } from '../../src/stores/memory/image/pack.ts';
import type { Composition } from '../compose/compose.ts';
import type { Source } from '../compose/source-tally.ts';
import * as cedict from '../sources/cc-cedict.ts';
import { essayNotice, wordfreqNotice } from '../sources/frequencies.ts';
import * as handWritten from '../sources/hand-written.ts';
import * as jieba from '../sources/jieba.ts';
import * as meanings from '../sources/meanings.ts';
import type { Notice } from '../sources/notice.ts';
import * as opencc from '../sources/opencc.ts';
import * as relationModel from '../sources/relation-model.ts';
import { afinnNotice, vaderNotice } from '../sources/sentiment.ts';
import * as toJyutping from '../sources/to-jyutping.ts';
import * as wordnet from '../sources/wordnet.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { createCoverage } from './coverage.ts';
import { writeLinesFile } from './lines-file.ts';
import { writeMeaningFiles } from './meaning-files.ts';
import { licenceOf, noticeText } from './notice-text.ts';
import { type FileRecord, writeRecorded } from './recorded-file.ts';

export interface WriteInput {
  readonly composition: Composition;
  readonly tables: HandWritten;
  readonly meanings: Pick<meanings.MeaningTables, 'tokens' | 'tokensFile'>;
  readonly checksum: string;
  readonly generation: string;
  /** Attributions from the operators' own files. */
  readonly operatorNotices: readonly Notice[];
  /** Operators' lines that were skipped. */
  readonly rejected: Manifest['rejected'];
}

/** Writes all files of a build into `dir` and returns its manifest. */
export async function writeBuild(dir: string, input: WriteInput): Promise<Manifest> {
  const { composition, tables, checksum, generation, operatorNotices, rejected } = input;
  const { files, coverage } = await writeLines(dir, input);
  const [entries, relations] = files;
  const counts = { entries: entries!.lines, relations: relations!.lines };
  const sources = sourceNotices(composition, operatorNotices);
  const manifest: Manifest = {
    format: 1,
    generation,
    inputs_sha256: checksum,
    tokens_version: TOKENS_VERSION,
    licence: licenceOf(operatorNotices),
    counts,
    coverage: { ...coverage, ...composition.operatorCounts },
    files,
    sources,
    vocabulary: {
      emotions: [NEUTRAL_EMOTION, ...tables.emotions.map(({ value }) => value.emotion)],
      themes: tables.themes.map(({ value }) => value.theme),
      categories: tables.categories.map(({ value }) => value),
    },
    rejected: [...rejected],
  };
  writeFileSync(join(dir, 'NOTICE'), noticeText(sources, licenceOf(operatorNotices)));
  writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

interface WrittenLines {
  readonly files: Manifest['files'];
  readonly coverage: Record<string, number>;
}

/** Writes the lines, and from the same pass the image that the embedded store opens. */
async function writeLines(dir: string, { composition, generation, meanings }: WriteInput): Promise<WrittenLines> {
  const coverage = createCoverage();
  const packer = createPacker();
  const wordPacker = createWordPacker();
  const entries = await writeLinesFile(join(dir, 'entries.jsonl.gz'), composition.entries(), (line) => {
    coverage.entry(line);
    packer.entry(line);
    wordPacker.add(line);
  });
  const relations = await writeLinesFile(join(dir, 'relations.jsonl.gz'), composition.relations(), (line) => {
    coverage.relation(line);
    packer.relation(line);
  });
  const rows = composition.meanings();
  packer.meanings(new Uint8Array(rows.buffer));
  packer.meaningTokens(meanings.tokens);
  const files = [
    ...[entries, relations, ...writeMeaningFiles(dir, rows, meanings)],
    writeWordTable(dir, wordPacker.finish()),
  ];
  await writeImage(dir, { generation, files }, packer.finish());
  return { files, coverage: coverage.result(composition.evidenceCounts) };
}

function writeWordTable(dir: string, words: PackedWords): FileRecord {
  return writeRecorded(dir, WORD_TABLE_FILE, gzipSync(encodeWords(words)), words.counts[0]!);
}

function sourceNotices({ tally }: Composition, operatorNotices: readonly Notice[]): SourceNotice[] {
  const notices: [Source, Notice][] = [
    ['hand', handWritten.notice()],
    ['cedict', cedict.notice()],
    ['trie', toJyutping.notice()],
    ['jieba', jieba.notice()],
    ['wordnet', wordnet.notice()],
    ['opencc', opencc.notice()],
    ['sentiment', afinnNotice()],
    ['sentiment', vaderNotice()],
    ['model', relationModel.notice()],
    ['meanings', meanings.notice()],
    ['essay', essayNotice()],
    ['wordfreq', wordfreqNotice()],
  ];
  for (const notice of operatorNotices) notices.push(['operator', notice]);
  return notices.map(([source, notice]) => ({ ...notice, ...tally[source] }));
}
