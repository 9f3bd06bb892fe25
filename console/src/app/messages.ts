import { messages } from './i18n.ts';

export const shellMessages = messages(
  {
    title: '填詞檯',
    song: '歌',
    write: '寫詞',
    find: '搵字',
    rhyme: '押韻',
    usage: '用量',
    desk: '返去寫詞',
    panes: '版面',
    tools: '搵字同押韻',
    help: '點用',
    language: 'English',
    languageLabel: '轉做英文 Switch to English',
    theme: { system: '跟系統', light: '淺色', dark: '深色' },
    themeLabel: (now: string) => `顏色：${now}。撳一下轉`,
    quota: (left: string) => `今日剩 ${left} 分；有 key 就多啲`,
    undo: '復原',
    dismiss: '收起',
    close: '關閉',
    reference: 'API 文件',
    skip: '跳去寫詞',
    problems: {
      rate_limited: (seconds: number) => `一時問得太密，${seconds} 秒後再試。寫詞同睇聲調唔使等。`,
      quota_exhausted: '今日嘅分用晒。聽日凌晨補返，或者喺「用量」貼上你嘅 key。',
      invalid_key: '呢個 key 用唔到。去「用量」貼過個，或者清走佢用免費額。',
      insufficient_scope: '呢個 key 冇權做呢樣嘢。去「用量」換個 key。',
      network_failed: '連唔到詞庫。睇過嘅嘢仲用得，寫嘅嘢已經存喺呢部機。連返線就會繼續。',
      other: '詞庫一時應唔到。等一陣再試；寫嘅嘢冇事。',
    },
  },
  {
    title: 'Lyric desk',
    song: 'Song',
    write: 'Write',
    find: 'Find',
    rhyme: 'Rhyme',
    usage: 'Usage',
    desk: 'Back to writing',
    panes: 'Panes',
    tools: 'Find and rhyme',
    help: 'Help',
    language: '中文',
    languageLabel: 'Switch to Chinese 轉做中文',
    theme: { system: 'System', light: 'Light', dark: 'Dark' },
    themeLabel: (now: string) => `Colours: ${now}. Press to change`,
    quota: (left: string) => `${left} credits left today; a key has more`,
    undo: 'Undo',
    dismiss: 'Dismiss',
    close: 'Close',
    reference: 'API reference',
    skip: 'Skip to the lyrics',
    problems: {
      rate_limited: (seconds: number) =>
        `Too many questions at once: try again in ${seconds} s. Writing and contours go on.`,
      quota_exhausted:
        "Today's credits are used up. They are filled again at midnight in Hong Kong; or paste a key under Usage.",
      invalid_key: 'This key is not valid. Paste another one under Usage, or remove it to go on without.',
      insufficient_scope: 'This key may not do that. Use another one under Usage.',
      network_failed:
        'The lexicon cannot be reached. What you have seen still works and your lyrics are kept here; it goes on once you are online.',
      other: 'The lexicon did not answer. Try again in a moment; your lyrics are safe.',
    },
  },
);

type Keys = readonly (readonly [key: string, does: string])[];
interface Help {
  readonly sections: readonly { readonly title: string; readonly keys: Keys }[];
}

/** The keys of each part of the page; a key with Ctrl is ⌘ on a Mac. */
export const helpMessages = messages<Help>(
  {
    sections: [
      {
        title: '寫詞',
        keys: [
          ['Enter', '分行'],
          ['Backspace', '喺行頭：同上一行合埋'],
          ['↑ ↓', '上一行、下一行'],
          ['Ctrl A', '揀晒成首；Shift 加 ↑ ↓ 揀多行'],
          ['Alt Shift ↑ ↓', '成行搬上搬落'],
          ['Alt ↑ ↓', '呢行嘅上一稿、下一稿；最尾再落就抄多一稿'],
          ['Alt S', '呢稿最好，匯出用佢'],
          ['[副歌]', '自己一行：開新段；同名嘅段落用同一段旋律'],
          ['Ctrl Z', '復原；加 Shift 重做'],
          ['Alt R', '去下一個唔啱音嘅位'],
          ['Alt L', '揀呢個字嘅讀音'],
          ['Alt W', '睇呢個詞嘅詞卡'],
        ],
      },
      {
        title: '旋律',
        keys: [
          ['Alt M', '去呢行嘅旋律'],
          ['← →', '行去隔籬個音'],
          ['↑ ↓', '升降半音；加 Shift 升降八度'],
          ['+ - =', '呢個音比前面高、低、一樣'],
          ['Delete', '清走呢個音'],
          ['Space', '聽呢個音同埋個字嘅聲調'],
          ['Alt P', '播放呢行'],
          ['Alt O', '循環：呢行、呢段、熄'],
          ['Ctrl P', '歌紙：列印、存做 PDF'],
        ],
      },
      {
        title: '成版',
        keys: [
          ['Alt F', '由歌詞去搵到嘅字；Esc 返去'],
          ['Space', '播放或者停（唔係打緊字嗰陣）'],
          ['/', '去搵字'],
          ['?', '呢張表'],
          ['Esc', '停止播放、收起'],
        ],
      },
    ],
  },
  {
    sections: [
      {
        title: 'Lyrics',
        keys: [
          ['Enter', 'Split the line'],
          ['Backspace', 'At its start: join with the line above'],
          ['↑ ↓', 'Line above, line below'],
          ['Ctrl A', 'Select the whole song; Shift with ↑ ↓ selects lines'],
          ['Alt Shift ↑ ↓', 'Move lines up and down'],
          ['Alt ↑ ↓', 'Draft before, draft after; after the last one, a copy'],
          ['Alt S', 'This draft is the best: it is exported'],
          ['[Chorus]', 'On a line of its own: a section; those of one name share their melody'],
          ['Ctrl Z', 'Undo; with Shift, redo'],
          ['Alt R', 'Go to the next clash'],
          ['Alt L', 'Choose the reading of this character'],
          ['Alt W', 'Open the card of this word'],
        ],
      },
      {
        title: 'Melody',
        keys: [
          ['Alt M', 'Go to the melody of this line'],
          ['← →', 'Note before, note after'],
          ['↑ ↓', 'A semitone up or down; with Shift, an octave'],
          ['+ - =', 'This note is higher, lower, the same'],
          ['Delete', 'Take the note away'],
          ['Space', 'Hear the note with its syllable’s tone'],
          ['Alt P', 'Play the line'],
          ['Alt O', 'Loop: this line, this section, off'],
          ['Ctrl P', 'Singer’s sheet: print, save as PDF'],
        ],
      },
      {
        title: 'The page',
        keys: [
          ['Alt F', 'From the lyrics to the words found; Esc goes back'],
          ['Space', 'Play or stop, where no text is edited'],
          ['/', 'Go to the search field'],
          ['?', 'This sheet'],
          ['Esc', 'Stop playing, close'],
        ],
      },
    ],
  },
);
