import { describe, expect, it } from '@jest/globals';
import { shortDefinition } from '../../src/lexicon/entry.ts';
import { dealtOut } from '../../src/operations/word.ts';
import { entryLines } from '../contract/small-lexicon.ts';
import { startService } from '../http/service.ts';
import { startMetered } from '../metering/metered-service.ts';

describe('the card of a word', () => {
  it('deals relations_limit out among the senses in turn', () => {
    const senses = [['a', 'b', 'c'], ['c', 'd'], []];
    expect(dealtOut(['a', 'b', 'c', 'd', 'e'], senses, 2)).toEqual(['a', 'c']);
    expect(dealtOut(['a', 'b', 'c', 'd', 'e'], senses, 3)).toEqual(['a', 'c', 'e']);
    expect(dealtOut(['a', 'b', 'c', 'd', 'e'], senses, 5)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('answers every headword by itself', async () => {
    const service = await startService();
    for (const { char } of entryLines()) {
      const { body } = await service.get(`/api/lexicon/word/${encodeURIComponent(char)}?relations_limit=0`);
      expect(body.char).toBe(char);
    }
    await service.stop();
  });
});

describe('a short definition', () => {
  it('keeps whole senses while they fit', () => {
    expect(shortDefinition('to love')).toBe('to love');
    const sense = 'a'.repeat(47);
    expect(shortDefinition([sense, sense, 'more'].join('; '))).toBe(`${sense}; ${sense}`);
  });

  it('cuts a first sense that is too long, between characters', () => {
    expect(shortDefinition('b'.repeat(101))).toBe(`${'b'.repeat(99)}…`);
    expect([...shortDefinition('𠮷'.repeat(101))]).toHaveLength(100);
    expect(shortDefinition('𠮷'.repeat(101)).isWellFormed()).toBe(true);
  });
});

describe('words by the names of Datamuse', () => {
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
});
