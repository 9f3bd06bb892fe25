import { describe, expect, it } from '@jest/globals';
import type { ApiResult } from '../../../console/src/api/lexicon.ts';
import { createSuggester } from '../../../console/src/find/suggester.ts';

const ok = (data: readonly string[]): ApiResult<readonly string[]> => ({ kind: 'ok', data });
const ten = (prefix: string) => Array.from({ length: 10 }, (_, i) => `${prefix}${'一二三四五六七八九十'[i]}`);

/** A suggester over fixed answers, the prefixes that it asked for, and a clock to turn. */
function suggesterOver(answers: Readonly<Record<string, readonly string[]>>) {
  const requestedPrefixes: string[] = [];
  const clock = { now: 0, refuse: false };
  const suggester = createSuggester(
    async (prefix) => {
      requestedPrefixes.push(prefix);
      if (clock.refuse)
        return {
          kind: 'problem',
          problem: { code: 'rate_limited', status: 429, retryAfter: 20 },
        };
      return ok(answers[prefix] ?? []);
    },
    () => clock.now,
  );
  const find = (prefix: string) => suggester.find(prefix, new AbortController().signal);
  return { requestedPrefixes, clock, find };
}

describe('fetching completions of a prefix', () => {
  it('asks for no prefix twice', async () => {
    const { find, requestedPrefixes } = suggesterOver({ 開: ten('開') });
    expect(await find('開')).toEqual(ten('開'));
    expect(await find('開')).toEqual(ten('開'));
    expect(requestedPrefixes).toEqual(['開']);
  });

  it('filters a cached list that was not full', async () => {
    const { find, requestedPrefixes } = suggesterOver({ 笑: ['笑', '笑口', '笑容'] });
    await find('笑');
    expect(await find('笑口')).toEqual(['笑口']);
    expect(requestedPrefixes).toEqual(['笑']);
  });

  it('sends a request when the cached list was full', async () => {
    const { find, requestedPrefixes } = suggesterOver({ 開: ten('開'), 開心: ['開心'] });
    await find('開');
    expect(await find('開心')).toEqual(['開心']);
    expect(requestedPrefixes).toEqual(['開', '開心']);
  });

  it('does not reuse lists of simplified or jyutping prefixes', async () => {
    const { find, requestedPrefixes } = suggesterOver({
      开: ['開心', '開始'],
      开心: ['開心'],
      hoi: ['開'],
      'hoi s': ['開心'],
    });
    await find('开');
    expect(await find('开心')).toEqual(['開心']);
    await find('hoi');
    expect(await find('hoi s')).toEqual(['開心']);
    expect(requestedPrefixes).toHaveLength(4);
  });

  it('reuses an empty list for longer prefixes', async () => {
    const { find, requestedPrefixes } = suggesterOver({});
    expect(await find('zzz')).toEqual([]);
    expect(await find('zzzz')).toEqual([]);
    expect(requestedPrefixes).toEqual(['zzz']);
  });

  it('asks again once there are letters enough for English', async () => {
    const { find, requestedPrefixes } = suggesterOver({ tax: ['的士'] });
    expect([await find('tx'), await find('tax')]).toEqual([[], ['的士']]);
    expect(requestedPrefixes).toEqual(['tx', 'tax']);
    const short = suggesterOver({ vex: ['煩'] });
    expect([await short.find('ve'), await short.find('vex')]).toEqual([[], ['煩']]);
  });

  it('sends nothing until Retry-After has passed', async () => {
    const { find, requestedPrefixes, clock } = suggesterOver({ 心: ['心'] });
    clock.refuse = true;
    expect(await find('開')).toBeUndefined();
    clock.refuse = false;
    clock.now = 19_999;
    expect(await find('心')).toBeUndefined();
    clock.now = 20_000;
    expect(await find('心')).toEqual(['心']);
    expect(requestedPrefixes).toEqual(['開', '心']);
  });
});
