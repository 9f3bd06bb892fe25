import { z } from 'zod';
import { RELATION_SOURCES, shortDefinition } from '../lexicon/entry.ts';
import type { RiskItem } from '../lyrics/fix-contour.ts';
import type { Repair } from '../lyrics/repairs.ts';
import { PHRASE_FORMS } from '../lyrics/swaps/phrase-forms.ts';
import type { PhraseSwap } from '../lyrics/swaps/phrases.ts';
import { NEAR } from '../lyrics/swaps/rank.ts';
import { riskFields, toRiskFields } from './contour-body.ts';

/** Risks with their suggestions, and repairs of whole lines, as fix-contour and repair answer them. */

const MAX_CANDIDATES = 20;
const outOfRange = `is not a whole number from 1 to ${MAX_CANDIDATES}`;

/** A field for the number of suggestions of each kind, 1 to `MAX_CANDIDATES`. */
export const candidateLimit = (byDefault: number, description: string) =>
  z.int(outOfRange).min(1, outOfRange).max(MAX_CANDIDATES, outOfRange).default(byDefault).meta({ description });

const lowers = z.array(z.int()).meta({ description: 'Positions whose risk becomes oblique where it was contrary' });

const swapSource = z.enum([...RELATION_SOURCES, 'similar']);

const wordSwap = z
  .object({
    start: z.int().meta({ description: 'Sung position of the first character that is replaced' }),
    word: z.string().meta({ description: 'A word, or neighbouring words that have changed places' }),
    replaces: z.string(),
    jyutping: z.string(),
    code: z.string(),
    source: swapSource.meta({
      description:
        '`curated`: a synonym by hand, or what the hand-written table of function words has; `similar`: no synonym, but a word near in meaning, or one that goes with a word beside it (`/partners`)',
    }),
    score: z.int().meta({ description: 'Nearness in meaning, 1 to 100; 0 for `similar`' }),
    sense: z
      .string()
      .optional()
      .meta({
        description:
          'The sense of the replaced word that it keeps, by its id on the card. Where the line decides the sense, synonyms of others are not offered; elsewhere those of rarer senses have less preference',
        examples: ['bloom'],
      }),
    near: z.enum(NEAR).meta({ description: 'In meaning: `exact` the same, `close` nearly, `loose` of the same field' }),
    preference: z.int().min(0).max(100).meta({
      description:
        'The share of such swaps that a lyricist would sing, in per cent. Draw a line at 50: what lies below is a guess',
    }),
    points: z.record(z.string(), z.int()).optional().meta({
      description: 'With `explain`: points by name, ten for each unit of log odds; their sum makes the preference',
    }),
    resolves: z.array(z.int()).meta({ description: 'Positions whose risk the swap clears' }),
    lowers,
    line: z.string().meta({ description: 'The whole line with the swap in place' }),
  })
  .meta({ id: 'WordSwap' });

const phraseSwap = z
  .object({
    start: z.int().meta({ description: 'Sung position of the first character that is replaced' }),
    phrase: z.string(),
    replaces: z.string(),
    jyutping: z.string(),
    code: z.string(),
    parts: z.array(z.string()).meta({ description: 'Its two content words, in their order' }),
    form: z.enum(PHRASE_FORMS),
    preference: z.int().min(0).max(100).meta({
      description: 'The share of such phrases that a lyricist would sing, in per cent, as for word swaps',
    }),
    resolves: z.array(z.int()).meta({ description: 'Positions whose risk the phrase clears' }),
    lowers,
    line: z.string().meta({ description: 'The whole line with the phrase in place' }),
  })
  .meta({
    id: 'PhraseSwap',
    description:
      'A phrase in place of neighbouring words, or of a long one, composed of a word like one of them and its partner (`/partners`), with 嘅, 的, 咗, 了 and the like where they belong, or of what can take the place of both words (`word for word`); the likeliest to be sung first',
  });

const charSwap = z
  .object({
    char: z.string(),
    jyutping: z.string(),
    tone: z.int(),
    pitch: z.int(),
    definition: z.string(),
    forms_word: z.boolean().meta({ description: 'Whether it makes a word with its neighbours; those come first' }),
    resolves: z.array(z.int()),
    line: z.string(),
  })
  .meta({
    id: 'CharSwap',
    description:
      'A character in use with the same initial and final, for the one at the position: what makes a word there comes first, then by popularity',
  });

