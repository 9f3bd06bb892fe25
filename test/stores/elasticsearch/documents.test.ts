import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../../src/cantonese/jyutping.ts';
import { codeOfReading } from '../../../src/cantonese/tone.ts';
import type { EntryLine, RelationLine } from '../../../src/lexicon/formats.ts';
import {
  cardinalityCounter,
  entryDocument,
  hasValidReadings,
  relationDocument,
  tokenDocument,
} from '../../../src/stores/elasticsearch/documents.ts';
import { slotTokens } from '../../../src/stores/elasticsearch/sound-tokens.ts';
import {
  FACET_FIELDS,
  listedEntry,
  listSizeCounter,
  storedListing,
} from '../../../src/stores/elasticsearch/stored-fields.ts';
import { entryLines } from '../../contract/small-lexicon.ts';

const reading = (jyutping: string, rank: number) => {
  const syllables = parseJyutping(jyutping)!;
  return {
    jyutping,
    rank,
    code: codeOfReading(syllables),
    rhyme: syllables.at(-1)!.final,
    confidence: 'hand' as const,
  };
};

/** A word with more readings than are searched, made up. */
const line: EntryLine = {
  ...entryLines()[0]!,
  char: '𠮷開𠮷',
  rank: 7,
  char_rank: 3,
  end_rank: 5,
  length: 3,
  pos: 'v',
  reg: '粵',
  definition: 'To open 𠮷, twice; open.',
  readings: ['hoi1 sam1', 'hoi2 sam2', 'hoi1 sam4', 'oi3', 'hoi6 sam6', 'hoi1 sam1'].map(reading),
  category: 'verb.contact',
  quality: 'verified',
  affect: { valence: '正', emotion: '喜悅', themes: ['海', '夜'], themes_inferred: ['夜', '時間'] },
  aliases: ['吉', '吉开吉', '𡃁'],
  vulgar: false,
};

const row = Int8Array.from({ length: 96 }, (_, place) => (place % 2 === 0 ? place : -place));

