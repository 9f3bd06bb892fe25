import { expect, it } from '@jest/globals';
import { textDecoderOf } from '../../src/melody/midi-text.ts';
import { bytesAsText, word } from './midi-events.ts';

const bytes = (...numbers: number[]) => bytesAsText(Uint8Array.from(numbers));
const decoded = (...texts: string[]) => {
  const decode = textDecoderOf([texts.map((text) => ({ deltaTime: 0, meta: true, type: 'lyrics', text }))]);
  return texts.map(decode).join('');
};

it('reads UTF-8 where a text is that', () => {
  const event = word(0, '海闊天空');
  expect('text' in event && decoded(event.text)).toBe('海闊天空');
});

it('reads other texts as Big5', () => {
  // 今 a4b5, 天 a4d1, 我 a7da.
  expect(decoded(bytes(0xa4, 0xb5), bytes(0xa4, 0xd1), bytes(0xa7, 0xda))).toBe('今天我');
});

it('reads them as GB where all the characters of the file may be that', () => {
  // 今 bdf1, 天 ccec, 我 ced2, 你 c4e3, twice.
  const four = [bytes(0xbd, 0xf1), bytes(0xcc, 0xec), bytes(0xce, 0xd2), bytes(0xc4, 0xe3)];
  expect(decoded(...four, ...four)).toBe('今天我你今天我你');
  // 我 of Big5 among them has a second byte that GB 2312 has too, 一 (a440) has not.
  expect(decoded(...four, ...four, bytes(0xa4, 0x40)).endsWith('一')).toBe(true);
});
