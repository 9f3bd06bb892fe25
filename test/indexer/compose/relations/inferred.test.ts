import { beforeEach, describe, expect, it } from '@jest/globals';
import { createRelationGraph, type RelationGraph } from '../../../../indexer/compose/relations/graph.ts';
import { addInherited } from '../../../../indexer/compose/relations/inferred.ts';

const GLOSSES: Readonly<Record<string, readonly string[]>> = {
  嬲: ['angry', 'to be angry at'],
  生氣: ['to get angry', 'vitality; liveliness'],
  憤怒: ['angry', 'indignant'],
  生機: ['vitality'],
  火滾: ['fuming'],
  動怒: ['to lose one’s temper'],
  活潑: ['to get lively'],
  和顏: ['kindly face'],
  死寂: ['lifeless; without vitality'],
  梳化: ['couch'],
  沙發: ['sofa'],
  長椅: ['bench'],
};
const WORDS = Object.keys(GLOSSES);
/** What is inherited has less. */
const WRITTEN_SCORE = 70;

let graph: RelationGraph;

beforeEach(() => {
  graph = createRelationGraph(WORDS, [], () => false);
});

function relate(
  type: 'syn' | 'ant',
  word: string,
  related: string,
  given: { source?: 'curated'; sense?: string } = {},
) {
  const edge = {
    word: WORDS.indexOf(word),
    related: WORDS.indexOf(related),
    type,
    score: WRITTEN_SCORE,
    sense: given.sense ?? '',
  };
  graph.add({ ...edge, source: given.source ?? 'generated' }, edge.score);
}

function inherited(heir: string, standard: string): string[] {
  relate('syn', heir, standard, { source: 'curated' });
  addInherited(graph, [[heir, standard]], (word) => GLOSSES[WORDS[word]!]!);
  return [...graph.of(WORDS.indexOf(heir))].flatMap(({ related, score }) =>
    score < WRITTEN_SCORE ? [WORDS[related]!] : [],
  );
}

describe('a word that inherits from its standard equivalent', () => {
  it('takes the relations of the sense that its gloss matches, and no others', () => {
    relate('syn', '生氣', '憤怒');
    relate('syn', '生氣', '生機');
    expect(inherited('嬲', '生氣')).toEqual(['憤怒']);
  });

  it('takes all where the equivalent has one sense, whatever the glosses say', () => {
    relate('syn', '沙發', '長椅');
    expect(inherited('梳化', '沙發')).toEqual(['長椅']);
  });

  it('takes what people wrote unless its gloss is of another sense', () => {
    relate('syn', '生氣', '火滾', { source: 'curated' });
    relate('syn', '生氣', '生機', { source: 'curated' });
    relate('syn', '生氣', '動怒');
    expect(inherited('嬲', '生氣')).toEqual(['火滾']);
  });

  it('goes by the sense that a curated relation was written down for', () => {
    relate('syn', '生氣', '火滾', { source: 'curated', sense: 'vitality' });
    relate('syn', '生氣', '生機', { source: 'curated', sense: 'angry' });
    expect(inherited('嬲', '生氣')).toEqual(['生機']);
  });

  it('takes what another synonym of its own has too', () => {
    relate('syn', '生氣', '動怒');
    relate('syn', '嬲', '火滾');
    relate('syn', '火滾', '動怒');
    expect(inherited('嬲', '生氣')).toEqual(['動怒']);
  });

  it('does not take a general English word for a sense', () => {
    relate('syn', '生氣', '活潑');
    expect(inherited('嬲', '生氣')).toEqual([]);
  });

  it('takes opposites that people wrote, and not those of another sense', () => {
    relate('ant', '生氣', '和顏', { source: 'curated' });
    relate('ant', '生氣', '死寂', { source: 'curated' });
    expect(inherited('嬲', '生氣')).toEqual(['和顏']);
  });
});
