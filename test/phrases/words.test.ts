import type { Lexicon } from '../../src/lexicon/store.ts';
import { negatedHeadwords, readEnglish, repairEnglish } from '../../src/phrases/english.ts';
import { contraryWords, oppositesOf } from '../../src/phrases/opposites.ts';
import { unitsOfPhrase } from '../../src/phrases/parse.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import { describeFunctions, readCases } from '../support/function-tables.ts';

const CATEGORIES: Readonly<Record<string, string>> = { 眼淚: 'noun.body', 喊: 'verb.body', 怕: 'verb.emotion' };
const table = listOf(
  [
    ...['忘記', '忘', '遺忘', '記住', '記得', '不忘', '難忘', '唔忘記', '勿忘我', '漏', '再忘記', '不了'],
    ...['眼淚', '笑容', '無眼淚', '怕', '怕黑', '黑', '白', '無怕', '反應', '反', '順', '光', '光明', '喊'],
    ...['大笑', '唔喊'],
  ].map((char) => wordLine(char, 'x', 1500, { category: CATEGORIES[char] ?? null })),
);
const BASES: Readonly<Record<string, unknown>> = {
  忘記: {
    antonyms: ['記住', '記得', '沒有這個'],
    synonyms: [
      { word: '忘', source: 'curated', score: 90 },
      // A function word, whose negation (不了) says nothing of this.
      { word: '了', source: 'curated', score: 80 },
      { word: '遺忘', source: 'generated', score: 62 },
      { word: '漏', source: 'generated', score: 61 },
    ],
    variants: ['忘记'],
  },
  眼淚: { antonyms: ['笑容'], synonyms: [], variants: [] },
  喊: { antonyms: ['大笑'], synonyms: [], variants: [] },
  黑: { antonyms: ['白', '光明'], synonyms: [], variants: [] },
  反: { antonyms: ['順'], synonyms: [], variants: [] },
};
const NONE = { antonyms: [], synonyms: [], variants: [] };
const lexicon = { similarityBasis: async ({ char }: { char: string }) => BASES[char] ?? NONE } as unknown as Lexicon;

/** An idea of a phrase, turned round by its negation. */
const ideaOf = (text: string, more = {}) => ({ text, headwords: [text], tokens: [], weight: 1, ...more });

const unitTable = listOf([
  ...['食', '咗', '孤單', '等', '你', '你好', '耐', '好耐', '嗎', '冇', '冇信心', '信心', '冇相干'].map((char) =>
    wordLine(char, 'x', 1500),
  ),
  wordLine('happy', 'hep1 pi2', 1500),
]);

/** The most popular first. */
const englishTable = listOf(
  Object.entries(readCases<{ definitions: Record<string, string> }[]>('phrase-words')[0]!.definitions).map(
    ([char, definition]) => ({
      ...wordLine(char, 'x', 1500, { vulgar: char === '屎' }),
      definition,
    }),
  ),
);

describeFunctions('phrase-words', {
  /** The opposites with what they count, in hundredths, and the words that are none. */
  async opposites(text: string) {
    const { words, excluded } = await oppositesOf(ideaOf(text, { negation: '不' }), table, lexicon);
    return [[...words].map(([word, counts]) => `${word} ${Math.round(counts * 100)}`).join(', '), excluded.join(' ')];
  },
  contrary: (...ideas: [text: string, more?: object][]) =>
    contraryWords(
      ideas.map(([text, more]) => ideaOf(text, more)),
      table,
      lexicon,
    ),
  /** With `/en` where a word is read as English, and whether anything was typed otherwise. */
  units(text: string) {
    const { units, isNormalized } = unitsOfPhrase(text, unitTable);
    return [units.map(({ text, isEnglish }) => (isEnglish ? `${text}/en` : text)).join(' '), isNormalized];
  },
  english: (...tokens: string[]) => readEnglish(tokens, englishTable),
  headwords: (...tokens: string[]) => readEnglish(tokens, englishTable).headwords,
  repaired: (word: string) => repairEnglish(word, englishTable).map(({ text, headwords }) => [text, ...headwords]),
  negatedHeadwords: (word: string) => negatedHeadwords(word, englishTable),
});
