import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readHandWritten } from '../../indexer/tables/hand-written.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { codeOfReading } from '../../src/cantonese/tone.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { type EntryLine, entryLine, type RelationLine, relationLine } from '../../src/lexicon/formats.ts';
import {
  isPartnerRelation,
  listOfType,
  PARTNER_INVERSES,
  PARTNERS,
  type PartnerRelation,
} from '../../src/lexicon/partner-relations.ts';
import { fullBuild } from '../support/full-build.ts';

/** Lines of a built file, one at a time: the whole parsed file would not fit a test's memory well. */
function* lines<T>(dir: string, file: string): Generator<T> {
  const text = gunzipSync(readFileSync(join(dir, file)));
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(10, start);
    yield JSON.parse(text.toString('utf8', start, end)) as T;
    start = end + 1;
  }
}

let entries: readonly EntryLine[];
let relations: readonly RelationLine[];
beforeAll(async () => {
  const dir = (await fullBuild()).directory;
  entries = [...lines<EntryLine>(dir, 'entries.jsonl.gz')];
  relations = [...lines<RelationLine>(dir, 'relations.jsonl.gz')];
});

function entriesOf(words: readonly string[]): Map<string, EntryLine> {
  const wanted = new Set(words);
  return new Map(entries.filter(({ char }) => wanted.has(char)).map((line) => [line.char, line]));
}

/** Relations of some words: word → `type related` → line. */
function relationsOf(words: readonly string[]): Map<string, Map<string, RelationLine>> {
  const found = new Map(words.map((word) => [word, new Map<string, RelationLine>()]));
  for (const line of relations) found.get(line.word)?.set(`${line.type} ${line.related}`, line);
  return found;
}

/** At most twenty of what is wrong, so that a failure can be read. */
function wrong<T>(lines: Iterable<T>, says: (line: T) => string | undefined): string[] {
  const found: string[] = [];
  for (const line of lines) {
    const text = says(line);
    if (text !== undefined && found.push(text) === 20) break;
  }
  return found;
}