describe('the document of a word', () => {
  it('has the word itself, backwards, and by its characters', () => {
    const { body, id } = entryDocument(line, row);
    expect(id).toBe('𠮷開𠮷');
    expect(body).toMatchObject({
      char: '𠮷開𠮷',
      char_reversed: '𠮷開𠮷',
      characters: '𠮷 開 𠮷',
    });
    expect(entryDocument({ ...line, char: '開𠮷' }, row).body.char_reversed).toBe('𠮷開');
    expect(entryDocument({ ...line, char: 'T 恤' }, row).body.characters).toBe('T U+20 恤');
  });

  it('has what is looked for in its meaning: words of the definition and its own characters, each once', () => {
    const { body } = entryDocument(line, row);
    expect(body.token).toEqual(['to', 'open', '𠮷', 'twice', '開']);
    expect(body).toMatchObject({
      theme: ['海', '夜'],
      theme_inferred: ['夜', '時間'],
      theme_all: ['海', '夜', '時間'],
      emotion: '喜悅',
      valence: '正',
      category: 'verb.contact',
      quality: 'verified',
      reg: '粵',
      pos: 'v',
      length: '3',
      vulgar: false,
      rank: 7,
      char_rank: 3,
      end_rank: 5,
    });
  });

  it('has its row of meaning as signed bytes in hexadecimal, and its usual spelling where it has another', () => {
    const { body } = entryDocument({ ...line, variant_of: '吉開吉' }, Int8Array.of(1, -1, -128, 127));
    expect(body).toMatchObject({ meaning: '01ff807f', variant_of: '吉開吉' });
    expect(entryDocument(line, row).body).not.toHaveProperty('variant_of');
  });

  it('has the whole entry, and what lists show of it', () => {
    const { body } = entryDocument(line, row);
    expect(JSON.parse(body.entry as string)).toEqual(line);
    expect(body.listed).toEqual(storedListing(line));
  });

  it('says nothing of a category and of its quality where there is none', () => {
    const without = entryDocument({ ...line, category: null }, row).body;
    expect(without).not.toHaveProperty('category');
    expect(without).not.toHaveProperty('quality');
  });

  it('has the sounds of the first four readings, and every pronunciation once', () => {
    const { body } = entryDocument(line, row);
    expect(body.pronunciation).toEqual(['hoi1 sam1', 'hoi2 sam2', 'hoi1 sam4', 'oi3', 'hoi6 sam6']);
    expect(body).toMatchObject({ code: ['33', '30', '4'], rhyme: ['am', 'oi'], contour: ['=', '-', ''] });
    expect([body.code0, body.code1, body.code2, body.code3]).toEqual(['33', '33', '30', '4']);
    expect([body.rhyme0, body.rhyme1, body.rhyme2, body.rhyme3]).toEqual(['am', 'am', 'am', 'oi']);
    expect(Object.keys(body)).not.toContain('sound4');
    const same = [0, 1, 2, 3].map((slot) =>
      (body[`sound${slot}`] as string[]).filter((token) => /^=(rhyme|code):/.test(token)),
    );
    expect(same).toEqual([[], ['=rhyme:0', '=code:0'], ['=rhyme:0', '=rhyme:1'], []]);
    // oi3 rhymes otherwise than the primary reading.
    expect(body.sound3).toEqual([...slotTokens(line.readings[3]!), 'secondary']);
  });

  it('is completed by what may be typed of those readings: spaced or not, toned or not, each form once and in a field of its own', () => {
    const { body } = entryDocument(line, row);
    const completion = { weight: 2 ** 24 - 1 - 7, contexts: { vulgar: ['false'] } };
    expect(body).toMatchObject({
      complete_char: { ...completion, input: ['𠮷開𠮷'] },
      complete_joined: { ...completion, input: ['hoisam', 'oi'] },
      complete_spaced: { ...completion, input: ['hoi sam'] },
      complete_joined_toned: { ...completion, input: ['hoi1sam1', 'hoi2sam2', 'hoi1sam4', 'oi3'] },
      complete_spaced_toned: { ...completion, input: ['hoi1 sam1', 'hoi2 sam2', 'hoi1 sam4'] },
    });
    expect(entryDocument({ ...line, readings: [reading('oi3', 0)] }, row).body).not.toHaveProperty('complete_spaced');
  });

  it('is completed after all others where it is of a subject, and as a coarse word where it is one', () => {
    const { complete_char: completion } = entryDocument({ ...line, kind: 'specialist', vulgar: true }, row).body;
    expect(completion).toEqual({ input: ['𠮷開𠮷'], weight: 2 ** 23 - 1 - 7, contexts: { vulgar: ['true'] } });
    expect(() => entryDocument({ ...line, rank: 2 ** 23 }, row)).toThrow('8388608 words are the most');
  });

  it('is completed by no jyutping where it is another spelling of a word', () => {
    const completions = Object.keys(entryDocument({ ...line, variant_of: '吉開吉' }, row).body).filter((field) =>
      field.startsWith('complete_'),
    );
    expect(completions).toEqual(['complete_char']);
  });

  it('has a checksum that differs by id and by content: 28 bits of the SHA-256 of both', () => {
    const one = entryDocument(line, row);
    const all = [...entryLines().map((each) => entryDocument(each, row)), one];
    expect(new Set(all.map(({ checksum }) => checksum)).size).toBe(all.length);
    const { checksum, ...said } = one.body;
    const digest = createHash('sha256')
      .update(`${one.id}${JSON.stringify(said)}`)
      .digest('hex');
    expect([one.checksum, checksum]).toEqual([Number.parseInt(digest.slice(0, 7), 16), one.checksum]);
  });
});

describe('a stored listing', () => {
  const jyutping = line.readings.map((one) => one.jyutping);

  it('has a short definition, and what may be missing only where it is there', () => {
    const short = ['𠮷開𠮷', 'v', '粵', jyutping, 'To open 𠮷, twice; open.'];
    expect(storedListing(line)).toEqual(short);
    expect(storedListing({ ...line, definition_zh: '打開' })).toEqual([...short, '打開']);
    expect(storedListing({ ...line, standard: ['打開', '開'] })).toEqual([...short, '', ['打開', '開']]);
    const also = [{ pos: 'n' as const }];
    expect(storedListing({ ...line, also })).toEqual([...short, '', [], also]);
    expect(storedListing({ ...line, definition: 'open; '.repeat(40) })[4]).toHaveLength(100);
  });

  it('is read as what lists show, whatever is missing', () => {
    const shown = {
      char: '𠮷開𠮷',
      rank: 12,
      // As many as its reading has syllables.
      length: 2,
      pos: 'v',
      reg: '粵',
      definition: line.definition,
      standard: [],
      readings: line.readings.map(({ confidence, ...reading }) => reading),
    };
    expect(listedEntry(storedListing(line), 12)).toEqual(shown);
    const more = { definition_zh: '打開', standard: ['打開', '開'] };
    const { definition_zh: definitionZh, standard } = more;
    expect(listedEntry(storedListing({ ...line, ...more }), 12)).toEqual({ ...shown, definitionZh, standard });
    expect(listedEntry(storedListing({ ...line, standard }), 12)).toEqual({ ...shown, standard });
    const also = [{ sense: 'open', valence: '正' as const }];
    expect(listedEntry(storedListing({ ...line, also }), 12)).toEqual({ ...shown, also });
    expect(() => listedEntry(['海', 'n', '通', ['hoi7'], 'sea'], 0)).toThrow('"hoi7" is not valid jyutping');
  });
});

