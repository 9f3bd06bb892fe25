import { ideasOf } from '../../src/phrases/ideas.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import { describeFunctions, readCases } from '../support/function-tables.ts';

const table = listOf(
  Object.entries(readCases<{ definitions: Record<string, string> }[]>('phrase-ideas')[0]!.definitions).map(
    ([char, definition]) => ({
      ...wordLine(char, 'x', 1500, {
        pos: char === '嬲' ? 'a' : 'v',
        category: char === '朋友' ? 'noun.person' : null,
      }),
      definition,
    }),
  ),
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
