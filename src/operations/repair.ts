import { z } from 'zod';
import { countSung } from '../cantonese/line-units.ts';
import { movesOfMelody } from '../cantonese/melody.ts';
import { toHongKongLines } from '../lexicon/hong-kong-form.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { splitLines } from '../lyrics/annotate.ts';
import { type ContourReport, type ContourRequest, fixContour } from '../lyrics/fix-contour.ts';
import { swapSourcesOf } from '../lyrics/swaps/find.ts';
import type { Caller } from '../metering/caller.ts';
import type { Cost, Meter } from '../metering/meter-port.ts';
import { createYielder } from '../time-slicing.ts';
import { bySungPosition } from './chosen-readings.ts';
import { melodyOf, normalizedFrom, tolerance } from './contour-body.ts';
import { repair, risk, toRepairView, toRiskView } from './fix-contour.ts';
import { type Input, operation } from './operation.ts';
import { melodyFileFields, readMelody } from './read-melody.ts';
import { songLines } from './song-body.ts';

const MAX_CANDIDATES = 20;
const DEFAULT_CANDIDATES = 3;
/** How long lines are looked at: what is left is for another request. A stream has no reader who waits for its end. */
const WORK_MS = { response: 8_000, stream: 60_000 } as const;
/** As many bytes of lines are answered in one document, which is written at once: what is left is for another request. */
const MAX_DOCUMENT_BYTES = 2_000_000;
const MIN_CREDITS = 5;

const outOfRange = `is not a whole number from 1 to ${MAX_CANDIDATES}`;

const { file, part, text } = melodyFileFields;

function checkSong(
  song: {
    start_line: number;
    lines?: unknown[] | undefined;
    file?: unknown;
    part?: unknown;
    text?: string | undefined;
  },
  context: z.RefinementCtx,
) {
  const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (song.lines === undefined && song.file === undefined)
    addIssue(
      'lines',
      'is needed, with a melody for each line; or give a melody file, as file, and the lyrics, as text',
    );
  const count = song.lines?.length ?? (song.text === undefined ? undefined : splitLines(song.text).length);
  if (count !== undefined && song.start_line >= count)
    addIssue('start_line', `${song.start_line} is beyond the last line, ${count - 1}`);
  if (song.lines === undefined) return;
  for (const name of ['file', 'part', 'text'] as const)
    if (song[name] !== undefined) addIssue(name, 'is given beside lines, which have their melody: give one of both');
}

const body = z
  .strictObject({
    lines: songLines.optional(),
    file: file.optional(),
    part,
    text,
    start_line: z
      .int('is not a whole number')
      .min(0, 'is below 0, the first line')
      .default(0)
      .meta({ description: 'Number of the line to begin with: `next_line` of an answer that ran out of time or room' }),
    max_candidates: z
      .int(outOfRange)
      .min(1, outOfRange)
      .max(MAX_CANDIDATES, outOfRange)
      .default(DEFAULT_CANDIDATES)
      .meta({ description: 'Suggestions of each kind for each risk' }),
    tolerance,
    estimate_only: z
      .boolean()
      .default(false)
      .meta({ description: 'Answers what it would cost, in `credits`, and nothing else. Free.' }),
  })
  .superRefine(checkSong)
  // No `oneOf`, of which generators of clients make unions.
  .meta({ description: 'Either `lines`, or `file` and `text`.' });

const lineView = z
  .object({
    index: z.int().meta({ description: 'Number of the line, from 0' }),
    line: z.string(),
    normalized_from: normalizedFrom,
    risk_count: z.int(),
    risks: z.array(risk),
    repairs: z.array(repair).optional(),
    read_by_melody: z
      .array(z.object({ sung_position: z.int(), jyutping: z.string() }))
      .optional()
      .meta({ description: 'Readings that the melody decided between those that are heard for the same meaning' }),
    unmatched: z.object({ notes: z.int(), characters: z.int() }).optional().meta({
      description:
        'The file has another number of notes for the line than it has sung characters: it was not looked at',
    }),
  })
  .meta({ id: 'RepairedLine' });

