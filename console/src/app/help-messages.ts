import { messages } from './i18n.ts';

/** What stands at the left of a row of the help, and what it means. */
type Rows = readonly (readonly [sign: string, meaning: string])[];

interface HelpSection {
  readonly title: string;
  readonly rows: Rows;
}

interface Help {
  /** Signs of the page, for people who have learnt neither phonology nor prosody. */
  readonly signs: HelpSection;
  /** What may be typed into the search field. */
  readonly search: HelpSection;
  /** A space parts keys that are pressed together or instead of each other. */
  readonly keys: readonly HelpSection[];
  readonly onMac: string;
}

/** The one-page help. A key with Ctrl is ⌘ on a Mac. */
export const helpMessages = messages<Help>(
  {
    signs: {
      title: '點樣睇',
      rows: [
        [
          '0 2 4 3',
          '字音高低，由最低嘅 0 到最高嘅 3：0 第四聲，2 第六聲，4 第三、五聲，3 第一、二聲。「維多利亞」係 0324。',
        ],
        ['相撞', '旋律同字音行嘅方向唔夾，聽落會變第二個字。撳兩個字之間嘅記號，睇點改。'],
        ['反向', '好撞：流行曲五十次冇一次咁行。實心記號、斜紋。'],
        ['斜向', '少少撞：流行曲間中都會咁行。空心記號、點紋。「標示」揀「全部唔夾都標」，就連常見嘅都標埋。'],
        ['A、B', '歌嘅每一行右邊：字母一樣，行尾就押韻。'],
        ['通韻', '韻母唔同，歌入面照押，例如「安」on 同「江」ong。搵字打 =~安 就連埋。'],
        ['點線', '粵拼下面有點線：呢個字有幾個讀音，撳一下揀。'],
        ['○　+3', '虛線圈：有音未有字。+3：最尾三個字冇音。'],
      ],
    },
    search: {
      title: '搵字框打得乜',
      rows: [
        ['唔捨得', '想講嘅嘢，中英文都得：意思由近排到遠'],
        ['~孤獨　!傷心', '意思近；意思相反'],
        ['=愛　=~愛', '押韻；連通韻'],
        ['33　2?', '音高，? 係任何一個'],
        ['+-=', '旋律升、降、平'],
        ['2字　開*　*天', '字數、開頭、結尾'],
        ['hoi1 sam1', '粵拼，有冇聲調都得'],
        ['~孤獨 =夜 2字', '可以一齊用，中間留空格'],
      ],
    },
    keys: [
      {
        title: '寫詞',
        rows: [
          ['Enter', '分行'],
          ['Backspace', '喺行頭：同上一行合埋'],
          ['[副歌]', '自己一行：開新段；同名嘅段用同一段旋律'],
          ['Ctrl Z', '復原；加 Shift 重做'],
          ['Ctrl A', '揀晒成首；Shift 加 ↑ ↓ 揀多行'],
          ['Alt R', '去下一個相撞嘅位'],
          ['Alt L', '揀呢個字嘅讀音'],
          ['Alt W', '睇呢個詞嘅詞卡'],
          ['Alt F', '去搵到嘅字；Esc 返去'],
          ['Alt ↑ ↓', '呢行嘅上一稿、下一稿'],
          ['Alt S', '呢稿最好，匯出用佢'],
          ['Alt Shift ↑ ↓', '成行搬上搬落'],
        ],
      },
      {
        title: '旋律',
        rows: [
          ['Alt M', '去呢行嘅旋律；Esc 返去'],
          ['← →', '行去隔籬個音'],
          ['↑ ↓', '升降半音；加 Shift 升降八度'],
          ['+ - =', '呢個音比前面高、低、一樣'],
          ['Delete', '清走呢個音'],
          ['Space', '聽呢個音同埋個字嘅聲調'],
          ['Alt P', '播放呢行'],
          ['Alt O', '循環：呢行、呢段、熄'],
        ],
      },
      {
        title: '搵到嘅字',
        rows: [
          ['↑ ↓', '喺歌詞預先睇'],
          ['Enter', '放入歌詞'],
          ['Space', '開詞卡'],
          ['C', '複製'],
        ],
      },
      {
        title: '成版',
        rows: [
          ['Space', '播放、停（唔係打緊字嗰陣）'],
          ['/', '去搵字框'],
          ['Ctrl P', '歌紙：列印、存做 PDF'],
          ['?', '呢一版'],
          ['Esc', '停止播放、收起'],
        ],
      },
    ],
    onMac: '喺 Mac，Ctrl 係 ⌘，Alt 係 ⌥。',
  },
  {
    signs: {
      title: 'What the signs mean',
      rows: [
        [
          '0 2 4 3',
          'How high a character is spoken, 0 the lowest and 3 the highest: 0 is tone 4, 2 tone 6, 4 tones 3 and 5, 3 tones 1 and 2. 維多利亞 is 0324.',
        ],
        [
          'clash',
          'Melody and tones part, so that another word is heard. Press the mark between two characters to mend it.',
        ],
        ['contrary', 'A plain clash: songs go so less than once in fifty. A filled mark, stripes.'],
        [
          'oblique',
          'A slighter clash, as songs have now and then. A hollow mark, dots. With “Mark: every mismatch”, common ones are marked too.',
        ],
        ['A, B', 'At the right of each line of the song: lines with the same letter rhyme.'],
        [
          '通韻',
          'Common rhymes: finals that differ and rhyme in songs all the same, as on and ong. =~安 takes them in.',
        ],
        ['dotted', 'A dotted line under jyutping: there are other readings. Press it to choose.'],
        ['○, +3', 'A dashed ring is a note without a character. +3: the last three characters have no note.'],
      ],
    },
    search: {
      title: 'What can be searched for',
      rows: [
        ['broken promise', 'what it should say, in English or Chinese: nearest first'],
        ['~孤獨, !傷心', 'of like meaning; of opposite meaning'],
        ['=愛, =~愛', 'rhymes; common rhymes too'],
        ['33, 2?', 'pitches; ? is any'],
        ['+-=', 'moves of the melody: up, down, level'],
        ['2字, 開*, *天', 'number of characters, beginning, end'],
        ['hoi1 sam1', 'jyutping, with or without tones'],
        ['~孤獨 =夜 2字', 'together, with spaces between them'],
      ],
    },
    keys: [
      {
        title: 'Lyrics',
        rows: [
          ['Enter', 'Split the line'],
          ['Backspace', 'At its start: join with the line above'],
          ['[Chorus]', 'On a line of its own: a section; those of one name share a melody'],
          ['Ctrl Z', 'Undo; with Shift, redo'],
          ['Ctrl A', 'Select the song; Shift with ↑ ↓, lines'],
          ['Alt R', 'Next clash'],
          ['Alt L', 'Reading of this character'],
          ['Alt W', 'Card of this word'],
          ['Alt F', 'To the words found; Esc goes back'],
          ['Alt ↑ ↓', 'Draft before, draft after'],
          ['Alt S', 'This draft is the best: export it'],
          ['Alt Shift ↑ ↓', 'Move lines'],
        ],
      },
      {
        title: 'Melody',
        rows: [
          ['Alt M', 'To the melody of this line; Esc goes back'],
          ['← →', 'Note before, note after'],
          ['↑ ↓', 'A semitone; with Shift, an octave'],
          ['+ - =', 'Higher, lower, same as before'],
          ['Delete', 'Take the note away'],
          ['Space', 'Hear the note and the tone'],
          ['Alt P', 'Play the line'],
          ['Alt O', 'Loop: line, section, off'],
        ],
      },
      {
        title: 'Words found',
        rows: [
          ['↑ ↓', 'Show in the lyrics'],
          ['Enter', 'Put into the lyrics'],
          ['Space', 'Open the card'],
          ['C', 'Copy'],
        ],
      },
      {
        title: 'The page',
        rows: [
          ['Space', 'Play or stop, where no text is edited'],
          ['/', 'To the search field'],
          ['Ctrl P', 'Singer’s sheet: print, save as PDF'],
          ['?', 'This page'],
          ['Esc', 'Stop playing, close'],
        ],
      },
    ],
    onMac: 'On a Mac, Ctrl is ⌘ and Alt is ⌥.',
  },
);
