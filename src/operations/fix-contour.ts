import { z } from 'zod';
import { RELATION_SOURCES, shortDefinition } from '../lexicon/entry.ts';
import { toHongKongLines } from '../lexicon/hong-kong-form.ts';
import { type ContourReport, fixContour as fix, type RiskItem } from '../lyrics/fix-contour.ts';
import type { Repair } from '../lyrics/repairs.ts';
import { PHRASE_FORMS } from '../lyrics/swaps/compose.ts';
import { swapSourcesOf } from '../lyrics/swaps/find.ts';
import type { PhraseSwap } from '../lyrics/swaps/phrases.ts';
import { NEAR } from '../lyrics/swaps/rank.ts';
import { bySungPosition } from './chosen-readings.ts';
import {
  characterView,
  checkSungLine,
  exactlyOneMelody,
  melodyOf,
  nonEmptyLine,
  normalizedFrom,
  riskFields,
  sungLineFields,
  toCharacterView,
  tolerance,
  toRiskFields,
} from './contour-body.ts';
import { operation } from './operation.ts';

const MAX_CANDIDATES = 20;
const DEFAULT_CANDIDATES = 8;
const MAX_ABOUT_CHARACTERS = 12;

const outOfRange = `is not a whole number from 1 to ${MAX_CANDIDATES}`;
const body = z
  .strictObject({
    ...sungLineFields,
    line: nonEmptyLine,
    max_candidates: z
      .int(outOfRange)
      .min(1, outOfRange)
      .max(MAX_CANDIDATES, outOfRange)
      .default(DEFAULT_CANDIDATES)
      .meta({
        description: 'Suggestions of each kind for each risk; a long line with many risks has room for fewer',
      }),
    tolerance,
    phrases: z.boolean().default(false).meta({
      description:
        'Adds `phrase_swaps` to risks: phrases of two words that go together, for three to five places around the risk',
    }),
    explain: z
      .boolean()
      .default(false)
      .meta({ description: 'Adds `points` to word swaps: what their preference is the sum of' }),
    about: z
      .string('is a word: text is needed')
      .max(MAX_ABOUT_CHARACTERS, `has more than ${MAX_ABOUT_CHARACTERS} characters: give one word`)
      .optional()
      .meta({ description: 'A word: `about` of the answer says for which words it is offered, or why it is not' }),
  })
  .superRefine(checkSungLine)
  .meta({ override: exactlyOneMelody({ orNone: false }) });

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
    lowers: z.array(z.int()).meta({ description: 'Positions whose risk becomes oblique where it was contrary' }),
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
    parts: z.array(z.string()).meta({ description: 'The two words that go together, in their order' }),
    form: z.enum(PHRASE_FORMS),
    resolves: z.array(z.int()).meta({ description: 'Positions whose risk the phrase clears' }),
    lowers: z.array(z.int()).meta({ description: 'Positions whose risk becomes oblique where it was contrary' }),
    line: z.string().meta({ description: 'The whole line with the phrase in place' }),
  })
  .meta({
    id: 'PhraseSwap',
    description:
      'A phrase in place of neighbouring words, or of a long one, composed of a word like one of them and its partner (`/partners`), with 嘅, 的, 咗, 了 and the like where they belong; the nearest in meaning first',
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
      .meta({ description: 'With `phrases`: those that clear the risk, then those that lower it' }),
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
    swaps: z.array(
      z.object({
        start: z.int(),
        replaces: z.string(),
        word: z.string(),
        jyutping: z.string(),
        code: z.string(),
        source: z.enum([...RELATION_SOURCES, 'similar', 'character', 'reading']).meta({
          description: '`reading`: the character stays and is read otherwise; at most one in a repair',
        }),
      }),
    ),
  })
  .meta({
    id: 'Repair',
    description:
      'Swaps that together clear or lower risks and open none; each of them is needed. Where nothing clears all, those that leave the least come first',
  });

