import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startRedis } from '../servers/redis.ts';
import { runCommand } from '../support/command.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { describeRedis } from './describe-redis.ts';

describeRedis('a Redis that refuses our password', () =>
  it('is told from one that is not there, by commands and by the service', async () => {
    const redis = await startRedis();
    const user = `lexicon-test-${process.pid}`;
    const owner = new Redis(redis.url);
    try {
      await owner.call('ACL', 'SETUSER', user, 'on', '>right', '~*', '+@all');
      const address = new URL(redis.url);
      address.username = user;
      address.password = 'wrong-password';
      const said = async (args: string[], url: string) => {
        const { code, err } = await runCommand(args, { REDIS_URL: url });
        expect(code).toBe(1);
        return err;
      };
      // At once: each waits some seconds for a Redis that is away.
      const commands = [['keys', 'list']].map(async (args) => {
        const [refused, away] = await Promise.all([said(args, address.href), said(args, 'redis://127.0.0.1:1')]);
        expect(refused).toMatch(/^Redis refused the user or password of REDIS_URL \(WRONGPASS/);
        expect(refused).not.toMatch(/wrong-password|\n\s+at |cannot be reached/);
        expect(away).toMatch(/^Redis cannot be reached at REDIS_URL/);
      });
      await Promise.all(commands);
      const service = await startServiceProcess({ REDIS_URL: address.href });
      await service.terminate();
      expect(service.log()).toMatch(/Redis refused the user or password of REDIS_URL \(WRONGPASS/);
      expect(service.log() + service.said()).not.toContain('wrong-password');
    } finally {
      await owner.call('ACL', 'DELUSER', user);
      owner.disconnect();
      await redis.stop();
    }
  }),
);
