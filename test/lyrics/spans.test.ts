import { describe, expect, it } from '@jest/globals';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { characterTable } from '../../src/lyrics/character-table.ts';
import { findRisks } from '../../src/lyrics/risks.ts';
import { affectedWords, farSpansToAsk, spansToAsk, takesNoObject } from '../../src/lyrics/spans.ts';
import type { SungWord } from '../../src/lyrics/sung-line.ts';
import { listOf, strictDemand, sungLine, wordLine } from './lines.ts';

const WORDS = [
  wordLine('我', 'ngo5', 1700),
  wordLine('很', 'han2', 1500, { pos: 'r' }),
  wordLine('也', 'jaa5', 1500, { pos: 'r' }),
  wordLine('冷', 'laang5', 1400, { pos: 'a' }),
  wordLine('寂靜', 'zik6 zing6', 1400, { pos: 'a' }),
  wordLine('深夜', 'sam1 je6', 1400, { pos: 'n' }),
  wordLine('曾經', 'cang4 ging1', 1400, { pos: 'r' }),
  wordLine('漸漸', 'zim6 zim6', 1400, { pos: 'r' }),
  wordLine('講', 'gong2', 1400, { pos: 'v' }),
  wordLine('大話', 'daai6 waa6', 1400, { pos: 'n' }),
  wordLine('講大話', 'gong2 daai6 waa6', 1400, { pos: 'v' }),
  wordLine('溫暖', 'wan1 nyun5', 1400, { pos: 'a' }),
  wordLine('了', 'liu5', 1500, { pos: 'r' }),
  wordLine('照亮', 'ziu3 loeng6', 1400, { pos: 'v' }),
  wordLine('期待', 'kei4 doi6', 1400, { pos: 'v' }),
  wordLine('首歌', 'sau2 go1', 1400),
  wordLine('那', 'naa5', 1500),
];
const table = listOf(WORDS);
const characters = characterTable(table);
const ROW = new Int8Array(ROW_BYTES).fill(10);

async function asked(text: string, moves: string, ask: 'near' | 'far' = 'near') {
  const line = sungLine(text, table);
  const constraint = strictDemand(moves);
  const risks = findRisks(line.tones, constraint);
  const affected = affectedWords(line, risks);
  const posOf = ({ dictionaryWord: { word } }: SungWord) => characters.wordDetail(word)?.pos;
  const asking = { line, risks, rowOf: () => ROW, posOf, table, characters, constraint };
  return ask === 'near' ? spansToAsk(asking, affected, () => undefined) : farSpansToAsk(asking, affected, risks);
}
const named = (spans: Awaited<ReturnType<typeof asked>>) =>
  spans.map(({ start, text, headword }) => [start, text, headword]);

describe('what the lexicon is asked', () => {
  it('are content words with their category, not function words, and two words that one may stand for', async () => {
    const spans = await asked('我很冷', '++');
    expect(named(spans)).toEqual([
      [2, '冷', '冷'],
      [1, '很冷', '冷'],
    ]);
    expect(spans[0]!.query).toMatchObject({ word: '冷', length: 1, similar: { pos: 'a', codes: expect.any(Array) } });
    expect(spans[1]!.query).toEqual({ word: '冷', length: 2 });
  });

  it('are two words of up to four characters beside a risk, by the meaning of both and with the codes that clear it', async () => {
    // 22 32 asked level into the third: 3 for 深 is a risk.
    const spans = await asked('寂靜深夜', '*=*');
    expect(named(spans)).toEqual([
      [0, '寂靜', '寂靜'],
      [2, '深夜', '深夜'],
      [0, '寂靜深夜', '寂靜深夜'],
    ]);
    const { reach, pos, query } = spans[2]!;
    expect([reach, pos, query.length, query.similar?.pos]).toEqual(['pair', undefined, 4, undefined]);
    expect(query.similar!.codes).toContain('0442');
    expect(query.similar!.codes).not.toContain('0432');
  });

  it('are no verb with its object as one, of more than two characters', async () => {
    // 4 2 1 6: asked level into the third, a risk.
    expect(named(await asked('照亮深夜', '*=*'))).toEqual([
      [0, '照亮', '照亮'],
      [2, '深夜', '深夜'],
    ]);
  });

  it('are verbs where an object or a verb follows', async () => {
    const first = async (text: string, moves: string) => (await asked(text, moves))[0]!;
    // 33 4 4 into 我: whatever the melody has, the word beside the risk is asked about as a verb.
    expect(await first('溫暖了我', '=+*')).toMatchObject({ text: '溫暖', pos: 'v', hasObject: true });
    expect(await first('溫暖也冷', '=+*')).toMatchObject({ text: '溫暖', pos: 'a', hasObject: false });
    expect(await first('期待照亮', '-**')).toMatchObject({ text: '期待', pos: 'v', isBeforeVerb: true });
    expect(await first('期待深夜', '-**')).toMatchObject({ isBeforeVerb: false, hasObject: true });
  });

  it('are no noun that was cut off with its measure', async () => {
    expect(named(await asked('我首歌', '-*'))).toContainEqual([1, '首歌', '首歌']);
    expect(named(await asked('那首歌', '-*'))).not.toContainEqual([1, '首歌', '首歌']);
  });

  it('are no two words with a function word among them', async () => {
    expect(named(await asked('也寂靜', '=*'))).toEqual([[1, '寂靜', '寂靜']]);
  });

  it('are the object of a verb that holds it, beside the whole word', async () => {
    expect(named(await asked('我講大話', '=**'))).toEqual([
      [1, '講大話', '講大話'],
      [2, '大話', '大話'],
    ]);
  });
});

describe('what the lexicon is asked where there was nothing', () => {
  it('are the words right beside the risk, of any part of speech, function words of two characters too', async () => {
    const spans = await asked('我曾經', '=*', 'far');
    expect(named(spans)).toEqual([[1, '曾經', '曾經']]);
    expect(spans[0]).toMatchObject({ reach: 'far', pos: 'r', query: { word: '曾經', length: 2 } });
    expect(spans[0]!.query.similar?.pos).toBeUndefined();
    expect(named(await asked('漸漸也', '*=', 'far'))).toEqual([[0, '漸漸', '漸漸']]);
  });
});

describe('a word that takes no object', () => {
  it('is what is done to each other', () => {
    expect(['相遇', '相愛', '相信', '遇上'].map((word) => takesNoObject(word, characters))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  const pos = { 流: 'v', 淚: 'n', 忘: 'v', 記: 'v', 忘記: 'v', 猶新: 'a' } as const;
  const own = characterTable(listOf(Object.entries(pos).map(([char, pos]) => wordLine(char, 'x', 1400, { pos }))));

  it('holds one already, or is an idiom that ends in no verb', () => {
    expect(['流淚', '忘記', '無法忘記', '記憶猶新', '流'].map((word) => takesNoObject(word, own))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });
});
