import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { findArchive, unpackArchive } from '../generation/archive.ts';
import { DamagedBuildError } from '../generation/build-files.ts';
import type { LexiconStore, PrepareGeneration } from '../lexicon/store.ts';

/**
 * Answers the folder of the build for the present inputs, and makes it where there is none or where it is damaged. Only the indexer can
 * compose a build, and the service does not depend on the indexer: who starts the service hands this in.
 */
export type EnsureBuild = (options: {
  /** Folder under which builds lie. */
  readonly out: string;
  /** The store compares the bytes with their checksums as it reads them. */
  readonly checkBytes: false;
  /** The store reads the packed files alone. */
  readonly jsonLines: false;
  /** Damage that was found in the build that lies there, which is to be made again. */
  readonly damage: DamagedBuildError | undefined;
  /** Told of what is wrong with the build that lies there, before it is made again. */
  readonly onDamaged: (damage: DamagedBuildError) => void;
  /** Called while a build is made, with how much of it is done: 0 to 100. */
  readonly onProgress: (percent: number) => void;
}) => Promise<{ readonly dir: string }>;

interface OpenStoreOptions {
  /** Prepares a generation before the store reports that it is ready. */
  readonly prepare?: readonly PrepareGeneration[];
  readonly onProgress?: Parameters<EnsureBuild>[0]['onProgress'];
}

/**
 * The engine that the configuration asks for: Elasticsearch where there is an address of one, else the embedded store.
 *
 * @param ensureBuild called for the embedded store alone, where there is no archive of a finished build
 */
export async function openStore(
  { elasticsearch, dataDir, lexiconArchive }: Pick<Config, 'elasticsearch' | 'dataDir' | 'lexiconArchive'>,
  logger: Pick<Logger, 'info' | 'warn'>,
  ensureBuild: EnsureBuild,
  { prepare = [], onProgress = () => undefined }: OpenStoreOptions = {},
): Promise<LexiconStore> {
  if (elasticsearch) {
    const { url, ...credentials } = elasticsearch;
    // Each engine is loaded where it is used: the client of Elasticsearch alone takes 20 MB.
    const { openElasticsearchStore } = await import('./elasticsearch/open.ts');
    return openElasticsearchStore({ node: url, ...credentials, logger, prepare });
  }
  const archive = findArchive(dataDir, lexiconArchive);
  if (archive) logger.info({ archive }, 'the lexicon is that of an archive');
  const findBuild = archive ? (options: Parameters<EnsureBuild>[0]) => unpackArchive(archive, options) : ensureBuild;
  return openEmbedded(dataDir, logger, findBuild, { prepare, onProgress });
}

/** A build that is damaged is made again from its inputs, and never served. Throws {@link DamagedBuildError} where that cannot be done. */
async function openEmbedded(
  out: string,
  logger: Pick<Logger, 'info' | 'warn'>,
  ensureBuild: EnsureBuild,
  { prepare, onProgress }: Required<OpenStoreOptions>,
): Promise<LexiconStore> {
  const { openMemoryStore } = await import('./memory/open.ts');
  const onDamaged = ({ file, reason: why }: DamagedBuildError) =>
    logger.warn({ file, why }, 'the build is damaged: it is made again');
  const open = async (damage?: DamagedBuildError) => {
    const { dir } = await ensureBuild({ out, onDamaged, onProgress, checkBytes: false, jsonLines: false, damage });
    const onImageRefused = (file: string) =>
      logger.warn({ file }, 'the image is damaged or of another version: it is made again');
    return openMemoryStore({ directory: dir, onImageRejected: onImageRefused, prepare });
  };
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof DamagedBuildError)) throw error;
    return await open(error).catch((retryError: Error) => {
      if (retryError instanceof DamagedBuildError) throw retryError;
      throw new DamagedBuildError(error.file, `${error.reason}, and it could not be made again: ${retryError.message}`);
    });
  }
}