describe('the entries of the built lexicon', () => {
  it('are more than 115,000, each in the documented format', () => {
    let count = 0;
    const problems = wrong(entries, (line) => {
      count++;
      const parsed = entryLine.safeParse(line);
      return parsed.success ? undefined : `${line.char}: ${parsed.error.issues[0]?.message}`;
    });
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(115_000);
  });

  it('come in order of dense ranks, have dense places in code point order, and are no word twice', () => {
    const words: string[] = [];
    const places: number[] = [];
    const problems = wrong(entries, ({ char, rank, char_rank }: EntryLine) => {
      const expected = words.length;
      words.push(char);
      places[char_rank] = rank;
      return rank === expected ? undefined : `${char}: rank ${rank} at ${expected}`;
    });
    expect(problems).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
    expect(places).toHaveLength(words.length);
    expect(
      wrong(places.keys(), (i) => {
        const [before, own] = [words[places[i - 1]!], words[places[i]!]];
        if (own === undefined) return `no word at place ${i}`;
        return before === undefined || compareCodePoints(before, own) < 0 ? undefined : `${before} before ${own}`;
      }),
    ).toEqual([]);
  });

  it('have phrases where they are among the 2,000 most used, each with the word, its characters together or apart', () => {
    const lacking: string[] = [];
    for (const { rank, char, examples } of entries) {
      if (rank >= 2000) break;
      const pattern = new RegExp(Array.from(char, (one) => `[${one}]`).join('.*'), 'u');
      if (!examples.some((example) => pattern.test(example))) lacking.push(char);
    }
    expect(lacking).toEqual([]);
  });

  it('have readings with code, rhyme and length that follow from the jyutping', () => {
    expect(
      wrong(entries, ({ char, length, readings }: EntryLine) => {
        // A run of letters has as many as it is sung with.
        const places = lineUnits(char).length;
        for (const [i, { jyutping, code, rhyme, rank }] of readings.entries()) {
          const syllables = parseJyutping(jyutping);
          if (!syllables || syllables.length !== places || length !== places) return `${char}: ${jyutping}`;
          if (codeOfReading(syllables) !== code || syllables.at(-1)!.final !== rhyme)
            return `${char}: ${code} ${rhyme}`;
          if (rank !== i) return `${char}: rank ${rank} at ${i}`;
        }
        return undefined;
      }),
    ).toEqual([]);
  });

  it('read a character by its sense in the word', () => {
    const readings = [
      ...['學長 hok6 zoeng2', '檢察長 gim2 caat3 zoeng2', '成長 sing4 zoeng2', '細長 sai3 coeng4', '專長 zyun1 coeng4'],
      ...['中行 zung1 hong4', '太行山 taai3 hong4 saan1', '出行 ceot1 hang4', '撻着 taat3 zoek6', '苦澀 fu2 saap3'],
      ...['黯 am2', '黯淡 am2 daam6', '暗淡 am3 daam6', '重做 cung4 zou6', '比重 bei2 zung6', '左傳 zo2 zyun6'],
      ...['少尉 siu3 wai3', '倒立 dou3 laap6', '藏文 zong6 man4', '撫平 fu2 ping4', '領子 leng5 zi2'],
    ].map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
    const found = entriesOf(readings.map(([word]) => word));
    expect(
      wrong(readings, ([word, right]) => {
        const given = found.get(word)?.readings[0]?.jyutping;
        return given === right ? undefined : `${word}: ${given}, not ${right}`;
      }),
    ).toEqual([]);
  });

  it('know the characters that only Cantonese speech has', () => {
    const characters = ['𠻹', '嚹', '𡃉', '𡁵', '𠺢', '𠻺', '𠸏', '𢯎', '𨂽', '𠝹'];
    const found = entriesOf(characters);
    expect(characters.filter((char) => !found.get(char)?.definition)).toEqual([]);
  });

  it('have one spelling of a word, and the others as aliases', () => {
    const found = entriesOf(['得志', '得誌', '豐富多彩', '豐富多采', '係咁', '系咁']);
    expect([...found.keys()].sort()).toEqual(['係咁', '得志', '豐富多彩'].sort());
    expect(found.get('得志')!.aliases).toContain('得誌');
    expect(found.get('係咁')!.aliases).toContain('系咁');
  });

  it('have aliases that lead to one word, and to no word that bears the form itself', () => {
    const words = new Set<string>();
    for (const { char } of entries) words.add(char);
    const taken = new Set<string>();
    expect(
      wrong(entries, ({ char, aliases }: EntryLine) => {
        const bad = aliases.find((alias) => words.has(alias) || taken.has(alias));
        for (const alias of aliases) taken.add(alias);
        return bad && `${char}: ${bad}`;
      }),
    ).toEqual([]);
    const found = entriesOf(['説話', '裏面']);
    const [said, inside] = [found.get('説話'), found.get('裏面')];
    expect(said!.aliases).toEqual(expect.arrayContaining(['說話', '说话']));
    expect(inside!.aliases).toEqual(expect.arrayContaining(['裡面', '里面']));
  });

  it('are found by every typed form that the tables list, and by those with characters typed for others', () => {
    const wordOf = new Map<string, string>();
    for (const { char, aliases } of entries) for (const alias of aliases) wordOf.set(alias, char);
    const rows = readHandWritten().typed.map(({ value }) => value);
    expect(rows.length).toBeGreaterThan(400);
    expect(rows.filter(({ typed, written }) => wordOf.get(typed) !== written)).toEqual([]);
    expect(['果時', '吾怪得'].map((form) => wordOf.get(form))).toEqual(['嗰時', '唔怪得']);
  });

  it('name the usual spelling of those that the tables list as another, and the words of written Chinese', () => {
    const rows = readHandWritten().variants.map(({ value }) => value);
    const found = entriesOf(rows.map(({ word }) => word));
    expect(rows.filter(({ word, variant_of: usual }) => found.get(word)?.variant_of !== usual)).toEqual([]);
    const [like, now] = ['鍾意', '依家'].map((word) => entriesOf([word]).get(word)!);
    expect(like!.standard).toEqual(['喜歡']);
    expect(now).not.toHaveProperty('variant_of');
  });

  it('put everyday Cantonese where speech and song put it', () => {
    const everyday = ['我哋', '鍾意', '唔', '佢', '係', '愛', '你', '而家', '諗'];
    const found = entriesOf(everyday);
    expect(everyday.filter((word) => !((found.get(word)?.rank ?? 1e9) < 1500))).toEqual([]);
    expect(found.get('鍾意')).toMatchObject({ reg: '粵', is_canto: true, pos: 'v' });
  });
});

