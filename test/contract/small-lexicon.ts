import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { codeOfReading } from '../../src/cantonese/tone.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { EntryLine, Manifest, RelationLine } from '../../src/lexicon/formats.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import { PAIRS, PARTNER_ROWS, ROWS } from './small-lexicon-rows.ts';

export function entryLines(): EntryLine[] {
  const byCharacter = ROWS.map((row) => row.char).sort(compareCodePoints);
  return ROWS.map((row, rank) => ({
    char: row.char,
    rank,
    char_rank: byCharacter.indexOf(row.char),
    // Another order than popularity's: the words of even rank first.
    end_rank: rank % 2 === 0 ? rank / 2 : Math.ceil(ROWS.length / 2) + (rank - 1) / 2,
    length: [...row.char].length,
    pos: row.pos,
    reg: row.reg ?? '通',
    is_canto: row.reg === '粵',
    ...(row.kind === undefined ? {} : { kind: row.kind }),
    ...(row.tone === undefined ? {} : { tone: row.tone }),
    vulgar: row.vulgar ?? false,
    definition: row.definition ?? '',
    ...(row.definitionZh === undefined ? {} : { definition_zh: row.definitionZh }),
    examples: [],
    readings: row.jyutping.map((jyutping, index) => {
      const syllables = parseJyutping(jyutping)!;
      return {
        jyutping,
        code: codeOfReading(syllables),
        rhyme: syllables.at(-1)!.final,
        rank: index,
        confidence: 'hand',
      };
    }),
    senses: row.senses ?? [],
    category: row.category ?? null,
    quality: row.verified ? 'verified' : 'generated',
    affect: {
      valence: row.valence ?? '中',
      emotion: row.emotion ?? '平',
      themes: row.themes ?? [],
      themes_inferred: row.inferred ?? [],
    },
    ...(row.also ? { also: row.also } : {}),
    aliases: row.aliases ?? [],
    ...(row.standard ? { standard: row.standard } : {}),
    ...(row.variantOf === undefined ? {} : { variant_of: row.variantOf }),
    frequency: 2000 - rank * 10,
  }));
}

/** @param words in order of popularity */
export function relationLines(words = ROWS.map(({ char }) => char)): RelationLine[] {
  const rank = new Map(words.map((word, index) => [word, index]));
  const directedPairs = PAIRS.filter(([, a, b]) => rank.has(a) && rank.has(b)).flatMap(
    ([type, a, b, source, score]) => [
      { word: a, related: b, type, source, score },
      { word: b, related: a, type, source, score },
    ],
  );
  directedPairs.sort(
    (a, b) =>
      rank.get(a.word)! - rank.get(b.word)! ||
      compareCodePoints(a.type, b.type) ||
      compareCodePoints(a.source, b.source) ||
      b.score - a.score ||
      rank.get(a.related)! - rank.get(b.related)!,
  );
  const orders = new Map<string, number>();
  const lines = directedPairs.map((pair): RelationLine => {
    const key = `${pair.word} ${pair.type}`;
    const order = orders.get(key) ?? 0;
    orders.set(key, order + 1);
    return { ...pair, order, senses: sensesOfPair(pair) };
  });
  return [...lines, ...partnerLines((word) => rank.has(word))];
}

/** Behind all others: the lines of a build may come in any order. */
function partnerLines(isWord: (word: string) => boolean): RelationLine[] {
  const orders = new Map<string, number>();
  return PARTNER_ROWS.filter(([word, , related]) => isWord(word) && isWord(related)).map(
    ([word, type, related, source, score]) => {
      const order = orders.get(word) ?? 0;
      orders.set(word, order + 1);
      return { word, related, type, source, score, order, senses: [] };
    },
  );
}

/** The told senses of the word that name the related one. */
function sensesOfPair({ word, related }: Pick<RelationLine, 'word' | 'related'>): string[] {
  const senses = ROWS.find(({ char }) => char === word)?.senses ?? [];
  return senses.flatMap(({ synonyms, told }) =>
    told && [...synonyms, ...told.antonyms].includes(related) ? [told.sense] : [],
  );
}

export const THEMES = ['愛情', '海', '夜', '時間', '希望', '旅途', '成長', '自然', '金錢', '季節', '淚'];
export const EMOTIONS = ['平', '喜悅', '悲傷', '愛慕', '希望', '厭惡', '憤怒'];

const RELATIONS = PAIRS.length * 2 + PARTNER_ROWS.length;

export function smallManifest(generation = 'gsmall'): Manifest {
  const categories = new Set(ROWS.flatMap((row) => row.category ?? []));
  return {
    format: 1,
    generation,
    inputs_sha256: '0'.repeat(64),
    tokens_version: TOKENS_VERSION,
    licence: 'CC BY-SA 4.0',
    counts: { entries: ROWS.length, relations: RELATIONS },
    coverage: {},
    files: [],
    sources: [
      {
        name: 'hand-made',
        version: '1',
        licence: 'CC BY-SA 4.0',
        url: 'https://example.org/',
        attribution: 'the authors',
        used_for: 'tests',
        entries: ROWS.length,
        relations: RELATIONS,
      },
    ],
    vocabulary: {
      emotions: EMOTIONS,
      themes: THEMES,
      categories: [...categories, 'noun.plant'].sort().map((name) => ({ name, label: name, pos: 'n' as const })),
    },
    rejected: [],
  };
}
