import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEUTRAL_EMOTION, type SourceNotice } from '../../src/lexicon/entry.ts';
import type { Manifest } from '../../src/lexicon/formats.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import type { Composition } from '../compose/compose.ts';
import type { Source } from '../compose/source-tally.ts';
import * as cedict from '../sources/cc-cedict.ts';
import { essayNotice, wordfreqNotice } from '../sources/frequencies.ts';
import * as handWritten from '../sources/hand-written.ts';
import * as jieba from '../sources/jieba.ts';
import type { Notice } from '../sources/notice.ts';
import * as opencc from '../sources/opencc.ts';
import * as relationModel from '../sources/relation-model.ts';
import { afinnNotice, vaderNotice } from '../sources/sentiment.ts';
import * as toJyutping from '../sources/to-jyutping.ts';
import * as wordnet from '../sources/wordnet.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { licenceOf, noticeText } from './notice-text.ts';
import { startOutput } from './output-client.ts';
import type { WriteResult } from './output-thread.ts';

export interface WriteInput {
  readonly composition: Composition;
  readonly tables: HandWritten;
  readonly checksum: string;
  readonly generation: string;
  /** What the operators' own files say of their sources. */
  readonly operatorNotices: readonly Notice[];
  /** Their lines that were left out. */
  readonly rejected: Manifest['rejected'];
  /** Told when nothing is left but to write. */
  readonly onWriting: () => void;
}

/** Writes all files of a build into `dir` and answers its manifest. */
export async function writeBuild(dir: string, input: WriteInput): Promise<Manifest> {
  const { composition, tables, checksum, generation, operatorNotices, rejected } = input;
  const { files, coverage } = await writeFiles(dir, input);
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

async function writeFiles(dir: string, { composition, generation, onWriting }: WriteInput): Promise<WriteResult> {
  const output = startOutput(dir);
  try {
    // Written by their thread while this one goes on with the entries.
    const relations = output.lines('relations', composition.relations(), { ignoreBackpressure: true });
    relations.catch(() => {});
    const { lines, evidence } = composition.composeEntries();
    onWriting();
    await output.lines('entries', lines());
    await relations;
    return await output.finish(generation, evidence);
  } finally {
    await output.close();
  }
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
    ['essay', essayNotice()],
    ['wordfreq', wordfreqNotice()],
  ];
  for (const notice of operatorNotices) notices.push(['operator', notice]);
  return notices.map(([source, notice]) => ({ ...notice, ...tally[source] }));
}
