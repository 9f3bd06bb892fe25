import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ccCanto } from '../../../indexer/importers/cc-canto.ts';
import { wordsHk } from '../../../indexer/importers/words-hk.ts';
import { importFixture, problemPlaces } from './import-fixture.ts';

describe('CC-Canto', () => {
  const { file, run } = importFixture(ccCanto);

  it('gives words with their readings and glosses, rows of a word together', async () => {
    const source = file(
      'canto.u8',
      [
        '# CC-Canto',
        '衰仔 衰仔 [shuai1 zi3] {seoi1 zai2} /bad boy/brat/ # adapted',
        '衰仔 衰仔 [shuai1 zi3] {seoi1zai2} /son (jocular)/CL:個/',
        '戇居 戆居 [gang4 ju1] {ngong6 geoi1} /silly/see also 戇/',
        'AA制 AA制 [A A zhi4] {ei1 ei1 zai3} /to split the bill/',
        '嬲 嬲 [nao2] {nau1}',
      ].join('\n'),
    );
    const { lines, report } = await run([source]);
    expect(lines).toEqual([
      {
        kind: 'entry',
        char: '衰仔',
        readings: ['seoi1 zai2'],
        supplement: true,
        definition: 'bad boy; brat; son (jocular)',
      },
      { kind: 'entry', char: '戇居', readings: ['ngong6 geoi1'], supplement: true, definition: 'silly' },
      { kind: 'entry', char: '嬲', readings: ['nau1'], supplement: true },
    ]);
    expect([...report.skippedCounts.values()]).toEqual([1]);
    expect(report.terms.conditions).toMatch(/^Share-alike/);
  });

  it('tells rows that are none, and readings that cannot be', async () => {
    const source = file('bad.u8.gz', gzipSync('衰仔 [shuai1] /x/\n衰仔 衰仔 [x] {seoi7 zai2} /x/\n'));
    const { lines, report } = await run([source], { skipInvalid: true });
    expect(lines).toEqual([]);
    expect(problemPlaces(report)).toEqual(['bad.u8.gz:1 ', 'bad.u8.gz:2 jyutping']);
  });
});

describe('粵典', () => {
  const { file, run } = importFixture(wordsHk);

  it('gives the words of its list, which belongs to everyone', async () => {
    const list = file(
      'wordslist.csv',
      'words,jyutping\n# a comment\n海傍,hoi2 pong4\n街市,gaai1 si5,gaai1si5\n大海,daai6\n',
    );
    const { lines, report } = await run([list], { skipInvalid: true });
    expect(lines).toEqual([
      { kind: 'entry', char: '海傍', readings: ['hoi2 pong4'], supplement: true },
      { kind: 'entry', char: '街市', readings: ['gaai1 si5'], supplement: true },
    ]);
    expect(problemPlaces(report)).toEqual(['wordslist.csv:5 jyutping']);
    expect(report.terms).toMatchObject({ name: '粵典 words.hk (word list)', licence: 'public domain' });
  });

  it('gives the articles of its full export, which is not for commercial use', async () => {
    const article = [
      '(pos:動詞)(label:粗俗)(sim:揀)(sim:挑選)(ant:放棄)',
      '<explanation>',
      'yue:喺兩樣嘢#當中 攞一樣',
      'eng:to select; to #choose',
      '<eg>',
      'yue:由你揀選。 (jau4 nei5 gaan2 syun2.)',
      'eng:It is for you to choose.',
      '----',
      'yue:另一個意思',
      'eng:to ""sort"" out, with care',
    ].join('\n');
    const full = file(
      'all.csv',
      [
        ',,""',
        '""',
        `7,"揀選:gaan2 syun2:gaan2syun2,㨂選:gaan2 syun2","${article}",㨂選,OK,已公開`,
        '8,冇內容:mou5 noi6 jung4,"未有內容 NO DATA",,OK,已公開',
        '9,秘密:bei3 mat6,"(pos:名詞)\neng:secret",,OK,未公開',
        '10,壞音:waai6,"(pos:名詞)\neng:bad",,OK,已公開',
        '11,冇標:mou5 biu1,"eng:no tags",,OK,已公開',
      ].join('\r\n'),
    );
    const { lines, report } = await run([full], { skipInvalid: true });
    expect(lines).toEqual([
      {
        kind: 'entry',
        char: '揀選',
        readings: ['gaan2 syun2'],
        supplement: true,
        pos: 'v',
        vulgar: true,
        definition: 'to select; to choose; to "sort" out, with care',
        senses: [
          {
            sense: 'select',
            pos: 'v',
            reg: '通',
            definition: 'to select; to choose',
            definition_zh: '喺兩樣嘢當中 攞一樣',
            example: '由你揀選。',
            synonyms: [],
            antonyms: [],
          },
          {
            sense: 'sort',
            pos: 'v',
            reg: '通',
            definition: 'to "sort" out, with care',
            definition_zh: '另一個意思',
            example: '',
            synonyms: [],
            antonyms: [],
          },
        ],
        examples: ['由你揀選。'],
        aliases: ['㨂選'],
      },
      { kind: 'relation', type: 'syn', word: '揀選', related: '揀', supplement: true },
      { kind: 'relation', type: 'syn', word: '揀選', related: '挑選', supplement: true },
      { kind: 'relation', type: 'ant', word: '揀選', related: '放棄', supplement: true },
    ]);
    // The article of line 3 takes ten lines.
    expect(problemPlaces(report)).toEqual(['all.csv:16 jyutping', 'all.csv:18 article']);
    expect([...report.skippedCounts.keys()]).toEqual(['entries without content', 'entries that are not published']);
    expect(report.terms.conditions).toMatch(/^Non-commercial/);
  });
});
