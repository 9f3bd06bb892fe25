import type { Operation } from '../fuzz/operations.ts';
import { type Costly, type CostlyRequest, getRequest, postRequest } from './request.ts';
import { accented, lyric } from './values.ts';

type Make = (turn: number, about: string, path: string) => CostlyRequest;

/** A melody that runs up and down, against whatever the tones do. */
const clashing = (count: number, turn: number) => '+-'.repeat(count).slice(turn % 2, (turn % 2) + count);
const level = (count: number) => '='.repeat(count);

const fixing =
  (text: (turn: number) => string, moves: (count: number, turn: number) => string): Make =>
  (turn, about, path) => {
    const line = text(turn);
    return postRequest(
      about,
      path,
      JSON.stringify({ line, moves: moves(Array.from(line).length - 1, turn), max_candidates: 20 }),
    );
  };

const checking =
  (lines: number, length: number): Make =>
  (turn, about, path) =>
    postRequest(
      about,
      path,
      JSON.stringify({
        lines: Array.from({ length: lines }, (_, i) => ({
          line: lyric(length, turn + i),
          moves: clashing(length - 1, turn + i),
        })),
      }),
    );

const annotating =
  (text: (turn: number) => string): Make =>
  (turn, about, path) =>
    postRequest(about, path, JSON.stringify({ text: text(turn) }));

const asking =
  (pairs: (turn: number) => Record<string, string | number>): Make =>
  (turn, about, path) =>
    getRequest(
      about,
      path,
      Object.entries(pairs(turn)).map(([name, value]) => [name, String(value)]),
    );

const wordOf =
  (word: string): Make =>
  (turn, about, path) =>
    getRequest(about, path.replace(/\{\w+\}/, encodeURIComponent(word)), [['relations_limit', String(500 - turn)]]);

const PITCH = '<pitch><step>C</step><octave>4</octave></pitch>';

const CHARACTERS = [
  '愛',
  '海',
  '心',
  '夜',
  '行',
  '好',
  '天',
  '長',
  '情',
  '人',
  '水',
  '山',
  '時',
  '風',
  '花',
  '月',
  '重',
  '會',
];
const one = (turn: number) => CHARACTERS[turn % CHARACTERS.length]!;
const page = (turn: number) => ({ limit: 1000, offset: turn });

