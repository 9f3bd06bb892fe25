import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { LexiconStore } from './lexicon/store.ts';
import { VERSION } from './version.ts';

/** Says in one line what has started: to machines in the log, to people on standard error. */
export async function greet(
  { elasticsearch, redisUrl }: Pick<Config, 'elasticsearch' | 'redisUrl'>,
  { store, url, logger }: { store: LexiconStore; url: string; logger: Pick<Logger, 'info'> },
): Promise<void> {
  const engine = elasticsearch ? 'Elasticsearch' : 'embedded';
  const metering = redisUrl ? 'Redis' : 'SQLite';
  // There may be none yet where the engine is away or empty; /readyz says why.
  const generation = await store.read(async (lexicon) => lexicon.generation.name).catch(() => null);
  logger.info({ version: VERSION, engine, generation, metering, url }, 'the service has started');
  process.stderr.write(
    `The lexicon ${VERSION} answers at ${url} (engine: ${engine}, generation: ${generation ?? 'none yet'}, metering: ${metering})\n` +
      `Try: curl '${url}/api/lexicon/synonyms?word=開心'\n`,
  );
}
