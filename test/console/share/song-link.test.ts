import { deflateRawSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { LINK_PREFIX, readLink, writeLink } from '../../../console/src/share/song-link.ts';
import { newDocument, newLine } from '../../../console/src/write/model/document.ts';

const fragmentOf = (text: string) => `${LINK_PREFIX}${deflateRawSync(text).toString('base64url')}`;

it('carries a song with its melody, and of each line the best draft', async () => {
  const line = {
    ...newLine('心事', [
      { pitch: 60, beats: 1 },
      { pitch: 62, beats: 0.5, rest: 2 },
    ]),
  };
  const drafts = { others: [{ text: '晚風', readings: {} }], shown: 0, starred: 1 };
  const fragment = await writeLink(newDocument('今夜 & 聽日', [{ ...line, drafts }]));
  expect(fragment).toMatch(/^#song=[\w-]+$/);
  const song = await readLink(fragment!);
  expect([song?.title, song?.lines.map(({ text, melody, drafts: others }) => [text, melody, others])]).toEqual([
    '今夜 & 聽日',
    [['晚風', line.melody, undefined]],
  ]);
});

it('is not made of a song that is too long', async () => {
  // Letters of no pattern do not shrink.
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  const lines = Array.from({ length: 1500 }, () =>
    newLine(Array.from({ length: 20 }, () => String.fromCodePoint(0x4e00 + (random() % 20_000))).join('')),
  );
  expect(await writeLink(newDocument('', lines))).toBeUndefined();
});

it.each([
  ['no song', fragmentOf('{"lines":[]}')],
  ['text', fragmentOf('心事')],
  ['what was cut', fragmentOf(JSON.stringify({ format: 'cantonese-lyric', version: 3, lines: ['心事'] })).slice(0, 30)],
  ['other letters', `${LINK_PREFIX}%%%`],
  ['nothing', LINK_PREFIX],
  ['another fragment', '#usage'],
  ['three megabytes of spaces', fragmentOf(`{"format":"cantonese-lyric","version":3,"lines":[]${' '.repeat(3e6)}}`)],
])('reads no song from %s', async (_, fragment) => {
  expect(await readLink(fragment)).toBeUndefined();
});
