import { expect, it } from '@jest/globals';
import { dealtOut } from '../../src/operations/word.ts';
import { entryLines } from '../contract/small-lexicon.ts';
import { startService } from '../http/service.ts';

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