describe('the document of a relation', () => {
  const relation: RelationLine = {
    word: '海',
    related: '𠮷開𠮷',
    type: 'syn',
    source: 'generated',
    order: 4,
    score: 60,
    senses: ['deep', 'blue'],
  };

  it('has the pair, and what the target is filtered by', () => {
    const { id, body, checksum } = relationDocument(relation, {
      wordRank: 2,
      target: { ...line, rank: 7, vulgar: true },
      likeness: 812,
    });
    expect(id).toBe('海|syn|𠮷開𠮷');
    expect(body).toEqual({
      word: '海',
      word_rank: 2,
      related: '𠮷開𠮷',
      type: 'syn',
      source: 'generated',
      order: 4,
      score: 60,
      // The first in order of use apart: doc values would be in the order of names.
      senses: ['deep', 'blue'],
      first_sense: 'deep',
      likeness: 812,
      length: '3',
      reg: '粵',
      pos: 'v',
      vulgar: true,
      // Of the first four readings.
      code: ['33', '30', '4'],
      rhyme: ['am', 'oi'],
      code_rhyme: ['33|am', '30|am', '4|oi'],
      target_rank: 7,
      listed: storedListing(line),
      checksum,
    });
  });
});

describe('the document of a relation of no sense', () => {
  it('has no field of senses', () => {
    const relation: RelationLine = {
      word: '海',
      related: '洋',
      type: 'syn',
      source: 'curated',
      order: 0,
      score: 9,
      senses: [],
    };
    const { body } = relationDocument(relation, { wordRank: 2, target: line, likeness: 0 });
    expect(Object.keys(body).filter((field) => field.includes('sense'))).toEqual([]);
  });
});

describe('the document of a token', () => {
  it('has its components', () => {
    const { id, body, checksum } = tokenDocument('sea', Int8Array.of(1, -1, 127));
    expect(id).toBe('token|sea');
    expect(body).toEqual({
      token: 'sea',
      token_meaning: '01ff7f',
      checksum,
    });
  });
});

describe('cardinalities', () => {
  it('are the distinct values of each facet over all documents', () => {
    const counter = cardinalityCounter();
    for (const each of [line, { ...line, category: null, pos: 'n' as const }, line])
      counter.add(entryDocument(each, row).body);
    expect(counter.result()).toMatchObject({
      emotion: 1,
      theme: 2,
      theme_inferred: 2,
      theme_all: 3,
      valence: 1,
      category: 1,
      reg: 1,
      pos: 2,
      length: 1,
      rhyme: 2,
      code: 3,
    });
    const none = Object.fromEntries(FACET_FIELDS.map((field) => [field, 0]));
    expect(cardinalityCounter().result()).toEqual(none);
  });
});

describe('sizes of lists', () => {
  it('are those of the longest of each kind', () => {
    const counter = listSizeCounter();
    const single = { ...line, length: 1, readings: ['hoi1', 'oi3'].map(reading) };
    const others = [{ ...single, readings: [reading('oi3', 0)] }, { ...line, variant_of: '吉開吉' }, line, line];
    for (const each of [single, ...others]) counter.addEntry(entryDocument(each, row).body);
    for (const order of [4, 0]) counter.addRelation({ type: 'syn', order });
    for (const order of [0, 6]) counter.addRelation({ type: 'does', order });
    expect(counter.result()).toEqual({ relations: 5, partners: 7, homophones: 2, spellings: 1 });
    expect(listSizeCounter().result()).toEqual({ relations: 0, partners: 0, homophones: 0, spellings: 0 });
  });
});

describe('a word that can be searched by sound', () => {
  it('has jyutping in every reading', () => {
    expect(hasValidReadings(line)).toBe(true);
    const [first] = line.readings;
    expect(hasValidReadings({ ...line, readings: [first!, { ...first!, jyutping: 'hoi7' }] })).toBe(false);
  });
});
