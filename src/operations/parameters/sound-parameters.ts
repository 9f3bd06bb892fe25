import { parseSyllablePattern, type SyllablePattern } from '../../cantonese/jyutping.ts';
import { LAZY_RULES } from '../../cantonese/lazy-sounds.ts';
import { MOVE_SIGNS, normalizedMoves } from '../../cantonese/melody.ts';
import { syllablesSpelled } from '../../cantonese/romanisation.ts';
import { type CodeDigit, isCodeDigit } from '../../cantonese/tone.ts';
import { facetRow } from '../../lexicon/facets.ts';
import { parseReference, type Reference } from '../reference.ts';
import {
  EMPTY_PROBLEM,
  flag,
  halfWidth,
  integer,
  listFrom,
  listOf,
  listOfNames,
  type ParseResult,
  parameter,
  quoted,
  rawParameter,
} from './parameters.ts';

/** The sound parameters that relations, browse and search share. */

/** Digits of the longest code: no word is longer, so longer patterns are errors. */
export const MAX_CODE_LENGTH = 40;

function codeParser(allowed: RegExp, digits: string) {
  return (typed: string): ParseResult<string> => {
    const input = halfWidth(typed);
    if (!allowed.test(input)) return { problem: `${quoted(input)} is not a code: one of ${digits} for each character` };
    return input.length > MAX_CODE_LENGTH
      ? { problem: `has ${input.length} digits; at most ${MAX_CODE_LENGTH} are taken` }
      : { value: input };
  };
}

const CODE_ITEMS = { type: 'string', pattern: '^[0234?]+$', maxLength: MAX_CODE_LENGTH };

const [code, rhyme] = [facetRow('code'), facetRow('rhyme')];

/** A list of codes in which `?` stands for any digit. */
export const codePatterns = listOf(
  codeParser(/^[0234?]+$/, '0, 2, 3, 4, or ? for any of them,'),
  {
    description: `${code.description}, and \`?\` for any one of them. A comma list means any of its codes.`,
    example: ['33', '3?'],
  },
  CODE_ITEMS,
);

export const absoluteCodes = listOf(
  codeParser(/^[0234]+$/, '0, 2, 3, 4'),
  {
    description: `${code.description}. A comma list means any of its codes. For patterns with \`?\` use search.`,
    example: code.example,
  },
  { type: 'string', pattern: '^[0234]+$', maxLength: MAX_CODE_LENGTH },
);

export const rhymeFinals = listOfNames({
  description: `${rhyme.description} A comma list means any of its finals.`,
  example: rhyme.example,
});

const asReference = (input: string): ParseResult<Reference> => parseReference(input);

export const rhymeCharacter = parameter(asReference, {
  description:
    'Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.',
  example: '愛',
});

export const looseRhyme = flag(
  {
    description:
      'Widens the rhyme to its common-rhyme groups (通韻); finals that are cut off (ok) are kept from those that are held (ong, o).',
  },
  false,
);

export const rhymeDepth = integer(
  { min: 1, max: 10 },
  {
    description: 'How many last syllables must rhyme; no more than `rhyme_char` has are asked for.',
    example: 2,
  },
  1,
).default(1);

const MOVES = /^[-+=*]+$/;

/** An unescaped `+` decodes to a space. */
export const moves = rawParameter(
  (input): ParseResult<string> => {
    const value = normalizedMoves(halfWidth(input).replaceAll(' ', '+'));
    if (value === '') return { problem: EMPTY_PROBLEM };
    return MOVES.test(value)
      ? { value }
      : { problem: `${quoted(input)} is not a row of moves: + up, - down, = level, * free` };
  },
  {
    description:
      'Relative movement between the characters: `+` up, `-` down, `=` level, `*` free; one fewer than the length, and one more for each of `before` and `after`.',
    example: '+-',
  },
  MAX_CODE_LENGTH,
  `^[${MOVE_SIGNS} ]+$`,
);

/** The syllable sung right before or right after a word: its code digit, or a reference. */
export type AdjacentSyllable = { readonly digit: CodeDigit } | { readonly reference: Reference };

function parseAdjacent(typed: string): ParseResult<AdjacentSyllable> {
  const input = /^[０-９]+$/u.test(typed) ? halfWidth(typed) : typed;
  if (isCodeDigit(input)) return { value: { digit: input } };
  if (/^\d+$/.test(input)) return { problem: `${quoted(input)} is not one code digit: 0, 2, 3 or 4` };
  const reference = parseReference(input);
  return 'problem' in reference ? reference : { value: { reference: reference.value } };
}

export const before = parameter(parseAdjacent, {
  description:
    'The character sung before the word, or its code digit: `moves` then begins with the move into the word.',
  example: '我',
});

export const after = parameter(parseAdjacent, {
  description: 'The character sung after the word, or its code digit: `moves` then ends with the move out of the word.',
  example: '3',
});

/** Syllables of jyutping, which may be joined where one has its tone (hoi1sam1); undefined when one is invalid. */
function parsePatterns(input: string): SyllablePattern[] | undefined {
  const patterns: SyllablePattern[] = [];
  for (const part of halfWidth(input).toLowerCase().replace(AFTER_TONE, ' ').split(/\s+/u)) {
    const pattern = parseSyllablePattern(part);
    if (!pattern) return undefined;
    patterns.push(pattern);
  }
  return patterns;
}

/** A syllable ends at its tone, whether a space follows or not. */
const AFTER_TONE = /(?<=[1-6])(?=[a-z])/gu;

export const jyutpingPattern = parameter(
  (input): ParseResult<readonly SyllablePattern[]> => {
    const value = parsePatterns(input) ?? syllablesSpelled(halfWidth(input));
    return value
      ? { value }
      : {
          problem: `${quoted(input)} is not jyutping: syllables such as hoi1 sam1, with or without the tones, a space between`,
        };
  },
  {
    description:
      'Keeps words that are read so: exact syllables, separated by a space; a syllable without a digit may have any tone.',
    example: 'hoi1 sam',
  },
);

export const lazyRules = listFrom(LAZY_RULES, {
  description: 'Lazy sounds (懶音) to be taken as equal in `jyutping` and `rhyme_char`.',
  example: ['n-l'],
});

/** The sound to be near to: jyutping or a reference. */
export type SoundTarget =
  | { readonly syllables: readonly SyllablePattern[] }
  /** `spelled`: what it spells where it is no word: hoisam. */
  | { readonly reference: Reference; readonly spelled?: readonly SyllablePattern[] | undefined };

export const near = parameter(
  (input): ParseResult<SoundTarget> => {
    const syllables = parsePatterns(input);
    if (syllables) return { value: { syllables } };
    const reference = parseReference(input);
    return 'problem' in reference
      ? reference
      : { value: { reference: reference.value, spelled: syllablesSpelled(halfWidth(input)) } };
  },
  {
    description: 'A word or jyutping whose sound to be close to; orders by sound and filters nothing.',
    example: '海洋',
  },
);
