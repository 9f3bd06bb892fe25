import { expect, it } from '@jest/globals';
import { soundOfLine } from '../../../../console/src/write/model/line-sound.ts';
import { parseReadingTable } from '../../../../console/src/write/model/reading-table.ts';

const FILE = '我 ngo5\n行 hang4,hong4\n銀行 ngan4 hong4\n去 heoi3\n銀 ngan4\n旺 wong6\n航 hong4\n';
const table = await parseReadingTable(FILE, () => Promise.resolve());
const _unknown = () => undefined;

it('reads words before characters, and groups their characters', () => {
  const sound = soundOfLine('我去銀行，行。', {}, undefined, table.read('我去銀行，行。'));
  expect(sound.characters.map(({ jyutping }) => jyutping)).toEqual([
    ...['ngo5', 'heoi3', 'ngan4', 'hong4', null, 'hang4', null],
  ]);
  expect(sound.words).toEqual([
    { start: 0, end: 1 },
    { start: 1, end: 2 },
    { start: 2, end: 4 },
    { start: 5, end: 6 },
  ]);
  expect(sound.characters[5]!.polyphones).toEqual(['hang4', 'hong4']);
});

it('yields to what the service has said, and the writer before both', () => {
  const annotated = {
    text: '行',
    characters: [{ char: '行', jyutping: 'hong4', code: '0', rhyme: 'ong', group: 0, polyphones: [] } as const],
  };
  const read = (readings: Record<number, string>) =>
    soundOfLine('行旺', readings, annotated, table.read('行旺')).characters.map(({ jyutping }) => jyutping);
  expect(read({})).toEqual(['hong4', 'wong6']);
  expect(read({ 0: 'haang4' })).toEqual(['haang4', 'wong6']);
});

it('reads what is left of a word that was changed anew', () => {
  const sounds = [
    { char: '銀', jyutping: 'ngan4', code: '0', rhyme: 'an', group: 0, polyphones: [] } as const,
    { char: '行', jyutping: 'hong4', code: '0', rhyme: 'ong', group: 0, polyphones: [] } as const,
  ];
  const read = (text: string) =>
    soundOfLine(text, {}, { text: '銀行', characters: sounds }, table.read(text)).characters.map(
      ({ jyutping }) => jyutping,
    );
  expect(read('去行')).toEqual(['heoi3', 'hang4']);
  expect(read('去銀行')).toEqual(['heoi3', 'ngan4', 'hong4']);
});

it('knows the most frequent character of a syllable, and nothing of what it has not', () => {
  expect(table.characterOf('hong4')).toBe('航');
  expect(table.characterOf('ngan4')).toBe('銀');
  expect(table.read('龘a')).toEqual([undefined, undefined]);
});
