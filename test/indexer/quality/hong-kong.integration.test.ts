import { beforeAll, describe, expect, it } from '@jest/globals';
import { readBuiltLexicon } from '../../../indexer/quality/built-lexicon.ts';
import { measureHongKong } from '../../../indexer/quality/hong-kong.ts';
import { readHandWritten } from '../../../indexer/tables/hand-written.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { FULL_BUILD_TIMEOUT_MS, fullBuild } from '../../support/full-build.ts';
import { findEntries, findRelations } from '../built-lines.ts';

let directory: string;
beforeAll(async () => {
  ({ directory } = await fullBuild());
}, FULL_BUILD_TIMEOUT_MS);

const entriesOf = (words: readonly string[]): Map<string, EntryLine> => findEntries(directory, words);

describe('the whole lexicon, as Hong Kong reads it', () => {
  it('is explained in Chinese, orders pairs, and contradicts itself nowhere much', () => {
    const measures = measureHongKong(readBuiltLexicon(directory).words, readHandWritten());
    const { explained, explainedCantonese, unexplained, contradictions, pairs } = measures;
    expect(explained.found / explained.words).toBeGreaterThan(0.97);
    expect(explainedCantonese.found / explainedCantonese.words).toBeGreaterThan(0.97);
    expect(unexplained.length).toBeLessThanOrEqual(300);
    expect(contradictions).toBeLessThanOrEqual(500);
    expect(pairs.others).toEqual([]);
  });

  it('has what is said all the time before what is said less', () => {
    const entries = entriesOf(['咁', '啲', '而家', '佢哋', '㗎', '唔知', '喊', '錫', '珍珠奶茶', '曾幾何時']);
    const rankOf = (word: string) => entries.get(word)!.rank;
    const last = Math.max(...['咁', '啲', '而家', '佢哋', '㗎', '唔知'].map(rankOf));
    expect(last).toBeLessThan(Math.min(rankOf('喊'), rankOf('錫')));
    expect(rankOf('珍珠奶茶')).toBeLessThan(30_000);
    expect(rankOf('曾幾何時')).toBeLessThan(5_000);
  });

  it('says of surnames that they are, and marks coarse words of every kind', () => {
    const entries = entriesOf(['陳', '趙', '馮', '撚頭', '操你媽', '賤貨', '操場']);
    expect(['陳', '趙', '馮'].map((word) => entries.get(word)!.definition)).toEqual([
      expect.stringMatching(/surname\)? Chan/),
      expect.stringMatching(/surname Chiu/),
      expect.stringMatching(/surname Fung/),
    ]);
    const isCoarse = (word: string) => entries.get(word)!.vulgar;
    expect(['撚頭', '操你媽', '賤貨', '操場'].map(isCoarse)).toEqual([true, true, true, false]);
  });

  it('tells senses apart, and lists synonyms sense by sense', () => {
    const entries = entriesOf(['開', '放', '光', '老', '重']);
    const idsOf = (word: string) => entries.get(word)!.senses.map(({ told }) => told?.sense);
    expect(idsOf('開')).toEqual(expect.arrayContaining(['open', 'bloom', 'start', 'drive']));
    expect(idsOf('放').length).toBeGreaterThan(1);
    const readings = entries.get('重')!.senses.map(({ told }) => told?.jyutping);
    expect(readings).toEqual(expect.arrayContaining(['zung6', 'cung5', 'cung4']));
    const bloom = entries.get('開')!.senses.find(({ told }) => told?.sense === 'bloom')!;
    expect(bloom.synonyms).toContain('盛開');
    const relations = findRelations(directory, ['光', '老']);
    const first = (word: string) =>
      [...relations.get(word)!.values()]
        .filter(({ type, order }) => type === 'syn' && order < 3)
        .map(({ related }) => related);
    expect([first('光').includes('晒'), relations.get('老')!.has('syn 小'), first('老').includes('阿')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('infers no theme from a pun of English', () => {
    const entries = entriesOf(['拆毀', '笨', '北方', '心情']);
    const inferred = (word: string) => entries.get(word)!.affect.themes_inferred;
    expect([inferred('拆毀').includes('淚'), inferred('笨').includes('暗戀')]).toEqual([false, false]);
    expect([inferred('北方').includes('香港'), inferred('心情').includes('暗戀')]).toEqual([false, false]);
  });
});
