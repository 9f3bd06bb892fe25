import { messages } from '../app/i18n.ts';

const chinese = {
  print: '歌紙（列印／PDF）',
  printTitle: '歌紙',
  printNow: '列印',
  above: '字上面',
  aboves: { jyutping: '粵拼', code: '0243', none: '乜都冇' },
  columns: '欄數',
  notes: '旋律走向',
  copyLink: '複製歌嘅連結',
  linkCopied: '連結複製咗。首歌就喺連結入面，冇上載去邊度。',
  linkTooLong: '首歌太長，放唔入連結。用「匯出 JSON」個檔傳俾人。',
  linkFailed: '複製唔到連結。用「匯出 JSON」個檔傳俾人。',
  shared: '人哋傳嚟嘅歌，淨係睇得。',
  makeMine: '變做我嘅，開始改',
  unreadable: '呢條連結入面冇一首完整嘅歌，可能斷咗。叫人再傳一次，或者傳個檔。',
  toDesk: '返去我嘅歌',
  play: '播放',
  stop: '停',
  untitled: '未改名',
};

/** The texts of what hands a song over: the singer's sheet and the link. */
export const shareMessages = messages<typeof chinese>(chinese, {
  print: 'Singer’s sheet (print, PDF)',
  printTitle: 'Singer’s sheet',
  printNow: 'Print',
  above: 'Above the characters',
  aboves: { jyutping: 'jyutping', code: '0243', none: 'nothing' },
  columns: 'Columns',
  notes: 'Notes as a contour',
  copyLink: 'Copy a link to the song',
  linkCopied: 'Copied. The song is in the link itself; nothing was uploaded.',
  linkTooLong: 'The song is too long for a link. Send the file of “Export JSON”.',
  linkFailed: 'The link could not be copied. Send the file of “Export JSON”.',
  shared: 'A song that somebody sent you, to look at.',
  makeMine: 'Make it mine and go on',
  unreadable: 'This link holds no whole song; it may be cut. Ask for it again, or for the file.',
  toDesk: 'Back to my songs',
  play: 'Play',
  stop: 'Stop',
  untitled: 'Untitled',
});
