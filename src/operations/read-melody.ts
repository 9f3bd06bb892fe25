import { z } from 'zod';
import { countSung } from '../cantonese/line-units.ts';
import { movesOfMelody } from '../cantonese/melody.ts';
import { splitLines } from '../lyrics/annotate.ts';
import type { QueueRefusal } from '../melody/fair-queue.ts';
import type { ImportedNote, LeftOut } from '../melody/imported.ts';
import { MAX_FILE_BYTES, MAX_NAME_CHARACTERS } from '../melody/limits.ts';
import { melodyReader } from '../melody/read-in-thread.ts';
import { invalidRequest, Problem } from '../problem.ts';
import { LYRICS_LIMITS, lyrics } from './lyrics.ts';
import { operation } from './operation.ts';

/** Characters of the file in base64, with the line breaks that some programs put in. */
const MAX_BASE64_CHARACTERS = 360_000;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const TOO_LARGE = `is larger than ${MAX_FILE_BYTES} bytes. Export the sung part alone, MusicXML as .mxl.`;

const file = z
  .string({ error: 'is needed: a MIDI or MusicXML file in base64' })
  .max(MAX_BASE64_CHARACTERS, { error: TOO_LARGE, abort: true })
  .transform((text, context) => {
    const encoded = text.replace(/\s+/g, '');
    const problem = BASE64.test(encoded) ? undefined : 'is not base64; encode the bytes of the file so';
    const bytes = problem === undefined ? Buffer.from(encoded, 'base64') : new Uint8Array();
    if (problem === undefined && bytes.length <= MAX_FILE_BYTES) return bytes;
    context.addIssue({ code: 'custom', message: problem ?? TOO_LARGE });
    return z.NEVER;
  })
  .meta({
    description: `A melody file in base64: MIDI, MusicXML (score-partwise) or MusicXML in a zip (.mxl), at most ${MAX_FILE_BYTES} bytes, unzipped ${MAX_FILE_BYTES}.`,
    override: { type: 'string', contentEncoding: 'base64', minLength: 1, maxLength: MAX_BASE64_CHARACTERS },
  });

const PART_PROBLEM = 'is neither the number of a part, from 0, nor a name';

const partField = z
  .union(
    [z.int(PART_PROBLEM).min(0, 'is below 0, the first part'), z.string().trim().min(1).max(MAX_NAME_CHARACTERS)],
    {
      error: PART_PROBLEM,
    },
  )
  .meta({
    description:
      'The part that is sung: its number, from 0, or its name. Without it the likeliest: the one with most words, else one named for a voice or a melody.',
    // Generators of clients make a type of their own of an `anyOf`.
    override: ({ jsonSchema }: { jsonSchema: { anyOf?: unknown } }) => {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, {
        type: ['integer', 'string'],
        minimum: 0,
        minLength: 1,
        maxLength: MAX_NAME_CHARACTERS,
      });
    },
  });

/** The fields of a melody file with the lyrics to lay it under. */
export const melodyFileFields = {
  file,
  part: partField.optional(),
  text: lyrics({
    missing: 'is the lyrics, with line breaks: text is needed',
    description: `Lyrics to lay the melody under, ${LYRICS_LIMITS}.`,
  }).optional(),
} as const;

const body = z.strictObject(melodyFileFields);

const beats = z.number().meta({ description: 'Length in beats; a melisma is as long as all its notes' });

const note = z
  .object({
    pitch: z.int().min(0).max(127).meta({ description: 'MIDI pitch; of a melisma that of its first note' }),
    start: z.number().meta({ description: 'Beats from the beginning of the piece' }),
    beats,
    syllable: z.string().nullable().meta({ description: 'What the file has sung to it; null without words' }),
    melisma: z
      .array(z.int())
      .optional()
      .meta({ description: 'Pitches of the further notes that are sung to the same syllable; absent without any' }),
  })
  .meta({ id: 'MelodyNote' });

const line = z
  .object({
    line: z.string().meta({ description: "A line of `text`, or the file's own words; empty where it has none" }),
    sung_count: z.int().meta({
      description:
        'Sung characters of the line. Where there are more or fewer notes, the words do not fit the melody yet.',
    }),
    melody: z.array(z.int().nullable()).meta({ description: 'The pitches, as fix-contour and check take them' }),
    moves: z.string().meta({ description: 'The moves between them, as fix-contour and check take them' }),
    notes: z.array(note.nullable()).meta({ description: 'The notes; null where the melody has none for a character' }),
  })
  .meta({ id: 'MelodyLine' });

const count = (description: string) => z.int().optional().meta({ description });

const leftOut = z
  .object({
    words: count('Words at which no note begins'),
    lower_notes: count('Notes under the top of a chord'),
    small_notes: count('Grace notes and cue notes'),
    repeats: count('Repeats and leaps, which are not played out: write them out for all verses'),
  })
  .meta({ id: 'MelodyLeftOut', description: 'What of the part was not read, if anything' });

