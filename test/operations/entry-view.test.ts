import { describe, expect, it } from '@jest/globals';
import { shortDefinition } from '../../src/lexicon/entry.ts';

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
