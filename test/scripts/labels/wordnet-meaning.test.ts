import { describe, expect, it } from '@jest/globals';
import type { GatheredWord } from '../../../indexer/compose/types.ts';
import { labelsOf, spreadEmotions, spreadThemes } from '../../../scripts/labels/seed-spreading.ts';
import {
  type GlossedWord,
  type LinkedWord,
  lemmaOf,
  linkToWordNet,
  synonymPreference,
} from '../../../scripts/labels/wordnet-link.ts';
import { computeMeanings, glossedWordOf, headWordCategory } from '../../../scripts/labels/wordnet-meaning.ts';
import { createRelationFinder } from '../../../scripts/relations/wordnet-candidates.ts';
import { smallWordNet } from './small-wordnet.ts';

const wordnet = smallWordNet([
  { name: 'sea', pos: 'n', lexname: 'noun.object', lemmas: ['sea:10', 'ocean:5'] },
  { name: 'tin', pos: 'n', lexname: 'noun.artifact', lemmas: ['can:8', 'tin:3'] },
  { name: 'skip', pos: 'v', lexname: 'verb.contact', lemmas: ['miss:12'] },
  { name: 'yearn', pos: 'v', lexname: 'verb.emotion', lemmas: ['miss:2', 'yearn:2'] },
  { name: 'joy', pos: 'n', lexname: 'noun.feeling', lemmas: ['joy:4'], pointers: ['~ glee', '! sorrow joy>sorrow'] },
  { name: 'glee', pos: 'n', lexname: 'noun.feeling', lemmas: ['glee:1'] },
  { name: 'sorrow', pos: 'n', lexname: 'noun.feeling', lemmas: ['sorrow:4'], pointers: ['! joy sorrow>joy'] },
  { name: 'happy', pos: 'a', lexname: 'adj.all', lemmas: ['happy:9'], pointers: ['& glad'] },
  { name: 'glad', pos: 'a', lexname: 'adj.all', lemmas: ['glad:2'] },
  { name: 'gentle', pos: 'a', lexname: 'adj.all', lemmas: ['gentle:2'] },
  { name: 'fish', pos: 'n', lexname: 'noun.animal', lemmas: ['fish:3'] },
  { name: 'walk', pos: 'v', lexname: 'verb.motion', lemmas: ['walk:9'] },
]);

function word(text: string, glosses: string[], given: Partial<GlossedWord> = {}): GlossedWord {
  return { word: text, glosses, pos: undefined, popularity: 3, ...given };
}

const bridged = (text: string, glosses: string[], given: Partial<GlossedWord> = {}): LinkedWord =>
  linkToWordNet(wordnet, word(text, glosses, given))!.word;

const lemmasOf = ({ lemmas }: LinkedWord) =>
  [...lemmas].map(([lemma, weight]) => `${wordnet.posOfLemma(lemma)}:${wordnet.text(lemma)} ${weight.toFixed(2)}`);

