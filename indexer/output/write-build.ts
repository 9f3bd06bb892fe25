import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEUTRAL_EMOTION, type SourceNotice } from '../../src/lexicon/entry.ts';
import type { EntryLine, Manifest, RelationLine } from '../../src/lexicon/formats.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokens.ts';
import { writeImage } from '../../src/stores/memory/image-file.ts';
import { packer } from '../../src/stores/memory/pack.ts';
import type { Composition } from '../compose/compose.ts';
import type { Source } from '../compose/tally.ts';
import * as cedict from '../sources/cc-cedict.ts';
import * as handWritten from '../sources/hand-written.ts';
import * as jieba from '../sources/jieba.ts';
import type { Notice } from '../sources/notice.ts';
import * as opencc from '../sources/opencc.ts';
import * as relationModel from '../sources/relation-model.ts';
import { afinnNotice, vaderNotice } from '../sources/sentiment.ts';
import * as toJyutping from '../sources/to-jyutping.ts';
import * as wordnet from '../sources/wordnet.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { createCoverage } from './coverage.ts';
import { licenceOf, noticeText } from './notice-text.ts';
import { writeLines } from './write-lines.ts';

export interface WriteInput {
  readonly composition: Composition;
  readonly tables: HandWritten;
  readonly checksum: string;
  readonly generation: string;
  /** What the operators' own files say of their sources. */
  readonly ownNotices: readonly Notice[];
  /** Their lines that were left out. */
  readonly rejected: Manifest['rejected'];
}

/** Writes all files of a build into `dir` and answers its manifest. */
export async function writeBuild(dir: string, input: WriteInput): Promise<Manifest> {
  const { composition, tables, checksum, generation, ownNotices, rejected } = input;
  const coverage = createCoverage(composition.evidence);
  const pack = packer();
  const [entries, relations] = await Promise.all([
    writeLines(join(dir, 'entries.jsonl.gz'), observed(composition.entries(), [coverage.entry, pack.entry])),
    writeLines(join(dir, 'relations.jsonl.gz'), observed(composition.relations(), [coverage.relation, pack.relation])),
  ]);
  const counts = { entries: entries.lines, relations: relations.lines };
  const sources = sourceNotices(composition, ownNotices);
  const manifest: Manifest = {
    format: 1,
    generation,
    inputs_sha256: checksum,
    tokens_version: TOKENS_VERSION,
    licence: licenceOf(ownNotices),
    counts,
    coverage: { ...coverage.result(), ...composition.own },
    files: [entries, relations],
    sources,
    vocabulary: {
      emotions: [NEUTRAL_EMOTION, ...tables.emotions.map(({ value }) => value.emotion)],
      themes: tables.themes.map(({ value }) => value.theme),
      categories: tables.categories.map(({ value }) => value),
    },
    rejected: [...rejected],
  };
  writeFileSync(join(dir, 'NOTICE'), noticeText(sources, licenceOf(ownNotices)));
  // What the embedded store starts from: it could make it of the lines, but each line is at hand here.
  await writeImage(dir, manifest, pack.finish());
  writeFileSync(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

function* observed<T extends EntryLine | RelationLine>(
  lines: Iterable<T>,
  seers: readonly ((line: T) => void)[],
): Generator<T> {
  for (const line of lines) {
    for (const see of seers) see(line);
    yield line;
  }
}

function sourceNotices({ tally }: Composition, ownNotices: readonly Notice[]): SourceNotice[] {
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
  ];
  for (const notice of ownNotices) notices.push(['operator', notice]);
  return notices.map(([source, notice]) => ({ ...notice, ...tally[source] }));
}
