import { describe, expect, it, jest } from '@jest/globals';

/** Tags of a service whose version is this one. */
async function tagsOf(version: string): Promise<(string | null)[]> {
  jest.resetModules();
  jest.unstable_mockModule('../../src/version.ts', () => ({ VERSION: version }));
  const { startService } = await import('./service.ts');
  const service = await startService();
  const paths = ['/api/lexicon/browse?limit=1', '/api/lexicon/vocabulary', '/readings.txt'];
  const responses = await Promise.all(paths.map((path) => service.get(path)));
  await service.stop();
  return responses.map(({ headers }) => headers.get('etag'));
}

describe('an entity tag', () => {
  it('is another one in another version of the program, of the same generation', async () => {
    const [first, again, next] = [await tagsOf('1.0.0'), await tagsOf('1.0.0'), await tagsOf('1.0.1')];
    expect(again).toEqual(first);
    for (const [index, tag] of next.entries()) {
      expect(tag).toMatch(/^W\/"gsmall-[\w-]{16}"$/);
      expect(tag).not.toBe(first[index]);
    }
  });
});
