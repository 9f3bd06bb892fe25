import { describe, expect, it } from '@jest/globals';
import { exampleSong } from '../../../console/src/write/example-song.ts';
import { heardAs } from '../../../console/src/write/sound/heard-as.ts';
import type { CharacterSound } from '../../../console/src/write/sound/line-sound.ts';
import { soundOfLine, soundOfReading } from '../../../console/src/write/sound/line-sound.ts';
import { slotOf } from '../../../console/src/write/sound/slot-of.ts';
import { risksOf, summarise, worstOf } from '../../../console/src/write/sound/song-summary.ts';

/** An annotated line: characters with their readings, words between bars. */
function annotated(...words: readonly (readonly [string, string])[]) {
  const characters = words.flatMap(([word, jyutping], group): CharacterSound[] => {
    const syllables = jyutping.split(' ');
    return Array.from(word, (char, i) => ({ char, group, polyphones: [], ...soundOfReading(syllables[i] ?? '') }));
  });
  return { text: characters.map(({ char }) => char).join(''), characters };
}

const NIGHT = annotated(['今夜', 'gam1 je6'], ['回憶', 'wui4 jik1']);
const unknown = () => undefined;
const melody = (...pitches: (number | null)[]) => pitches.map((pitch) => (pitch === null ? null : { pitch, beats: 1 }));

describe('the sound of a line between annotations', () => {
  it('stays with the characters that were annotated, and new ones sound as elsewhere', () => {
    const sound = soundOfLine('今夜慢回憶', {}, NIGHT, (char) => (char === '慢' ? 'maan6' : undefined));
    // 3 2 2 0 3
    expect(sound.codes).toEqual(['3', '2', '2', '0', '3']);
    expect(sound.words).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 3, end: 5 },
    ]);
  });

  it('is unknown for a character that was never annotated', () => {
    expect(soundOfLine('今夜慢回憶', {}, NIGHT, unknown).codes).toEqual(['3', '2', null, '0', '3']);
  });

  it('follows the reading that the writer chose', () => {
    const sound = soundOfLine('今夜回憶', { 3: 'jik6' }, NIGHT, unknown);
    expect(sound.codes).toEqual(['3', '2', '0', '2']);
    expect(sound.rhyme).toBe('ik');
  });

  it('counts only what is sung', () => {
    const sound = soundOfLine('今，夜回憶！', {}, NIGHT, unknown);
    expect(sound.places).toEqual([0, 2, 3, 4]);
    expect(sound.rhyme).toBe('ik');
  });
});

describe('how a clash is heard', () => {
  it('is the nearest tone that lies where the melody goes', () => {
    // After 夜 (level 1) the melody rises: of 回's tones 3 and 5 (level 2) are nearer than 1 and 2 (level 3).
    expect(heardAs('wui4', '2', '+')).toEqual(['wui3', 'wui5']);
    expect(heardAs('hou2', '4', '-')).toEqual(['hou6']);
  });

  it('is nothing where no tone lies', () => {
    expect(heardAs('hou2', '3', '+')).toEqual([]);
    expect(heardAs('hou2', '0', '-')).toEqual([]);
  });

  it('knows which tones a stopped syllable has', () => {
    expect(heardAs('jik1', '4', '-')).toEqual(['jik6']);
  });
});

