import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { PartnerRelation } from '../../src/lexicon/partner-relations.ts';
import { neighbourPacker, openNeighbours } from '../../src/lexicon/word-neighbours.ts';
import { describeFunctions } from '../support/function-tables.ts';

const WORDS = ['我', '你', '愛', '擁抱', '定位', '下', '一段情', '的'];
const rowOf = (word: string) => (WORDS.includes(word) ? WORDS.indexOf(word) : undefined);
const table: WordTable = {
  find: (word) => (WORDS.includes(word) ? { word, cost: 1000, readings: [], phrase: word === '一段情' } : undefined),
  hasPrefix: (text) => WORDS.some((word) => word.startsWith(text)),
};

describeFunctions('word-neighbours', {
  /**
   * How a word fits between two: its points, whether one was seen beside it, whether it was seen before others. Known are examples `word
   * phrase phrase`, phrases `+word`, partners `word relation partner` and counts `word number`.
   */
  fit(known: readonly string[], before: string, word: string, after: string) {
    const packer = neighbourPacker();
    for (const text of known) {
      const [char, ...rest] = text.replace('+', '').split(' ') as [string, ...string[]];
      const [second = '', third = ''] = rest;
      if (/^[a-z]/.test(second)) packer.partners(char, second as PartnerRelation, third);
      else if (/^\d/.test(second)) packer.counted(char, Number(second));
      else packer.add({ char, examples: rest }, text.startsWith('+'));
    }
    const fitOf = openNeighbours(packer.finish(table, rowOf));
    const { points, isSeen, isFollowed } = fitOf(rowOf(word)!, before || undefined, after || undefined);
    return `${points}${isSeen ? ' seen' : ''}${isFollowed ? ' followed' : ''}`;
  },
});
