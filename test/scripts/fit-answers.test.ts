import { describe, expect, it } from '@jest/globals';
import { fitAnswers } from '../../scripts/meaning/fit-answers.ts';
import { decodeAnswers, encodeAnswers, packAnswers } from '../../src/lexicon/answers.ts';
import { openDescriptions, packDescriptions } from '../../src/lexicon/descriptions.ts';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';

/** A row of full length on one component. */
function row(component: number): Int8Array {
  const numbers = new Int8Array(MEANING_COMPONENTS);
  numbers[component] = 40;
  return numbers;
}

const WORDS = ['海', '雨', '夜', '燈', '風', '傘'];
/** Word `n` lies on component `n`. */
const rows = new Int8Array(WORDS.length * ROW_BYTES);
for (const word of WORDS.keys()) rows[word * ROW_BYTES + word] = 40;

const typed = (key: string, component: number) => ({ key, row: row(component), weight: 1 });
const RAIN = typed('rain', 20);
const DARK = typed('dark', 21);
/** Most of those who type rain hope for 傘, the others for 雨; who types dark for 燈. Others type what says nothing of these. */
const packed = packDescriptions(
  Array.from({ length: 1200 }, (_, i) => [
    { ideas: [RAIN], words: i % 3 === 0 ? [1] : [5] },
    { ideas: [DARK], words: [3] },
    { ideas: [typed(`other ${i % 50}`, 30)], words: [i % 3 === 0 ? 0 : 4] },
  ]).flat(),
);
const fitted = fitAnswers(packed, rows);
const learned = { ...fitted, words: fitted.words.map((word) => WORDS[word]!) };

function answersTo(ideas: Parameters<ReturnType<typeof openDescriptions>['weigh']>[0], words = WORDS) {
  const numberOf = (word: string) => (words.includes(word) ? words.indexOf(word) : undefined);
  const answers = packAnswers(decodeAnswers(encodeAnswers(learned)), packed.describedKeys, numberOf);
  const { ask, weigh } = openDescriptions({ ...packed, ...answers });
  return ask(weigh(ideas));
}
function bestOf(ideas: Parameters<typeof answersTo>[0], words = WORDS): string[] {
  const question = answersTo(ideas, words)!;
  const odds = (word: number) => question.logOddsOf(word, undefined);
  const numbers = question.best(10).sort((a, b) => odds(b) - odds(a));
  return numbers.map((word) => words[word]!);
}

describe('what is learned from descriptions', () => {
  it('are the words that are hoped for, those more often hoped for first', () => {
    expect(bestOf([RAIN]).slice(0, 2)).toEqual(['傘', '雨']);
    expect(bestOf([DARK])[0]).toBe('燈');
    // What speaks for a word, whatever is typed, is less than what is typed.
    expect(bestOf([RAIN]).indexOf('風')).toBeGreaterThan(1);
  });

  it('are the words of an idea that is like one that is known', () => {
    expect(new Set(bestOf([typed('shower', 20)]).slice(0, 2))).toEqual(new Set(['傘', '雨']));
  });

  it('leaves out words that the lexicon no longer has, whatever their numbers', () => {
    expect(bestOf([RAIN], ['傘', '海', '燈'])[0]).toBe('傘');
    expect(bestOf([RAIN], ['傘', '海', '燈'])).not.toContain('雨');
  });

  it('says nothing of what has no meaning, and where nothing was learned', () => {
    expect(answersTo([{ key: 'x', row: undefined, weight: 1 }])).toBeUndefined();
    expect(openDescriptions(packed).ask([RAIN])).toBeUndefined();
  });
});
