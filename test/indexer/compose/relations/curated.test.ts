import { describe, expect, it } from '@jest/globals';
import { sensesOfRelations } from '../../../../indexer/compose/relations/curated.ts';
import type { HandWritten } from '../../../../indexer/tables/hand-written.ts';

const sense = (word: string, id: string, synonyms: string[], antonyms: string[] = []) => ({
  file: 'senses.tsv',
  line: 1,
  value: { word, sense: id, synonyms, antonyms },
});

describe('the senses of a relation', () => {
  const senses = [
    sense('開', 'open', ['打開', '放'], ['關']),
    sense('開', 'bloom', ['綻放', '放', '放']),
    sense('放', 'bloom', ['開']),
  ] as unknown as HandWritten['senses'];
  const sensesOf = sensesOfRelations({ senses });

  it('are those of the word that name the other one, in order of use', () => {
    expect(sensesOf('開', 'syn', '綻放')).toEqual(['bloom']);
    expect(sensesOf('開', 'syn', '放')).toEqual(['open', 'bloom']);
    expect(sensesOf('開', 'ant', '關')).toEqual(['open']);
    expect(sensesOf('開', 'ant', '綻放')).toEqual([]);
  });

  it('are told by the senses of the source word, the other way round too', () => {
    expect(sensesOf('放', 'syn', '開')).toEqual(['bloom']);
    expect(sensesOf('綻放', 'syn', '開')).toEqual([]);
  });
});
