import { messages } from './i18n.ts';

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
