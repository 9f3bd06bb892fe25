import { z } from 'zod';
import { normalizedText } from './text.ts';

/** What check takes for a song as a whole: sections and a rhyme scheme. */

const MAX_SECTION_CHARACTERS = 60;
const MAX_SCHEME_CHARACTERS = 1000;

export const sectionName = z
  .string({ error: 'is the name of a section, such as "verse 1": text is needed' })
  .transform((text, context) => {
    const parsed = normalizedText(text, MAX_SECTION_CHARACTERS);
    if ('value' in parsed && parsed.value !== '') return parsed.value;
    context.addIssue({ code: 'custom', message: 'problem' in parsed ? parsed.problem : 'is empty; leave it out' });
    return z.NEVER;
  })
  .meta({
    description:
      'Name of the section to which the line belongs. Consecutive lines with the same name are a section; sections with as many lines and the same moves are compared.',
    override: { type: 'string', minLength: 1, maxLength: MAX_SECTION_CHARACTERS, examples: ['verse 2'] },
  });

/** Lines that need not rhyme. */
const FREE = /[-X]/;

/** A letter for each line with something sung; undefined for a line that need not rhyme. */
export const rhymeScheme = z
  .string({ error: 'is a row of letters, such as "AABA": text is needed' })
  .max(MAX_SCHEME_CHARACTERS, { error: `has more than ${MAX_SCHEME_CHARACTERS} letters`, abort: true })
  .regex(/^[A-Za-z\-\s/]*$/, {
    error: 'holds something else than letters: A, B, … by rhyme, X or - for a line that need not rhyme',
    abort: true,
  })
  .transform((text) =>
    Array.from(text.replace(/[\s/]/g, '').toUpperCase(), (letter) => (FREE.test(letter) ? undefined : letter)),
  )
  .meta({
    description:
      'The rhyme scheme that is wanted: a letter for each line with something sung, the same for lines that should rhyme; `X` or `-` for a line that need not. Spaces and `/` between stanzas are read over.',
    override: {
      ...{ type: 'string', pattern: '^[A-Za-z\\-\\s/]*$', maxLength: MAX_SCHEME_CHARACTERS, examples: ['AABA'] },
    },
  });
