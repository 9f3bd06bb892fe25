import { styleOf } from '../../cantonese/context-rules.ts';
import type { PartOfSpeech, Sense } from '../../lexicon/entry.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { meaningsOfSenses, partsOfSenses } from '../../lexicon/meaning.ts';
import { PARTNER_RELATIONS, PARTNER_SIDES } from '../../lexicon/partner-relations.ts';
import type { Lexicon, Replacement } from '../../lexicon/store.ts';
import type { WordSense } from '../../lexicon/word-senses.ts';
import { type CharacterTable, characterTableOf } from '../character-table.ts';
import { isExchanged, isPronoun } from '../exchanges.ts';
import { sensesOfLine } from '../line-senses.ts';
import { substitutesFor } from '../substitutes.ts';
import type { SungLine, SungWord } from '../sung-line.ts';
import type { Candidate, LineContext, ReadInPlace, SpanContext } from './candidate.ts';
import { exchangesAround } from './exchanged.ts';
import { isWhole } from './filter.ts';
import { neighboursOf, type Span, type SwapSearch, spansOf } from './spans.ts';

/** Finds what could stand for the words around the risks of a line, from every source. Nothing is judged here. */

/** Distance from a risk, in sung positions, up to which words have their meanings read, since phrases reach so far. */
const MEANING_REACH = 4;

/** The data of the search for swaps: the lists of words, and the lexicon's searches. */
export interface SwapSources extends Pick<Lexicon, 'lookup' | 'meanings' | 'replacements' | 'partnerNames'> {
  readonly table: ListedWords;
  readonly characters: CharacterTable;
}

export async function swapSourcesOf(lexicon: Lexicon): Promise<SwapSources> {
  const [table, characters] = await Promise.all([lexicon.wordTable(), characterTableOf(lexicon)]);
  return {
    table,
    characters,
    lookup: (words) => lexicon.lookup(words),
    meanings: (query) => lexicon.meanings(query),
    replacements: (queries) => lexicon.replacements(queries),
    partnerNames: (query) => lexicon.partnerNames(query),
  };
}

/** Relations of words that stand side by side; images and the like need not. */
const NEIGHBOURING = PARTNER_RELATIONS.filter((relation) => PARTNER_SIDES[relation]);

export interface FoundCandidates {
  readonly candidates: Candidate[];
  readonly context: LineContext;
  /** Meaning (the first 94 numbers are its components) and part of speech of a word in the line; undefined if unknown. */
  readonly vectorOf: (word: SungWord) => Int8Array | undefined;
  readonly posOf: (word: SungWord) => PartOfSpeech | undefined;
}

/** The candidates for the affected words, and the context in which they are judged. Three round trips: meanings, partners, words. */
export async function findCandidates(
  search: SwapSearch,
  sources: SwapSources,
  read: ReadInPlace,
): Promise<FoundCandidates> {
  const { line, affected, isAsked, yieldIfDue } = search;
  const { table, characters } = sources;
  const lineSenses = sensesInLine(line, table);
  const wordsNearRisks = line.words.filter(({ start, end }) =>
    search.risks.some(({ position }) => start - MEANING_REACH <= position && position <= end + MEANING_REACH),
  );
  const vectorOf = await contextualVectors(wordsNearRisks, lineSenses, sources);
  const posOf = ({ start, dictionaryWord: { word } }: SungWord) =>
    lineSenses.get(start)?.pos ?? characters.wordDetail(word)?.pos;
  const ownSpans = restrictToSenses(await spansOf(search, vectorOf, posOf), line, lineSenses);
  const beside = affected.flatMap((word) => [word, ...neighboursOf(line, word.start, word.end)]);
  const partnered = [...new Set(beside.map(({ dictionaryWord: { word } }) => word))].filter(
    (word) => !isPronoun(word) && !isExchanged(word),
  );
  const names = await sources.partnerNames({ words: partnered, relations: NEIGHBOURING });
  const partners = new Map(partnered.map((word, i) => [word, Map.groupBy(names[i]!, (partner) => partner.word)]));
  const spans = [...ownSpans, ...ownSpans.flatMap((span) => spansOfNamedWords(span, line, partners))];
  const lists = await replacementsOfSpans(spans, sources);
  const style = styleOf(line.characters.join(''));
  const context: LineContext = {
    line,
    style,
    table,
    characters,
    effectOf: search.effectOf,
    partners,
  };
  const candidates: Candidate[] = [];
  for (const exchange of await exchangesAround(context, { affected, posOf, read, isAsked, yieldIfDue }))
    candidates.push(exchange);
  for (const [i, span] of spans.entries()) {
    await yieldIfDue();
    const inLine: Span & SpanContext = {
      ...span,
      isWhole: isWhole(line, span, characters),
      neighbours: neighboursOf(line, span.start, span.end),
      detail: characters.wordDetail(span.headword),
    };
    for (const replacement of lists[i]!) {
      const { char, readings } = replacement.entry;
      const { jyutping, code } = readings[0]!;
      if (char === span.text || char === span.headword || code.length !== span.end - span.start) continue;
      if (context.effectOf(span.start, jyutping).mayServe || isAsked(char))
        candidates.push(candidateOf(inLine, replacement, context));
    }
  }
  return { candidates, context, vectorOf, posOf };
}

