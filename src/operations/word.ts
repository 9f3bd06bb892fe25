import { z } from 'zod';
import {
  type Entry,
  KINDS,
  PARTS_OF_SPEECH,
  REGISTERS,
  RELATION_SOURCES,
  VALENCES,
  WORD_TONES,
} from '../lexicon/entry.ts';
import { PARTNER_RELATIONS, type PartnerRelation } from '../lexicon/partner-relations.ts';
import type { PartnerName, RelatedWords } from '../lexicon/store.ts';
import { nearbyWords } from '../lexicon/suggest-words.ts';
import { typedHeadword } from '../lexicon/typed-words.ts';
import { PROBLEMS, Problem } from '../problem.ts';
import { entryView, partsOfSpeechOf } from './entry-view.ts';
import { operation } from './operation.ts';
import { flag, quoted } from './parameters/parameters.ts';
import { MAX_RELATIONS, relationsLimit, source, word as wordParameter } from './parameters/word-parameters.ts';

/** Words that a 404 names. */
const MAX_SUGGESTIONS = 5;

const path = z.strictObject({ text: wordParameter });
const literal = flag(
  {
    description:
      'Does nothing any more: a character is always taken as it is, and `see_also` names what else may be meant.',
  },
  false,
);
const query = z.strictObject({ relations_limit: relationsLimit, source, literal });

const reading = z.object({
  jyutping: z.string(),
  code: z.string(),
  rhyme: z.string(),
  rank: z.int().meta({ description: '0 is the primary reading' }),
});

const sense = z.object({
  sense: z
    .string()
    .optional()
    .meta({ description: 'A short id that stays, for the commonest words with several senses' }),
  pos: z.enum(PARTS_OF_SPEECH),
  reg: z.enum(REGISTERS).optional(),
  jyutping: z.string().optional().meta({ description: 'Where the reading tells senses apart' }),
  category: z.string().nullable(),
  definition: z.string(),
  definition_zh: z.string().optional(),
  examples: z.array(z.string()).optional(),
  synonyms: z.array(z.string()).meta({ description: 'Those of the listed synonyms that belong to this sense' }),
  antonyms: z.array(z.string()).optional().meta({ description: 'Likewise' }),
  emotion: z.string().optional().meta({ description: 'Where the senses of the word differ in it' }),
  valence: z.enum(VALENCES).optional().meta({ description: 'Likewise' }),
  themes: z.array(z.string()).optional().meta({ description: 'Likewise' }),
});

/** Partners of each relation on the card. */
const CARD_PARTNERS = 6;

const response = z
  .object({
    char: z.string(),
    normalized_from: z.string().optional().meta({ description: 'The form that was sent, where it was another one' }),
    see_also: z.array(z.string()).optional().meta({
      description: 'What else may be meant by a character that is typed for two: 咗 beside 左, 後 beside 后',
    }),
    length: z.int(),
    pos: z.enum(PARTS_OF_SPEECH),
    pos_also: entryView.shape.pos_also,
    reg: z.enum(REGISTERS),
    is_canto: z.boolean(),
    kind: z.enum(KINDS).meta({ description: 'See the filter `kind`' }),
    tone: z.enum(WORD_TONES).meta({ description: 'See the filter `tone`' }),
    vulgar: z.boolean().meta({ description: 'Whether the word is coarse' }),
    definition: z.string().meta({ description: 'Gloss, empty where there is none' }),
    definition_zh: entryView.shape.definition_zh,
    standard: entryView.shape.standard,
    variant_of: z
      .string()
      .optional()
      .meta({ description: 'The usual spelling of the same word, where this is another one' }),
    examples: z.array(z.string()),
    category: z.string().nullable(),
    rank: z.int().meta({ description: 'Popularity, 0 is the most popular' }),
    polyphone: z.boolean().meta({ description: 'Whether there are several readings' }),
    readings: z.array(reading),
    affect: z.object({
      valence: z.enum(VALENCES),
      emotion: z.string(),
      themes: z.array(z.string()),
      themes_inferred: z.array(z.string()),
    }),
    senses: z.array(sense),
    synonyms: z.array(z.string()),
    antonyms: z.array(z.string()),
    partners: z.partialRecord(z.enum(PARTNER_RELATIONS), z.array(z.string())).meta({
      description: `The first ${CARD_PARTNERS} partners of each relation, see partners; they cost nothing`,
      examples: [{ does: ['流', '落'], like_what: ['晶瑩'] }],
    }),
    relation_counts: z
      .object({ curated: z.int(), generated: z.int() })
      .meta({ description: 'All synonyms and antonyms by source, before `relations_limit`' }),
    relation_source: z.enum(['all', ...RELATION_SOURCES]),
  })
  .meta({ id: 'WordCard' });