const response = z
  .object({
    tempo: z.int().nullable().meta({ description: 'Beats a minute; null where the file does not say' }),
    parts: z
      .array(
        z.object({
          name: z.string(),
          note_count: z.int(),
          has_words: z.boolean(),
          lowest: z.int().meta({ description: 'MIDI pitch' }),
          highest: z.int(),
        }),
      )
      .meta({ description: 'The voices, tracks and channels with notes' }),
    part: z.int().meta({ description: 'Number of the part that was read' }),
    left_out: leftOut.optional(),
    lines: z.array(line).meta({
      description: 'The lines of `text`, then what is left of the melody; without `text` the phrases of the melody',
    }),
  })
  .meta({ id: 'Melody' });

function toLeftOutView({ words, lowerNotes, smallNotes, repeats }: LeftOut): z.infer<typeof leftOut> {
  const counts = { words, lower_notes: lowerNotes, small_notes: smallNotes, repeats };
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => (number ?? 0) > 0));
}

const thousandths = (number: number): number => Math.round(number * 1000) / 1000;

function toNoteView({ pitch, start, beats, syllable, melisma }: ImportedNote): z.infer<typeof note> {
  return {
    pitch,
    start: thousandths(start),
    beats: thousandths(beats),
    syllable,
    ...(melisma ? { melisma: [...melisma] } : {}),
  };
}

function toLineView(text: string, notes: readonly (ImportedNote | null)[]): z.infer<typeof line> {
  const melody = notes.map((one) => one?.pitch ?? null);
  return {
    line: text,
    sung_count: countSung(text),
    melody,
    moves: movesOfMelody(melody)
      .slice(1)
      .map((move) => move ?? '*')
      .join(''),
    notes: notes.map((one) => one && toNoteView(one)),
  };
}

const noteOf = (step: string, lyric: string) =>
  `<note><pitch><step>${step}</step><octave>4</octave></pitch><duration>1</duration>${lyric}</note>`;
const lyricOf = (text: string) => `<lyric><text>${text}</text></lyric>`;
const EXAMPLE_SCORE = `<score-partwise><part-list><score-part id="P1"><part-name>Vocal</part-name></score-part></part-list><part id="P1"><measure>${noteOf('G', lyricOf('心'))}${noteOf('E', lyricOf('事'))}${noteOf('D', '')}</measure></part></score-partwise>`;

const RETRY_SOON = { 'Retry-After': '1' };

function queueFull(refusal: QueueRefusal): Problem {
  return refusal === 'caller_full'
    ? new Problem('rate_limited', {
        detail: 'Several files of this caller wait to be read already. Send one after the other.',
        headers: RETRY_SOON,
      })
    : new Problem('backend_unavailable', {
        detail: 'More melody files are sent than can be read in time. Try again shortly.',
        headers: RETRY_SOON,
      });
}

export const readMelody = operation({
  id: 'readMelody',
  tag: 'Writing',
  summary: 'Read a melody file',
  description:
    'The melody of a MIDI or MusicXML file, one note a syllable, cut into lines that fix-contour and check take as they are. With `text` it is laid under those lines: by the words of the file where they are the same, else phrase by phrase, else in order. Repeats are not played out. The file is not stored.',
  tool: {
    name: 'read_melody',
    whenToUse:
      'Use it when there is a MIDI or MusicXML file: its lines give fix_contour and check_song their `melody`. Where `sung_count` differs from the number of notes, ask the writer.',
  },
  example: {
    summary: 'Two notes of MusicXML, the second on two pitches, under the line 心事',
    body: { file: Buffer.from(EXAMPLE_SCORE).toString('base64'), text: '心事' },
  },
  request: { body },
  response,
  async handle({ body: { file, part, text } }, _lexicon, { account, keyId }, { failedFiles }) {
    const texts = text === undefined ? [] : splitLines(text);
    await failedFiles?.allowFile(account);
    const { song, ms } = await melodyReader.read({ account, isKeyed: keyId !== undefined }, { file, part, texts });
    if (song.kind === 'busy') throw queueFull(song.refusal);
    if (song.kind === 'problem') {
      await failedFiles?.recordFailure(account, ms);
      throw invalidRequest([{ in: 'body', name: song.field, message: song.message }]);
    }
    const left = toLeftOutView(song.leftOut);
    return {
      tempo: song.tempo,
      parts: song.parts.map(({ name, noteCount, hasWords, lowest, highest }) => ({
        name,
        note_count: noteCount,
        has_words: hasWords,
        lowest,
        highest,
      })),
      part: song.part,
      ...(Object.keys(left).length > 0 ? { left_out: left } : {}),
      lines: [
        ...texts.map((one, i) => toLineView(one, song.melodies[i] ?? [])),
        ...song.extraLines.map((extra) => toLineView(extra.text, extra.melody)),
      ],
    };
  },
});
