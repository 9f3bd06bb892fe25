import type { Logger } from 'pino';
import type { Plans } from './plans.ts';

/** Reads the plans again on SIGHUP; an invalid file changes nothing. Returns the function that removes the handler. */
export function reloadOnHangup(plans: Plans, logger: Pick<Logger, 'info' | 'error'>): () => void {
  const reload = () => {
    try {
      plans.reload();
      logger.info({ plans: plans.names }, 'the plans are read again');
    } catch (error) {
      logger.error({ reason: (error as Error).message }, 'the plans stay as they were');
    }
  };
  process.on('SIGHUP', reload);
  return () => process.off('SIGHUP', reload);
}
