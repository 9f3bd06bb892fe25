import { ErrorCode, type GetPromptResult, McpError, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import { quoted } from '../operations/parameters/parameters.ts';

/** What a writer begins with. Hosts offer them by name, as commands or in a menu, and ask for the arguments. */

type Arguments = Readonly<Record<string, string>>;

interface WritingPrompt {
  readonly prompt: Prompt;
  /** The message to the assistant. */
  readonly message: (args: Arguments) => string;
}

const argument = (name: string, description: string, required = true) => ({ name, description, required });

const MELODY =
  'The melody: a MIDI pitch for each character (60 58 62), the moves between them (-+=), or tone codes (3024)';

const SHOW =
  'Show each suggestion with its jyutping and say in a few words why it fits. Take readings and tones from the tools, never from memory.';

const PROMPTS: readonly WritingPrompt[] = [
  {
    prompt: {
      name: 'find_a_rhyme',
      title: 'Find a rhyme',
      description: 'Words that rhyme with a character, for the end of a line.',
      arguments: [
        argument('rhyme', 'The character or word to rhyme with, such as 愛'),
        argument('meaning', 'What the word should say, in Chinese or English', false),
        argument('last_note', 'Whether the last note is high or low in the melody', false),
      ],
    },
    message: ({ rhyme, meaning, last_note: lastNote }) =>
      [
        `Find words that end a Cantonese lyric line and rhyme with ${rhyme}.`,
        meaning && `They should be near this in meaning: ${meaning}. Use search_words with like and rhyme_char.`,
        lastNote
          ? `The last note is ${lastNote}: use find_rhymes and prefer the groups whose pitch_level fits it.`
          : 'Use find_rhymes and group what it finds by pitch_level, the highest first.',
        'When little is found, widen the rhyme (loose) and say that you did.',
        SHOW,
      ]
        .filter(Boolean)
        .join('\n'),
  },
  {
    prompt: {
      name: 'fix_a_line',
      title: 'Fix a line',
      description: 'Where the tones of a line run against its melody, and what to sing instead.',
      arguments: [argument('line', 'One line of the lyric'), argument('melody', MELODY)],
    },
    message: ({ line, melody }) =>
      [
        'Check this line of a Cantonese lyric against its melody with fix_contour, and mend it.',
        `Line: ${line}`,
        `Melody: ${melody}`,
        'Explain each risk: what the word may be heard as, and why. Offer the whole line with each good repair, those that keep the meaning first. Where nothing fits, say what to change in the melody instead.',
        SHOW,
      ].join('\n'),
  },
  {
    prompt: {
      name: 'write_to_a_melody',
      title: 'Write to a melody',
      description: 'A line on a subject whose tones follow a melody.',
      arguments: [
        argument('melody', MELODY),
        argument('subject', 'What the line is about'),
        argument('rhyme', 'The character or word that the line should rhyme with', false),
      ],
    },
    message: ({ melody, subject, rhyme }) =>
      [
        `Write one line of a Cantonese lyric about: ${subject}`,
        `Melody: ${melody}`,
        rhyme && `It should rhyme with ${rhyme}: choose its last word first, with find_rhymes.`,
        'Work out the moves, cut the line into places for words, and find words for each place with search_words: moves, with before and after for the neighbours, and like for the meaning.',
        'Check the finished line with fix_contour and mend it until it has no risk. Give three versions.',
        SHOW,
      ]
        .filter(Boolean)
        .join('\n'),
  },
];

export const PROMPT_LIST: readonly Prompt[] = PROMPTS.map(({ prompt }) => prompt);

/** Throws an `McpError` that says what to do for an unknown name or a missing argument. */
export function getPrompt(name: string, args: Arguments = {}): GetPromptResult {
  const found = PROMPTS.find(({ prompt }) => prompt.name === name);
  if (!found) {
    const names = PROMPT_LIST.map((prompt) => prompt.name).join(', ');
    throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${quoted(name)}. There are ${names}.`);
  }
  const { prompt, message } = found;
  const missing = prompt.arguments?.find(({ name, required }) => required && !args[name]?.trim());
  if (missing)
    throw new McpError(ErrorCode.InvalidParams, `The argument ${missing.name} is missing: ${missing.description}.`);
  return {
    description: prompt.description!,
    messages: [{ role: 'user', content: { type: 'text', text: message(args) } }],
  };
}
