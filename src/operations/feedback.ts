import { z } from 'zod';
import { parseJyutping } from '../cantonese/jyutping.ts';
import { countSung } from '../cantonese/line-units.ts';
import { FEEDBACK_FIELDS, type FeedbackField, FeedbackFull } from '../feedback/feedback-store.ts';
import { PARTS_OF_SPEECH, REGISTERS, VALENCES } from '../lexicon/entry.ts';
import { findHiddenCharacter } from '../lexicon/hidden-characters.ts';
import { dayAt } from '../metering/hong-kong-day.ts';
import { Problem } from '../problem.ts';
import { operation } from './operation.ts';
import { cleanText, NOT_BLANK } from './parameters/parameters.ts';

const MAX_WORD_CHARACTERS = 12;
const MAX_SUGGESTION_CHARACTERS = 200;
const MAX_NOTE_CHARACTERS = 500;

const cleanTextField = (maxCharacters: number, description: string, example: string) =>
  z
    .string()
    .transform((text, context): string => {
      const result = cleanText(text, maxCharacters);
      if ('value' in result) return result.value;
      context.addIssue({ code: 'custom', message: result.problem });
      return z.NEVER;
    })
    .meta({
      description,
      override: { type: 'string', minLength: 1, maxLength: maxCharacters, pattern: NOT_BLANK, examples: [example] },
    });

/** As headwords are written: 卡拉OK and on9 are words too. */
const WORD = /^[\p{Script=Han}〇A-Za-z0-9]+$/u;
const ALLOWED_VALUES: Partial<Record<FeedbackField, readonly string[]>> = {
  pos: PARTS_OF_SPEECH,
  reg: REGISTERS,
  valence: VALENCES,
};
const WORD_FIELDS = new Set<FeedbackField>(['synonym', 'antonym', 'not_synonym', 'not_antonym']);

/** Why the suggestion is invalid for its field; undefined if valid. */
function suggestionProblem(word: string, field: FeedbackField, suggestion: string): string | undefined {
  const allowed = ALLOWED_VALUES[field];
  if (allowed && !allowed.includes(suggestion)) return `must be one of ${allowed.join(', ')} for the field ${field}`;
  if (WORD_FIELDS.has(field) && !WORD.test(suggestion))
    return `must be one word of Chinese characters, letters or digits for the field ${field}`;
  if (field !== 'reading') return undefined;
  const syllables = parseJyutping(suggestion)?.length;
  if (syllables === undefined) return 'must be LSHK jyutping such as "hoi1 sam1" for the field reading';
  const length = countSung(word);
  return syllables === length ? undefined : `has ${syllables} syllables, but the word is sung in ${length}`;
}

const body = z
  .strictObject({
    word: cleanTextField(
      MAX_WORD_CHARACTERS,
      'The word that it is about; it need not be in the lexicon yet',
      '內',
    ).refine((word) => WORD.test(word), 'must be a word of Chinese characters, letters or digits'),
    field: z
      .enum(FEEDBACK_FIELDS, { error: () => `must be one of ${FEEDBACK_FIELDS.join(', ')}` })
      .meta({ description: 'What is wrong or missing. `reading` of a word that is not there suggests to add it' }),
    suggestion: cleanTextField(
      MAX_SUGGESTION_CHARACTERS,
      'What it should be: jyutping, a value of the vocabulary, a definition, a related word; for `other` a sentence',
      'noi6',
    ),
    note: cleanTextField(MAX_NOTE_CHARACTERS, 'Why; nothing about yourself is needed', '「內」只讀 noi6').optional(),
  })
  .superRefine(({ word, field, suggestion, note = '' }, context) => {
    const message = findHiddenCharacter(suggestion) ?? suggestionProblem(word, field, suggestion);
    if (message) context.addIssue({ code: 'custom', path: ['suggestion'], message });
    const noteProblem = findHiddenCharacter(note, { allowLineBreaks: true });
    if (noteProblem) context.addIssue({ code: 'custom', path: ['note'], message: noteProblem });
  });

const response = z
  .object({
    id: z.string().meta({ description: 'Equal for suggestions that say the same; they are reviewed once' }),
    word: z.string().meta({ description: 'As the lexicon writes it' }),
    state: z.literal('received'),
  })
  .meta({ id: 'Feedback' });

const RETRY_AFTER_SECONDS = 3_600;

export const feedback = operation({
  id: 'feedback',
  tag: 'Service',
  summary: 'Say what is wrong or missing',
  description:
    'Keeps a suggestion for the people who look after the lexicon. It changes nothing by itself: they review it, and what they accept is in a later generation. Control characters and invisible formatting characters are refused, save for line breaks and tabs in the note. Neither your key nor your address is kept with it, but a name made of it that changes every day, by which what one caller sent can be rejected together.',
  tool: {
    name: 'send_feedback',
    whenToUse:
      'Use it only when the writer asks you to, or agrees: it sends a suggestion to the people who look after the lexicon. Put nothing of the lyric or of the writer into it.',
    storesData: true,
  },
  example: {
    summary: 'A reading that is wrong',
    body: { word: '內', field: 'reading', suggestion: 'noi6', note: '「內」只讀 noi6' },
  },
  problems: ['not_found'],
  request: { body },
  response,
  async handle({ body: { word, field, suggestion, note = '' } }, lexicon, caller, meter) {
    const store = meter.feedback;
    if (!store) throw new Problem('not_found', { detail: 'This service takes no suggestions.' });
    const headword = (await lexicon.lookup([word])).get(word)?.entry.char ?? word;
    const generation = lexicon.generation.name;
    // In headword characters, so that equal suggestions have one id.
    const normalizedSuggestion = field === 'reading' ? suggestion.split(/\s+/).join(' ') : suggestion;
    try {
      const id = await store.add({
        word: headword,
        field,
        suggestion: normalizedSuggestion,
        note,
        generation,
        day: dayAt(Date.now()),
        caller: (await meter.pseudonym?.(caller)) ?? '',
      });
      return { id, word: headword, state: 'received' as const };
    } catch (error) {
      if (!(error instanceof FeedbackFull)) throw error;
      throw new Problem('backend_unavailable', {
        detail: 'Too many suggestions of callers with a key wait for review. Please come back with yours later.',
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    }
  },
});
