import { z } from 'zod';
import { countSung } from '../cantonese/line-units.ts';
import { hongKongLinesInSteps } from '../lexicon/hong-kong-form.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { type ContourReport, type ContourRequest, fixContour } from '../lyrics/fix-contour.ts';
import { repairsOfSong } from '../lyrics/repair-paths.ts';
import { swapSourcesOf } from '../lyrics/swaps/find.ts';
import { createYielder, runInSlices } from '../time-slicing.ts';
import { bySungPosition } from './chosen-readings.ts';
import { melodyOf, normalizedFrom, tolerance } from './contour-body.ts';
import { candidateLimit, repair, risk, toRepairView, toRiskView } from './contour-view.ts';
import { operation } from './operation.ts';
import type { Price } from './prices.ts';
import { songLines } from './song-view.ts';

const DEFAULT_CANDIDATES = 3;
/** Time in milliseconds after which no further line is begun: lines left over are for another request. */
const WORK_MS = 8_000;
/** Bytes of lines in one document, which is written at once: lines left over are for another request. */
const MAX_DOCUMENT_BYTES = 2_000_000;
const MIN_CREDITS = 5;

const body = z
  .strictObject({
    lines: songLines,
    start_line: z
      .int('is not a whole number')
      .min(0, 'is below 0, the first line')
      .default(0)
      .meta({ description: 'Number of the line to begin with: `next_line` of an answer that ran out of time or room' }),
    max_candidates: candidateLimit(DEFAULT_CANDIDATES, 'Suggestions of each kind for each risk'),
    tolerance,
  })
  .superRefine(({ lines, start_line: start }, context) => {
    if (start < lines.length) return;
    const message = `${start} is beyond the last line, ${lines.length - 1}`;
    context.addIssue({ code: 'custom', path: ['start_line'], message });
  });

const lineView = z
  .object({
    index: z.int().meta({ description: 'Number of the line, from 0' }),
    line: z.string(),
    normalized_from: normalizedFrom,
    risk_count: z.int(),
    risks: z.array(risk),
    repairs: z.array(repair).optional(),
    taken: z.int().nullable().optional().meta({
      description:
        'With `repairs`: the place of the one that the lines of this answer take together. Those clear most for the fewest words, without an uncertain word and without the same swap in two lines; null where the line is better left as it is',
    }),
    read_by_melody: z
      .array(z.object({ sung_position: z.int(), jyutping: z.string() }))
      .optional()
      .meta({ description: 'Readings that the melody decided between those that are heard for the same meaning' }),
  })
  .meta({ id: 'RepairedLine' });

const response = z
  .object({
    credits: z.int().meta({ description: 'What the request costs' }),
    lines: z.array(lineView),
    risk_count: z.int().meta({ description: 'Risks of these lines together' }),
    next_line: z.int().nullable().meta({
      description: 'The first line that there was no time or no room for; null where all were looked at',
    }),
  })
  .meta({ id: 'RepairedSong' });

type Body = z.output<typeof body>;
type LineView = z.infer<typeof lineView>;

/** A line with its melody. */
interface SongLine extends Pick<ContourRequest, 'line' | 'melody' | 'readings'> {
  readonly given: string;
}

const isSung = (line: string): boolean => countSung(line) > 0;

/** A credit for each line that is sung, and 5 at least. */
const creditsOf = (sungLines: number): number => Math.max(MIN_CREDITS, sungLines);

async function linesOf({ lines }: Body, lexicon: Lexicon): Promise<SongLine[]> {
  const table = await lexicon.wordTable();
  const given = lines.map(({ line }) => line);
  const texts = await runInSlices(hongKongLinesInSteps(given, table));
  return lines.map((line, i) => ({
    given: line.line,
    line: texts[i]!,
    melody: melodyOf(line),
    readings: bySungPosition(texts[i]!, line.readings, table),
  }));
}

const NO_RISKS: ContourReport = { risks: [], chars: [] };

