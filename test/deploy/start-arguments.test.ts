import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { START_ARGUMENTS, START_ENVIRONMENT } from '../support/start-arguments.ts';

const SETTINGS = Object.entries(START_ENVIRONMENT).map((setting) => setting.join('='));

describe('the start of the service', () => {
  it('has the flags of Node in the image that it has in npm start', () => {
    const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
    expect(dockerfile).toContain(`\nCMD ${JSON.stringify(['node', ...START_ARGUMENTS]).replaceAll(',', ', ')}\n`);
    expect(START_ARGUMENTS).toContainEqual(expect.stringMatching(/^--max-semi-space-size=\d+$/));
    expect(SETTINGS).toEqual([expect.stringMatching(/^MALLOC_MMAP_THRESHOLD_=\d+$/)]);
    expect(dockerfile).toMatch(new RegExp(`^ENV .*\\b${SETTINGS.join(' ')}$`, 'm'));
  });

  it('has them in the unit of systemd', () => {
    const path = fileURLToPath(new URL('../../deploy/systemd/lexicon.service', import.meta.url));
    const flags = START_ARGUMENTS.filter((argument) => argument.startsWith('--'));
    const unit = readFileSync(path, 'utf8');
    expect(unit).toContain(`\nEnvironment=${SETTINGS.join(' ')}\n`);
    expect(unit).toContain(`\nExecStart=/usr/bin/node ${flags.join(' ')} src/main.ts\n`);
  });
});
