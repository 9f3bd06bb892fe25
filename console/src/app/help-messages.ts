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

/** What the signs of the page stand for, for people who have learnt neither phonology nor prosody. */

interface Terms {
  readonly title: string;
  readonly terms: readonly (readonly [term: string, explanation: string])[];
}

export const helpTerms = messages<Terms>(
  {
    title: '點樣睇',
    terms: [
      ['0 2 4 3', '字嘅高低，由低到高：0 係第四聲，2 係第六聲，4 係第三、五聲，3 係第一、二聲。'],
      ['反向', '旋律向上而字音向下，或者反過嚟：會聽成第二個字。實心記號同密斜紋。'],
      ['斜向', '旋律郁而字音唔郁，或者反過嚟：勉強唱得，但唔自然。空心記號。'],
      ['韻 A、B', '字母一樣嘅行押韻。'],
      ['通韻', '韻母唔同但歌裏面照押嘅韻，例如 on 同 ong。打 =~ 就連埋。'],
      ['+3', '音唔夠：最尾三個字冇音。空圈就係有音未有字。'],
    ],
  },
  {
    title: 'What the signs mean',
    terms: [
      ['0 2 4 3', 'How high a character is, low to high: 0 is tone 4, 2 tone 6, 4 tones 3 and 5, 3 tones 1 and 2.'],
      ['contrary', 'The melody goes up and the tones down, or the other way: another word is heard. A filled mark.'],
      ['oblique', 'One moves and the other holds: it can be sung, but not quite naturally. A hollow mark.'],
      ['A, B', 'Lines with the same letter rhyme.'],
      ['通韻', 'Common rhymes: finals that differ and rhyme in songs all the same, as on and ong. =~ takes them in.'],
      ['+3', 'Too few notes: the last three characters have none. An empty ring is a note without a character.'],
    ],
  },
);