/** The lines of a song one by one, as far as the time lasts. A line that recurs with its melody is looked at once. */
async function* repairedLines(
  body: Body,
  lexicon: Lexicon,
): AsyncGenerator<LineView, { readonly nextLine: number | null }> {
  const deadline = performance.now() + WORK_MS;
  const song = await linesOf(body, lexicon);
  const sources = await swapSourcesOf(lexicon);
  const known = new Map<string, ContourReport>();
  // One yielder for all lines: a single line may be done before its own is due.
  const yieldIfDue = createYielder();
  for (const [index, { given, line, melody, readings }] of song.entries()) {
    if (index < body.start_line) continue;
    if (index > body.start_line && performance.now() > deadline) return { nextLine: index };
    await yieldIfDue();
    const key = JSON.stringify([line, melody, [...readings]]);
    const { tolerance: asked, max_candidates: maxCandidates } = body;
    const request = { line, melody, readings, tolerance: asked, maxCandidates, phrases: true };
    const report = !isSung(line) ? NO_RISKS : (known.get(key) ?? (await fixContour(request, sources)));
    known.set(key, report);
    yield {
      index,
      line,
      ...(line === given ? {} : { normalized_from: given }),
      risk_count: report.risks.length,
      risks: report.risks.map((item) => toRiskView(item, body.max_candidates)),
      repairs: report.repairs?.map(toRepairView),
      ...readByMelody(report),
    };
  }
  return { nextLine: null };
}

function readByMelody({ chars }: ContourReport): Pick<LineView, 'read_by_melody'> {
  const read = chars.flatMap(({ position, jyutping, isReadByMelody }) =>
    isReadByMelody && jyutping !== null ? [{ sung_position: position, jyutping }] : [],
  );
  return read.length > 0 ? { read_by_melody: read } : {};
}

/** The lines that have room in a document. */
async function linesWithRoom(
  repaired: ReturnType<typeof repairedLines>,
): Promise<{ readonly lines: LineView[]; readonly nextLine: number | null }> {
  const lines: LineView[] = [];
  let bytes = 0;
  for (let next = await repaired.next(); ; next = await repaired.next()) {
    if (next.done) return { lines, nextLine: next.value.nextLine };
    bytes += Buffer.byteLength(JSON.stringify(next.value));
    if (lines.length > 0 && bytes > MAX_DOCUMENT_BYTES) return { lines, nextLine: next.value.index };
    lines.push(next.value);
  }
}

/** The lines that are looked at are paid for. */
export const creditForEachSungLine: Price<{ readonly body: Body }, { readonly credits: number }> = {
  cost: ({ credits }) => ({ credits }),
  costEstimate: {
    maxCredits: ({ body }) => creditsOfSong(body),
    exactCost: async ({ body }) => ({ credits: creditsOfSong(body) }),
  },
};

function creditsOfSong({ lines, start_line: start }: Body): number {
  return creditsOf(lines.slice(start).filter(({ line }) => isSung(line)).length);
}

export const repairSong = operation({
  id: 'repair',
  tag: 'Writing',
  summary: 'Find and mend the clashes of a whole song',
  description:
    'For every line what fix-contour answers: its risks with the first swaps, and repairs of the line, of which `taken` says those that go together in the song. The song is given by lines with their melody, as for check.',
  tool: {
    name: 'repair_song',
    whenToUse: 'Use it after check_song, where several lines have risks. Show the suggestions line by line.',
  },
  example: {
    summary: 'Two lines, of which the second has a clash',
    body: {
      lines: [
        { line: '我在期待', moves: '--+' },
        { line: '為你盛開', moves: '+++' },
      ],
      max_candidates: 1,
    },
  },
  request: { body },
  response,
  async handle({ body }, lexicon) {
    const { lines, nextLine } = await linesWithRoom(repairedLines(body, lexicon));
    const taken = repairsOfSong(lines);
    return {
      credits: creditsOf(lines.filter(({ line }) => isSung(line)).length),
      lines: lines.map((line, i) => (line.repairs ? { ...line, taken: taken[i]! } : line)),
      risk_count: lines.reduce((sum, { risk_count: count }) => sum + count, 0),
      next_line: nextLine,
    };
  },
});
