import { ideasOf } from '../../src/phrases/ideas.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import { describeFunctions } from '../support/function-tables.ts';

const DEFINITIONS: Readonly<Record<string, string>> = {
  唔: 'not',
  嘅: 'of',
  想: 'to want',
  忘記: 'to forget',
  夜: 'night',
  嬲: 'angry',
  到: 'to reach',
  爆炸: 'to explode',
  一個: 'one',
  人: 'person',
  又: 'again',
  做: 'to do',
  返嚟: 'to come back',
  一個人: 'alone',
  愛: 'to love',
  等: 'to wait',
  你: 'you',
  冇: 'not to have',
  朋友: 'friend',
  勇氣: 'courage',
  放棄: 'to give up',
  唔到: 'unable to',
  被人: 'by people',
  挽回: 'to retrieve',
};
const table = listOf(
  Object.entries(DEFINITIONS).map(([char, definition]) => ({
    ...wordLine(char, 'x', 1500, { pos: char === '嬲' ? 'a' : 'v', category: char === '朋友' ? 'noun.person' : null }),
    definition,
  })),
);
const read = (text: string, knownTokens: readonly string[] = []) =>
  ideasOf(
    text.split(' ').map((word) => ({ text: word, isEnglish: /[a-z]/.test(word) })),
    table,
    { isKnown: (token) => knownTokens.includes(token), mentions: (token) => (token === 'solitude' ? ['人'] : []) },
  );
/** `text weight headword、headword token…`, with what negates it, and whether it is over. */
const briefOf = ({ text, weight, headwords, tokens, negation, isEnded }: ReturnType<typeof read>['ideas'][number]) =>
  [text, Math.round(weight * 1000) / 1000, headwords.join('、') || '-', ...tokens]
    .concat(negation === undefined ? [] : ['negated by', negation], isEnded ? ['ended'] : [])
    .join(' ');

describeFunctions('phrase-ideas', {
  ideas: (text: string, ...knownTokens: string[]) => read(text, knownTokens).ideas.map(briefOf),
  ignored: (text: string, ...knownTokens: string[]) => read(text, knownTokens).ignored,
});