describe('the order of the built lexicon', () => {
  let words: readonly string[];
  beforeAll(() => {
    words = entries.map(({ char }) => char);
  });

  it('has no more runs in code point order than come about by chance', () => {
    let [inRuns, longest, start] = [0, 0, 0];
    for (let end = 1; end <= 40_000; end++) {
      if (end < 40_000 && compareCodePoints(words[end - 1]!, words[end]!) < 0) continue;
      if (end - start > 3) inRuns += end - start;
      longest = Math.max(longest, end - start);
      start = end;
    }
    // By chance: the sum of k(k² + k − 1)/(k + 2)! over the runs' lengths k from four on.
    expect(inRuns / 40_000).toBeLessThan(0.142 + 0.01);
    expect(longest).toBeLessThan(10);
  });

  it('has words that people sing before names and administration that they read of', () => {
    const rankOf = new Map(words.map((word, rank) => [word, rank]));
    const ranksOf = (...wanted: string[]) => wanted.map((word) => rankOf.get(word)!);
    expect(Math.max(...ranksOf('喜歡', '清晨', '童年', '平凡', '怎樣', '真相'))).toBeLessThan(8000);
    expect(Math.min(...ranksOf('荊州', '湖北', '書記', '黨委'))).toBeGreaterThan(15_000);
  });
});

describe('the relations of the built lexicon', () => {
  it('are each in the documented format, of a word to another one, both in the lexicon', () => {
    const words = new Set<string>();
    for (const { char } of entries) words.add(char);
    expect(
      wrong(relations, (line) => {
        const parsed = relationLine.safeParse(line);
        if (!parsed.success) return `${line.word}: ${parsed.error.issues[0]?.message}`;
        const known = words.has(line.word) && words.has(line.related) && line.word !== line.related;
        return known ? undefined : `${line.word} → ${line.related}`;
      }),
    ).toEqual([]);
  });

  it('hold both ways, and no pair is both synonyms and opposites or there twice', () => {
    const pairs = new Map<string, RelationLine>();
    const spellings = new Set<string>();
    for (const { char, variant_of: usual } of entries) if (usual !== undefined) spellings.add(char);
    const twice = wrong(relations, (line) => {
      if (isPartnerRelation(line.type)) return undefined;
      const key = `${line.word} ${line.related}`;
      const known = pairs.has(key);
      pairs.set(key, line);
      return known ? key : undefined;
    });
    expect(twice).toEqual([]);
    expect(
      wrong(pairs.values(), ({ word, related, type, source }) => {
        // Nothing leads to another spelling of what it leads to already.
        if (spellings.has(word)) return undefined;
        const back = pairs.get(`${related} ${word}`);
        return back?.type === type && back.source === source ? undefined : `${word} → ${related}`;
      }),
    ).toEqual([]);
  });

  it('that are partners hold both ways, each under what it is to the other, and once', () => {
    const partners = new Map<string, RelationLine>();
    const twice = wrong(relations, (line) => {
      if (!isPartnerRelation(line.type)) return undefined;
      const key = `${line.word} ${line.type} ${line.related}`;
      const known = partners.has(key);
      partners.set(key, line);
      return known ? key : undefined;
    });
    expect(twice).toEqual([]);
    expect(partners.size).toBeGreaterThan(120_000);
    expect(
      wrong(partners.values(), ({ word, related, type }) => {
        const back = `${related} ${PARTNER_INVERSES[type as PartnerRelation]} ${word}`;
        return partners.has(back) ? undefined : back;
      }),
    ).toEqual([]);
  });

  it('have dense orders: curated first, then by score; partners in one list of their own', () => {
    let last: RelationLine | undefined;
    expect(
      wrong(relations, (line) => {
        const list = listOfType(line.type);
        const follows = last?.word === line.word && listOfType(last.type) === list;
        const expected = follows ? last!.order + 1 : 0;
        const sorted = !follows || list === PARTNERS || rankOf(last!) <= rankOf(line);
        last = line;
        return line.order === expected && sorted ? undefined : `${line.word} ${line.type} ${line.order}`;
      }),
    ).toEqual([]);
  });

  it('are free of the mistakes that were seen in an early prototype', () => {
    const seen = ['海', '擁抱', '離開', '海員', '快樂', '可以'];
    const found = relationsOf(seen);
    const present = [
      '海 syn 床',
      '擁抱 syn 追捧',
      '離開 syn 走路',
      '海員 syn 千斤頂',
      '快樂 ant 不豫',
      '可以 syn 罐頭',
    ].filter((text) => {
      const [word, ...rest] = text.split(' ') as [string, ...string[]];
      return found.get(word)!.has(rest.join(' '));
    });
    expect(present).toEqual([]);
    expect(found.get('離開')!.get('ant 返嚟')).toMatchObject({ source: 'curated' });
    expect(found.get('快樂')!.size).toBeGreaterThan(20);
  });
});

/** Lower comes first. */
function rankOf({ source, score }: RelationLine): number {
  return (source === 'curated' ? 0 : 1000) - score;
}
