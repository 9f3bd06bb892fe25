import type { Kind, PartOfSpeech, Register, Valence } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';

/**
 * A lexicon small enough to be answered by hand, in order of popularity. It holds what tells engines apart: words with several
 * readings that differ in code, in rhyme and in both, characters beyond the basic plane, a full-width letter that UTF-16 order
 * misplaces, variant and simplified forms, coarse words, words with and without category, feeling and themes.
 */
export interface Row {
  char: string;
  jyutping: string[];
  pos: PartOfSpeech;
  reg?: Register;
  definition?: string;
  category?: string;
  verified?: boolean;
  emotion?: string;
  valence?: Valence;
  themes?: string[];
  inferred?: string[];
  aliases?: string[];
  definitionZh?: string;
  tone?: EntryLine['tone'];
  standard?: string[];
  variantOf?: string;
  vulgar?: boolean;
  kind?: Kind;
  senses?: EntryLine['senses'];
  also?: EntryLine['also'];
}

export const ROWS: Row[] = [
  { char: '我', jyutping: ['ngo5'], pos: 'n', definition: 'I; me', category: 'noun.person', verified: true },
  {
    char: '愛',
    jyutping: ['oi3'],
    pos: 'v',
    definition: 'to love',
    category: 'verb.emotion',
    verified: true,
    emotion: '愛慕',
    valence: '正',
    themes: ['愛情'],
    aliases: ['爱'],
  },
  {
    char: '海',
    jyutping: ['hoi2'],
    pos: 'n',
    definition: 'sea; ocean',
    definitionZh: '廣闊的鹹水',
    category: 'noun.object',
    verified: true,
    themes: ['海'],
    inferred: ['自然'],
  },
  {
    char: '開心',
    jyutping: ['hoi1 sam1'],
    pos: 'a',
    reg: '通',
    definition: 'happy',
    category: 'adj.all',
    verified: true,
    emotion: '喜悅',
    valence: '正',
    aliases: ['开心'],
  },
  {
    char: '快樂',
    jyutping: ['faai3 lok6'],
    pos: 'a',
    definition: 'happy; joyful',
    category: 'adj.all',
    emotion: '喜悅',
    valence: '正',
    aliases: ['快乐'],
  },
  {
    char: '行',
    jyutping: ['haang4', 'hang4', 'hong4'],
    pos: 'v',
    definition: 'to walk; row',
    category: 'verb.motion',
    verified: true,
    themes: ['旅途'],
  },
  { char: '夜晚', jyutping: ['je6 maan5'], pos: 'n', definition: 'night', category: 'noun.time', themes: ['夜'] },
  { char: '大海', jyutping: ['daai6 hoi2'], pos: 'n', definition: 'the sea', category: 'noun.object', themes: ['海'] },
  {
    char: '悲傷',
    jyutping: ['bei1 soeng1'],
    pos: 'a',
    definition: 'sad; sorrowful',
    category: 'adj.all',
    emotion: '悲傷',
    valence: '負',
    aliases: ['悲伤'],
  },
  {
    char: '未來',
    jyutping: ['mei6 loi4'],
    pos: 'n',
    definition: 'future',
    category: 'noun.time',
    themes: ['時間', '希望'],
    aliases: ['未来'],
  },
  {
    char: '永遠',
    jyutping: ['wing5 jyun5'],
    pos: 'r',
    definition: 'forever',
    category: 'adv.all',
    themes: ['時間'],
    aliases: ['永远'],
  },
  {
    char: '期待',
    jyutping: ['kei4 doi6'],
    pos: 'v',
    definition: 'to look forward to',
    category: 'verb.cognition',
    emotion: '希望',
    valence: '正',
    inferred: ['希望'],
  },
  {
    char: '海洋',
    jyutping: ['hoi2 joeng4'],
    pos: 'n',
    reg: '通',
    definition: 'ocean',
    category: 'noun.object',
    themes: ['海'],
    inferred: ['自然'],
  },
  {
    char: '靚',
    jyutping: ['leng3'],
    pos: 'a',
    reg: '粵',
    definition: 'pretty',
    category: 'adj.all',
    verified: true,
    emotion: '喜悅',
    valence: '正',
  },
  {
    char: '傷心',
    jyutping: ['soeng1 sam1'],
    pos: 'a',
    definition: 'sad',
    category: 'adj.all',
    emotion: '悲傷',
    valence: '負',
    aliases: ['伤心'],
  },
  {
    char: '銀行',
    jyutping: ['ngan4 hong4'],
    pos: 'n',
    definition: 'bank',
    category: 'noun.artifact',
    inferred: ['金錢'],
  },
  {
    char: '長',
    also: [{ sense: 'grow', pos: 'v', category: 'verb.change', valence: '正', themes: ['成長'] }],
    jyutping: ['coeng4', 'zoeng2'],
    pos: 'a',
    definition: 'long; to grow',
    category: 'adj.all',
    aliases: ['长'],
    senses: [
      {
        pos: 'a',
        category: 'adj.all',
        definition: 'long',
        synonyms: ['存在'],
        told: {
          sense: 'long',
          definition_zh: '距離大',
          reg: '通',
          jyutping: 'coeng4',
          example: '長路',
          antonyms: ['短'],
        },
      },
      {
        pos: 'v',
        category: null,
        definition: 'to grow',
        synonyms: ['成長', '存在'],
        told: { sense: 'grow', definition_zh: '生長', reg: '通', jyutping: 'zoeng2', example: '長高', antonyms: [] },
      },
    ],
  },
  {
    char: '成長',
    jyutping: ['sing4 zoeng2'],
    pos: 'v',
    definition: 'to grow up',
    category: 'verb.change',
    themes: ['成長'],
  },
  { char: '存在', jyutping: ['cyun4 zoi6'], pos: 'v', definition: 'to exist', category: 'verb.stative' },
  {
    char: '愛河',
    jyutping: ['oi3 ho4'],
    pos: 'n',
    reg: '雅',
    tone: 'literary',
    definition: 'river of love',
    inferred: ['愛情'],
  },
  {
    char: '開',
    jyutping: ['hoi1'],
    pos: 'v',
    definition: 'to open',
    category: 'verb.contact',
    aliases: ['开'],
    kind: 'specialist',
  },
  { char: '害', jyutping: ['hoi6', 'hoi2'], pos: 'v', definition: 'to harm', category: 'verb.social', valence: '負' },
  {
    char: '説話',
    jyutping: ['syut3 waa6', 'syut3 waa2'],
    pos: 'n',
    definition: 'words; speech',
    category: 'noun.communication',
    aliases: ['說話', '说话'],
  },
  {
    char: '説',
    jyutping: ['syut3', 'seoi3'],
    pos: 'v',
    definition: 'to say',
    category: 'verb.communication',
    aliases: ['說', '说'],
  },
  {
    char: '屎',
    jyutping: ['si2'],
    pos: 'n',
    reg: '粵',
    definition: 'shit',
    category: 'noun.substance',
    vulgar: true,
    emotion: '厭惡',
    valence: '負',
  },
  { char: '𠮷', jyutping: ['gat1'], pos: 'a', definition: 'lucky (a variant form)', variantOf: '吉' },
  { char: '𡃁', jyutping: ['leng1'], pos: 'n', reg: '粵', definition: 'kid', category: 'noun.person', verified: true },
  {
    char: '𡃁仔',
    jyutping: ['leng1 zai2'],
    pos: 'n',
    reg: '粵',
    definition: 'young fellow',
    category: 'noun.person',
    verified: true,
  },
  { char: 'Ａ', jyutping: ['ei1'], pos: 'n', definition: 'the letter A', category: 'noun.communication', tone: 'joke' },
  {
    char: '白雪雪',
    jyutping: ['baak6 syut3 syut3'],
    pos: 'a',
    reg: '粵',
    definition: 'snow white',
    category: 'adj.ideophone',
    verified: true,
    inferred: ['季節'],
    standard: ['雪白'],
  },
  {
    char: '靚仔',
    jyutping: ['leng3 zai2'],
    pos: 'n',
    reg: '粵',
    definition: 'handsome young man',
    category: 'noun.person',
    verified: true,
  },
  { char: '説説話', jyutping: ['syut3 syut3 waa6'], pos: 'v', definition: 'to chat for a while', kind: 'phrase' },
  { char: '雪', jyutping: ['syut3'], pos: 'n', definition: 'snow', category: 'noun.substance', themes: ['季節'] },
];
