import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type LoggerOptions, pino } from 'pino';
import { accessLog } from '../../src/telemetry/access-log.ts';

const LINE = {
  ...{ requestId: '8e1f2c9a-0000-4000-8000-1:2.x', method: 'GET', route: '/api/lexicon/word/{text}' },
  ...{ status: 200, ms: 0.4, aborted: false },
};

describe('the access log line', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 1_790_000_000_123 }));
  afterEach(() => void jest.useRealTimers());

  function linesOf(options: LoggerOptions, write: (logger: pino.Logger) => void): string[] {
    const lines: string[] = [];
    write(pino(options, { write: (line: string) => void lines.push(line) }));
    return lines;
  }

  it.each<LoggerOptions>([{ base: null }, {}, { base: { instance: 'b' }, level: 'debug' }])(
    'is what the logger would write, %j',
    (options) => {
      const ours = linesOf(options, (logger) => {
        const write = accessLog(logger.child({ part: 'http' }));
        write(LINE);
        write({ ...LINE, route: '-', status: 499, ms: 12, aborted: true });
      });
      const theirs = linesOf(options, (logger) => {
        const { requestId: request_id, method, route, status, ms } = LINE;
        const child = logger.child({ part: 'http' });
        child.info({ request_id, method, route, status, ms });
        child.info({ request_id, method, route: '-', status: 499, ms: 12, aborted: true });
      });
      expect(ours).toEqual(theirs);
      expect(ours).toHaveLength(2);
    },
  );

  it('is omitted above level info', () => {
    for (const options of [{ level: 'warn' }, { enabled: false }])
      expect(linesOf(options, (logger) => accessLog(logger)(LINE))).toEqual([]);
  });
});
