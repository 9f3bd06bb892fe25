import type { Draft } from '../../../indexer/compose/words/drafts.ts';
import type { WordRow } from '../../../indexer/tables/hand-written.ts';

export function draft(word: string, given: Partial<Draft> = {}): Draft {
  return { word, count: 0, tag: '', tagCount: 0, cedict: [], hand: [], trie: [], ...given };
}

export function row(word: string, given: Partial<WordRow> = {}): WordRow {
  return {
    word,
    jyutping: ['hoi2'],
    pos: 'n',
    reg: '通',
    freq: 3,
    category: '',
    standard: [],
    definition: 'x',
    examples: [],
    flags: '',
    ...given,
  };
}

export const article = (gloss: string, pinyin = 'hai3') => ({ pinyin, glosses: [gloss] });
