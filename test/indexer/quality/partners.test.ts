import { describe, expect, it } from '@jest/globals';
import { measurePartners } from '../../../indexer/quality/partners.ts';
import { entryLines, smallManifest } from '../../contract/small-lexicon.ts';
import { smallLexicon } from '../../contract/small-lexicon-meanings.ts';

describe('expected partners', () => {
  it('are counted where they are among the first, in whatever form', async () => {
    const lexicon = smallLexicon(entryLines(), smallManifest());
    const rows = [
      { word: '海', expected: ['爱', '雪', '快樂', '冇呢個詞'] },
      { word: '開心', expected: ['海'] },
    ];
    expect(await measurePartners(lexicon, rows)).toEqual({ expected: 5, found: 2 });
  });
});
