import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ImportError } from '../../../indexer/importers/commands.ts';
import { rime } from '../../../indexer/importers/rime.ts';
import { sensesOfDefinitions } from '../../../indexer/importers/words-hk.ts';
import { describeIfAvailable } from '../../support/describe-if-available.ts';
import { importFixture, problemPlaces } from './import-fixture.ts';

describe('rime', () => {
  const { file, out, run } = importFixture(rime);

  const words = `# Rime dictionary
---
name: jyut6ping3.words
version: "1"
sort: by_weight
...

# words
海傍	hoi2 pong4
重量	zung6 loeng6	3%
重量	cung4 loeng4
街市	gaai1 si5
重量	zung6 loeng4	5%
街市佬仔啊哥哥	gaai1 si5 lou2 zai2 aa3 go4 go1
卡拉OK	kaa1 laa1 ou1 kei1
一丁人
`;

  describe('rime-cantonese', () => {
    it('gives words with all their readings, the weightiest first, and classes of frequency', async () => {
      const dictionary = file('a.dict.yaml', words);
      // Of three counts all are among the first 400: class 5.
      const essay = file('essay.txt', '海傍\t9\n重量\t120\n沒有\t7\n');
      const { report, source, lines } = await run([dictionary, essay]);
      expect(lines).toEqual([
        { kind: 'entry', char: '海傍', readings: ['hoi2 pong4'], supplement: true, frequency_class: 5 },
        {
          kind: 'entry',
          char: '重量',
          readings: ['cung4 loeng4', 'zung6 loeng4', 'zung6 loeng6'],
          supplement: true,
          frequency_class: 5,
        },
        { kind: 'entry', char: '街市', readings: ['gaai1 si5'], supplement: true },
      ]);
      expect([...report.skippedCounts]).toEqual([
        ['words of more than 6 characters', 1],
        ['words with other signs than Chinese characters', 1],
        ['phrases without a reading', 1],
      ]);
      expect(source).toMatchObject({ kind: 'source', name: 'rime-cantonese', licence: 'CC BY 4.0' });
      expect(source).not.toHaveProperty('conditions');
    });

    it('writes nothing while something is wrong, and says where', async () => {
      const bad = file(
        'bad.dict.yaml',
        '---\nname: x\n...\n海傍\thoi2 pong4\n街市\tgaai1\n街市\tgaai9 si5\n海傍\thoi2 pong4\theavy\n',
      );
      const counts = file('counts.txt', '海傍\tmany\n');
      const before = existsSync(out) ? readFileSync(out, 'utf8') : undefined;
      await expect(run([bad, counts])).rejects.toThrow(ImportError);
      await expect(run([bad, counts])).rejects.toThrow(/bad\.dict\.yaml:5: jyutping: "gaai1" has not one syllable/);
      expect(existsSync(out) ? readFileSync(out, 'utf8') : undefined).toBe(before);
      const { report, lines } = await run([bad, counts], { skipInvalid: true });
      expect(problemPlaces(report)).toEqual([
        'counts.txt:1 count',
        'bad.dict.yaml:5 jyutping',
        'bad.dict.yaml:6 jyutping',
        'bad.dict.yaml:7 weight',
      ]);
      expect(lines).toEqual([{ kind: 'entry', char: '海傍', readings: ['hoi2 pong4'], supplement: true }]);
    });

    it('names the terms of place names where they are among the files', async () => {
      const maps = file('jyut6ping3.maps.dict.yaml', '---\n...\n海傍街\thoi2 pong4 gaai1\n');
      const { report } = await run([maps]);
      expect(report.terms.licence).toBe('CC BY 4.0; ODbL 1.0 (place names)');
      expect(report.terms.conditions).toMatch(/Share-alike/);
    });
  });

  const DEBIAN = '/usr/share/rime-data/jyut6ping3.words.dict.yaml';
  const need = {
    isAvailable: existsSync(DEBIAN),
    advice: `no ${DEBIAN} here: install Debian's rime-data-jyut6ping3`,
    isOptional: true,
  };
  describeIfAvailable(need, 'rime-cantonese as Debian installs it', () => {
    it('is read: nearly all of it, and what cannot be is told', async () => {
      const { report, lines } = await run([DEBIAN], { skipInvalid: true });
      expect(report.entries).toBeGreaterThan(95_000);
      expect(report.invalid).toBeLessThan(100);
      expect(lines.find(({ char }) => char === '而家')?.readings).toContain('ji4 gaa1');
    });
  });
});

describe('senses of definitions', () => {
  const idsOf = (...definitions: string[]) =>
    sensesOfDefinitions(definitions.map((definition) => ({ pos: 'v', definition }))).senses?.map(({ sense }) => sense);

  it('have ids of their first telling word, numbered where it is the same', () => {
    expect(idsOf('to be in bloom', 'the bloom of youth', 'To open', 'a')).toEqual(['bloom', 'bloom-2', 'open', 'a']);
  });

  it('are none where there is one, and six at most', () => {
    expect(idsOf('to open')).toBeUndefined();
    expect(idsOf('to open', '開')).toBeUndefined();
    expect(idsOf('a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1')).toHaveLength(6);
  });
});
