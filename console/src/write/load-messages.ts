import { messages } from '../app/i18n.ts';

const chinese = {
  title: '放入旋律',
  part: '邊一個係主旋律？',
  partNotes: (count: number, from: string, to: string) => `${count} 個音，${from} 至 ${to}`,
  partWords: (words: string) => `有歌詞：${words}`,
  target: '放喺邊度',
  wholeSong: '成首歌',
  stanza: (name: string) => (/^\d+$/u.test(name) ? `第 ${name} 段` : name),
  fit: (notes: number, characters: number) => `${notes} 個音，${characters} 個字`,
  notes: (notes: number) => `${notes} 個音`,
  line: (number: number) => `第 ${number} 行`,
  addedLine: (number: number) => `加行 ${number}`,
  fewer: (line: string) => `${line}少一個音`,
  more: (line: string) => `${line}多一個音`,
  fits: '每行都啱晒。',
  misfits: (lines: number) => `有 ${lines} 行音數同字數唔同。用 − ＋ 移句位，或者照放。`,
  verses: (count: number) => `呢個檔有 ${count} 段詞；第一段以外嘅會跟住旋律一齊留低。`,
  take: '放入',
  cancel: '唔放',
};

/** The texts of the preview of a melody file. */
export const loadMessages = messages<typeof chinese>(chinese, {
  title: 'Load a melody',
  part: 'Which one is sung?',
  partNotes: (count, from, to) => `${count} notes, ${from} to ${to}`,
  partWords: (words) => `words: ${words}`,
  target: 'Where to',
  wholeSong: 'The whole song',
  stanza: (name) => (/^\d+$/u.test(name) ? `Stanza ${name}` : name),
  fit: (notes, characters) =>
    `${notes} ${notes === 1 ? 'note' : 'notes'}, ${characters} ${characters === 1 ? 'character' : 'characters'}`,
  notes: (notes) => `${notes} ${notes === 1 ? 'note' : 'notes'}`,
  line: (number) => `Line ${number}`,
  addedLine: (number) => `New line ${number}`,
  fewer: (line) => `${line}: one note fewer`,
  more: (line) => `${line}: one note more`,
  fits: 'Every line fits.',
  misfits: (lines) =>
    `${lines === 1 ? '1 line has' : `${lines} lines have`} other numbers of notes and characters. Shift the breaks by − and +, or load it so.`,
  verses: (count) => `The file has ${count} verses of words; those after the first are kept with the melody.`,
  take: 'Load',
  cancel: 'Do not load',
});
