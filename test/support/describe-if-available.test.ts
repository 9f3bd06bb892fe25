import { afterEach, describe, expect, it } from '@jest/globals';
import { describeIfAvailable } from './describe-if-available.ts';
import { describeWith } from './describe-with.ts';

describe('a suite whose server or browser cannot be had', () => {
  const { CI } = process.env;
  afterEach(() => {
    if (CI === undefined) delete process.env.CI;
    else process.env.CI = CI;
  });
  const none = () => undefined;

  it('fails in CI, and says what is missing', async () => {
    process.env.CI = 'true';
    const missing = { isAvailable: false, advice: 'no browser here' };
    expect(() => describeIfAvailable(missing, 'stories', none)).toThrow(
      '"stories" must run in CI, but there is no browser here',
    );
    const start = () => Promise.reject(new Error('no JDK of version 21 or later'));
    await expect(describeWith('on a server', start, none)).rejects.toThrow('no JDK of version 21 or later');
  });
});
