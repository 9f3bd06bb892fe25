import { describe, expect, it } from '@jest/globals';
import { collectPartners, createNumberOf, partnerLines } from '../../../indexer/compose/partners.ts';
import type { RelationLine } from '../../../src/lexicon/formats.ts';

const WORDS = ['流', '雨', '眼淚', '抹', '滾燙', '滴', '河', '落', '輕輕'];
const POS = ['v', 'n', 'n', 'v', 'a', 'n', 'n', 'v', 'r'] as const;

type WrittenRow = readonly [word: string, relation: string, partners: string];

function collect(
  written: readonly WrittenRow[],
  examples: Readonly<Record<string, readonly string[]>> = {},
  denied = '',
) {
  const rows = written.map(([word, relation, partners], line) => ({
    file: 'partners/a.tsv',
    line,
    value: { word, relation, partners: partners.split('、') },
  }));
  const names = [...WORDS];
  const partners = collectPartners({
    words: names.map((word, i) => ({ word, pos: POS[i]!, examples: examples[word] ?? [] })),
    tables: {
      partners: rows as never,
      deniedPartners: denied
        ? [
            {
              file: 'partners/deny.tsv',
              line: 2,
              value: { word: '眼淚', relation: 'done_to', partners: [denied], reason: 'x' },
            },
          ]
        : [],
    },
    numberOf: (form) => (names.includes(form) ? names.indexOf(form) : undefined),
  });
  const linesOf = (word: string): RelationLine[] => [...partnerLines(names, partners, names.indexOf(word))];
  return {
    counts: partners.counts,
    of: (word: string) => linesOf(word).map(({ related, type, score }) => `${type} ${related} ${score}`),
    linesOf,
  };
}

describe('partners', () => {
  it('hold both ways, those written for a word before those that follow for it', () => {
    const { of } = collect([
      ['眼淚', 'does', '流、落'],
      ['河', 'does', '流'],
      ['流', 'by', '河、雨'],
    ]);
    expect(of('眼淚')).toEqual(['does 流 98', 'does 落 96']);
    // 河 is written both ways; what follows of 眼淚 is 98 less 32.
    expect(of('流')).toEqual(['by 河 98', 'by 雨 96', 'by 眼淚 66']);
    expect(of('雨')).toEqual(['does 流 64']);
  });

  it('of one word come in turn: two of verbs and of adjectives, one of the others', () => {
    const { linesOf } = collect([
      ['眼淚', 'image', '雨、河'],
      ['眼淚', 'does', '流、落、滴'],
      ['眼淚', 'measure', '滴'],
      ['眼淚', 'like_what', '滾燙'],
    ]);
    expect(linesOf('眼淚').map(({ type, related, order }) => `${order} ${type} ${related}`)).toEqual([
      '0 does 流',
      '1 does 落',
      '2 like_what 滾燙',
      '3 measure 滴',
      '4 image 雨',
      '5 does 滴',
      '6 image 河',
    ]);
  });

  it('lose their marks, and those that are no words of the lexicon', () => {
    const { of } = collect([['眼淚', 'does', '決堤*、流+、眼淚']]);
    expect(of('眼淚')).toEqual(['does 流 96']);
  });

  it('have every inverse', () => {
    const { of } = collect([
      ['眼淚', 'done_to', '抹'],
      ['眼淚', 'like_what', '滾燙'],
      ['眼淚', 'measure', '滴'],
      ['眼淚', 'image', '雨'],
      ['眼淚', 'with', '河'],
      ['流', 'how', '輕輕'],
    ]);
    expect([...['抹', '滾燙', '滴', '雨', '河', '輕輕'].map((word) => of(word)[0])]).toEqual([
      'takes 眼淚 66',
      'describes 眼淚 66',
      'measure_of 眼淚 66',
      'image_of 眼淚 66',
      'with 眼淚 66',
      'how_of 流 66',
    ]);
  });

  it('are attested by phrases and headwords, behind all that are written, unless denied', () => {
    const written: WrittenRow[] = [
      ['眼淚', 'done_to', '落'],
      ['雨', 'done_to', '抹'],
      ['眼淚', 'measure', '滴'],
    ];
    const examples = { 抹: ['抹咗一滴眼淚', '滾燙嘅眼淚', '抹雨'] };
    const { of, counts } = collect(written, examples);
    // 雨 has one character, which is too little to be sure of.
    expect(of('眼淚')).toEqual(['done_to 落 98', 'done_to 抹 34', 'like_what 滾燙 34', 'measure 滴 98']);
    expect(counts).toEqual({ curated: 6, attested: 4 });
    expect(collect(written, examples, '抹').of('眼淚')).not.toContain('done_to 抹 34');
  });
});

describe('the number of a form', () => {
  const numberOf = createNumberOf(
    ['説', '裏面', '裡面', '眼淚'],
    (word) => (word === '眼淚' ? ['眼泪', '眼水'] : []),
    new Map([['裡面', '裏面']]),
  );

  it('is that of the word, of another form of it, or of its usual spelling', () => {
    expect(['眼淚', '眼水', '裡面', '裏面'].map(numberOf)).toEqual([3, 3, 1, 1]);
    // Written as Taiwan does.
    expect(numberOf('說')).toBe(0);
  });

  it('is none of what is no word', () => {
    expect(numberOf('坐在')).toBeUndefined();
  });
});
