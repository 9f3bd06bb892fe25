import { expect, it } from '@jest/globals';
import type { TestService } from '../http/service.ts';

/** One list in each order, to be walked to its end; the lexicon is larger than a page of them. */
const LISTS = [
  '/api/lexicon/browse?',
  '/api/lexicon/browse?rhyme=oi,ong,eoi&ends_line=true',
  '/api/lexicon/browse?ends_line=true',
  '/api/lexicon/search?sort=char&vulgar=true',
  '/api/lexicon/search?near=hoi2&vulgar=true',
  '/api/lexicon/search?like=長&vulgar=true',
  '/api/lexicon/search?like=happy sea&vulgar=true',
  '/api/lexicon/partners?word=海',
  '/api/lexicon/search?near=行:hong4&rhyme_char=銀行',
  '/api/lexicon/category/adj.all/words?',
];

const PAGE = 5;

/** Every list has the same words whole, page by page by offset, and by cursor. */
export function describeWalks(service: () => TestService): void {
  it.each(LISTS)('%s is walked once, by offset and by cursor', async (list) => {
    const page = async (rest: string) => {
      const { status, body } = await service().get(`${list}&${rest}`);
      expect(status).toBe(200);
      return body as { total: number; words: { char: string; jyutping: string }[]; next_cursor: string | null };
    };
    const shown = ({ words }: Awaited<ReturnType<typeof page>>) => words.map((one) => `${one.char} ${one.jyutping}`);
    const whole = await page('limit=100');
    expect(new Set(shown(whole)).size).toBe(whole.total);
    const byOffset: string[] = [];
    for (let offset = 0; offset < whole.total; offset += PAGE)
      byOffset.push(...shown(await page(`limit=${PAGE}&offset=${offset}`)));
    expect(byOffset).toEqual(shown(whole));
    const byCursor: string[] = [];
    let next: Awaited<ReturnType<typeof page>> | undefined = await page(`limit=${PAGE}`);
    while (next) {
      byCursor.push(...shown(next));
      next =
        next.next_cursor === null
          ? undefined
          : await page(`limit=${PAGE}&cursor=${encodeURIComponent(next.next_cursor)}`);
    }
    expect(byCursor).toEqual(shown(whole));
    expect(await page(`limit=${PAGE}&offset=1000`)).toMatchObject({ total: whole.total, words: [], next_cursor: null });
  });
}
