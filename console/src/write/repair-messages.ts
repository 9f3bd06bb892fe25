import { messages } from '../app/i18n.ts';

const chinese = {
  open: (places: number) => `成首睇點改（${places} 處）`,
  title: '成首歌點改',
  line: (number: number) => `第 ${number} 行`,
  looking: '逐行搵緊…',
  stopped: '未搵晒，啱啱斷咗。',
  more: '再搵',
  nothing: '冇嘢要改。',
  noSwap: '呢行搵唔到換法。改旋律，或者改前後嘅字。',
  whole: '成行改',
  swaps: (replaced: string) => `換「${replaced}」`,
  reading: '讀另一個音',
  taken: '改咗',
  undo: (number: number) => `第 ${number} 行改返轉頭`,
};

/** The texts of the list of repairs of a whole song. */
export const repairMessages = messages<typeof chinese>(chinese, {
  open: (places) => `Repair the whole song (${places})`,
  title: 'Repairs of the song',
  line: (number) => `Line ${number}`,
  looking: 'Looking, line by line…',
  stopped: 'Not all lines were looked at.',
  more: 'Go on',
  nothing: 'Nothing is to be repaired.',
  noSwap: 'Nothing fits here. Change the melody, or a character beside it.',
  whole: 'The whole line',
  swaps: (replaced) => `For “${replaced}”`,
  reading: 'Another reading',
  taken: 'changed',
  undo: (number) => `Undo in line ${number}`,
});