describe('the bridge from glosses to senses', () => {
  it('finds lemmas by the wording, earlier glosses weighing more', () => {
    expect(lemmasOf(bridged('海', ['the sea; ocean']))).toEqual(['n:sea 1.00', 'n:ocean 0.67']);
    expect(lemmasOf(bridged('想', ['to miss (sb)', 'to yearn']))).toEqual(['v:miss 1.00', 'v:yearn 0.67']);
    expect(lemmasOf(bridged('樂', ['to be happy']))).toEqual(['a:happy 1.00']);
  });

  it('knows inflected forms', () => {
    expect(wordnet.text(lemmaOf(wordnet, 'seas', 'n')!)).toBe('sea');
    expect(wordnet.text(lemmaOf(wordnet, 'missing', 'v')!)).toBe('miss');
    expect(lemmaOf(wordnet, 'sees', 'v')).toBeUndefined();
  });

  it('drops modal verbs: 可以 "can" is no tin', () => {
    expect(linkToWordNet(wordnet, word('可以', ['can', 'may', 'to be able']))).toBeUndefined();
    expect(lemmasOf(bridged('罐', ['tin']))).toEqual(['n:tin 1.00']);
  });

  it('takes "A and B" apart only where both are adjectives', () => {
    expect(lemmasOf(bridged('温樂', ['gentle and happy']))).toEqual(['a:gentle 1.00', 'a:happy 0.67']);
    expect(linkToWordNet(wordnet, word('海魚', ['sea and fish']))).toBeUndefined();
  });

  it('passes over references and labels', () => {
    expect(linkToWordNet(wordnet, word('洋', ['variant of 海', 'CL:片', '(literary)']))).toBeUndefined();
  });

  it('weighs the common sense first, and lets a given category or agreeing synonyms turn it', () => {
    const top = ({ synsets }: LinkedWord) => [...synsets.keys()][0];
    expect(top(bridged('錯過', ['to miss']))).toBe(wordnet.synset('skip'));
    expect(top(bridged('掛住', ['to miss'], { category: 'verb.emotion' }))).toBe(wordnet.synset('yearn'));
    const prefer = synonymPreference(wordnet, [bridged('渴', ['to yearn'])]);
    expect(top(linkToWordNet(wordnet, word('念', ['to miss']), prefer)!.word)).toBe(wordnet.synset('yearn'));
  });

  it('knows the category of a long gloss by its head word', () => {
    expect(headWordCategory(wordnet, { glosses: ['a kind of silver fish eaten raw'] })).toEqual(['n', 'noun.animal']);
    expect(headWordCategory(wordnet, { glosses: ['to walk about at night'] })).toEqual(['v', 'verb.motion']);
    expect(headWordCategory(wordnet, { glosses: ['zzz'] })).toBeUndefined();
  });
});

const LIMITS = { synonym: 0.6, antonym: 0.45, maxSynonyms: 24, maxAntonyms: 8 };

describe('candidates of relations', () => {
  it('join words of one sense, and keep below the cut-off what shares a side sense only', () => {
    const pool = [bridged('海', ['sea']), bridged('洋', ['ocean']), bridged('罐', ['tin'])];
    const finder = createRelationFinder(wordnet, pool, LIMITS);
    const found = finder.synonymsOf(pool[0]!);
    expect(found.map(({ related }) => related)).toEqual(['洋']);
    expect(found[0]!.weight).toBeGreaterThanOrEqual(LIMITS.synonym);
    expect(finder.synonymsOf(pool[2]!)).toEqual([]);
  });

  it('do not join words that share an English word in different senses', () => {
    const missed = bridged('錯過', ['to miss']);
    const yearning = bridged('掛住', ['to miss; to yearn'], { category: 'verb.emotion' });
    const finder = createRelationFinder(wordnet, [missed, yearning], LIMITS);
    expect(finder.synonymsOf(missed)).toEqual([]);
  });

  it('do not join parts of speech', () => {
    const pool = [bridged('樂', ['happy']), bridged('喜', ['joy'])];
    expect(createRelationFinder(wordnet, pool, LIMITS).synonymsOf(pool[0]!)).toEqual([]);
  });

  it('prefer common replacements and words as long as the one replaced', () => {
    const pool = [
      bridged('大海', ['sea']),
      bridged('海洋', ['sea']),
      bridged('滄溟', ['sea'], { popularity: 1 }),
      bridged('洋', ['sea']),
    ];
    const found = createRelationFinder(wordnet, pool, LIMITS).synonymsOf(pool[0]!);
    expect(found.map(({ related }) => related)).toEqual(['海洋', '滄溟', '洋']);
    const [rare] = found.filter(({ related }) => related === '滄溟');
    expect(rare!.reverseWeight).toBeGreaterThan(rare!.weight);
  });

  it('find opposites through the lemmas that WordNet opposes', () => {
    const pool = [bridged('喜', ['joy']), bridged('悲', ['sorrow']), bridged('樂', ['glee'])];
    const finder = createRelationFinder(wordnet, pool, LIMITS);
    expect(finder.antonymsOf(pool[0]!).map(({ related }) => related)).toEqual(['悲']);
    expect(finder.antonymsOf(pool[2]!)).toEqual([]);
  });
});

