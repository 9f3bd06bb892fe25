import { describe, expect, it } from '@jest/globals';
import { soundOfLine } from '../../../../console/src/write/model/line-sound.ts';
import { placeBeside, slotOf } from '../../../../console/src/write/model/slot-of.ts';
import { annotated, melody, NIGHT } from './annotated-line.ts';

describe('the place beside a word', () => {
  const sound = soundOfLine(
    '今夜，回憶今夜',
    {},
    annotated(['今夜', 'gam1 je6'], ['，', ''], ['回憶', 'wui4 jik1'], ['今夜', 'gam1 je6']),
  );

  it('is before or behind its nearest occurrence', () => {
    expect(placeBeside(sound, 3, { word: '回憶', side: 'before' })).toBe(3);
    expect(placeBeside(sound, 3, { word: '回憶', side: 'after' })).toBe(5);
    expect(placeBeside(sound, 0, { word: '今夜', side: 'after' })).toBe(2);
    expect(placeBeside(sound, 4, { word: '今夜', side: 'before' })).toBe(5);
  });

  it('is nowhere in a line without it', () => {
    expect(placeBeside(sound, 0, { word: '背影', side: 'before' })).toBeUndefined();
  });
});

describe('the slot at the cursor', () => {
  const lines = [
    { sound: soundOfLine('今夜回憶', {}, NIGHT), melody: melody(62, 57, 59, 64, 60, 55) },
    { sound: soundOfLine('海風', {}, annotated(['海風', 'hoi2 fung1'])), melody: [] },
  ];

  it('is the word there, and how the melody goes', () => {
    expect(slotOf(lines, 0, 3)).toMatchObject({
      wordStart: 2,
      char: '憶',
      word: '回憶',
      moves: '+',
      endsLine: false,
      rhymeChar: '風',
      rhymeReading: 'fung1',
    });
  });

  it('is a Latin word as a whole, on a note for each of its syllables', () => {
    const latin = {
      text: 'goodbye',
      characters: Array.from('goodbye', (char) => ({
        char,
        jyutping: null,
        code: null,
        rhyme: null,
        group: 0,
        polyphones: [],
      })),
    };
    const line = { sound: soundOfLine('goodbye', {}, latin), melody: melody(62, 57) };
    expect(slotOf([line], 0, 0)).toMatchObject({ word: 'goodbye', char: 'good', moves: '-', wordStart: 0 });
  });

  it('knows the other words of its line, the nearest first', () => {
    const line = {
      sound: soundOfLine(
        '今夜回憶海風',
        {},
        annotated(['今夜', 'gam1 je6'], ['回憶', 'wui4 jik1'], ['海風', 'hoi2 fung1']),
      ),
      melody: [],
    };
    expect(slotOf([line], 0, 2)!.besideWords).toEqual(['今夜', '海風']);
    expect(slotOf([line], 0, 5)!.besideWords).toEqual(['回憶', '今夜']);
    // The next word, where the melody goes on.
    expect(slotOf(lines, 0, 4)!.besideWords[0]).toBe('回憶');
  });

  it('lists the codes that fit the melody, seams included', () => {
    // Above 夜 (2) come 4 and 3; above that again only 3 above 4.
    expect(slotOf(lines, 0, 2)!.codeOptions).toEqual(['43']);
  });

  it('is the next word where the text ends and the melody goes on', () => {
    expect(slotOf(lines, 0, 4)).toMatchObject({
      wordStart: 4,
      word: '',
      char: '',
      endsLine: true,
      melodyEnd: 'low',
      rhymeChar: '風',
      nextWords: [
        // Below 憶 (3), yet not on the lowest level: the melody falls once more.
        { length: 1, codes: ['2', '4'], endsLine: false },
        { length: 2, codes: ['20', '40', '42'], endsLine: true },
      ],
      codeOptions: ['2', '4', '20', '40', '42'],
    });
  });

  it('begins a line that has no words yet with words of one to three notes', () => {
    const [empty] = [soundOfLine('', {}, undefined)];
    const slot = slotOf([{ sound: empty, melody: melody(60, 60, 64, 62) }], 0, 0)!;
    expect(slot).toMatchObject({ word: '', endsLine: false });
    expect(slot.nextWords.map(({ length, codes }) => [length, codes])).toEqual([
      // Not 3: nothing is higher for the third note.
      [1, ['0', '2', '4']],
      [2, ['00', '22', '44']],
      // One more up: from the lowest three ways, from 2 two, from 4 one.
      [3, ['002', '003', '004', '223', '224', '443']],
    ]);
  });

  it('at the end of a text without a melody is its last word', () => {
    expect(slotOf(lines, 1, 2)).toMatchObject({ word: '海風', endsLine: true, codeOptions: [], melodyEnd: null });
  });
});

it('asks of a next word what can be where the melody falls further than tones do', () => {
  const empty = soundOfLine('', {}, undefined);
  const falling = melody(70, 68, 66, 64, 62, 60);
  // Five steps down have no tones of their own, so that some may stay level; no word rises.
  expect(slotOf([{ sound: empty, melody: falling }], 0, 0)!.nextWords[1]!.codes).toEqual([
    '20',
    '30',
    '32',
    '34',
    '40',
    '42',
  ]);
  const low = soundOfLine('停', {}, annotated(['停', 'ting4']));
  expect(slotOf([{ sound: low, melody: falling }], 0, 1)!.nextWords[0]!.codes).toEqual(['0']);
});

it('says what would have to change where no tone fits', () => {
  const line = annotated(['停', 'ting4'], ['未', 'mei6'], ['高', 'gou1']);
  const slotWith = (...pitches: number[]) =>
    slotOf([{ sound: soundOfLine('停未高', {}, line), melody: melody(...pitches) }], 0, 1)!;
  // Below the lowest tone, 停 (0), there is none; after it 高 (3) is the highest.
  const below = slotWith(64, 60, 67);
  expect(below.codeOptions).toEqual([]);
  expect(below.relaxations).toEqual([
    { kind: 'neighbour', side: 'before', char: '停', direction: 'higher', codes: ['0', '2', '4'] },
  ]);
  // Down from the lowest and down to the highest: neither another neighbour nor another note alone helps.
  expect(slotWith(64, 60, 57).relaxations).toMatchObject([
    { kind: 'note', char: '停、高', codes: ['0', '2', '3', '4'] },
  ]);
  expect(slotWith(60, 62, 67).relaxations).toEqual([]);
});

it('rhymes with the line that shares its rhyme, though another is nearer', () => {
  const ending = (char: string, jyutping: string) => ({
    sound: soundOfLine(char, {}, annotated([char, jyutping])),
    melody: [],
  });
  const stanza = [ending('停', 'ting4'), ending('行', 'hang4'), ending('靜', 'zing6')];
  expect(slotOf(stanza, 2, 0)!.rhymeChar).toBe('停');
});

it('rhymes within its own passage, in the reading of that line', () => {
  const ending = (char: string, jyutping: string) => ({
    sound: soundOfLine(char, {}, annotated([char, jyutping])),
    melody: [],
  });
  const song = [ending('聽', 'ting3'), ending('行', 'hang4'), ending('停', 'ting4'), ending('靜', 'zing6')];
  expect(slotOf(song, 1, 0, { start: 0, end: 2 })).toMatchObject({ rhymeChar: '聽', rhymeReading: 'ting3' });
  // Where its passage has no other line, the others tell.
  expect(slotOf(song, 1, 0, { start: 1, end: 2 })).toMatchObject({ rhymeChar: '聽' });
});
