import { expect } from '@jest/globals';
import { soundOf } from '../../src/cantonese/annotation.ts';
import * as contextRules from '../../src/cantonese/context-rules.ts';
import * as contour from '../../src/cantonese/contour.ts';
import * as syllables from '../../src/cantonese/jyutping.ts';
import { LAZY_RULES, type LazyRule, mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import * as units from '../../src/cantonese/line-units.ts';
import * as melodies from '../../src/cantonese/melody.ts';
import { type FreelyRead, readingsOfMelody } from '../../src/cantonese/melody-readings.ts';
import * as nearness from '../../src/cantonese/proximity.ts';
import * as rhymes from '../../src/cantonese/rhyme.ts';
import * as romanisation from '../../src/cantonese/romanisation.ts';
import * as segmenting from '../../src/cantonese/segmentation.ts';
import * as tones from '../../src/cantonese/tone.ts';
import { sungShare } from '../../src/cantonese/tone-moves.ts';
import * as glossHeads from '../../src/lexicon/gloss-heads.ts';
import { toHongKongLines } from '../../src/lexicon/hong-kong-form.ts';
import * as tokenizer from '../../src/lexicon/tokenizer.ts';
import * as typedWords from '../../src/lexicon/typed-words.ts';
import { compareSections, type LineOfSection } from '../../src/lyrics/compare-sections.ts';
import * as exchanges from '../../src/lyrics/exchanges.ts';
import {
  clearingCodes,
  findRisks,
  type LineTones,
  type MelodyConstraint,
  obstacleAt,
  substitutionEffect,
} from '../../src/lyrics/risks.ts';
import * as english from '../../src/phrases/english.ts';
import * as phraseWords from '../../src/phrases/phrase-words.ts';
import * as problems from '../../src/problem.ts';
import { describeFunctions, functionsOf } from '../support/function-tables.ts';

/** The words of a line that is given cut into the words that lists have. */
function joined(line: string): string {
  const characters = Array.from(line.replaceAll(' ', ''));
  let start = 0;
  const segments = line.split(' ').map((word) => ({ start, end: (start += Array.from(word).length) }));
  const within = segmenting.joinedStarts(characters, segments);
  const begins = (place: number) => place > 0 && segments.some(({ start }) => start === place) && !within.has(place);
  return characters.map((character, place) => (begins(place) ? ` ${character}` : character)).join('');
}

/** The tones of a line by its code, in which a dot has no reading. */
const tonesOf = (code: string) => Array.from(code, (digit) => (digit === '.' ? null : digit)) as LineTones;
const demand = (moves: string, tolerance: MelodyConstraint['tolerance'] = 'strict'): MelodyConstraint => ({
  melody: melodies.movesOfText(moves),
  tolerance,
});

/** The sections of lines: `section moves position,position`, `-` for none, and nothing for a blank line. */
const sectionsOf = (lines: readonly string[]) =>
  compareSections(
    lines.map((line): LineOfSection => {
      const [section, moves = '', risks = ''] = line.split(' ');
      const riskPositions = risks.split(',').filter(Boolean).map(Number);
      if (line === '') return { section: undefined, melody: [], riskPositions };
      return { section: section === '-' ? undefined : section, melody: melodies.movesOfText(moves), riskPositions };
    }),
  );

const queryOf = (text: string) =>
  nearness.proximityQuery(text === '' ? [] : text.split(' ').map((one) => syllables.parseSyllablePattern(one)!));

const merged = (a: string, b: string, rules: readonly LazyRule[]) =>
  mergedSoundKey(syllables.parseSyllable(a)!, rules) === mergedSoundKey(syllables.parseSyllable(b)!, rules);

/** Functions of language that need nothing but their arguments, and what is made of some for a row. */
const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  ...functionsOf(
    contextRules,
    contour,
    syllables,
    units,
    melodies,
    nearness,
    rhymes,
    romanisation,
    segmenting,
    tones,
    glossHeads,
    tokenizer,
    typedWords,
    exchanges,
    english,
    phraseWords,
    problems,
  ),
  proximityWeights: (text: string) => Object.fromEntries(queryOf(text).weights),
  proximityWeight: (text: string, feature: string) => queryOf(text).weights.get(feature),
  proximityMaximum: (text: string) => queryOf(text).maximum,
  proximityFeatures: (text: string) => nearness.proximityFeatures(syllables.parseJyutping(text)!),
  joined,
  isExchangeFor: (word: string, before: string, after: string, style: contextRules.Style, other: string) =>
    exchanges.exchangesFor(word, before, after, style).includes(other),
  risksOf: (code: string, moves: string, tolerance: MelodyConstraint['tolerance']) =>
    findRisks(tonesOf(code), demand(moves, tolerance)).map(({ position }) => position),
  effectOf(code: string, start: number, put: string, moves: string) {
    const digits = Array.from(put) as tones.CodeDigit[];
    const { resolves, addsRisk } = substitutionEffect(tonesOf(code), start, digits, demand(moves));
    return { resolves, addsRisk };
  },
  clearingCodesOf: (code: string, start: number, length: number, moves: string) =>
    clearingCodes(tonesOf(code), start, length, demand(moves)),
  obstacleOf(code: string, position: number, moves: string, tolerance: MelodyConstraint['tolerance']) {
    const asked = demand(moves, tolerance);
    const risk = findRisks(tonesOf(code), asked).find((one) => one.position === position);
    return risk && obstacleAt(tonesOf(code), risk, asked);
  },
  readByMelody(readings: string, moves: string, chosen: number[]) {
    const places = readings.split(' ').map((text): FreelyRead => {
      const [jyutping, ...others] = text.split('/');
      const place = { jyutping: jyutping!, tone: Number(jyutping!.at(-1)) as syllables.Tone };
      return others.length > 0 ? { ...place, variants: [jyutping!, ...others] } : place;
    });
    return Object.fromEntries(readingsOfMelody(places, melodies.movesOfText(moves), new Set(chosen)));
  },
  sectionsOf,
  melodiesOf: (lines: string[]) => sectionsOf(lines).map(({ melodyOf }) => melodyOf),
  linesOf: (lines: string[]) => sectionsOf(lines).map((section) => section.lines),
  secondOf(lines: string[]) {
    const [, { melodyOf, otherMoves, onlyHere, inBoth }] = sectionsOf(lines) as [
      unknown,
      ReturnType<typeof sectionsOf>[0],
    ];
    return { melodyOf, otherMoves, onlyHere: onlyHere.map(({ line }) => line), inBoth: inBoth.map(({ line }) => line) };
  },
  hongKongForm: (...lines: string[]) => toHongKongLines(lines, { find: () => undefined, hasPrefix: () => false }),
  readTyped: (line: string) => contextRules.readTyped(Array.from(line)).join(''),
  soundOf(syllable: string) {
    const { code, tone, rhyme } = soundOf(syllable) ?? {};
    return code && { code, tone, rhyme };
  },
  sungCharacters: (text: string) => Array.from(text).filter(units.isSung).join(''),
  syllablesOf: (text: string) => syllables.parseJyutping(text)?.map(syllables.formatSyllable),
  codeOf: (text: string) => tones.codeOfReading(syllables.parseJyutping(text)!),
  widenedSet: (final: string) => [...rhymes.widenedFinals(final)].sort().join(' '),
  widenedFirst: (final: string) =>
    rhymes
      .widenedFinals(final)
      .slice(0, final === 'an' ? 3 : 2)
      .join(' '),
  mergedBy: (a: string, b: string, rule: LazyRule) => merged(a, b, [rule]),
  mergedByAlone: (a: string, b: string, rule: LazyRule) =>
    merged(a, b, [rule]) && ![[], LAZY_RULES.filter((other) => other !== rule)].some((rules) => merged(a, b, rules)),
  maySpell: (spelling: string, jyutping: string) => romanisation.jyutpingSpelled(spelling).includes(jyutping),
  firstSpelled: (spelling: string) => romanisation.jyutpingSpelled(spelling)[0],
  readingInContext(line: string, word: string, style: 'written' | 'spoken') {
    const characters = Array.from(line);
    const start = characters.indexOf(word);
    return contextRules.readingInContext(word, { characters, style }, start, start + 1)?.join(' ');
  },
  styleAfter: (line: string, at: number, replacement: string) =>
    contextRules.styleOf(Array.from(line).with(at, replacement).join('')),
  risks: (...move: Parameters<typeof melodies.isRisk> extends [...infer M, unknown] ? M : never) =>
    (['strict', 'singable'] as const).map((tolerance) => melodies.isRisk(...move, tolerance)),
  isSecondaryRhyme: (primary: string, reading: string, index: number) =>
    rhymes.isSecondaryRhyme(rhymes.endOfReading(primary), rhymes.endOfReading(reading), index),
  /** Groups of finals by how many rhymes of songs they make each, and all together. */
  sungRhymes: (...groups: string[]) => [
    ...groups.map((group) => new Set(group.split(' ').map(rhymes.sungRhymeOf)).size),
    new Set(groups.flatMap((group) => group.split(' ').map(rhymes.sungRhymeOf))).size,
  ],
  /** The letters of as many rhymes, at some places of them. */
  lettersAt(count: number, ...places: number[]) {
    const letterOf = rhymes.createRhymeScheme();
    const letters = Array.from({ length: count }, (_, at) => letterOf(`rhyme ${at}`));
    expect(letterOf('rhyme 26')).toBe(letters[26]);
    return places.map((place) => letters[place]).join(' ');
  },
  /** In millionths. */
  sungShare: (...move: Parameters<typeof sungShare>) => Math.round(sungShare(...move) * 1e6),
  letters: (finals: string) => finals.split(' ').map(rhymes.createRhymeScheme()).join(' '),
  readInStyle: (word: string, syllables: string, style: 'written' | 'spoken') =>
    contextRules.readInStyle(word, syllables.split(' '), style).join(' '),
  isFree: (character: string, syllable: string, word: string, other: string) =>
    contextRules.freeReadings(character, syllable, word)?.includes(other),
  hasInFamily: (token: string, relative: string) =>
    english.familyOf(token)[0] === token && english.familyOf(token).includes(relative),
  hasSpelling: (typed: string, meant: string) => [...english.spellingsNear(typed)].includes(meant),
};

describeFunctions('language', FUNCTIONS);
