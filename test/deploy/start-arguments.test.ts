import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { START_ARGUMENTS } from '../support/start-arguments.ts';

describe('the start of the service', () => {
  it('has the flags of Node in the image that it has in npm start', () => {
    const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
    expect(dockerfile).toContain(`\nCMD ${JSON.stringify(['node', ...START_ARGUMENTS]).replaceAll(',', ', ')}\n`);
    expect(START_ARGUMENTS).toContainEqual(expect.stringMatching(/^--max-semi-space-size=\d+$/));
  });
});
