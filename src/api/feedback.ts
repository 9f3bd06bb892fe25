import { z } from 'zod';
import { parseJyutping } from '../cantonese/jyutping.ts';
import { FeedbackFull } from '../feedback/box.ts';
import { FEEDBACK_FIELDS, type FeedbackField } from '../feedback/suggestion.ts';
import { PARTS_OF_SPEECH, REGISTERS, VALENCES } from '../lexicon/entry.ts';
import { hiddenProblem } from '../lexicon/hidden-characters.ts';
import { dayAt } from '../metering/hong-kong-day.ts';
import { operation } from './endpoint.ts';
import { cleanText } from './parameters.ts';
import { Problem } from './problem.ts';

const LONGEST_WORD = 12;
const LONGEST_SUGGESTION = 200;
const LONGEST_NOTE = 500;

const cleaned = (longest: number, description: string, example: string) =>
  z
    .string()
    .transform((text, context): string => {
      const read = cleanText(text, longest);
      if ('value' in read) return read.value;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    })
    .meta({ description, override: { type: 'string', minLength: 1, maxLength: longest, examples: [example] } });

const HAN = /^[\p{Script=Han}〇]+$/u;
const ONE_OF: Partial<Record<FeedbackField, readonly string[]>> = {
  pos: PARTS_OF_SPEECH,
  reg: REGISTERS,
  valence: VALENCES,
};
const OF_WORDS = new Set<FeedbackField>(['synonym', 'antonym', 'not_synonym', 'not_antonym']);

/** Why a suggestion cannot be one for its field; undefined when it can. */
function misfit(word: string, field: FeedbackField, suggestion: string): string | undefined {
  const allowed = ONE_OF[field];
  if (allowed && !allowed.includes(suggestion)) return `must be one of ${allowed.join(', ')} for the field ${field}`;
  if (OF_WORDS.has(field) && !HAN.test(suggestion))
    return `must be one word in Chinese characters for the field ${field}`;
  if (field !== 'reading') return undefined;
  const syllables = parseJyutping(suggestion)?.length;
  if (syllables === undefined) return 'must be LSHK jyutping such as "hoi1 sam1" for the field reading';
  const length = Array.from(word).length;
  return syllables === length ? undefined : `has ${syllables} syllables, but the word has ${length} characters`;
}

const body = z
  .strictObject({
    word: cleaned(LONGEST_WORD, 'The word that it is about; it need not be in the lexicon yet', '內').refine(
      (word) => HAN.test(word),
      'must be a word in Chinese characters',
    ),
    field: z
      .enum(FEEDBACK_FIELDS, { error: () => `must be one of ${FEEDBACK_FIELDS.join(', ')}` })
      .meta({ description: 'What is wrong or missing. `reading` of a word that is not there suggests to add it' }),
    suggestion: cleaned(
      LONGEST_SUGGESTION,
      'What it should be: jyutping, a value of the vocabulary, a definition, a related word; for `other` a sentence',
      'noi6',
    ),
    note: cleaned(LONGEST_NOTE, 'Why; nothing about yourself is needed', '「內」只讀 noi6').optional(),
  })
  .superRefine(({ word, field, suggestion, note = '' }, context) => {
    const message = hiddenProblem(suggestion) ?? misfit(word, field, suggestion);
    if (message) context.addIssue({ code: 'custom', path: ['suggestion'], message });
    const noteProblem = hiddenProblem(note, { lines: true });
    if (noteProblem) context.addIssue({ code: 'custom', path: ['note'], message: noteProblem });
  });

const response = z
  .object({
    id: z.string().meta({ description: 'Equal for suggestions that say the same; they are reviewed once' }),
    word: z.string().meta({ description: 'As the lexicon writes it' }),
    state: z.literal('received'),
  })
  .meta({ id: 'Feedback' });

const RETRY_LATER = 3_600;

export const feedback = operation({
  id: 'feedback',
  summary: 'Say what is wrong or missing',
  description:
    'Keeps a suggestion for the people who look after the lexicon. It changes nothing by itself: they review it, and what they accept is in a later generation. Control characters and invisible formatting characters are refused, save for line breaks and tabs in the note. Neither your key nor your address is kept with it.',
  request: { body },
  response,
  async handle({ body: { word, field, suggestion, note = '' } }, lexicon, _caller, meter) {
    const box = meter.feedback;
    if (!box) throw new Problem('not_found', { detail: 'This service takes no suggestions.' });
    const known = (await lexicon.lookup([word])).get(word)?.entry.char ?? word;
    const generation = lexicon.generation.name;
    // Words are written one way, so that equal suggestions meet.
    const said = field === 'reading' ? suggestion.split(/\s+/).join(' ') : suggestion;
    try {
      const id = await box.add({ word: known, field, suggestion: said, note, generation, day: dayAt(Date.now()) });
      return { id, word: known, state: 'received' as const };
    } catch (error) {
      if (!(error instanceof FeedbackFull)) throw error;
      throw new Problem('backend_unavailable', {
        detail: 'Too many suggestions wait for review. Please come back with yours later.',
        headers: { 'Retry-After': String(RETRY_LATER) },
      });
    }
  },
});