/** The replacements of each span: spans that ask for the same share one query, as a line may say a word many times. */
async function replacementsOfSpans(
  spans: readonly Span[],
  { replacements }: Pick<SwapSources, 'replacements'>,
): Promise<(readonly Replacement[])[]> {
  // The word and its sense decide the vector.
  const keys = spans.map(({ query: { word, length, sense, similar } }) =>
    JSON.stringify([word, length, sense, similar?.codes, similar?.among]),
  );
  const distinct = new Map(spans.map(({ query }, i) => [keys[i]!, query]));
  const lists = await replacements([...distinct.values()]);
  const byKey = new Map([...distinct.keys()].map((key, i) => [key, lists[i]!]));
  return keys.map((key) => byKey.get(key)!);
}

/** The span again, with a query for words by name, however unlike: its substitutes, and partners of the words beside it (綻放 for 散落 after 煙花). */
function spansOfNamedWords(span: Span, line: SungLine, partners: LineContext['partners']): Span[] {
  const { similar, length } = span.query;
  if (!similar || span.kind !== 'word') return [];
  const beside = neighboursOf(line, span.start, span.end).flatMap(({ start, dictionaryWord: { word } }) => {
    const side = start < span.start ? 'after' : 'before';
    return [...(partners.get(word) ?? [])].flatMap(([name, relations]) =>
      relations.some(({ relation }) => PARTNER_SIDES[relation] === side) ? [name] : [],
    );
  });
  return [substitutesFor(span.headword), beside].flatMap((names) => {
    const among = names.filter((name) => Array.from(name).length === length);
    return among.length === 0 ? [] : [{ ...span, query: { ...span.query, similar: { ...similar, among } } }];
  });
}

function candidateOf(
  span: Span & SpanContext,
  { entry, source, score, sense, likeness }: Replacement,
  { table }: LineContext,
): Candidate {
  const { start, end, text, headword } = span;
  const { jyutping, code } = entry.readings[0]!;
  const number = table.numberOf(entry.char);
  return {
    start,
    end,
    replaces: text,
    word: entry.char,
    jyutping,
    code,
    from: source,
    score,
    sense,
    senseRank: sense === undefined ? 0 : senseRankOf(headword, sense, table),
    likeness,
    number,
    detail: number === undefined ? undefined : table.detail(number),
    pos: entry.pos,
    register: entry.reg,
    definition: entry.definition,
    span,
  };
}

/** Place of a sense among those of a word in order of use, from 0; 0 where the word has no such sense. */
function senseRankOf(headword: string, sense: string, table: ListedWords): number {
  const rank = sensesOfWord(headword, table).findIndex((wordSense) => wordSense.sense === sense);
  return Math.max(0, rank);
}

/** The senses of words of the line that it decides, by the sung position at which each word starts. */
type LineSenses = ReadonlyMap<number, WordSense>;

function sensesInLine({ annotated, characterIndices }: SungLine, words: ListedWords): LineSenses {
  const senses = sensesOfLine(annotated, words);
  return new Map(
    annotated.segments.flatMap(({ start, word }, i) => {
      const sense = senses[i] && sensesOfWord(word!.word, words).find((wordSense) => wordSense.sense === senses[i]);
      return sense ? [[characterIndices.indexOf(start), sense] as const] : [];
    }),
  );
}

function sensesOfWord(text: string, words: ListedWords): readonly WordSense[] {
  const number = words.numberOf(text) ?? words.numberOf(words.find(text)?.word ?? '');
  return number === undefined ? [] : words.senses(number);
}

/** Spans of a word whose sense the line decides are asked for synonyms of that sense only. */
function restrictToSenses(spans: readonly Span[], { words }: SungLine, lineSenses: LineSenses): Span[] {
  return spans.map((span) => {
    const found = words.find(
      ({ start, dictionaryWord: { word } }) =>
        word === span.headword && start >= span.start && start < span.end && lineSenses.has(start),
    );
    return found ? { ...span, query: { ...span.query, sense: lineSenses.get(found.start)!.sense } } : span;
  });
}

/**
 * The meanings of the words in the line, see {@link file://../../lexicon/meaning.ts}: of the commonest sense above all, or of the sense
 * that the line decides.
 */
async function contextualVectors(
  words: readonly SungWord[],
  lineSenses: LineSenses,
  { table, lookup, meanings }: SwapSources,
): Promise<(word: SungWord) => Int8Array | undefined> {
  const rarer = words.flatMap(({ start, dictionaryWord: { word } }) => {
    const sense = lineSenses.get(start)?.sense;
    return sense === undefined || sensesOfWord(word, table)[0]?.sense === sense ? [] : [{ start, word, sense }];
  });
  const entries = rarer.length === 0 ? new Map<string, never>() : await lookup(rarer.map(({ word }) => word));
  const curated = rarer.flatMap(({ start, word, sense }) => {
    const curatedSense = (entries.get(word)?.entry.senses ?? []).find(({ told }: Sense) => told?.sense === sense);
    return curatedSense ? [{ start, curatedSense }] : [];
  });
  const parts = partsOfSenses(curated.map(({ curatedSense }) => curatedSense));
  const names = words.map(({ dictionaryWord }) => dictionaryWord.word);
  const rows = await meanings({ words: [...new Set([...names, ...parts.words])], tokens: parts.tokens });
  const senseVectors = new Map(
    curated.flatMap(({ start, curatedSense }) =>
      meaningsOfSenses([curatedSense], rows).map(({ components }) => [start, components] as const),
    ),
  );
  const rarerStarts = new Set(rarer.map(({ start }) => start));
  return ({ start, dictionaryWord: { word } }) =>
    rarerStarts.has(start) ? senseVectors.get(start) : rows.words.get(word);
}