const response = z
  .object({
    credits: z.int().meta({ description: 'What the request costs, if it was not paid for before' }),
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
  readonly unmatched?: { readonly notes: number; readonly characters: number };
}

/** Texts with something sung, from the first that is wanted on. Of a file without a text the words are not known before it is read. */
function sungTexts({ lines, text, start_line: start }: Body): number {
  const texts = lines?.map(({ line }) => line) ?? (text === undefined ? [] : splitLines(text));
  return texts.slice(start).filter((line) => countSung(line) > 0).length;
}

/** A credit for each line that is sung, and 5 at least. */
export function creditsOfSong({ body }: { readonly body: Body }): number {
  return Math.max(MIN_CREDITS, sungTexts(body));
}

async function linesOf(body: Body, lexicon: Lexicon, caller: Caller, meter: Meter): Promise<SongLine[]> {
  const { lines, file, part, text } = body;
  if (lines) {
    const texts = toHongKongLines(lines.map(({ line }) => line));
    const table = await lexicon.wordTable();
    return lines.map((line, i) => ({
      given: line.line,
      line: texts[i]!,
      melody: melodyOf(line),
      readings: bySungPosition(texts[i]!, line.readings, table),
    }));
  }
  const song = await readMelody.handle(
    { path: {}, query: {}, body: { file: file!, part, text } },
    lexicon,
    caller,
    meter,
  );
  const texts = toHongKongLines(song.lines.map(({ line }) => line));
  return song.lines.map(({ line, melody, sung_count: characters }, i) => ({
    given: line,
    line: texts[i]!,
    melody: movesOfMelody(melody),
    readings: new Map(),
    ...(melody.length === characters ? {} : { unmatched: { notes: melody.length, characters } }),
  }));
}

const NO_RISKS: ContourReport = { risks: [], chars: [] };

/** The lines of a song one by one, as far as the time lasts. A line that recurs with its melody is looked at once. */
async function* repairedLines(
  { body }: { readonly body: Body },
  lexicon: Lexicon,
  caller: Caller,
  meter: Meter,
  workMs: number,
): AsyncGenerator<LineView, { readonly nextLine: number | null }> {
  const deadline = performance.now() + workMs;
  const song = await linesOf(body, lexicon, caller, meter);
  const sources = await swapSourcesOf(lexicon);
  const known = new Map<string, ContourReport>();
  // Of all lines: one alone may be done before its own is due.
  const yieldIfDue = createYielder();
  for (const [index, { given, line, melody, readings, unmatched }] of song.entries()) {
    if (index < body.start_line) continue;
    if (index > body.start_line && performance.now() > deadline) return { nextLine: index };
    await yieldIfDue();
    const key = JSON.stringify([line, melody, [...readings]]);
    const skipped = unmatched !== undefined || countSung(line) === 0;
    const request = { line, melody, readings, tolerance: body.tolerance, maxCandidates: body.max_candidates };
    const report = skipped ? NO_RISKS : (known.get(key) ?? (await fixContour(request, sources)));
    known.set(key, report);
    yield {
      index,
      line,
      ...(line === given ? {} : { normalized_from: given }),
      risk_count: report.risks.length,
      risks: report.risks.map((one) => toRiskView(one, body.max_candidates)),
      ...(report.repairs ? { repairs: report.repairs.map(toRepairView) } : {}),
      ...readByMelody(report),
      ...(unmatched ? { unmatched } : {}),
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

/** The lines that have room in a document, as long as somebody waits for it. */
async function linesWithRoom(
  repaired: ReturnType<typeof repairedLines>,
  left: AbortSignal | undefined,
): Promise<{ readonly lines: LineView[]; readonly nextLine: number | null }> {
  const lines: LineView[] = [];
  let bytes = 0;
  for (let next = await repaired.next(); ; next = await repaired.next()) {
    if (next.done) return { lines, nextLine: next.value.nextLine };
    bytes += Buffer.byteLength(JSON.stringify(next.value));
    if (lines.length > 0 && bytes > MAX_DOCUMENT_BYTES) return { lines, nextLine: next.value.index };
    lines.push(next.value);
    if (left?.aborted) return { lines, nextLine: next.value.index + 1 };
  }
}

/** What a request cost: that of an estimate is free. */
export function costOfSong({ credits, lines }: z.infer<typeof response>): Cost {
  return { credits: lines.length === 0 ? 0 : credits };
}

export const repairSong = operation({
  id: 'repairSong',
  tag: 'Writing',
  summary: 'Find and mend the clashes of a whole song',
  description:
    'For every line what fix-contour answers: its risks with the first swaps, and repairs of the line. The song is given by lines with their melody, as for check, or as a melody file with its lyrics. `X-Cost-Estimate` says the price before the work. With `Accept: application/x-ndjson` each line is sent as soon as it is ready, a JSON object a line, and after them one with `credits`, `risk_count` and `next_line`. Sent again with the same `Idempotency-Key` and body, it costs nothing for the rest of the day.',
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
  async *stream(input: Input<{ body: typeof body }>, lexicon, caller, meter) {
    if (input.body.estimate_only) {
      yield { credits: creditsOfSong(input), risk_count: 0, next_line: null };
      return;
    }
    const lines = repairedLines(input, lexicon, caller, meter, WORK_MS.stream);
    let riskCount = 0;
    for (let next = await lines.next(); ; next = await lines.next()) {
      if (next.done) {
        yield { credits: creditsOfSong(input), risk_count: riskCount, next_line: next.value.nextLine };
        return;
      }
      riskCount += next.value.risk_count;
      yield next.value;
    }
  },
  async handle(input, lexicon, caller, meter, left) {
    const credits = creditsOfSong(input);
    if (input.body.estimate_only) return { credits, lines: [], risk_count: 0, next_line: null };
    const { lines, nextLine } = await linesWithRoom(
      repairedLines(input, lexicon, caller, meter, WORK_MS.response),
      left,
    );
    const sung = lines.filter(({ line }) => countSung(line) > 0).length;
    return {
      credits: Math.max(MIN_CREDITS, Math.min(credits, sung)),
      lines,
      risk_count: lines.reduce((sum, { risk_count: count }) => sum + count, 0),
      next_line: nextLine,
    };
  },
});
