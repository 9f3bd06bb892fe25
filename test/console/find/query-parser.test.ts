import { describe, expect, it } from '@jest/globals';
import {
  lengthOfForm,
  parseQuery,
  splitDraft,
  type TermOf,
  takeFilters,
} from '../../../console/src/find/query-parser.ts';
import { expandMixed } from '../../../console/src/find/query-pieces.ts';

/** The terms of a text that is typed to its end, without their sources. */
function read(text: string): unknown[] {
  return parseQuery(`${text} `).terms.map(({ source: _, ...term }) => term);
}

/** The last term while it is still being typed. */
function typing(text: string): unknown {
  const last = parseQuery(text).terms.at(-1);
  if (!last) return undefined;
  const { source: _, ...term } = last;
  return term;
}

describe('what each sign means', () => {
  it.each<[string, Record<string, unknown>]>([
    ['33', { kind: 'code', pattern: '33' }],
    ['3?4', { kind: 'code', pattern: '3?4' }],
    ['??', { kind: 'code', pattern: '??' }],
    ['=愛', { kind: 'rhyme', reference: '愛', loose: false }],
    ['=~愛', { kind: 'rhyme', reference: '愛', loose: true }],
    ['=未來', { kind: 'rhyme', reference: '未來', loose: false }],
    ['=來:loi4', { kind: 'rhyme', reference: '來:loi4', loose: false }],
    ['=oi', { kind: 'final', final: 'oi', loose: false }],
    ['=~oi', { kind: 'final', final: 'oi', loose: true }],
    ['=hoi1', { kind: 'final', final: 'oi', loose: false }],
    ['=ng', { kind: 'final', final: 'ng', loose: false }],
    ['~開心', { kind: 'meaning', word: '開心' }],
    ['~~開心', { kind: 'meaning', word: '開心' }],
    ['~"lonely night"', { kind: 'meaning', word: 'lonely night' }],
    ['~~「孤單 的夜」', { kind: 'meaning', word: '孤單 的夜' }],
    ['~""', { kind: 'unfinished', wants: 'meaning' }],
    ['!開心', { kind: 'opposite', word: '開心' }],
    ['+-', { kind: 'moves', moves: '+-' }],
    ['==', { kind: 'moves', moves: '==' }],
    ['*+', { kind: 'moves', moves: '*+' }],
    ['我+-', { kind: 'moves', moves: '+-', before: '我' }],
    ['+-我', { kind: 'moves', moves: '+-', after: '我' }],
    ['3+-我', { kind: 'moves', moves: '+-', before: '3', after: '我' }],
    ['hoi', { kind: 'jyutping', syllables: 'hoi' }],
    ['hoi1', { kind: 'jyutping', syllables: 'hoi1' }],
    ['hoi1sam1', { kind: 'jyutping', syllables: 'hoi1 sam1' }],
    ['開心', { kind: 'meaning', word: '開心' }],
    ['開*', { kind: 'form', starts: '開' }],
    ['開?', { kind: 'form', starts: '開' }],
    ['*心', { kind: 'form', ends: '心' }],
    ['?心', { kind: 'form', ends: '心' }],
    ['?心?', { kind: 'form', contains: '心' }],
    ['2字', { kind: 'length', length: 2 }],
    ['love', { kind: 'meaning', word: 'love' }],
    ['broken promise', { kind: 'meaning', word: 'broken promise' }],
    ['I miss you', { kind: 'meaning', word: 'I miss you' }],
    // Syllables beside a word that can be none are words too.
    ['so long ago', { kind: 'meaning', word: 'so long ago' }],
    ['~lonely', { kind: 'meaning', word: 'lonely' }],
    ['~hoi', { kind: 'meaning', word: 'hoi' }],
    ['!lonely', { kind: 'meaning', word: 'not lonely' }],
    ['孤單的夜晚', { kind: 'meaning', word: '孤單的夜晚' }],
    ['一帆風順', { kind: 'meaning', word: '一帆風順' }],
    ['"song"', { kind: 'gloss', text: 'song' }],
    ['"look forward"', { kind: 'gloss', text: 'look forward' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('reads signs of full width, as Chinese input methods write them', () => {
    expect(read('３３　＝愛　～開心')).toEqual(read('33 =愛 ~開心'));
    expect(read('！開心')).toEqual(read('!開心'));
    expect(read('３？')).toEqual(read('3?'));
    expect(read('＋－')).toEqual(read('+-'));
    expect(read('「song」')).toEqual(read('"song"'));
  });

  it('combines', () => {
    expect(read('33 =愛 ~開心')).toEqual([
      { kind: 'code', pattern: '33' },
      { kind: 'rhyme', reference: '愛', loose: false },
      { kind: 'meaning', word: '開心' },
    ]);
  });

  it('takes commas for spaces', () => {
    expect(read('33，=愛、~開心')).toEqual(read('33 =愛 ~開心'));
  });

  it('is nothing where nothing is', () => {
    expect(parseQuery('')).toEqual({ terms: [], superseded: [] });
    expect(parseQuery('　 ').terms).toEqual([]);
  });

  it('keeps what was typed beside what it means', () => {
    expect(parseQuery('＝愛 ').terms[0]?.source).toBe('=愛');
  });
});

describe('syllables', () => {
  it('are one reading in a row', () => {
    expect(read('hoi1 sam1')).toEqual([{ kind: 'jyutping', syllables: 'hoi1 sam1' }]);
    expect(parseQuery('hoi1 sam1 ').terms[0]?.source).toBe('hoi1 sam1');
  });

  it('are not one reading when something stands between', () => {
    const { terms, superseded } = parseQuery('hoi1 33 sam1 ');
    expect(terms.map(({ kind }) => kind)).toEqual(['code', 'jyutping']);
    expect(superseded).toEqual([{ kind: 'jyutping', source: 'hoi1', syllables: 'hoi1' }]);
  });

  it('in capitals are syllables all the same', () => {
    expect(read('Hoi1')).toEqual([{ kind: 'jyutping', syllables: 'hoi1' }]);
  });

  it('with a tone that is none are words', () => {
    expect(read('hoi7')).toEqual([{ kind: 'meaning', word: 'hoi7' }]);
  });

  it('that are English words too can be had as such in quotation marks', () => {
    expect(read('song')).toEqual([{ kind: 'jyutping', syllables: 'song' }]);
    expect(read('"song"')).toEqual([{ kind: 'gloss', text: 'song' }]);
  });
});

describe('while it is typed', () => {
  it.each<[string, Record<string, unknown>]>([
    ['=', { kind: 'unfinished', wants: 'rhyme' }],
    ['=~', { kind: 'unfinished', wants: 'rhyme' }],
    ['=zz', { kind: 'unfinished', wants: 'rhyme' }],
    ['~', { kind: 'unfinished', wants: 'meaning' }],
    ['~~', { kind: 'unfinished', wants: 'meaning' }],
    ['~hoi', { kind: 'unfinished', wants: 'meaning' }],
    ['!', { kind: 'unfinished', wants: 'opposite' }],
    ['!hoi1', { kind: 'unfinished', wants: 'opposite' }],
    ['35', { kind: 'unfinished', wants: 'code' }],
    ['我+愛', { kind: 'unfinished', wants: 'moves' }],
    ['g', { kind: 'unfinished', wants: 'jyutping' }],
    ['hoen', { kind: 'unfinished', wants: 'jyutping' }],
    ['gwo', { kind: 'jyutping', syllables: 'gwo' }],
    ['lov', { kind: 'meaning', word: 'lov' }],
    ['"', { kind: 'unfinished', wants: 'meaning' }],
    ['"look f', { kind: 'gloss', text: 'look f' }],
  ])('%s', (text, expected) => {
    expect(typing(text)).toEqual(expected);
  });

  it('a lone = becomes a level move once it is left', () => {
    expect(read('=')).toEqual([{ kind: 'moves', moves: '=' }]);
  });

  it('the beginning of a syllable becomes a word once it is left', () => {
    expect(read('g')).toEqual([{ kind: 'meaning', word: 'g' }]);
  });
});

describe('more than one of a kind', () => {
  it('lets codes be alternatives', () => {
    expect(parseQuery('33 34 ').terms).toHaveLength(2);
  });

  it('takes the last rhyme, of whatever kind', () => {
    const { terms, superseded } = parseQuery('=愛 =oi ');
    expect(terms.map(({ source }) => source)).toEqual(['=oi']);
    expect(superseded.map(({ source }) => source)).toEqual(['=愛']);
  });

  it('takes the last of meaning and opposite', () => {
    expect(parseQuery('~開心 !傷心 ').terms.map(({ source }) => source)).toEqual(['!傷心']);
  });

  it('takes all that is looked for', () => {
    expect(parseQuery('~孤獨 =夜 lonely ').superseded).toEqual([]);
    expect(parseQuery('!傷心 ~開心 ').superseded.map(({ source }) => source)).toEqual(['!傷心']);
  });

  it('combines a prefix and a suffix', () => {
    expect(read('開* *心')).toEqual([
      { kind: 'form', starts: '開' },
      { kind: 'form', ends: '心' },
    ]);
  });
});

describe('the length that a form asks for', () => {
  it.each([
    ['開?', 2],
    ['??心', 3],
    ['?心?', 3],
    ['開*', undefined],
    ['開心', undefined],
  ])('%s: %p', (text, length) => {
    expect(lengthOfForm(parseQuery(`${text} `).terms[0] as TermOf<'form'>)).toBe(length);
  });
});

it.each([
  ['33=愛', ['code', 'rhyme']],
  ['33=oi', ['code', 'final']],
  ['3=愛', ['code', 'rhyme']],
  ['2字~開心', ['length', 'meaning']],
  ['33=~愛', ['code', 'rhyme']],
  ['hoi1!開心', ['jyutping', 'opposite']],
  // Moves between two neighbours are one term.
  ['3+=愛', ['moves']],
  ['我+-', ['moves']],
])('needs no space between the terms of %s', (text, kinds) => {
  expect(parseQuery(`${text} `).terms.map(({ kind }) => kind)).toEqual(kinds);
});

describe('splitting typed text into chips', () => {
  it.each<[string, string[], string]>([
    ['', [], ''],
    ['33', [], '33'],
    ['33 ', ['33'], ''],
    ['33 =愛', ['33'], '=愛'],
    ['33 =愛 ~開心 ', ['33', '=愛', '~開心'], ''],
    ['開心　', ['開心'], ''],
    ['~', [], '~'],
    ['look ', [], 'look '],
    ['look  ', ['look'], ''],
    ['I miss you =夜 ', ['I miss you', '=夜'], ''],
    ['"look ', [], '"look '],
    ['"look forward"', ['"look forward"'], ''],
    ['~"lonely ', [], '~"lonely '],
    ['~"lonely night"', ['~"lonely night"'], ''],
  ])('%p', (text, done, open) => {
    expect(splitDraft(text)).toEqual({ done, open });
  });

  it.each<[string, string[], string]>([
    ['hoi1 ', [], 'hoi1 '],
    ['hoi1 s', [], 'hoi1 s'],
    ['hoi1 sam1 ', [], 'hoi1 sam1 '],
    ['hoi1 sam1  ', ['hoi1 sam1'], ''],
    ['hoi1 33', ['hoi1'], '33'],
    ['33 hoi1 s', ['33'], 'hoi1 s'],
    ['33 hoi ', ['33'], 'hoi '],
  ])('%p: more syllables may follow one', (text, done, open) => {
    expect(splitDraft(text)).toEqual({ done, open });
  });
});

describe('the habits of other tools', () => {
  it.each([
    ['33愛', ['33', '=愛']],
    ['3愛', ['3', '=愛']],
    ['你4', ['你?', '?4']],
    ['2心4', ['?心?', '2?4']],
    ['2字', ['2字']],
    ['三日', ['三日']],
    ['33', ['33']],
  ])('reads %s as codes around a rhyme or a given character', (piece, parts) => {
    expect(expandMixed(piece)).toEqual(parts);
  });

  it('reads a length with a space', () => {
    expect(parseQuery('開心 2 字').terms).toMatchObject([
      { kind: 'meaning', word: '開心' },
      { kind: 'length', length: 2 },
    ]);
  });
});

describe('takeFilters', () => {
  it.each([
    ['broken promise =夜 ', ['=夜'], 'broken promise '],
    ['rainy night', [], 'rainy night'],
    ['開心 33愛 ', ['33', '=愛'], '開心 '],
    ['開心 33', [], '開心 33'],
    ['~孤獨 2字 ', ['2字'], '~孤獨 '],
    ['~孤獨 2 ', [], '~孤獨 2 '],
    ['~孤獨 2 字 ', ['2字'], '~孤獨 '],
    ['2 愛', ['2'], '愛'],
  ])('takes the filters out of %j', (text, filters, rest) => {
    expect(takeFilters(text)).toEqual({ filters, rest });
  });
});
