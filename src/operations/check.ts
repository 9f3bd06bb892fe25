import { z } from 'zod';
import { countSung } from '../cantonese/line-units.ts';
import { createRhymeScheme } from '../cantonese/rhyme.ts';
import { PUBLISHED_SONGS } from '../cantonese/tone-moves.ts';
import { toHongKongLines } from '../lexicon/hong-kong-form.ts';
import { type CheckSummary, checkLines } from '../lyrics/check-lines.ts';
import { runInSlices } from '../time-slicing.ts';
import { bySungPosition } from './chosen-readings.ts';
import {
  characterView,
  melodyOf,
  normalizedFrom,
  riskFields,
  toCharacterView,
  tolerance,
  toRiskFields,
} from './contour-body.ts';
import { operation } from './operation.ts';
import { rhymeScheme, rhymesField, sectionsField, songLines, toRhymesView, toSectionsView } from './song-view.ts';

/** A scheme has a letter for each line with something sung. */
function checkScheme(
  { lines, scheme }: { lines: readonly { line: string }[]; scheme?: readonly unknown[] | undefined },
  context: z.RefinementCtx,
): void {
  const sungLines = lines.filter(({ line }) => countSung(line) > 0).length;
  if (scheme === undefined || scheme.length === sungLines) return;
  const message = `has ${scheme.length} letters; lines with something sung: ${sungLines}. Give a letter for each`;
  context.addIssue({ code: 'custom', path: ['scheme'], message });
}

const body = z
  .strictObject({
    lines: songLines,
    scheme: rhymeScheme.optional(),
    tolerance,
  })
  .superRefine(checkScheme);

const share = z.number().nullable().meta({ description: 'Share of the pairs, to four decimals; null without any' });

const response = z
  .object({
    lines: z.array(
      z.object({
        line: z.string(),
        normalized_from: normalizedFrom,
        risk_count: z.int(),
        risks: z.array(z.object(riskFields)),
        rhyme: z.string().nullable().meta({ description: 'Final of the last sung character' }),
        scheme: z
          .string()
          .nullable()
          .meta({ description: 'A, B, … by rhyme, across the lines; finals that songs pair have one letter' }),
        chars: z.array(characterView),
      }),
    ),
    sections: sectionsField,
    rhymes: rhymesField,
    summary: z.object({
      pairs: z
        .int()
        .meta({ description: 'Neighbouring characters of which the moves of melody and tones are both known' }),
      contrary: z.int(),
      oblique: z.int(),
      contrary_share: share,
      oblique_share: share,
      published: z
        .object({ contrary_share: z.number(), oblique_share: z.number() })
        .meta({ description: 'What published songs show within phrases, 53 of them counted' }),
    }),
  })
  .meta({ id: 'Check' });

function toSummaryView({ pairs, contrary, oblique }: CheckSummary): z.infer<typeof response>['summary'] {
  const shareOf = (count: number) => (pairs === 0 ? null : Math.round((count / pairs) * 10_000) / 10_000);
  return {
    pairs,
    contrary,
    oblique,
    contrary_share: shareOf(contrary),
    oblique_share: shareOf(oblique),
    published: { contrary_share: PUBLISHED_SONGS.contrary, oblique_share: PUBLISHED_SONGS.oblique },
  };
}

export const check = operation({
  id: 'check',
  tag: 'Writing',
  summary: 'Check whole lyrics against their melody',
  description:
    'The risks of each line, without suggestions, and a summary beside what published songs show; how its lines rhyme, against a `scheme` if one is given; and, where lines name their `section`, what clashes only in a section that repeats the melody of another. A blank line needs no melody. `/workflow/repair` takes the same lines and answers what to sing instead.',
  tool: {
    name: 'check_song',
    whenToUse:
      'Use it for all lines of a song at once, at the price of one; then fix_contour for the lines that have risks, or repair_song for all of them. Name the `section` of each line to compare a second verse with the first, and give the `scheme` that the rhymes should follow.',
  },
  example: {
    summary: 'Two sections of a line each with the same moves, one given in MIDI pitches, that should rhyme',
    body: {
      lines: [
        { line: '我在期待', melody: [60, 58, 62, 62], section: 'verse 1' },
        { line: '為你盛開', moves: '-+=', section: 'verse 2' },
      ],
      scheme: 'AA',
    },
  },
  request: { body },
  response,
  async handle({ body }, lexicon) {
    const table = await lexicon.wordTable();
    const texts = toHongKongLines(
      body.lines.map(({ line }) => line),
      table,
    );
    const lines = body.lines.map((line, i) => ({
      line: texts[i]!,
      melody: melodyOf(line),
      readings: bySungPosition(texts[i]!, line.readings, table),
    }));
    const checked = await runInSlices(checkLines(lines, body.tolerance, table));
    const schemeOf = createRhymeScheme();
    const sections = toSectionsView(
      checked.lines,
      body.lines.map(({ section }) => section),
    );
    return {
      lines: checked.lines.map(({ line, risks, chars, end }, i) => ({
        line,
        ...(line === body.lines[i]!.line ? {} : { normalized_from: body.lines[i]!.line }),
        risk_count: risks.length,
        risks: risks.map(toRiskFields),
        rhyme: end?.rhyme ?? null,
        scheme: end?.rhyme == null ? null : schemeOf(end.rhyme),
        chars: chars.map(toCharacterView),
      })),
      ...(sections ? { sections } : {}),
      rhymes: toRhymesView(checked.lines, body.scheme),
      summary: toSummaryView(checked.summary),
    };
  },
});
