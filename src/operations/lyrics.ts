import { z } from 'zod';
import { splitLines } from '../lyrics/annotate.ts';
import { NO_CONTROL } from './parameters/parameters.ts';
import { lengthProblem, normalizedText, type ParseResult } from './text.ts';

/** Whole lyrics, as annotate takes them. */
export const MAX_CHARACTERS = 5000;
export const MAX_LINES = 200;

export const LYRICS_LIMITS = `at most ${MAX_CHARACTERS} characters and ${MAX_LINES} lines`;

function parseLyrics(text: string): ParseResult<string> {
  const tooLong = lengthProblem(text, MAX_CHARACTERS);
  if (tooLong !== undefined) return { problem: `${tooLong}: send it in parts` };
  const parsed = normalizedText(text, MAX_CHARACTERS);
  if ('problem' in parsed) return parsed;
  const lines = splitLines(text).length;
  return lines > MAX_LINES
    ? { problem: `has ${lines} lines; at most ${MAX_LINES} are taken: send it in parts` }
    : parsed;
}

/** A text of several lines in NFC. */
export function lyrics({ missing, description }: { readonly missing: string; readonly description: string }) {
  return z
    .string({ error: missing })
    .transform((input, context) => {
      const parsed = parseLyrics(input);
      if ('value' in parsed) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.problem });
      return z.NEVER;
    })
    .meta({
      description,
      override: { type: 'string', maxLength: MAX_CHARACTERS, pattern: NO_CONTROL, examples: ['我在期待\n天空海闊'] },
    });
}
