import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { placesWithinWords, soundOf } from '../../src/cantonese/annotation.ts';
import { createStyleTracker, readingInContext, styleOf } from '../../src/cantonese/context-rules.ts';
import { codesFittingMoves, codesMatchingPattern, contourOfCode, moveBetween } from '../../src/cantonese/contour.ts';
import { freeReadings, readInStyle } from '../../src/cantonese/free-variants.ts';
import { formatSyllable, parseJyutping, parseSyllable, parseSyllablePattern } from '../../src/cantonese/jyutping.ts';
import { LAZY_RULES, type LazyRule, mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import { countSung, isSung, lineUnits, sungPlaces } from '../../src/cantonese/line-units.ts';
import { isRisk, movesOfCodes, movesOfMelody, movesOfText, severityOf } from '../../src/cantonese/melody.ts';
import { isPhrase } from '../../src/cantonese/phrases.ts';
import { normalizedScore } from '../../src/cantonese/proximity.ts';
import {
  createRhymeScheme,
  endingOf,
  endOfReading,
  isSecondaryRhyme,
  widenedFinals,
} from '../../src/cantonese/rhyme.ts';
import { differsByMergedInitials, jyutpingSpelled } from '../../src/cantonese/romanisation.ts';
import { codeOfReading, isCodeDigit, levelOfCode, pitchOfTone } from '../../src/cantonese/tone.ts';
import { readTyped } from '../../src/cantonese/typed-forms.ts';
import { glossKey, glossKeysOf } from '../../src/lexicon/gloss-heads.ts';
import { characterPairs, negatedPair, tokenize, tokensOfDefinitions } from '../../src/lexicon/tokenizer.ts';
import { likelyCharacter, spokenCharacter, writtenForms } from '../../src/lexicon/typed-words.ts';
import { editDistance, nearestName } from '../../src/nearest-name.ts';
import { familyOf, negatedBy, spellingsNear, tokenForms } from '../../src/phrases/english.ts';
import { isFunctionWord, isLightWord, isNegation } from '../../src/phrases/parse.ts';

/** The words of a line that is given cut into the words that lists have. */
function joined(line: string): string {
  const characters = Array.from(line.replaceAll(' ', ''));
  let start = 0;
  const segments = line.split(' ').map((word) => ({ start, end: (start += Array.from(word).length) }));
  const within = placesWithinWords(characters, segments);
  const begins = (place: number) => place > 0 && segments.some(({ start }) => start === place) && !within.has(place);
  return characters.map((character, place) => (begins(place) ? ` ${character}` : character)).join('');
}

const merged = (a: string, b: string, rules: readonly LazyRule[]) =>
  mergedSoundKey(parseSyllable(a)!, rules) === mergedSoundKey(parseSyllable(b)!, rules);

/** Functions of language that need nothing but their arguments, and what is made of some for a row. Undefined is null in a row. */
const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  lineUnits,
  isPhrase,
  isSung,
  countSung,
  sungPlaces,
  parseSyllable,
  parseSyllablePattern,
  isCodeDigit,
  levelOfCode,
  pitchOfTone,
  moveBetween,
  contourOfCode,
  codesFittingMoves,
  codesMatchingPattern,
  widenedFinals,
  endingOf,
  normalizedScore,
  jyutpingSpelled,
  differsByMergedInitials,
  styleOf,
  movesOfMelody,
  movesOfText,
  movesOfCodes,
  severityOf,
  joined,
  freeReadings,
  glossKeysOf,
  glossKey,
  tokenize,
  characterPairs,
  negatedPair,
  writtenForms,
  likelyCharacter,
  spokenCharacter,
  tokenForms,
  isNegation,
  isFunctionWord,
  isLightWord,
  negatedBy,
  nearestName,
  editDistance,
  readTyped: (line: string) => readTyped(Array.from(line)).join(''),
  soundOf(syllable: string) {
    const { code, tone, rhyme } = soundOf(syllable) ?? {};
    return code && { code, tone, rhyme };
  },
  sungCharacters: (text: string) => Array.from(text).filter(isSung).join(''),
  syllablesOf: (text: string) => parseJyutping(text)?.map(formatSyllable),
  codeOf: (text: string) => codeOfReading(parseJyutping(text)!),
  widenedSet: (final: string) => [...widenedFinals(final)].sort().join(' '),
  widenedFirst: (final: string) =>
    widenedFinals(final)
      .slice(0, final === 'an' ? 3 : 2)
      .join(' '),
  mergedBy: (a: string, b: string, rule: LazyRule) => merged(a, b, [rule]),
  mergedByAlone: (a: string, b: string, rule: LazyRule) =>
    merged(a, b, [rule]) && ![[], LAZY_RULES.filter((other) => other !== rule)].some((rules) => merged(a, b, rules)),
  maySpell: (spelling: string, jyutping: string) => jyutpingSpelled(spelling).includes(jyutping),
  firstSpelled: (spelling: string) => jyutpingSpelled(spelling)[0],
  readingInContext(line: string, word: string, style: 'written' | 'spoken') {
    const characters = Array.from(line);
    const start = characters.indexOf(word);
    return readingInContext(word, { characters, style }, start, start + 1)?.join(' ');
  },
  styleAfter(line: string, at: number, replacement: string) {
    const changed = Array.from(line).with(at, replacement);
    const style = createStyleTracker(Array.from(line))(changed, at, at + 1);
    return style === styleOf(changed.join('')) ? style : 'another than that of the whole line';
  },
  risks: (...move: Parameters<typeof isRisk> extends [...infer M, unknown] ? M : never) =>
    (['strict', 'singable'] as const).map((tolerance) => isRisk(...move, tolerance)),
  isSecondaryRhyme: (primary: string, reading: string, index: number) =>
    isSecondaryRhyme(endOfReading(primary), endOfReading(reading), index),
  letters: (finals: string) => finals.split(' ').map(createRhymeScheme()).join(' '),
  readInStyle: (word: string, syllables: string, style: 'written' | 'spoken') =>
    readInStyle(word, syllables.split(' '), style).join(' '),
  isFree: (character: string, syllable: string, word: string, other: string) =>
    freeReadings(character, syllable, word)?.includes(other),
  tokensOfDefinitions: (english: string, chinese: string | null) => tokensOfDefinitions(english, chinese ?? undefined),
  hasInFamily: (token: string, relative: string) => familyOf(token)[0] === token && familyOf(token).includes(relative),
  hasSpelling: (typed: string, meant: string) => [...spellingsNear(typed)].includes(meant),
};

interface Table {
  readonly of: string;
  readonly name: string;
  /** The arguments, and the result. */
  readonly cases: readonly (readonly never[])[];
}

const TABLES: Table[] = JSON.parse(readFileSync(new URL('../cases/language.json', import.meta.url), 'utf8'));

describe.each(TABLES)('$of', ({ of, name, cases }) => {
  it(`${name}`, () => {
    const found = cases.map((row) => [...row.slice(0, -1), FUNCTIONS[of]!(...row.slice(0, -1)) ?? null]);
    expect(found).toEqual(cases);
  });
});