describe('feelings', () => {
  const emotions = spreadEmotions(wordnet, [
    { label: '喜悅', seeds: ['n:joy', 'a:happy', 'n:unknown'] },
    { label: '思念', seeds: ['v:miss'] },
  ]);

  it('spread from the feeling sense of a seed over kinds and similar adjectives', () => {
    expect(emotions.get(wordnet.synset('glee'))?.get('喜悅')).toBeCloseTo(0.95);
    expect(emotions.get(wordnet.synset('glad'))?.get('喜悅')).toBeCloseTo(0.8);
    expect(emotions.get(wordnet.synset('yearn'))?.get('思念')).toBe(1);
    expect(emotions.has(wordnet.synset('skip'))).toBe(false);
  });

  it('are believed only where most of a word’s senses have them', () => {
    const [glee, sea] = [wordnet.synset('glee'), wordnet.synset('sea')];
    expect(labelsOf(emotions, new Map([[glee, 1]]))).toEqual([['喜悅', expect.closeTo(0.95)]]);
    const mixed = new Map([
      [glee, 1],
      [sea, 0.9],
    ]);
    expect(labelsOf(emotions, mixed)).toEqual([]);
  });

  it('let a theme start from the first sense of its seed', () => {
    const themes = spreadThemes(wordnet, [{ label: '海', seeds: ['n:sea', 'v:miss'] }]);
    expect([...themes.keys()]).toEqual([wordnet.synset('sea'), wordnet.synset('skip')]);
  });
});

describe('everything about meaning together', () => {
  it('lets curated synonyms say which sense is meant, in categories and relations alike', () => {
    const question = {
      words: [
        { ...word('掛住', ['to miss']), relatable: true },
        { ...word('渴望', ['to yearn']), relatable: true },
        { ...word('渴念', ['to yearn']), relatable: false },
        { ...word('錯過', ['to miss']), relatable: true },
        { ...word('銀魚', ['a silver fish']), relatable: false },
      ],
      emotions: [{ label: '思念', seeds: ['v:miss'] }],
      themes: [],
      synonyms: [
        ['掛住', '渴望'],
        ['渴念', '掛住'],
      ] as const,
      limits: LIMITS,
    };
    const { meanings, synonyms } = computeMeanings(wordnet, question);
    expect(meanings.map(({ word: text, category, emotion }) => [text, category, emotion])).toEqual([
      ['掛住', 'verb.emotion', '思念'],
      ['渴望', 'verb.emotion', '思念'],
      ['渴念', 'verb.emotion', '思念'],
      ['錯過', 'verb.contact', null],
      ['銀魚', 'noun.animal', null],
    ]);
    const [nearest] = synonyms.filter(({ word: text }) => text === '掛住');
    expect(nearest?.related).toBe('渴望');
  });
});

describe('a word by its gloss', () => {
  function isRelatable(word: string, given: Partial<GatheredWord> = {}): boolean | undefined {
    const gathered = { word, hand: [], glosses: ['vast'], popularity: 1, tag: 'a', count: 0, name: false, ...given };
    return glossedWordOf(gathered as unknown as GatheredWord)[0]?.relatable;
  }

  describe('words that relations are generated for', () => {
    it('are characters only where they are in some use, and longer words sooner', () => {
      expect(isRelatable('澒')).toBe(false);
      expect(isRelatable('浩茫')).toBe(true);
      expect(isRelatable('浩', { popularity: 2 })).toBe(true);
      expect(isRelatable('浩茫', { popularity: 0.3 })).toBe(false);
    });

    it('are those that people wrote, however rare', () => {
      const row = { freq: 1, category: '', pos: 'a' } as unknown as GatheredWord['hand'][number];
      expect(isRelatable('澒', { hand: [row] })).toBe(true);
    });

    it('are no names, long phrases or the commonest characters', () => {
      expect(isRelatable('浩茫', { name: true })).toBe(false);
      expect(isRelatable('浩浩茫茫呀')).toBe(false);
      expect(isRelatable('大', { count: 200_000 })).toBe(false);
    });
  });
});
