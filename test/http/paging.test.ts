import { describe, expect, it } from '@jest/globals';
import { linkHeader } from '../../src/http/paging.ts';

describe('the Link header', () => {
  const words = [0, 0, 0];
  const link = (page: object, query: [string, string][] = []) =>
    linkHeader({ total: 10, limit: 3, offset: 0, words, ...page }, '/p', query);

  it('leads on and back, other parameters kept', () => {
    expect(link({})).toBe('</p?offset=3>; rel="next"');
    expect(
      link({ offset: 3 }, [
        ['q', '愛 +'],
        ['offset', '3'],
      ]),
    ).toBe('</p?q=%E6%84%9B+%2B&offset=6>; rel="next", </p?q=%E6%84%9B+%2B&offset=0>; rel="prev"');
    const repeated: [string, string][] = [
      ['pos', 'n'],
      ['pos', 'v'],
    ];
    expect(link({}, repeated)).toBe('</p?pos=n&pos=v&offset=3>; rel="next"');
    expect(link({ offset: 2 })).toContain('</p?offset=0>; rel="prev"');
  });

  it('ends where the words end', () => {
    expect(link({ offset: 7 })).toBe('</p?offset=4>; rel="prev"');
    expect(link({ offset: 0, total: 3 })).toBeUndefined();
    // Of ten words the last three.
    expect(link({ offset: 90, words: [] })).toBe('</p?offset=7>; rel="prev"');
  });

  it('goes on by cursor where one was used', () => {
    expect(link({ offset: 3, next_cursor: 'abc' }, [['cursor', 'aaa']])).toContain('</p?cursor=abc>; rel="next"');
    expect(link({ next_cursor: 'abc' })).toBe('</p?offset=3>; rel="next"');
  });
});
