import { describe, expect, it } from '@jest/globals';
import { parseQueryString } from '../../src/http/query-string.ts';

describe('a query string', () => {
  it('is decoded as UTF-8 with + as a space, in order, repeated names kept', () => {
    expect(parseQueryString('a=1&b=%E6%84%9B+x%2B&a=2&c&&=d&e=f=g')).toEqual([
      ['a', '1'],
      ['b', '愛 x+'],
      ['a', '2'],
      ['c', ''],
      ['', 'd'],
      ['e', 'f=g'],
    ]);
    expect(parseQueryString('')).toEqual([]);
  });

  it('names every part that is no UTF-8', () => {
    expect(() => parseQueryString('a=%zz&b=1&%ff=2')).toThrow(
      /^2 things are wrong\. a: is not percent-encoded UTF-8.* · %ff: is not/,
    );
  });
});