function toWordCard(
  entry: Entry,
  related: RelatedWords,
  partners: readonly PartnerName[],
): Omit<z.infer<typeof response>, 'relation_source'> {
  const listedSynonyms = new Set(related.synonyms);
  const listedAntonyms = new Set(related.antonyms);
  const { valence, emotion, themes, themesInferred } = entry.affect;
  const posAlso = partsOfSpeechOf(entry.also);
  return {
    char: entry.char,
    length: entry.length,
    pos: entry.pos,
    ...(posAlso.length > 0 ? { pos_also: posAlso } : {}),
    reg: entry.reg,
    is_canto: entry.isCanto,
    kind: entry.kind,
    tone: entry.tone,
    vulgar: entry.vulgar,
    definition: entry.definition,
    ...(entry.definitionZh === undefined ? {} : { definition_zh: entry.definitionZh }),
    ...(entry.standard.length > 0 ? { standard: [...entry.standard] } : {}),
    ...(entry.variantOf === undefined ? {} : { variant_of: entry.variantOf }),
    examples: [...entry.examples],
    category: entry.category,
    rank: entry.rank,
    polyphone: entry.readings.length > 1,
    readings: entry.readings.map(({ jyutping, code, rhyme, rank }) => ({ jyutping, code, rhyme, rank })),
    affect: { valence, emotion, themes: [...themes], themes_inferred: [...themesInferred] },
    // Only the words that were requested and paid for.
    senses: entry.senses.map(({ told, pos, category, definition, synonyms }) => ({
      ...(told ? { sense: told.sense } : {}),
      pos,
      ...(told ? { reg: told.reg } : {}),
      ...(told?.jyutping ? { jyutping: told.jyutping } : {}),
      category,
      definition,
      ...(told?.definitionZh ? { definition_zh: told.definitionZh } : {}),
      ...(told?.example ? { examples: [told.example] } : {}),
      ...(told?.emotion === undefined ? {} : { emotion: told.emotion }),
      ...(told?.valence === undefined ? {} : { valence: told.valence }),
      ...(told?.themes === undefined ? {} : { themes: [...told.themes] }),
      synonyms: synonyms.filter((synonym) => listedSynonyms.has(synonym)),
      ...(told ? { antonyms: told.antonyms.filter((antonym) => listedAntonyms.has(antonym)) } : {}),
    })),
    synonyms: [...related.synonyms],
    antonyms: [...related.antonyms],
    partners: namesByRelation(partners),
    relation_counts: { ...related.counts },
  };
}

/**
 * At most `limit` of the names, in their order. The senses take turns, each with its next name, and names of no sense take theirs last: a
 * cut leaves no sense empty because another has more names. A larger limit keeps all names of a smaller one, as the price expects.
 */
export function dealtOut(names: readonly string[], senses: readonly (readonly string[])[], limit: number): string[] {
  if (names.length <= limit) return [...names];
  const senseSets = senses.map((sense) => new Set(sense));
  const hands = senseSets.map((sense) => names.filter((name) => sense.has(name)));
  hands.push(names.filter((name) => !senseSets.some((sense) => sense.has(name))));
  const dealt = new Set<string>();
  for (let turn = 0; dealt.size < limit; turn = (turn + 1) % hands.length) {
    const hand = hands[turn]!;
    // A name may belong to several senses, and counts once.
    while (hand.length > 0 && dealt.has(hand[0]!)) hand.shift();
    if (hand.length > 0) dealt.add(hand.shift()!);
  }
  return names.filter((name) => dealt.has(name));
}

function namesByRelation(names: readonly PartnerName[]): Partial<Record<PartnerRelation, string[]>> {
  const byRelation = Map.groupBy(names, ({ relation }) => relation);
  return Object.fromEntries(
    PARTNER_RELATIONS.flatMap((relation) => {
      const partners = byRelation.get(relation);
      return partners ? [[relation, partners.map(({ word }) => word)]] : [];
    }),
  );
}

export const word = operation({
  id: 'word',
  tag: 'Words',
  summary: 'Everything about one word',
  description:
    'The card of a word: readings, definition, senses, feeling, and related words up to `relations_limit` of each type. A word that is not in the lexicon is a 404.',
  tool: {
    name: 'look_up_word',
    whenToUse:
      'Use it to learn what a word means, how it is read and how it feels. Each related word that is listed costs a credit.',
    defaults: { relations_limit: 10 },
  },
  example: {
    summary: 'The card of 未來, with at most three related words of each type',
    parameters: { text: '未來', relations_limit: 3 },
  },
  problems: ['word_not_found'],
  request: { path, query },
  response,
  async handle({ path: { text }, query: { relations_limit: limit, source } }, lexicon) {
    const words = await lexicon.wordTable();
    const headword = typedHeadword(text, words);
    if (!headword) {
      const detail = `${quoted(text)} is not in the lexicon. ${PROBLEMS.word_not_found.advice}`;
      const suggestions = await nearbyWords(text, MAX_SUGGESTIONS, lexicon);
      throw new Problem('word_not_found', { detail, ...(suggestions.length > 0 ? { suggestions } : {}) });
    }
    const { normalizedFrom, seeAlso } = headword;
    const hasSenses = words.senses(words.numberOf(headword.char)!).length > 1;
    const [lookups, allRelated, [partners]] = await Promise.all([
      lexicon.lookup([headword.char]),
      lexicon.relatedWords(headword.char, source, hasSenses && limit > 0 ? MAX_RELATIONS : limit),
      lexicon.partnerNames({ words: [headword.char], perRelation: CARD_PARTNERS }),
    ]);
    const { entry } = lookups.get(headword.char)!;
    const synonymsOfSenses = entry.senses.map(({ synonyms }) => synonyms);
    const antonymsOfSenses = entry.senses.map(({ told }) => told?.antonyms ?? []);
    const related: RelatedWords = {
      synonyms: dealtOut(allRelated.synonyms, synonymsOfSenses, limit),
      antonyms: dealtOut(allRelated.antonyms, antonymsOfSenses, limit),
      counts: allRelated.counts,
    };
    const { char, ...card } = toWordCard(entry, related, partners!);
    const normalized = normalizedFrom === undefined ? {} : { normalized_from: normalizedFrom };
    const alternatives = seeAlso.length > 0 ? { see_also: seeAlso } : {};
    return { char, ...normalized, ...alternatives, ...card, relation_source: source };
  },
});
