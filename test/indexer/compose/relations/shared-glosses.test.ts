import { expect, it } from '@jest/globals';
import { synonymsByGloss } from '../../../../indexer/compose/relations/inferred.ts';

const WORDS = [
  { word: '沙發', glosses: ['sofa', 'couch'] },
  { word: '長椅', glosses: ['bench', 'couch'] },
  { word: '臥', glosses: ['to couch'] },
  { word: '梳化', glosses: ['a sofa; couch'] },
  { word: '庫奇', glosses: ['couch'] },
].map((given) => ({ ...given, hand: [], patch: given.word === '梳化' ? {} : undefined }));
const pos = (number: number) => (WORDS[number]!.word === '臥' ? 'v' : 'n');

it('synonyms by gloss are of words that the model has not seen: of one part of speech, no words that nobody compared, more shared glosses first', () => {
  const found = synonymsByGloss(WORDS, (word) => word !== '梳化' && word !== '庫奇', pos);
  expect(found.map(({ word, related, score }) => `${word} ${related} ${score}`)).toEqual([
    '梳化 沙發 54',
    '梳化 長椅 44',
  ]);
  expect(synonymsByGloss(WORDS, () => true, pos)).toEqual([]);
});
