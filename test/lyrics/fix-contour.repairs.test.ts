import { describe, expect, it } from '@jest/globals';
import { fixLine, WORDS } from './fix-line.ts';
import { replacement, wordLine } from './lines.ts';

// Codes: 我 4, 愛 4, 你 4, 海 3, 大 2, 行 0, 開心 33, 快樂 42, 成 0, 長 0, but 3 in 成長. From low to high: 0, 2, 4, 3.
describe('repairs', () => {
  const lines = (report: { repairs?: readonly { line: string }[] }) => report.repairs?.map(({ line }) => line);
  /** Characters of the sound of 愛, in order of frequency: 3, 2, 0, …. */
  const alike = [
    wordLine('哀', 'oi1', 1000),
    wordLine('靄', 'oi2', 990),
    wordLine('礙', 'oi6', 980),
    wordLine('呆', 'oi4', 970),
  ];

  it('are the three cheapest', async () => {
    const instead = {
      愛: ['大', '行', '長', '成'].map((char, i) =>
        replacement(char, WORDS.find((word) => word.char === char)!.readings[0]!.jyutping, i === 0 ? '2' : '0', {
          score: 90 - i,
        }),
      ),
    };
    const report = await fixLine('我愛', { moves: '-', replacementsByWord: instead });
    expect(lines(report)).toEqual(['我大', '我行', '我長']);
    expect(report.repairs![0]!.swaps).toEqual([
      { start: 1, replaces: '愛', word: '大', jyutping: 'daai6', code: '2', source: 'curated' },
    ]);
  });

  it('put in characters of the same sound and another level that make a word in their place', async () => {
    // Asked down: 礙 and 呆. Both rank after 哀 and 靄, which are higher; a place more costs one more.
    const made = ['哀', '靄', '礙', '呆'].map((char, i) =>
      wordLine(`我${char}`, `ngo5 ${alike[i]!.readings[0]!.jyutping}`, 500),
    );
    expect(lines(await fixLine('我愛', { moves: '-', extraWords: [...alike, ...made] }))).toEqual(['我礙', '我呆']);
    expect(lines(await fixLine('我愛', { moves: '-', extraWords: alike }))).toBeUndefined();
  });

  it('may need a word beside those of the risk', async () => {
    // 4 3 3 2 asked level, level, down: 雪 comes up to 開.
    const instead = { 雪: [replacement('丁', 'ding1', '3')] };
    const extraWords = [wordLine('丁', 'ding1', 1000)];
    const report = await fixLine('雪開心大', { moves: '==-', replacementsByWord: instead, extraWords });
    expect(lines(report)).toEqual(['丁開心大']);
  });

  it('may read a character otherwise, and then need nothing else', async () => {
    // 4 0 asked down... 行 is haang4, or hang6: 2 0 asked level.
    const report = await fixLine('大行', { moves: '=' });
    expect(report.repairs).toEqual([
      {
        line: '大行',
        cost: 90,
        swaps: [{ start: 1, replaces: '行', word: '行', jyutping: 'hang6', code: '2', source: 'reading' }],
        clears: [1],
        leaves: [],
        lowers: [],
        isReadingOnly: true,
        isGuess: false,
      },
    ]);
  });

  it('hold no swap that is not needed', async () => {
    // 4 4 3 4 asked down, free, level: 大 and 丁 are needed; what else there is for them or beside them is not put in with them.
    const instead = {
      愛: [replacement('大', 'daai6', '2')],
      遠: [replacement('丁', 'ding1', '3')],
      雪: [replacement('海', 'hoi2', '3', { score: 95 })],
    };
    const extraWords = [wordLine('丁', 'ding1', 1000)];
    const { repairs } = await fixLine('雪愛海遠', { moves: '-*=', replacementsByWord: instead, extraWords });
    expect(lines({ repairs: repairs! })).toEqual(['海愛海丁', '雪大海丁']);
  });

  it('hold no two words that are uncertain', async () => {
    // 4 4 3 4 asked down, free, level: 大 and 丁 are needed.
    const extraWords = [wordLine('丁', 'ding1', 1000)];
    const repaired = async (of大: Parameters<typeof replacement>[3], of丁: Parameters<typeof replacement>[3]) => {
      const instead = { 愛: [replacement('大', 'daai6', '2', of大)], 遠: [replacement('丁', 'ding1', '3', of丁)] };
      return lines(await fixLine('雪愛海遠', { moves: '-*=', replacementsByWord: instead, extraWords }));
    };
    expect(await repaired({}, {})).toEqual(['雪大海丁']);
    // Each clears its own risk alone.
    const uncertain = { score: 80 } as const;
    expect(await repaired(uncertain, uncertain)).toEqual(['雪愛海丁', '雪大海遠']);
  });

  it('hold no word that is hardly taken, which is a swap still', async () => {
    const instead = {
      愛: [replacement('大', 'daai6', '2', { source: 'similar', score: 0, likeness: 300, length: 2 })],
    };
    const report = await fixLine('我愛', { moves: '-', replacementsByWord: instead });
    expect(report.risks[0]!.wordSwaps).toMatchObject([{ word: '大', near: 'loose' }]);
    expect(lines(report)).toBeUndefined();
  });

  it('that clear a part of the risks are told where none clears all, the worst first', async () => {
    // 4 4 4 3 asked down, up and down: 大 for 愛 clears the first and the second; nothing clears the last, which is contrary.
    const instead = { 愛: [replacement('大', 'daai6', '2')] };
    const { repairs, risks } = await fixLine('雪愛遠海', { moves: '-+-', replacementsByWord: instead });
    expect(risks.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(repairs).toMatchObject([{ line: '雪大遠海', clears: [1, 2], leaves: [3] }]);
  });

  it('may lower a contrary risk where nothing clears it', async () => {
    // 4 3 asked down: level is oblique.
    const instead = { 海: [replacement('戊', 'mou5', '4')] };
    const extraWords = [wordLine('戊', 'mou5', 1000)];
    const { repairs, risks } = await fixLine('雪海', { moves: '-', replacementsByWord: instead, extraWords });
    expect(risks.map(({ severity }) => severity)).toEqual(['contrary']);
    expect(repairs).toMatchObject([{ line: '雪戊', clears: [], leaves: [1], lowers: [1] }]);
  });

  it('may lower a risk within a word', async () => {
    // 4 3 asked down within 開心 for 冬季 (3 4): level is oblique.
    const extraWords = [wordLine('冬季', 'dung3 gwai1', 1000), wordLine('世界', 'sai3 gaai3', 1000)];
    const instead = { 冬季: [replacement('世界', 'sai3 gaai3', '44')] };
    const { repairs } = await fixLine('冬季', { moves: '-', replacementsByWord: instead, extraWords });
    expect(repairs).toMatchObject([{ line: '世界', clears: [], lowers: [1], isGuess: false }]);
  });

  it('say of an uncertain word that it is a guess, and give it only where nothing else is', async () => {
    const guess = replacement('行', 'haang4', '0', { score: 80 });
    const told = async (all: ReturnType<typeof replacement>[]) => {
      const { repairs = [] } = await fixLine('我愛', { moves: '-', replacementsByWord: { 愛: all } });
      return repairs.map(({ line, isGuess }) => [line, isGuess]);
    };
    expect(await told([guess])).toEqual([['我行', true]]);
    expect(await told([guess, replacement('大', 'daai6', '2')])).toEqual([['我大', false]]);
  });

  it('read the same line otherwise once', async () => {
    const extraWords = [wordLine('彈', 'taan4 / daan6 / dan6', 1000)];
    expect(lines(await fixLine('大彈', { moves: '=', extraWords }))).toEqual(['大彈']);
  });

  it('are words in their line', async () => {
    // 4 3 3 asked level and down: 意識 and 見識 are that, but 再見 is heard in 再見識.
    const extraWords = [
      wordLine('再', 'zoi3', 1500),
      wordLine('識', 'sik6', 1400),
      wordLine('再見', 'zoi3 gin3', 1600),
      wordLine('見識', 'gin3 sik6', 500),
      wordLine('意識', 'ji3 sik6', 500),
    ];
    const instead = {
      開心: [replacement('見識', 'gin3 sik6', '42', { pos: 'a' }), replacement('意識', 'ji3 sik6', '42', { pos: 'a' })],
    };
    const report = await fixLine('再開心', { moves: '=-', replacementsByWord: instead, extraWords });
    expect(report.repairs!.map(({ line }) => line)).toEqual(['再意識']);
  });

  it('put in whole words', async () => {
    const instead = { 開心: [replacement('快樂', 'faai3 lok6', '42', { score: 90, pos: 'a' })] };
    expect(lines(await fixLine('我開心', { moves: '=-', replacementsByWord: instead }))).toEqual(['我快樂']);
  });

  it('name every line once', async () => {
    // 礙 is both a replacement and a character of the sound: the cheaper way to it is what is shown.
    const more = [wordLine('礙', 'oi6', 980)];
    const instead = { 愛: [replacement('礙', 'oi6', '2', { score: 90 })] };
    expect(lines(await fixLine('我愛', { moves: '-', extraWords: more, replacementsByWord: instead }))).toEqual([
      '我礙',
    ]);
  });

  it('are read as they were meant: neither otherwise themselves nor making their neighbours so', async () => {
    // 行 is haang4 here, not hang6, as low as that may be.
    const instead = { 愛: [replacement('行', 'hang6', '2', { score: 90 })] };
    expect(lines(await fixLine('我愛', { moves: '-', replacementsByWord: instead }))).toBeUndefined();
    // Nor is the second of two swaps, or of two characters, though the line would have no risk either way.
    const two = { 愛: [replacement('大', 'daai6', '2')], 你: [replacement('行', 'hang6', '2')] };
    expect(lines(await fixLine('我愛我你', { moves: '-*-', replacementsByWord: two }))).toEqual(['我大我你']);
    const characters = { 開心: [replacement('大行', 'daai6 hang6', '22')] };
    expect(lines(await fixLine('我開心', { moves: '-*', replacementsByWord: characters }))).toBeUndefined();
    // 4 4 0 asked down and level: 成 makes 成長, in which 長 is high.
    const makes = {
      愛: [replacement('成', 'sing4', '0', { score: 95 }), replacement('行', 'haang4', '0', { score: 95 })],
    };
    expect(lines(await fixLine('我愛長', { moves: '-=', replacementsByWord: makes }))).toEqual(['我行長']);
  });

  it('keep what was chosen where the character stays, and only there', async () => {
    // 4 4 2, the last chosen as hang6: asked down and level. 大 in the middle does it.
    const readings: [number, string][] = [[2, 'hang6']];
    const instead = { 愛: [replacement('大', 'daai6', '2', { score: 90 })] };
    expect(lines(await fixLine('我愛行', { moves: '-=', replacementsByWord: instead, readings }))).toEqual(['我大行']);
    // Marks before it do not move it to another character.
    expect(lines(await fixLine('我，愛行', { moves: '-=', replacementsByWord: instead, readings }))).toEqual([
      '我，大行',
    ]);
    // What was chosen for 愛 is not put upon the word in its place.
    expect(lines(await fixLine('我愛', { moves: '-', replacementsByWord: instead, readings: [[1, 'ngoi3']] }))).toEqual(
      ['我大'],
    );
  });

  it('are absent where nothing helps', async () => {
    expect(await fixLine('我愛', { moves: '-' })).not.toHaveProperty('repairs');
  });
});