const readingSwap = z
  .object({
    sung_position: z
      .int()
      .meta({ description: 'The character that is read otherwise: the one at `position`, or the one before it' }),
    jyutping: z.string(),
    tone: z.int(),
    pitch: z.int(),
    code: z.string(),
    resolves: z.array(z.int()),
  })
  .meta({
    id: 'ReadingSwap',
    description:
      'Another reading that a character may have as it is, in a longer word one of the word: sent in `readings`, the risk is gone',
  });

export const risk = z
  .object({
    ...riskFields,
    word_swaps: z.array(wordSwap).meta({
      description:
        'Those that clear the risk before those that only lower it, each in the order in which a writer would take them: by `preference`',
    }),
    phrase_swaps: z
      .array(phraseSwap)
      .optional()
      .meta({ description: 'With `phrases`, and in repair: those that clear the risk, then those that lower it' }),
    char_swaps: z.array(charSwap),
    reading_swaps: z.array(readingSwap),
    fixable: z.boolean().meta({ description: 'Whether a single character rescues the position' }),
    reason_code: z.enum(['top_of_range', 'bottom_of_range', 'neighbours_conflict', 'no_candidate']).nullable(),
    reason: z.string().nullable().meta({
      description: 'Why it is not fixable, and what to do instead: the first of `word_swaps` where there is one',
    }),
  })
  .meta({ id: 'ContourRisk' });

export const repair = z
  .object({
    line: z.string(),
    cost: z.int().meta({ description: 'Lower keeps more of the line and of its meaning' }),
    clears: z.array(z.int()).meta({ description: 'Positions whose risk it clears' }),
    leaves: z.array(z.int()).meta({ description: 'Positions whose risk stays; empty where all are cleared' }),
    lowers: z.array(z.int()).meta({ description: 'Of `leaves`, those that become oblique where they were contrary' }),
    reading: z
      .boolean()
      .meta({ description: 'Whether it only reads a character otherwise: `line` is the line as it is' }),
    guess: z.boolean().meta({
      description: 'Whether one of its swaps has a preference below 50; guesses come last',
    }),
    swaps: z.array(
      z.object({
        start: z.int(),
        replaces: z.string(),
        word: z.string(),
        jyutping: z.string(),
        code: z.string(),
        source: z.enum([...RELATION_SOURCES, 'similar', 'phrase', 'reading']).meta({
          description:
            '`phrase`: one of `phrase_swaps`; `reading`: the character stays and is read otherwise; at most one in a repair',
        }),
      }),
    ),
  })
  .meta({
    id: 'Repair',
    description:
      'Swaps that together clear or lower risks and open none; each of them is needed. Where nothing clears all, those that leave the least come first; guesses come last',
  });

const toPhraseView = ({ parts, resolves, lowers, ...swap }: PhraseSwap): z.infer<typeof phraseSwap> => ({
  ...swap,
  parts: [...parts],
  resolves: [...resolves],
  lowers: [...lowers],
});

export function toRiskView(item: RiskItem, limit: number): z.infer<typeof risk> {
  return {
    ...toRiskFields(item),
    word_swaps: item.wordSwaps.slice(0, limit).map(({ points, resolves, lowers, ...swap }) => ({
      ...swap,
      ...(points ? { points: { ...points } } : {}),
      resolves: [...resolves],
      lowers: [...lowers],
    })),
    phrase_swaps: item.phraseSwaps?.slice(0, limit).map(toPhraseView),
    char_swaps: item.charSwaps.slice(0, limit).map(({ char, jyutping, tone, pitch, ...swap }) => ({
      char,
      jyutping,
      tone,
      pitch,
      definition: shortDefinition(swap.definition),
      forms_word: swap.formsWord,
      resolves: [...swap.resolves],
      line: swap.line,
    })),
    reading_swaps: item.readingSwaps.map(({ position, resolves, ...swap }) => ({
      sung_position: position,
      ...swap,
      resolves: [...resolves],
    })),
    fixable: item.fixable,
    reason_code: item.reasonCode,
    reason: item.reason,
  };
}

export const toRepairView = ({
  isReadingOnly,
  isGuess,
  swaps,
  clears,
  leaves,
  lowers,
  ...one
}: Repair): z.infer<typeof repair> => ({
  ...one,
  swaps: [...swaps],
  clears: [...clears],
  leaves: [...leaves],
  lowers: [...lowers],
  reading: isReadingOnly,
  guess: isGuess,
});
