import { describe, expect, it } from '@jest/globals';
import { sensesOfDefinitions } from '../../../indexer/importers/importer.ts';

describe('senses of definitions', () => {
  const idsOf = (...definitions: string[]) =>
    sensesOfDefinitions(definitions.map((definition) => ({ pos: 'v', definition }))).senses?.map(({ sense }) => sense);

  it('have ids of their first telling word, numbered where it is the same', () => {
    expect(idsOf('to be in bloom', 'the bloom of youth', 'To open', 'a')).toEqual(['bloom', 'bloom-2', 'open', 'a']);
  });

  it('are none where there is one, and six at most', () => {
    expect(idsOf('to open')).toBeUndefined();
    expect(idsOf('to open', '開')).toBeUndefined();
    expect(idsOf('a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1')).toHaveLength(6);
  });
});
