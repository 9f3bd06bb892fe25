import { describe, expect, it } from '@jest/globals';
import { cilin } from '../../../indexer/importers/cilin.ts';
import { omwTab } from '../../../indexer/importers/omw-tab.ts';
import { wnLmf } from '../../../indexer/importers/wn-lmf.ts';
import { importFixture, problemPlaces } from './import-fixture.ts';

const synonyms = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([word, related]) => ({ kind: 'relation', type: 'syn', word, related, score: 80, supplement: true }));

describe('Open Multilingual Wordnet, tab-separated', () => {
  const { file, run } = importFixture(omwTab);
  const head = '# Little Chinese Wordnet\tcmn\thttps://example.org/lcw\twordnet\n';

  it('gives the words of each synset as synonyms, in Hong Kong characters', async () => {
    const source = file(
      'wn-data-cmn.tab',
      `${head}00000001-v\tcmn:lemma\t征服\n00000001-v\tcmn:lemma\t打败\n00000001-v\tcmn:lemma\t战胜\n` +
        '00000001-v\tcmn:exe\t0\t他打败了\n00000002-a\tcmn:lemma\t悲惨+的\n00000002-a\tcmn:lemma\t痛苦的\n00000003-n\tcmn:lemma\t海\n',
    );
    const { lines, source: line, report } = await run([source]);
    expect(lines).toEqual(synonyms(['征服', '打敗'], ['征服', '戰勝'], ['打敗', '戰勝'], ['悲慘', '痛苦']));
    expect(line).toMatchObject({ name: 'Little Chinese Wordnet', licence: 'wordnet', url: 'https://example.org/lcw' });
    expect(report.relations).toBe(4);
  });

  it('leaves large groups out, adds words where that is asked for, and tells bad rows', async () => {
    const many = Array.from('甲乙丙丁戊己庚辛壬癸子丑寅', (sign) => `00000001-n\tyue:lemma\t${sign}海`).join('\n');
    const source = file('bad.tab', `${head}${many}\nabc\tyue:lemma\t海\n00000002-n\tlemma\n`);
    const { lines, report } = await run([source], { skipInvalid: true, addWords: true });
    expect([...report.skippedCounts]).toEqual([['groups of more than 12 words', 1]]);
    expect(lines.map(({ kind, char }) => `${kind} ${char}`).slice(0, 2)).toEqual(['entry 甲海', 'entry 乙海']);
    expect(lines).toHaveLength(13);
    expect(problemPlaces(report)).toEqual(['bad.tab:15 synset', 'bad.tab:16 type']);
  });
});