describe('a song as a whole', () => {
  const sound = soundOfLine('今夜回憶', {}, NIGHT, unknown);

  it('counts the pairs in which melody and tones are known, contrary and oblique', () => {
    // Tones: down, down, up. Melody: down, up, level.
    const line = { sound, melody: melody(62, 57, 59, 59) };
    expect(summarise([line], 'strict')).toEqual({ pairs: 3, contrary: 1, oblique: 1 });
    // Only what the lines mark: where the tones hold, nothing is misheard.
    const holding = {
      sound: soundOfLine('海風', {}, annotated(['海風', 'hoi2 fung1']), unknown),
      melody: melody(62, 64),
    };
    expect(summarise([holding], 'strict')).toEqual({ pairs: 1, contrary: 0, oblique: 1 });
    expect(summarise([holding], 'singable')).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(summarise([{ sound, melody: melody(62, null, 59) }], 'strict')).toEqual({
      pairs: 0,
      contrary: 0,
      oblique: 0,
    });
  });

  it('is marked by its worst clash', () => {
    expect(worstOf(risksOf(sound, melody(62, 57, 59, 59), 'singable'))).toBe('contrary');
    expect(worstOf(risksOf(sound, melody(62, 57, 55, 55), 'singable'))).toBe('oblique');
    expect(worstOf(risksOf(sound, melody(62, 57, 55, 59), 'singable'))).toBeNull();
  });

  it('begins with an example that has one clash, a contrary one', () => {
    const [, , , last] = exampleSong().lines;
    const line = annotated(['今夜', 'gam1 je6'], ['回憶', 'wui4 jik1'], ['仲未', 'zung6 mei6'], ['停', 'ting4']);
    expect(last!.text).toBe(line.text);
    const risks = risksOf(soundOfLine(line.text, {}, line, unknown), last!.melody, 'singable');
    expect(risks.map(({ position, severity }) => [position, severity])).toEqual([[2, 'contrary']]);
  });
});

describe('the slot at the cursor', () => {
  const lines = [
    { sound: soundOfLine('今夜回憶', {}, NIGHT, unknown), melody: melody(62, 57, 59, 64, 60, 55) },
    { sound: soundOfLine('海風', {}, annotated(['海風', 'hoi2 fung1']), unknown), melody: [] },
  ];

  it('is the word there, with what stands beside it and how the melody goes', () => {
    expect(slotOf(lines, 0, 3)).toMatchObject({
      ...{ position: 3, wordStart: 2, char: '憶', word: '回憶', jyutping: 'jik1', pitch: 6, code: '03' },
      before: { char: '夜', pitch: 2, move: '+' },
      ...{ after: null, moves: '+', endsLine: false, rhymeChar: null },
    });
  });

  it('lists the codes that fit the melody, seams included', () => {
    // Above 夜 (2) come 4 and 3; above that again only 3 above 4.
    expect(slotOf(lines, 0, 2)!.codeOptions).toEqual(['43']);
  });

  it('is the next word where the text ends and the melody goes on', () => {
    expect(slotOf(lines, 0, 4)).toMatchObject({
      ...{ position: 4, wordStart: 4, word: '', char: '', code: null, endsLine: true, melodyEnd: 'low' },
      before: { char: '憶', pitch: 6, move: '-' },
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
    const [empty] = [soundOfLine('', {}, undefined, unknown)];
    const slot = slotOf([{ sound: empty, melody: melody(60, 60, 64, 62) }], 0, 0)!;
    expect(slot).toMatchObject({ word: '', before: null, endsLine: false, rhymeChar: null });
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
  const empty = soundOfLine('', {}, undefined, unknown);
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
  const low = soundOfLine('停', {}, annotated(['停', 'ting4']), unknown);
  expect(slotOf([{ sound: low, melody: falling }], 0, 1)!.nextWords[0]!.codes).toEqual(['0']);
});

it('says what would have to change where no tone fits', () => {
  const line = annotated(['停', 'ting4'], ['未', 'mei6'], ['高', 'gou1']);
  const slotWith = (...pitches: number[]) =>
    slotOf([{ sound: soundOfLine('停未高', {}, line, unknown), melody: melody(...pitches) }], 0, 1)!;
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
    sound: soundOfLine(char, {}, annotated([char, jyutping]), unknown),
    melody: [],
  });
  const stanza = [ending('停', 'ting4'), ending('行', 'hang4'), ending('靜', 'zing6')];
  expect(slotOf(stanza, 2, 0)!.rhymeChar).toBe('停');
});
