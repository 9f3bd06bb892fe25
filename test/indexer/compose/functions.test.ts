import { createKinds } from '../../../indexer/compose/entries/kinds.ts';
import * as partOfSpeech from '../../../indexer/compose/labels/part-of-speech.ts';
import * as lineEnds from '../../../indexer/compose/popularity/line-ends.ts';
import { segmentByLongestMatch } from '../../../indexer/compose/popularity/usage-model.ts';
import { countMandarinReadings, createReadingResolver, rankReadings } from '../../../indexer/compose/readings.ts';
import { scoreOfJudged } from '../../../indexer/compose/relations/relations.ts';
import type { GatheredWord, WordLabels } from '../../../indexer/compose/types.ts';
import {
  aliasTarget,
  canonicalOf,
  type Draft,
  isIncluded,
  isVulgar,
  registerOf,
} from '../../../indexer/compose/words/drafts.ts';
import * as glosses from '../../../indexer/compose/words/glosses.ts';
import { assignAliases, createTypedForms } from '../../../indexer/compose/words/spellings.ts';
import * as opencc from '../../../indexer/sources/opencc.ts';
import type { HandWritten, WordRow } from '../../../indexer/tables/hand-written.ts';
import { describeFunctions, functionsOf } from '../../support/function-tables.ts';
import { article, draft, row } from './written-words.ts';

const inTable = <T>(value: T) => ({ file: 'x.tsv', line: 2, value });

/** A draft as a row has it: articles are a gloss and its pinyin. */
interface WrittenDraft {
  readonly cedict?: readonly [gloss: string, pinyin?: string][];
  readonly hand?: readonly Partial<WordRow>[];
  readonly trie?: readonly string[];
  readonly count?: number;
}
const draftOf = (word: string, { cedict = [], hand = [], ...rest }: WrittenDraft): Draft =>
  draft(word, { cedict: cedict.map((one) => article(...one)), hand: hand.map((one) => row(word, one)), ...rest });

const TRIE = new Map(
  ['銀 ngan4', '行 haang4/hong4', '長 coeng4/zoeng2', '得 dak1', '相 soeng1/soeng2', '片 pin3/pin2']
    .concat(['銀行 ngan4_hong4', '相片 soeng3_pin2/soeng2_pin2'])
    .map((text) => text.split(' ') as [word: string, readings: string])
    .map(([word, readings]) => [word, readings.replaceAll('_', ' ').split('/')]),
);
type Lists = Readonly<Record<string, string[]>>;

const placeName = glosses.createPlaceNames({
  placeNames: [
    inTable({ word: '藍田', english: ['Lam Tin'], use: 'first' as const }),
    inTable({ word: '彩虹', english: ['Choi Hung'], use: 'also' as const }),
    inTable({ word: '鑽石山', english: ['Diamond Hill'], use: 'first' as const }),
  ],
});
const kindOf = createKinds({
  kinds: [inTable({ word: '太想', kind: 'phrase' as const }), inTable({ word: '棕頭鷗', kind: 'word' as const })],
});

const TYPED_DRAFTS = new Map(
  Object.entries<WrittenDraft>({
    ...Object.fromEntries(['鍾意', '食嘢', '返嚟', '嘢', '畀面'].map((word) => [word, { hand: [{ reg: '粵' }] }])),
    返回: { hand: [{ reg: '通' }] },
    俾面: {},
    番回: {},
    終意: {},
    食野: { cedict: [['to eat in the wild']] },
  }).map(([word, written]) => [word, draftOf(word, written)]),
);
const typedForms = createTypedForms(
  { typed: ['鐘意', '終意'].map((typed) => inTable({ typed, written: '鍾意' })) } as unknown as HandWritten,
  TYPED_DRAFTS,
);

/** Functions of the composer that need nothing but their arguments, and what is made of some for a row. */
const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  ...functionsOf(partOfSpeech, lineEnds, glosses, opencc),
  placeName,
  formsOf: typedForms.formsOf,
  typedTarget: (word: string) => typedForms.targetOf(TYPED_DRAFTS.get(word)!),
  aliasesOf: (words: string[], typed: Readonly<Record<string, string[]>>, word: string) =>
    assignAliases(words, (one) => typed[one] ?? [])(word),
  meaningfulGlosses: (articles: Parameters<typeof glosses.meaningfulGlosses>[0], commonest: 'n' | null) =>
    glosses.meaningfulGlosses(articles, commonest ?? undefined),
  canonicalOf: (traditional: string, simplified: string) => canonicalOf({ traditional, simplified }),
  simplifiedToHongKong: (word: string) => opencc.createSimplifiedToHongKong()(word),
  hasOtherForm: (word: string, form: string) => opencc.otherForms(word).includes(form),
  isIncluded: (word: string, written: WrittenDraft, chosen: string[]) =>
    isIncluded(draftOf(word, written), new Set(chosen)),
  aliasTarget: (word: string, written: WrittenDraft, counts: Readonly<Record<string, number>>) =>
    aliasTarget(
      draftOf(word, written),
      new Map(Object.entries(counts).map(([other, count]) => [other, draft(other, { count })])),
    ),
  isVulgar: (word: string, written: WrittenDraft) => isVulgar(draftOf(word, written)),
  registerOf(word: string, written: WrittenDraft, { nga = [], jyut = [], common = [] }: Lists) {
    const lists = { nga: new Set(nga), jyut: new Set(jyut), common: new Set(common) };
    return registerOf(draftOf(word, written), lists);
  },
  rankReadings: (readings: string[], length: number) =>
    rankReadings(readings, 'word', length)?.map(({ jyutping }) => jyutping),
  countMandarinReadings: (pinyin: string[]) =>
    countMandarinReadings(pinyin.map((one) => ({ pinyin: one, glosses: [] }))),
  readingsOf(word: string, given: Readonly<Record<'hand' | 'polyphones', Lists>>, mandarinReadings: number) {
    const [hand, polyphones] = [given.hand, given.polyphones].map((lists) => new Map(Object.entries(lists ?? {})));
    const resolver = createReadingResolver({ trie: TRIE, hand: hand!, polyphones: polyphones! });
    return resolver.readingsOf(word, mandarinReadings)?.map(({ jyutping, confidence }) => `${jyutping} ${confidence}`);
  },
  scoreOfJudged: (
    type: 'syn' | 'ant',
    tier: 'strict' | 'near',
    percent: number,
    ...[word, related, rank]: [word: string, related: string, rank: number]
  ) => scoreOfJudged({ type, tier, percent }, word, related, rank, 100_000),
  segmentByLongestMatch: (text: string, words: string[]) => segmentByLongestMatch(text, (one) => words.includes(one)),
  kindOf(word: string, glosses: string[], category: string | null, rank: number, rest: Partial<GatheredWord>) {
    const gathered = { word, glosses, hand: [], register: '通', ...rest } as unknown as GatheredWord;
    return kindOf(gathered, rank, { category } as WordLabels);
  },
};

describeFunctions('composer', FUNCTIONS);
