import { describe, expect, it } from '@jest/globals';
import { ideasOf } from '../../src/phrases/ideas.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';

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
    ...wordLine(char, 'x', 1500, {
      pos: char === '嬲' ? 'a' : 'v',
      category: char === '朋友' ? 'noun.person' : null,
    }),
    definition,
  })),
);
const read = (text: string, knownTokens: readonly string[] = []) =>
  ideasOf(
    text.split(' ').map((word) => ({ text: word, isEnglish: /[a-z]/.test(word) })),
    table,
    { isKnown: (token) => knownTokens.includes(token), mentions: (token) => (token === 'solitude' ? ['人'] : []) },
  );
const weights = (text: string) => read(text).ideas.map((idea) => [idea.text, idea.weight]);

describe('the ideas of a phrase', () => {
  it('weigh most of a whole where they are popular, next to nothing where they are function words, little where they are light', () => {
    expect(weights('夜 嘅 人')).toEqual([
      ['夜', 0.7],
      ['嘅', 0.01],
      ['人', 0.25],
    ]);
  });

  it('are over where a word before says so', () => {
    const ended = (text: string) =>
      read(text)
        .ideas.filter(({ isEnded }) => isEnded)
        .map(({ text }) => text);
    expect(ended('放棄 朋友')).toEqual(['朋友']);
    expect(ended('gave up night')).toEqual(['night']);
    // What is forgotten does not turn into its opposite.
    expect(ended('忘記 朋友')).toEqual([]);
  });

  it('are a verb with its particle behind whom it is done to', () => {
    expect(read('win her back night').ideas).toMatchObject([
      { text: 'win back', headwords: ['挽回'] },
      { text: 'night' },
    ]);
    expect(read('win night back').ideas).not.toContainEqual(expect.objectContaining({ text: 'win back' }));
  });

  it('are negations with what they negate, across words that say little', () => {
    const { ideas } = read('唔 又 忘記');
    expect(ideas).toEqual([{ text: '忘記', headwords: ['忘記'], tokens: [], weight: 0.84, negation: '唔' }]);
    expect(read('忘記 唔').ideas.map(({ negation }) => negation)).toEqual([undefined, undefined]);
  });

  it('are negated across any number of words that say nothing', () => {
    expect(read('唔 又 你 你 你 忘記').ideas.map(({ text, negation }) => [text, negation])).toEqual([['忘記', '唔']]);
    expect(read('唔 做 想 做 忘記').ideas.find(({ negation }) => negation !== undefined)?.text).toBe('做');
  });

  it('are negations of what says most within reach, or of a direction that is a verb', () => {
    const negated = (text: string) => read(text).ideas.find(({ negation }) => negation !== undefined)?.text;
    // 做 says little.
    expect(negated('唔 做 忘記')).toBe('忘記');
    expect(negated('唔 做 嘅 忘記')).toBe('做');
    expect(negated('唔 返嚟 嘅 人')).toBe('返嚟');
    expect(negated('唔 嘅 人')).toBeUndefined();
  });

  it('are little of what a negation tells of a noun, where the phrase is about what stands before it', () => {
    expect(weights('等 一個 唔 忘記 嘅 人')).toEqual([
      ['等', 0.7],
      ['一個', 0.01],
      // 0.7 × 1.2 × 0.3.
      ['忘記', expect.closeTo(0.252)],
      ['嘅', 0.01],
      ['人', 0.25],
    ]);
    expect(weights('唔 忘記 嘅 人')[0]).toEqual(['忘記', expect.closeTo(0.84)]);
    expect(weights('等 唔 忘記')[1]).toEqual(['忘記', expect.closeTo(0.84)]);
  });

  it('are to be alone where somebody is lacking, and no opposite of what comes after', () => {
    expect(read('冇 你 嘅 夜').ideas).toMatchObject([
      { text: '冇你', headwords: ['孤單', '寂寞'], tokens: ['lonely'] },
      { text: '嘅' },
      { text: '夜' },
    ]);
    expect(read('without you').ideas).toMatchObject([{ text: 'without you', tokens: ['lonely'] }]);
    expect(read('冇 愛').ideas).toMatchObject([{ text: '愛', negation: '冇' }]);
  });

  it('are to be alone where a person is lacking, or nobody does it', () => {
    const alone = { headwords: ['孤單', '寂寞'], tokens: ['lonely'], weight: 0.7 };
    // What is lacking, or not done, keeps 0.4 of its weight, and is not turned round.
    const left = expect.closeTo(0.28);
    expect(read('冇 朋友').ideas).toEqual([
      { ...alone, text: '冇朋友' },
      { text: '朋友', headwords: ['朋友'], tokens: [], weight: left },
    ]);
    expect(read('冇 人 愛').ideas).toEqual([
      { ...alone, text: '冇人' },
      { text: '愛', headwords: ['愛'], tokens: [], weight: left },
    ]);
    expect(read('nobody love').ideas.map(({ text, negation }) => [text, negation])).toEqual([
      ['nobody', undefined],
      ['love', undefined],
    ]);
    // What nobody knows is a secret.
    expect(read('nobody know', ['know']).ideas).toMatchObject([{ text: 'know', negation: 'nobody' }]);
  });

  it('are not what somebody lacks the courage for', () => {
    expect(read('冇 勇氣 忘記').ideas).toMatchObject([
      { text: '勇氣', negation: '冇' },
      { text: '忘記', negation: '冇', weight: 0.7 },
    ]);
    expect(read('冇 夜 忘記').ideas[1]).not.toHaveProperty('negation');
    expect(read('冇 勇氣 嘅 忘記').ideas.at(-1)).not.toHaveProperty('negation');
  });

  it('are what they were where they are negated twice', () => {
    expect(read('not unloved').ideas).toMatchObject([{ text: 'loved' }]);
    expect(read('not unloved').ideas[0]).not.toHaveProperty('negation');
    expect(read('unloved').ideas).toMatchObject([{ text: 'loved', headwords: ['愛'], negation: 'unloved' }]);
  });

  it('are headwords together that segmentation takes apart', () => {
    expect(read('一個 人 夜').ideas.map(({ text }) => text)).toEqual(['一個人', '夜']);
    expect(read('一個 唔 人').ideas.map(({ text }) => text)).toEqual(['一個', '人']);
    // So are negations.
    expect(read('唔 會 忘記').ideas.map(({ text, negation }) => [text, negation])).toEqual([['忘記', '唔會']]);
  });

  it('weigh less where they say how much an adjective holds', () => {
    expect(weights('嬲 到 爆炸')[2]).toEqual(['爆炸', expect.closeTo(0.21)]);
    expect(weights('忘記 到 爆炸')[2]).toEqual(['爆炸', 0.7]);
  });

  it('leave out what nothing knows', () => {
    expect(read('夜 龘 qqqqqqq night rain solitude', ['rain'])).toMatchObject({
      ideas: [
        { text: '夜' },
        { text: 'night', headwords: ['夜'] },
        { text: 'rain', headwords: [] },
        { text: 'solitude', headwords: ['人'] },
      ],
      ignored: ['龘', 'qqqqqqq'],
    });
  });

  it('goes on where a negation ends what ends, and is loneliness where nobody does it to somebody', () => {
    const said = (text: string) => read(text).ideas.map(({ text, negation }) => (negation ?? '') + text);
    expect(said('唔 放棄 挽回')).toEqual(['挽回']);
    expect(said('放棄 唔到 挽回')).toEqual(['挽回']);
    // What ends is all that is negated where nothing follows.
    expect(said('唔 放棄')).toEqual(['唔放棄']);
    expect(read('從未 被人 愛').ideas[0]).toMatchObject({ headwords: ['孤單', '寂寞'] });
  });
});