describe('WN-LMF', () => {
  const { file, run } = importFixture(wnLmf);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
  <!-- a > b -->
  <Lexicon id="yue" label="Little Cantonese &amp; Wordnet" language="yue" email="a@example.org"
      license="https://creativecommons.org/licenses/by-sa/4.0/ CC BY-SA 4.0" version="1" url='https://example.org'>
    <LexicalEntry id="w1"><Lemma writtenForm="開心" partOfSpeech="a"><Pronunciation notation="jyutping">hoi1sam1</Pronunciation></Lemma>
      <Sense id="s1" synset="y1"><SenseRelation relType="antonym" target="s3"/></Sense></LexicalEntry>
    <LexicalEntry id="w2"><Lemma writtenForm="高興" partOfSpeech="a"/><Form writtenForm="gou1 hing3" script="jyutping"/>
      <Sense id="s2" synset="y1"/></LexicalEntry>
    <LexicalEntry id="w3"><Lemma writtenForm="悲伤" partOfSpeech="a" script="Hans"/><Sense id="s3" synset="y2"/></LexicalEntry>
    <LexicalEntry id="w4"><Lemma writtenForm="壞音" partOfSpeech="n"><Pronunciation>waai6</Pronunciation></Lemma></LexicalEntry>
    <Synset id="y1" partOfSpeech="a"><Definition>feeling joy &gt; sorrow</Definition></Synset>
    <Synset id="y2" partOfSpeech="a"><Definition>覺得悲哀</Definition></Synset>
  </Lexicon>
</LexicalResource>
`;

  it('gives readings, definitions, synonyms and opposites', async () => {
    const { lines, report, source } = await run([file('yue.xml', xml)], { skipInvalid: true });
    expect(lines).toEqual([
      {
        kind: 'entry',
        char: '開心',
        supplement: true,
        pos: 'a',
        readings: ['hoi1 sam1'],
        definition: 'feeling joy > sorrow',
      },
      {
        kind: 'entry',
        char: '高興',
        supplement: true,
        pos: 'a',
        readings: ['gou1 hing3'],
        definition: 'feeling joy > sorrow',
      },
      ...synonyms(['開心', '高興']),
      { kind: 'relation', type: 'ant', word: '開心', related: '悲傷', supplement: true },
    ]);
    expect(problemPlaces(report)).toEqual(['yue.xml:12 Pronunciation']);
    expect(source).toMatchObject({ name: 'Little Cantonese & Wordnet', url: 'https://example.org' });
    expect(report.terms.conditions).toMatch(/^Share-alike/);
  });

  it('gives a word of several synsets a sense for each, with the other words of it', async () => {
    const twoSenses = xml
      .replace('<Sense id="s2" synset="y1"/>', '<Sense id="s2" synset="y1"/><Sense id="s4" synset="y3"/>')
      .replace(
        '</Lexicon>',
        '<Synset id="y3" partOfSpeech="a"><Definition>to agree gladly</Definition></Synset></Lexicon>',
      );
    const { lines } = await run([file('two.xml', twoSenses)], { skipInvalid: true });
    const sense = { pos: 'a', reg: '通', definition_zh: '', example: '', antonyms: [] };
    expect(lines.find(({ char }) => char === '高興')).toMatchObject({
      definition: 'feeling joy > sorrow; to agree gladly',
      senses: [
        { ...sense, sense: 'feeling', definition: 'feeling joy > sorrow', synonyms: ['開心'] },
        { ...sense, sense: 'agree', definition: 'to agree gladly', synonyms: [] },
      ],
    });
    expect(lines.find(({ char }) => char === '開心')).not.toHaveProperty('senses');
  });

  it('tells a file that is not whole, or is another thing', async () => {
    const half = file('half.xml', xml.slice(0, xml.indexOf('<Synset')));
    const { report } = await run([half], { skipInvalid: true });
    expect(report.problems[0]!.message).toMatch(/ends inside <Lexicon>/);
    const other = file('other.xml', '<html><body>no</body></html>');
    await expect(run([other])).rejects.toThrow(/there is no <Lexicon> in it/);
    await expect(run([file('crossed.xml', '<a><b></a></b>')])).rejects.toThrow(/closes what was not opened/);
  });
});

describe('同義詞詞林', () => {
  const { file, run } = importFixture(cilin);

  it('gives its synonyms, from GBK and simplified characters, and leaves words of one kind', async () => {
    // 开心 高兴 and 海, in GBK, as the extended edition comes.
    const gbk = (...words: number[][]) => words.flatMap((word) => [0x20, ...word]);
    const code = (text: string) => [...Buffer.from(text, 'latin1')];
    const happy = [0xbf, 0xaa, 0xd0, 0xc4];
    const glad = [0xb8, 0xdf, 0xd0, 0xcb];
    const sea = [0xba, 0xa3];
    const bytes = [
      ...[...code('Ga01A01='), ...gbk(happy, glad), 0x0d, 0x0a],
      ...[...code('Ga01A02#'), ...gbk(happy, sea), 0x0a],
      ...[...code('Be05A03@'), ...gbk(sea), 0x0a],
      ...code('not a line\n'),
    ];
    const { lines, report } = await run([file('cilin.txt', Uint8Array.from(bytes))], { skipInvalid: true });
    expect(lines).toEqual(synonyms(['開心', '高興']));
    expect([...report.skippedCounts.keys()]).toEqual(['groups of words of one kind', 'words without synonyms']);
    expect(problemPlaces(report)).toEqual(['cilin.txt:4 code']);
    expect(report.terms.conditions).toMatch(/No open licence/);
  });
});
