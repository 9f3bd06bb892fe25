import { messages } from './i18n.ts';

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
          ['Alt O', '循環一行：開、熄'],
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
          ['Alt O', 'Loop one line, on or off'],
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
