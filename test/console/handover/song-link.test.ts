import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { MAX_LINK_CHARACTERS, songFragment, songOfFragment } from '../../../console/src/handover/song-link.ts';
import { writeDocument } from '../../../console/src/write/model/document-format.ts';
import { setNote } from '../../../console/src/write/model/edit.ts';
import { note, song } from '../write/model/songs.ts';

const fragmentOf = (json: string | Buffer) => `#song=${deflateRawSync(json).toString('base64url')}`;

describe('a song in a link', () => {
  it('comes back as it was, melody and characters beyond the basic plane included', async () => {
    const given = setNote(song('行𠮷街', '[副歌]', ''), 0, 1, note(64, 1.5));
    const fragment = await songFragment(given);
    expect(fragment).toMatch(/^#song=[\w-]+$/);
    const read = await songOfFragment(fragment!);
    expect(JSON.parse(writeDocument(read!))).toEqual(JSON.parse(writeDocument(given)));
  });

  it('is not made of a song that would not fit', async () => {
    // Characters at random do not get shorter.
    const noise = Array.from({ length: 9000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * i * 31 + i * 17) % 20_000)),
    );
    expect(await songFragment(song(noise.join('')))).toBeUndefined();
  });

  it('is none when it was cut, changed, is no song or unpacks to more than one', async () => {
    const whole = (await songFragment(song('行街')))!;
    const bomb = fragmentOf(Buffer.alloc(3_000_000, ' '));
    expect(bomb.length).toBeLessThan(MAX_LINK_CHARACTERS);
    const broken = [whole.slice(0, -6), '#song=', '#song=%%%', fragmentOf('{"lines":[]}'), fragmentOf('no json'), bomb];
    for (const fragment of broken) expect(await songOfFragment(fragment)).toBeUndefined();
  });

  it.each([
    ['a line of 200 characters', ['行'.repeat(200)], true],
    ['a longer line', ['行'.repeat(201)], false],
    ['200 lines', Array(200).fill('行'), true],
    ['more lines', Array(201).fill('行'), false],
  ])('holds %s or not, before anything is shown', async (_name, lines, isTaken) => {
    const fragment = fragmentOf(writeDocument(song(...lines)));
    expect((await songOfFragment(fragment)) !== undefined).toBe(isTaken);
    expect((await songFragment(song(...lines))) !== undefined).toBe(isTaken);
  });
});