/** By the operation's id: right requests that are as much work as anyone could measureCase for. */
const WORKLOADS: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  annotate: {
    '5,000 characters in one line': annotating((turn) => lyric(5000, turn)),
    '5,000 characters in 200 lines': annotating((turn) =>
      Array.from({ length: 200 }, (_, i) => lyric(24, turn + i)).join('\n'),
    ),
    'the character with the most readings 5,000 times': annotating((turn) => '卜'.repeat(5000 - turn)),
    'one character 5,000 times': annotating((turn) => one(turn).repeat(5000)),
    '5,000 accented letters': annotating(() => accented(5000)),
    '5,000 Latin letters': annotating((turn) => 'love'.repeat(1250).slice(turn)),
    '1,000 chosen readings': (turn, about, path) => {
      const readings = Array.from({ length: 1000 }, (_, position) => ({ line: 0, position, jyutping: 'zoeng6' }));
      return postRequest(about, path, JSON.stringify({ text: lyric(5000, turn), readings }));
    },
  },
  fixContour: {
    '200 characters, all clashing': fixing((turn) => lyric(200, turn), clashing),
    '200 characters, all level': fixing((turn) => lyric(200, turn), level),
    '200 characters, all falling': fixing(
      (turn) => lyric(200, turn),
      (count) => '-'.repeat(count),
    ),
    'one word of two, 100 times, level': fixing(
      (turn) => ['開心', '快樂', '朋友', '時間', '世界'][turn % 5]!.repeat(100),
      level,
    ),
    'one word of two, 100 times': fixing(
      (turn) => ['開心', '快樂', '美麗', '時間', '生活'][turn % 5]!.repeat(100),
      clashing,
    ),
    'one character 200 times': fixing((turn) => one(turn).repeat(200), clashing),
  },
  check: {
    '200 lines of 25': checking(200, 25),
    '25 lines of 200': checking(25, 200),
  },
  readMelody: {
    '2,000 notes with words, under 5,000 characters': (turn, about, path) => {
      const words = Array.from(lyric(2000, turn));
      const notes = words.map(
        (word) => `<note>${PITCH}<duration>1</duration><lyric><text>${word}</text></lyric></note>`,
      );
      const score = `<score-partwise><part id="P1"><measure>${notes.join('')}</measure></part></score-partwise>`;
      const text = Array.from({ length: 200 }, (_, i) => lyric(24, turn + i)).join('\n');
      return postRequest(about, path, JSON.stringify({ file: Buffer.from(score).toString('base64'), text }));
    },
  },
  search: {
    'near, all facets': asking((turn) => ({ near: `${one(turn)}${one(turn + 5)}`, facets: 'all', ...page(turn) })),
    'near 30 syllables': asking((turn) => ({ near: 'gwong1 '.repeat(14).trim(), ...page(turn) })),
    'like, all facets': asking((turn) => ({
      like: ['開心', '愛', '大海', '夜晚', '時間', '朋友'][turn % 6]!,
      facets: 'all',
      ...page(turn),
    })),
    'contains, all facets': asking((turn) => ({ contains: one(turn), facets: 'all', ...page(turn) })),
    'q of many words': asking((turn) => ({ q: `to be of the ${one(turn)}`, facets: 'all', ...page(turn) })),
    'a far offset': asking((turn) => ({ near: one(turn), limit: 1000, offset: 90_000 + turn })),
    'by code point, from afar': asking((turn) => ({ sort: 'char', limit: 1000, offset: 90_000 + turn })),
    everything: asking((turn) => ({
      rhyme_char: one(turn),
      loose_rhyme: 'true',
      rhyme_depth: 10,
      code: '??,3?,?3,???,0?,?4',
      near: one(turn + 3),
      lazy: 'n-l,ng-0,gw-g,ng-n,k-t',
      vulgar: 'false',
      theme_scope: 'all',
      quality: 'generated',
      facets: 'all',
      ...page(turn),
    })),
    'free moves between': asking((turn) => ({
      moves: '**',
      before: one(turn),
      after: one(turn + 1),
      facets: 'all',
      ...page(turn),
    })),
    'lazy jyutping': asking((turn) => ({
      jyutping: ['hoi', 'ngo', 'lei', 'gwong', 'sam'][turn % 5]!,
      lazy: 'n-l,ng-0,gw-g,ng-n,k-t',
      facets: 'all',
      ...page(turn),
    })),
    'a hundred codes': asking((turn) => ({ code: patterns(turn), facets: 'all', ...page(turn) })),
  },
  browse: {
    'all facets': asking((turn) => ({ facets: 'all', ...page(turn) })),
    'all facets, many chosen': asking((turn) => ({
      facets: 'all',
      theme_scope: 'all',
      pos: 'n,v,a,r',
      reg: '粵,通',
      length: '1,2,3,4',
      vulgar: 'false',
      ...page(turn),
    })),
    'a far offset': asking((turn) => ({ pos: 'n', limit: 1000, offset: 50_000 + turn })),
  },
  rhymeClose: {
    'loose, 1,000 of each tone': asking((turn) => ({ rhyme_char: one(turn), loose: 'true', ...page(turn) })),
    'loose, far': asking((turn) => ({ rhyme_char: one(turn), loose: 'true', limit: 1000, offset: 3000 + turn })),
  },
  synonyms: {
    'all of them': asking((turn) => ({ word: ['好', '開心', '大', '走', '人'][turn % 5]!, limit: 1000, offset: turn })),
  },
  antonyms: {
    'all of them': asking((turn) => ({ word: ['好', '開心', '大', '走', '人'][turn % 5]!, limit: 1000, offset: turn })),
  },
  word: { 好: wordOf('好'), 大: wordOf('大'), 打: wordOf('打') },
  categoryWords: {
    'a large one': (turn, about, path) =>
      getRequest(about, path.replace(/\{\w+\}/, 'noun.artifact'), [
        ['limit', '1000'],
        ['offset', String(turn)],
      ]),
  },
  homophones: {
    'a common sound': (turn, about, path) =>
      getRequest(about, path.replace(/\{\w+\}/, encodeURIComponent(['詩', '衣', '知', '之', '行'][turn % 5]!)), []),
  },
  autocomplete: {
    'one letter': asking((turn) => ({ prefix: 'hgsjtlkbzc'[turn % 10]!, limit: 50 - turn })),
    'one character': asking((turn) => ({ prefix: one(turn), limit: 50 })),
  },
};

/** A hundred patterns that between them stand for most codes. */
function patterns(turn: number): string {
  const digits = ['?', '0', '2', '3', '4'];
  return Array.from(
    { length: 100 },
    (_, i) => `${'?'.repeat(1 + ((i + turn) % 6))}${digits[i % 5]}${digits[(i >> 2) % 5]}`,
  ).join(',');
}

export function workloadsOf({ id, path }: Operation): Costly[] {
  return Object.entries(WORKLOADS[id] ?? {}).map(([name, make]) => {
    const about = `${id}: ${name}`;
    return { about, isValid: true, make: (turn) => make(turn, about, path) };
  });
}
