import { describe, expect, it } from '@jest/globals';
import { parseSpelling } from '../../src/operations/words.ts';
import { startMetered } from '../metering/metered-service.ts';

describe('a spelling with wildcards', () => {
  const filters = (text: string) => parseSpelling(text, 4);

  it.each([
    ['開心', { starts: '開心', length: [2] }],
    ['開?', { starts: '開', length: [2] }],
    ['??心', { ends: '心', length: [3] }],
    ['開*心', { starts: '開', ends: '心', length: [2, 3, 4] }],
    // Not the one character 心, which begins and ends with itself.
    ['心*心', { starts: '心', ends: '心', length: [2, 3, 4] }],
    ['開?*', { starts: '開', length: [2, 3, 4] }],
    ['*心*', { contains: '心', length: [1, 2, 3, 4] }],
    ['???', { length: [3] }],
    ['*', { length: [1, 2, 3, 4] }],
    ['𠮷?', { starts: '𠮷', length: [2] }],
  ])('%s is %j', (text, value) => {
    expect(filters(text)).toEqual({ value });
  });

  it.each(['?心?', '*心?', '開*心*', '*開*心*', '開心開心開', '?????'])('%s cannot be searched for', (text) => {
    expect(filters(text)).toHaveProperty('problem');
  });
});

it('costs what a search costs, and is lowered to the page of the plan', async () => {
  const metered = await startMetered({ plans: (plans) => Object.assign(plans.anonymous!, { max_limit: 2 }) });
  try {
    const { body, headers } = await metered.request('/api/lexicon/words?max=10');
    expect([body.length, headers.get('x-quota-cost')]).toEqual([2, '1']);
    expect(headers.get('ratelimit-policy')).toContain('q=60');
  } finally {
    await metered.stop();
  }
});
