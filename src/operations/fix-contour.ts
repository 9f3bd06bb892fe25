import { z } from 'zod';
import { toHongKongLines } from '../lexicon/hong-kong-form.ts';
import { type ContourReport, fixContour as fix, type RiskItem } from '../lyrics/fix-contour.ts';
import { swapSourcesOf } from '../lyrics/swaps/find.ts';
import { bySungPosition } from './chosen-readings.ts';
import {
  characterView,
  checkSungLine,
  exactlyOneMelody,
  melodyOf,
  nonEmptyLine,
  normalizedFrom,
  sungLineFields,
  toCharacterView,
  tolerance,
} from './contour-body.ts';
import { candidateLimit, repair, risk, toRepairView, toRiskView } from './contour-view.ts';
import { operation } from './operation.ts';

const DEFAULT_CANDIDATES = 8;
const MAX_ABOUT_CHARACTERS = 12;

const body = z
  .strictObject({
    ...sungLineFields,
    line: nonEmptyLine,
    max_candidates: candidateLimit(
      DEFAULT_CANDIDATES,
      'Suggestions of each kind for each risk; a long line with many risks has room for fewer',
    ),
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
    risks: risks.map((risk) => toRiskView(risk, limit)),
    chars: chars.map(toCharacterView),
    max_candidates: limit < requestedLimit ? limit : undefined,
    repairs: repairs?.map(toRepairView),
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