const response = z
  .object({
    line: z.string(),
    normalized_from: normalizedFrom,
    risk_count: z.int(),
    risks: z.array(risk),
    chars: z.array(characterView),
    max_candidates: z.int().optional().meta({
      description:
        'Suggestions of each kind that were answered at most, where a long line with many risks had fewer than were asked for',
    }),
    about: z
      .array(z.object({ start: z.int(), replaces: z.string(), fault: z.string().nullable() }))
      .optional()
      .meta({
        description:
          'With `about`: each span for which the word was found, with the fault for which it is not offered, null where it is; empty where no source has it',
      }),
    repairs: z
      .array(repair)
      .optional()
      .meta({ description: 'Up to three; absent when there are none, or nothing to repair' }),
  })
  .meta({ id: 'FixContour' });

/** Most bytes of suggestions. Each contains the whole line, so that those of a long line with many risks would be megabytes. */
const MAX_SUGGESTIONS_BYTES = 800_000;
/** Bytes of a suggestion besides its line. */
const SUGGESTION_OVERHEAD_BYTES = 250;

/** The limit of suggestions of each kind for each risk at which the response fits. */
function candidatesThatFit(line: string, risks: readonly RiskItem[], requestedLimit: number): number {
  const maxCount = MAX_SUGGESTIONS_BYTES / (Buffer.byteLength(JSON.stringify(line)) + SUGGESTION_OVERHEAD_BYTES);
  const counts = risks.flatMap(({ wordSwaps, phraseSwaps = [], charSwaps }) =>
    [wordSwaps, phraseSwaps, charSwaps].map(({ length }) => length),
  );
  let limit = requestedLimit;
  while (limit > 1 && counts.reduce((sum, count) => sum + Math.min(count, limit), 0) > maxCount) limit--;
  return limit;
}

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
    ...(item.phraseSwaps ? { phrase_swaps: item.phraseSwaps.slice(0, limit).map(toPhraseView) } : {}),
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
});

function toReportView(
  line: string,
  sentLine: string,
  report: ContourReport,
  requestedLimit: number,
): z.infer<typeof response> {
  const { risks, chars, repairs, about } = report;
  const limit = candidatesThatFit(line, risks, requestedLimit);
  return {
    line,
    ...(line === sentLine ? {} : { normalized_from: sentLine }),
    risk_count: risks.length,
    risks: risks.map((one) => toRiskView(one, limit)),
    chars: chars.map(toCharacterView),
    ...(limit < requestedLimit ? { max_candidates: limit } : {}),
    ...(repairs ? { repairs: repairs.map(toRepairView) } : {}),
    ...(about ? { about: about.map((fate) => ({ ...fate })) } : {}),
  };
}

export const fixContour = operation({
  id: 'fixContour',
  tag: 'Writing',
  summary: 'Find and mend clashes of tone and melody',
  description:
    'Where the tones of a line run against its melody, the sung word is heard as another one. Answers every such position with words and characters that clear it, and up to three repairs of the whole line.',
  tool: {
    name: 'fix_contour',
    whenToUse:
      'Use it for a line and its melody: it finds where the tones run against the melody and suggests other words. Give either `moves` or `melody`. Show the writer the suggestions; do not apply them unasked. With `reading_swaps` ask first how the character is sung: another reading may be all that is needed.',
    defaults: { max_candidates: 5 },
  },
  example: {
    summary: 'A line whose melody falls, rises and stays, in three moves',
    body: { line: '我在期待', moves: '-+=', max_candidates: 2 },
  },
  request: { body },
  response,
  async handle({ body }, lexicon) {
    const sources = await swapSourcesOf(lexicon);
    const line = toHongKongLines([body.line], sources.table)[0]!;
    const request = {
      line,
      melody: melodyOf(body),
      tolerance: body.tolerance,
      readings: bySungPosition(line, body.readings, sources.table),
      maxCandidates: body.max_candidates,
      about: body.about,
      phrases: body.phrases,
      explain: body.explain,
    };
    const report = await fix(request, sources);
    return toReportView(line, body.line, report, body.max_candidates);
  },
});
