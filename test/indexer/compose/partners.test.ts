import { collectPartners, createNumberOf, partnerLines } from '../../../indexer/compose/partners.ts';
import { describeFunctions } from '../../support/function-tables.ts';

const WORDS = ['流', '雨', '眼淚', '抹', '滾燙', '滴', '河', '落', '輕輕'];
const POS = ['v', 'n', 'n', 'v', 'a', 'n', 'n', 'v', 'r'] as const;

interface Given {
  /** Phrases of words. */
  readonly examples?: Readonly<Record<string, readonly string[]>>;
  /** What 眼淚 is not done. */
  readonly denied?: string;
}

/** `word relation partner、partner` of each row. */
function collect(written: readonly string[], { examples = {}, denied }: Given) {
  const rowOf = (text: string, line: number) => {
    const [word, relation, partners] = text.split(' ') as [string, string, string];
    return { file: 'partners/a.tsv', line, value: { word, relation, partners: partners.split('、') } };
  };
  const names = [...WORDS];
  const partners = collectPartners({
    words: names.map((word, i) => ({ word, pos: POS[i]!, examples: examples[word] ?? [] })),
    tables: {
      partners: written.map(rowOf) as never,
      deniedPartners: denied ? ([rowOf(`眼淚 done_to ${denied}`, 2)] as never) : [],
    },
    numberOf: (form) => (names.includes(form) ? names.indexOf(form) : undefined),
  });
  return { counts: partners.counts, of: (word: string) => [...partnerLines(names, partners, names.indexOf(word))] };
}

const numberOf = createNumberOf(
  ['説', '裏面', '裡面', '眼淚'],
  (word) => (word === '眼淚' ? ['眼泪', '眼水'] : []),
  new Map([['裡面', '裏面']]),
);

describeFunctions('composed-partners', {
  numberOf,
  partnersOf: (written: string[], word: string, given: Given = {}) =>
    collect(written, given)
      .of(word)
      .map(({ related, type, score }) => `${type} ${related} ${score}`),
  counts: (written: string[], given: Given) => collect(written, given).counts,
});
