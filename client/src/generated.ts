// Made from the API document by "npm run generate". To change it, change the schemas of the service.
import type { Operation, OperationSpec, PagedOperation } from './operation.ts';

export type DatamuseWords = {
  word: string;
  /**
   * Orders the words of this answer only; more is better
   */
  score: number;
  numSyllables: number;
  /**
   * Part of speech, then `pron:` jyutping, `tone:` code, `rhyme:` final, `reg:` register
   */
  tags: string[];
  /**
   * Part of speech, a tab, the short gloss; absent where there is none
   */
  defs?: string[];
}[];
export type Suggestions = string[];

/**
 * RFC 9457 problem document
 */
export interface Problem {
  /**
   * Path of a page that explains the problem
   */
  type: string;
  title: string;
  /**
   * The HTTP status
   */
  status: number;
  /**
   * What is wrong with this request, and what to do next
   */
  detail: string;
  /**
   * Path of the request
   */
  instance: string;
  /**
   * The problem, for programs; `type` ends with it
   */
  code:
    | 'invalid_parameter'
    | 'invalid_key'
    | 'insufficient_scope'
    | 'origin_not_allowed'
    | 'word_not_found'
    | 'category_not_found'
    | 'not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'cursor_expired'
    | 'payload_too_large'
    | 'uri_too_long'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'quota_exhausted'
    | 'header_fields_too_large'
    | 'internal'
    | 'backend_unavailable'
    | 'backend_timeout';
  /**
   * Name it when you report a problem
   */
  request_id: string;
  /**
   * What is wrong with the request (`invalid_parameter`): the first 20 faults
   *
   * @maxItems 20
   */
  errors?: {
    in: 'path' | 'query' | 'header' | 'body';
    /**
     * The parameter, or the path of the field; empty for the whole
     */
    name: string;
    message: string;
  }[];
  /**
   * How many faults there are, with those that `errors` does not list
   */
  error_count?: number;
  /**
   * Words that may be meant (`word_not_found`), the likeliest first
   */
  suggestions?: string[];
}
export interface Relations {
  /**
   * The source word
   */
  word: string;
  /**
   * The form that was sent of a word or character which was read in its Hong Kong form
   */
  normalized_from?: string;
  /**
   * The reading of `rhyme_char` that was rhymed with; absent where it has none
   */
  rhyme_reading?: string;
  relation_type: 'syn' | 'ant';
  relation_source: 'all' | 'curated' | 'generated';
  words: RelatedEntry[];
  /**
   * Exact number of related words that match
   */
  total: number;
  /**
   * Page size used
   */
  limit: number;
  /**
   * Words before this page
   */
  offset: number;
  /**
   * Ways on, nearest first, where fewer than 3 words are found: those that find more. Absent where there are none. The field hints has the same with their parameters, and takes its place
   */
  wider?: {
    /**
     * What is given up: the strictness of the rhyme, the code, the rhyme; or `like`, a search under the same filters for all words by likeness to the word (to its first antonym, where antonyms were asked for)
     */
    change: 'loose_rhyme' | 'without_code' | 'without_rhyme' | 'like';
    /**
     * Exact number of words that it finds
     */
    total: number;
    /**
     * Path and query that answer it
     */
    url: string;
  }[];
  /**
   * What to try where nothing, or something odd, was found: the nearest to the request first; else absent
   */
  hints?: Hint[];
}
/**
 * A related word
 */
export interface RelatedEntry {
  /**
   * The word
   */
  char: string;
  /**
   * The reading that matched: syllables separated by a space
   */
  jyutping: string;
  /**
   * Tone-pair code, one digit a character
   */
  code: string;
  /**
   * Final of the last syllable
   */
  rhyme: string;
  /**
   * Number of characters
   */
  length: number;
  pos: 'n' | 'v' | 'a' | 'r';
  reg: '粵' | '通' | '雅';
  /**
   * Short gloss, empty where there is none
   */
  definition: string;
  /**
   * Short definition in Chinese, where there is one
   */
  definition_zh?: string;
  /**
   * Words of written Chinese that say the same, where there are any
   */
  standard?: string[];
  /**
   * Popularity, 0 is the most popular
   */
  rank: number;
  source: 'curated' | 'generated';
  /**
   * Nearness of the relation
   */
  score: number;
  /**
   * The sense of the source word for which it stands, by its id on the card: the one that was asked for, else the first in order of use; absent where it is not known
   */
  sense?: string;
}
export interface Hint {
  /**
   * The parameter that it is about
   */
  param: string;
  /**
   * What is odd about its value, or what it leaves out
   */
  problem: string;
  /**
   * A request that finds something, or says what was meant
   */
  try: {
    path: string;
    /**
     * All parameters of the request to try
     */
    params: {
      [k: string]: string;
    };
    /**
     * Exact number of words that it finds
     */
    total: number;
  };
}
export interface Partners {
  /**
   * The source word
   */
  word: string;
  /**
   * The form that was sent of a word or character which was read in its Hong Kong form
   */
  normalized_from?: string;
  /**
   * The reading of `rhyme_char` that was rhymed with; absent where it has none
   */
  rhyme_reading?: string;
  relation_source: 'all' | 'curated' | 'attested';
  /**
   * Partners of each relation under all other filters; relations without any are absent
   */
  relation_counts: {
    [k: string]: number;
  };
  words: PartnerEntry[];
  /**
   * Exact number of partners that match
   */
  total: number;
  /**
   * Page size used
   */
  limit: number;
  /**
   * Words before this page
   */
  offset: number;
  /**
   * `cursor` of the next page; null on the last
   */
  next_cursor: string | null;
  /**
   * What to try where nothing, or something odd, was found: the nearest to the request first; else absent
   */
  hints?: Hint[];
}
/**
 * A partner of the word, and what it is to it
 */
export interface PartnerEntry {
  /**
   * The word
   */
  char: string;
  /**
   * The reading that matched: syllables separated by a space
   */
  jyutping: string;
  /**
   * Tone-pair code, one digit a character
   */
  code: string;
  /**
   * Final of the last syllable
   */
  rhyme: string;
  /**
   * Number of characters
   */
  length: number;
  pos: 'n' | 'v' | 'a' | 'r';
  reg: '粵' | '通' | '雅';
  /**
   * Short gloss, empty where there is none
   */
  definition: string;
  /**
   * Short definition in Chinese, where there is one
   */
  definition_zh?: string;
  /**
   * Words of written Chinese that say the same, where there are any
   */
  standard?: string[];
  /**
   * Popularity, 0 is the most popular
   */
  rank: number;
  /**
   * Nearness of the relation
   */
  score: number;
  /**
   * The sense of the source word for which it stands, by its id on the card: the one that was asked for, else the first in order of use; absent where it is not known
   */
  sense?: string;
  /**
   * What the partner is to the word: does (verbs: what it does), done_to (verbs before it), like_what (adjectives of it), measure (its classifiers), image (what stands for it), with (nouns beside it), takes (objects of a verb), by (who or what does it), describes (nouns of an adjective), how (adverbs of it), measure_of (nouns of a classifier), image_of (what it is an image of), how_of (what an adverb is said of)
   */
  relation:
    | 'does'
    | 'done_to'
    | 'like_what'
    | 'measure'
    | 'image'
    | 'with'
    | 'takes'
    | 'by'
    | 'describes'
    | 'how'
    | 'measure_of'
    | 'image_of'
    | 'how_of';
  source: 'curated' | 'attested';
}
export interface WordCard {
  char: string;
  /**
   * The form that was sent, where it was another one
   */
  normalized_from?: string;
  /**
   * What else may be meant by a character that is typed for two: 咗 beside 左. `literal=true` gives a character as it is
   */
  see_also?: string[];
  length: number;
  pos: 'n' | 'v' | 'a' | 'r';
  reg: '粵' | '通' | '雅';
  is_canto: boolean;
  /**
   * See the filter `kind`
   */
  kind: 'word' | 'phrase' | 'specialist';
  /**
   * See the filter `tone`
   */
  tone: 'plain' | 'joke' | 'archaic' | 'literary';
  /**
   * Whether the word is coarse
   */
  vulgar: boolean;
  /**
   * Gloss, empty where there is none
   */
  definition: string;
  /**
   * Short definition in Chinese, where there is one
   */
  definition_zh?: string;
  /**
   * Words of written Chinese that say the same, where there are any
   */
  standard?: string[];
  /**
   * The usual spelling of the same word, where this is another one
   */
  variant_of?: string;
  examples: string[];
  category: string | null;
  /**
   * Popularity, 0 is the most popular
   */
  rank: number;
  /**
   * Whether there are several readings
   */
  polyphone: boolean;
  readings: {
    jyutping: string;
    code: string;
    rhyme: string;
    /**
     * 0 is the primary reading
     */
    rank: number;
  }[];
  affect: {
    valence: '正' | '負' | '中';
    emotion: string;
    themes: string[];
    themes_inferred: string[];
  };
  senses: {
    /**
     * A short id that stays, for the commonest words with several senses
     */
    sense?: string;
    pos: 'n' | 'v' | 'a' | 'r';
    reg?: '粵' | '通' | '雅';
    /**
     * Where the reading tells senses apart
     */
    jyutping?: string;
    category: string | null;
    definition: string;
    definition_zh?: string;
    examples?: string[];
    /**
     * Those of the listed synonyms that belong to this sense
     */
    synonyms: string[];
    /**
     * Likewise
     */
    antonyms?: string[];
  }[];
  synonyms: string[];
  antonyms: string[];
  /**
   * The first 6 partners of each relation, see partners; they cost nothing
   */
  partners: {
    [k: string]: string[];
  };
  /**
   * All synonyms and antonyms by source, before `relations_limit`
   */
  relation_counts: {
    curated: number;
    generated: number;
  };
  relation_source: 'all' | 'curated' | 'generated';
}
export interface Page {
  /**
   * Exact number of words that match
   */
  total: number;
  /**
   * Page size used
   */
  limit: number;
  /**
   * Words before this page
   */
  offset: number;
  /**
   * `cursor` of the next page; null on the last
   */
  next_cursor: string | null;
  /**
   * The form that was sent of a word or character which was read in its Hong Kong form
   */
  normalized_from?: string;
  /**
   * The reading of `rhyme_char` that was rhymed with; absent where it has none
   */
  rhyme_reading?: string;
  /**
   * Of a page by `like`: how many of its words are near in meaning. They come first, those behind them only fill the list
   */
  near_total?: number;
  /**
   * How `like` was understood: its words with their share in what it means, each with what negates it. Empty, with `total` 0, where nothing was understood
   */
  understood?: {
    text: string;
    weight: number;
  }[];
  /**
   * What was not understood of `like`: its words, or all of it; absent where all was understood
   */
  ignored?: string[];
  /**
   * What to try where nothing, or something odd, was found: the nearest to the request first; else absent
   */
  hints?: Hint[];
  words: Entry[];
  /**
   * For each facet asked for, its values with the words they have under all other selections
   */
  facets?: {
    [k: string]: {
      value: string | number;
      count: number;
    }[];
  };
}
/**
 * A word with the reading that matched
 */
export interface Entry {
  /**
   * The word
   */
  char: string;
  /**
   * The reading that matched: syllables separated by a space
   */
  jyutping: string;
  /**
   * Tone-pair code, one digit a character
   */
  code: string;
  /**
   * Final of the last syllable
   */
  rhyme: string;
  /**
   * Number of characters
   */
  length: number;
  pos: 'n' | 'v' | 'a' | 'r';
  reg: '粵' | '通' | '雅';
  /**
   * Short gloss, empty where there is none
   */
  definition: string;
  /**
   * Short definition in Chinese, where there is one
   */
  definition_zh?: string;
  /**
   * Words of written Chinese that say the same, where there are any
   */
  standard?: string[];
  /**
   * Popularity, 0 is the most popular
   */
  rank: number;
  /**
   * Closeness of sound from 0 to 1, where that order was asked for
   */
  sound_score?: number;
  /**
   * Closeness of meaning from 0 to 1, where that order was asked for: from 0.9 for curated synonyms, from 0.8 for likely generated ones, below that by likeness in meaning and a little by popularity
   */
  similarity?: number;
  /**
   * Of words like one whose senses are told apart: the sense that this one is like, by its id on the card
   */
  sense?: string;
}
export interface Categories {
  categories: {
    name: string;
    /**
     * In Chinese
     */
    label: string;
    /**
     * Part of speech: n, v, a, r
     */
    pos: string;
    /**
     * Number of words
     */
    words: number;
  }[];
}
export interface Vocabulary {
  emotion: {
    [k: string]: number;
  };
  theme: {
    [k: string]: number;
  };
  valence: {
    [k: string]: number;
  };
  theme_inferred: {
    [k: string]: number;
  };
  theme_coverage: {
    [k: string]: {
      tagged: number;
      inferred: number;
      /**
       * How many times larger theme_scope=all is than tagged; null where nothing is tagged
       */
      gain: number | null;
    };
  };
}
export interface Homophones {
  char: string;
  normalized_from?: string;
  groups: {
    jyutping: string;
    /**
     * Of the reading; 0 is the primary one
     */
    rank: number;
    /**
     * Most popular first, the character itself left out
     */
    homophones: {
      char: string;
      /**
       * Short gloss, empty where there is none
       */
      definition: string;
      /**
       * Popularity, 0 is the most popular
       */
      rank: number;
    }[];
  }[];
  /**
   * What to try where nothing, or something odd, was found: the nearest to the request first; else absent
   */
  hints?: Hint[];
}
export interface Annotation {
  lines: AnnotatedLine[];
}
export interface AnnotatedLine {
  text: string;
  /**
   * The line as it was sent, where it is simplified and was read in its traditional form
   */
  normalized_from?: string;
  /**
   * Tone codes of the characters that have a reading
   */
  code: string;
  /**
   * Final of the last sung character
   */
  rhyme: string | null;
  /**
   * A, B, … by rhyme, across the text; finals that songs pair have one letter
   */
  scheme: string | null;
  chars: AnnotatedCharacter[];
}
export interface AnnotatedCharacter {
  /**
   * A character; of a Latin word the letters of one syllable (`ba`, `by`), single where they are said singly (`D`, `J`)
   */
  char: string;
  /**
   * The character it was read as, where another one was typed for it: 咗 for 左, 啲 for d
   */
  read_as?: string;
  /**
   * The reading chosen from context; null where there is none
   */
  jyutping: string | null;
  code: string | null;
  tone: number | null;
  rhyme: string | null;
  /**
   * Number of its word within the line, from 0
   */
  g: number;
  /**
   * The likely sense of its word, by its id on the card, where the line decides between those that are told apart
   */
  sense?: string;
  /**
   * All candidate readings, ranked; absent where there is only one
   */
  polyphones?: string[];
}
export interface FixContour {
  line: string;
  /**
   * The line as it was sent, where it is simplified and was read in its traditional form
   */
  normalized_from?: string;
  risk_count: number;
  risks: ContourRisk[];
  chars: ContourCharacter[];
  /**
   * Suggestions of each kind that were answered at most, where a long line with many risks had fewer than were asked for
   */
  max_candidates?: number;
  /**
   * With `about`: each span for which the word was found, with the fault for which it is not offered, null where it is; empty where no source has it
   */
  about?: {
    start: number;
    replaces: string;
    fault: string | null;
  }[];
  /**
   * Up to three; absent when there are none, or nothing to repair
   */
  repairs?: Repair[];
}
export interface ContourRisk {
  /**
   * Sung position: the risk lies between it and the one before
   */
  position: number;
  melody_move: '+' | '-' | '=';
  lyric_move: '+' | '-' | '=';
  /**
   * contrary: songs make the move less than once in fifty; oblique: more often
   */
  severity: 'contrary' | 'oblique';
  /**
   * How often published songs make this move between these two tones, to four decimals
   */
  sung_share: number;
  /**
   * Those that clear the risk before those that only lower it, each in the order in which a writer would take them: by `preference`
   */
  word_swaps: WordSwap[];
  char_swaps: CharSwap[];
  reading_swaps: ReadingSwap[];
  /**
   * Whether a single character rescues the position
   */
  fixable: boolean;
  reason_code: 'top_of_range' | 'bottom_of_range' | 'neighbours_conflict' | 'no_candidate' | null;
  /**
   * Why it is not fixable, and what to do instead: the first of `word_swaps` where there is one
   */
  reason: string | null;
}
export interface WordSwap {
  /**
   * Sung position of the first character that is replaced
   */
  start: number;
  /**
   * A word, or neighbouring words that have changed places
   */
  word: string;
  replaces: string;
  jyutping: string;
  code: string;
  /**
   * `curated`: a synonym by hand, or what the hand-written table of function words has; `similar`: no synonym, but a word near in meaning
   */
  source: 'curated' | 'generated' | 'similar';
  /**
   * Nearness in meaning, 1 to 100; 0 for `similar`
   */
  score: number;
  /**
   * The sense of the replaced word that it keeps, by its id on the card. Where the line decides the sense, synonyms of others are not offered; elsewhere those of rarer senses have less preference
   */
  sense?: string;
  /**
   * In meaning: `exact` the same, `close` nearly, `loose` of the same field
   */
  near: 'exact' | 'close' | 'loose';
  /**
   * The share of such swaps that a lyricist would sing, in per cent. Draw a line at 50: what lies below is a guess
   */
  preference: number;
  /**
   * With `explain`: points by name, ten for each unit of log odds; their sum makes the preference
   */
  points?: {
    [k: string]: number;
  };
  /**
   * Positions whose risk the swap clears
   */
  resolves: number[];
  /**
   * Positions whose risk becomes oblique where it was contrary
   */
  lowers: number[];
  /**
   * The whole line with the swap in place
   */
  line: string;
}
/**
 * A character in use with the same initial and final, for the one at the position: what makes a word there comes first, then by popularity
 */
export interface CharSwap {
  char: string;
  jyutping: string;
  tone: number;
  pitch: number;
  definition: string;
  /**
   * Whether it makes a word with its neighbours; those come first
   */
  forms_word: boolean;
  resolves: number[];
  line: string;
}
/**
 * Another reading that a character may have as it is, in a longer word one of the word: sent in `readings`, the risk is gone
 */
export interface ReadingSwap {
  /**
   * The character that is read otherwise: the one at `position`, or the one before it
   */
  sung_position: number;
  jyutping: string;
  tone: number;
  pitch: number;
  code: string;
  resolves: number[];
}
export interface ContourCharacter {
  /**
   * Sung position, from 0
   */
  position: number;
  char: string;
  jyutping: string | null;
  /**
   * Present where the melody decided between readings that are heard for the same meaning: 為何 as wai4 or wai6
   */
  reading_by?: 'melody';
  tone: number | null;
  /**
   * Pitch level, 6 the highest
   */
  pitch: 0 | 2 | 4 | 6 | null;
  /**
   * Move of the melody into this character
   */
  melody_move: '+' | '-' | '=' | null;
  /**
   * Move of the tones into this character
   */
  lyric_move: '+' | '-' | '=' | null;
}
/**
 * Swaps that together clear risks and open none; each of them is needed. Where nothing clears all, those that leave the least come first
 */
export interface Repair {
  line: string;
  /**
   * Lower keeps more of the line and of its meaning
   */
  cost: number;
  /**
   * Positions whose risk it clears
   */
  clears: number[];
  /**
   * Positions whose risk stays; empty where all are cleared
   */
  leaves: number[];
  /**
   * Whether it only reads a character otherwise: `line` is the line as it is
   */
  reading: boolean;
  swaps: {
    start: number;
    replaces: string;
    word: string;
    jyutping: string;
    code: string;
    /**
     * `reading`: the character stays and is read otherwise; at most one in a repair
     */
    source: 'curated' | 'generated' | 'similar' | 'character' | 'reading';
  }[];
}
export interface Check {
  lines: {
    line: string;
    /**
     * The line as it was sent, where it is simplified and was read in its traditional form
     */
    normalized_from?: string;
    risk_count: number;
    risks: {
      /**
       * Sung position: the risk lies between it and the one before
       */
      position: number;
      melody_move: '+' | '-' | '=';
      lyric_move: '+' | '-' | '=';
      /**
       * contrary: songs make the move less than once in fifty; oblique: more often
       */
      severity: 'contrary' | 'oblique';
      /**
       * How often published songs make this move between these two tones, to four decimals
       */
      sung_share: number;
    }[];
    /**
     * Final of the last sung character
     */
    rhyme: string | null;
    /**
     * A, B, … by rhyme, across the lines; finals that songs pair have one letter
     */
    scheme: string | null;
    chars: ContourCharacter[];
  }[];
  /**
   * The sections in order; absent where no line names one
   */
  sections?: CheckedSection[];
  rhymes: {
    /**
     * By letter of `scheme`; absent without it
     */
    wanted?: WantedRhyme[];
    /**
     * Pairs of different finals of line ends that songs rhyme with each other
     */
    close: string[][];
    /**
     * Characters that end several lines in the same reading. A line that is repeated whole counts once
     */
    repeated: {
      char: string;
      jyutping: string;
      words: string[];
      lines: number[];
    }[];
  };
  summary: {
    /**
     * Neighbouring characters of which the moves of melody and tones are both known
     */
    pairs: number;
    contrary: number;
    oblique: number;
    /**
     * Share of the pairs, to four decimals; null without any
     */
    contrary_share: number | null;
    /**
     * Share of the pairs, to four decimals; null without any
     */
    oblique_share: number | null;
    /**
     * What published songs show within phrases, 53 of them counted
     */
    published: {
      contrary_share: number;
      oblique_share: number;
    };
  };
}
export interface CheckedSection {
  section: string;
  /**
   * Numbers of its lines with something sung, from 0
   */
  lines: number[];
  risk_count: number;
  /**
   * Number of the earlier section whose melody it repeats: more than half of its lines, in order, have the same moves; one with a move more or less counts half. null where it has a melody of its own
   */
  melody_of: number | null;
  /**
   * Risks that the section `melody_of` does not have at the same place
   */
  only_here: {
    line: number;
    position: number;
  }[];
  /**
   * Risks that it has there too: the melody is hard to fit
   */
  in_both: {
    line: number;
    position: number;
  }[];
  /**
   * Lines without a line of the same moves there, which are not compared
   */
  other_moves: number[];
}
/**
 * Lines that should rhyme with each other
 */
export interface WantedRhyme {
  letter: string;
  lines: number[];
  /**
   * The final that most of the lines have
   */
  rhyme: string | null;
  /**
   * Lines with another final that songs rhyme with it: an with ang and am, on with ong
   */
  close: {
    line: number;
    rhyme: string | null;
  }[];
  /**
   * Lines that do not rhyme with it
   */
  off: {
    line: number;
    rhyme: string | null;
  }[];
}
export interface Melody {
  /**
   * Beats a minute; null where the file does not say
   */
  tempo: number | null;
  /**
   * The voices, tracks and channels with notes
   */
  parts: {
    name: string;
    note_count: number;
    has_words: boolean;
    /**
     * MIDI pitch
     */
    lowest: number;
    highest: number;
  }[];
  /**
   * Number of the part that was read
   */
  part: number;
  left_out?: MelodyLeftOut;
  /**
   * The lines of `text`, then what is left of the melody; without `text` the phrases of the melody
   */
  lines: MelodyLine[];
}
/**
 * What of the part was not read, if anything
 */
export interface MelodyLeftOut {
  /**
   * Words at which no note begins
   */
  words?: number;
  /**
   * Notes under the top of a chord
   */
  lower_notes?: number;
  /**
   * Grace notes and cue notes
   */
  small_notes?: number;
  /**
   * Repeats and leaps, which are not played out: write them out for all verses
   */
  repeats?: number;
}
export interface MelodyLine {
  /**
   * A line of `text`, or the file's own words; empty where it has none
   */
  line: string;
  /**
   * Sung characters of the line. Where there are more or fewer notes, the words do not fit the melody yet.
   */
  sung_count: number;
  /**
   * The pitches, as fix-contour and check take them
   */
  melody: (number | null)[];
  /**
   * The moves between them, as fix-contour and check take them
   */
  moves: string;
  /**
   * The notes; null where the melody has none for a character
   */
  notes: (MelodyNote | null)[];
}
export interface MelodyNote {
  /**
   * MIDI pitch; of a melisma that of its first note
   */
  pitch: number;
  /**
   * Beats from the beginning of the piece
   */
  start: number;
  /**
   * Length in beats; a melisma is as long as all its notes
   */
  beats: number;
  /**
   * What the file has sung to it; null without words
   */
  syllable: string | null;
  /**
   * Pitches of the further notes that are sung to the same syllable; absent without any
   */
  melisma?: number[];
}
export interface RepairedSong {
  /**
   * What the request costs, if it was not paid for before
   */
  credits: number;
  lines: RepairedLine[];
  /**
   * Risks of these lines together
   */
  risk_count: number;
  /**
   * The first line that there was no time or no room for; null where all were looked at
   */
  next_line: number | null;
}
export interface RepairedLine {
  /**
   * Number of the line, from 0
   */
  index: number;
  line: string;
  /**
   * The line as it was sent, where it is simplified and was read in its traditional form
   */
  normalized_from?: string;
  risk_count: number;
  risks: ContourRisk[];
  repairs?: Repair[];
  /**
   * Readings that the melody decided between those that are heard for the same meaning
   */
  read_by_melody?: {
    sung_position: number;
    jyutping: string;
  }[];
  /**
   * The file has another number of notes for the line than it has sung characters: it was not looked at
   */
  unmatched?: {
    notes: number;
    characters: number;
  };
}
export interface RhymeClose {
  /**
   * Exact number of words in all groups
   */
  total: number;
  /**
   * The form that was sent, when it was read in its Hong Kong form
   */
  normalized_from?: string;
  /**
   * The reading of `rhyme_char` that was rhymed with; absent where it has none
   */
  rhyme_reading?: string;
  /**
   * What was not understood of `like`
   */
  ignored?: string[];
  limit: number;
  offset: number;
  /**
   * What to try where nothing, or something odd, was found: the nearest to the request first; else absent
   */
  hints?: Hint[];
  /**
   * Finals applied, nearest first
   */
  rhymes_used: string[];
  /**
   * Highest pitch first
   */
  groups: {
    end_tone: number;
    /**
     * 0, 2, 4 or 6, the highest
     */
    pitch_level: number;
    count: number;
    words: Entry[];
  }[];
}
export interface Feedback {
  /**
   * Equal for suggestions that say the same; they are reviewed once
   */
  id: string;
  /**
   * As the lexicon writes it
   */
  word: string;
  state: 'received';
}
export interface Sources {
  generation: string;
  entries: number;
  relations: number;
  sources: {
    name: string;
    version: string;
    licence: string;
    url: string;
    attribution: string;
    used_for: string;
    entries: number;
    relations: number;
  }[];
}
export interface Account {
  plan: string;
  /**
   * null for an anonymous caller
   */
  key: {
    id: string;
    name: string;
    expires_at: string | null;
  } | null;
  scopes: ('lex_read' | 'lex_ac' | 'lex_workflow')[];
  limits: {
    daily_credits: number;
    /**
     * Most words on one page
     */
    max_limit: number;
    /**
     * Requests per minute, by group of endpoints
     */
    rates_per_minute: {
      search: number;
      browse: number;
      autocomplete: number;
      workflow: number;
      annotate: number;
      feedback: number;
      other: number;
    };
  };
  quota: {
    limit: number;
    used: number;
    remaining: number;
    /**
     * The next midnight in Hong Kong
     */
    resets_at: string;
  };
}
export interface Usage {
  time_zone: 'Asia/Hong_Kong';
  days: {
    day: string;
    requests: number;
    credits: number;
    errors: number;
    /**
     * Those that were used
     */
    endpoints: {
      endpoint: string;
      requests: number;
      credits: number;
      errors: number;
    }[];
  }[];
}
export interface Health {
  status: 'ok';
}
export interface Readiness {
  /**
   * `degraded`: the engine is away; what needs none is answered, the rest is 503 with `Retry-After`
   */
  status: 'ready' | 'degraded';
  /**
   * Which store answers, and how
   */
  detail: string;
}
export interface ProblemExplanation {
  code:
    | 'invalid_parameter'
    | 'invalid_key'
    | 'insufficient_scope'
    | 'origin_not_allowed'
    | 'word_not_found'
    | 'category_not_found'
    | 'not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'cursor_expired'
    | 'payload_too_large'
    | 'uri_too_long'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'quota_exhausted'
    | 'header_fields_too_large'
    | 'internal'
    | 'backend_unavailable'
    | 'backend_timeout';
  status: number;
  title: string;
  /**
   * What to do next
   */
  advice: string;
}
export interface SynonymsParameters {
  /**
   * The word; simplified and variant characters are understood.
   */
  word: string;
  /**
   * Only the words of one sense of the word, by its id on the card. A sense that the word does not have leaves nothing.
   */
  sense?: string;
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4, and `?` for any one of them. A comma list means any of its codes.
   */
  code?: string | string[];
  /**
   * Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.
   */
  rhyme_char?: string;
  /**
   * Widens the rhyme to its common-rhyme groups (通韻); finals that are cut off (ok) are kept from those that are held (ong).
   */
  loose_rhyme?: boolean;
  /**
   * Number of characters. A comma list means any of its values.
   */
  length?: number | number[];
  /**
   * Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.
   */
  reg?: ('粵' | '通' | '雅') | ('粵' | '通' | '雅')[];
  /**
   * Part of speech: n, v, a, r. A comma list means any of its values.
   */
  pos?: ('n' | 'v' | 'a' | 'r') | ('n' | 'v' | 'a' | 'r')[];
  /**
   * Relations from a curated source, generated ones, or all.
   */
  source?: 'all' | 'curated' | 'generated';
  /**
   * `false` leaves coarse words out.
   */
  vulgar?: boolean;
  /**
   * Page size. The most depends on the plan (anonymous 100); more is lowered to it.
   */
  limit?: number;
  /**
   * Words to skip, without a limit.
   */
  offset?: number;
}
export interface AntonymsParameters {
  /**
   * The word; simplified and variant characters are understood.
   */
  word: string;
  /**
   * Only the words of one sense of the word, by its id on the card. A sense that the word does not have leaves nothing.
   */
  sense?: string;
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4, and `?` for any one of them. A comma list means any of its codes.
   */
  code?: string | string[];
  /**
   * Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.
   */
  rhyme_char?: string;
  /**
   * Widens the rhyme to its common-rhyme groups (通韻); finals that are cut off (ok) are kept from those that are held (ong).
   */
  loose_rhyme?: boolean;
  /**
   * Number of characters. A comma list means any of its values.
   */
  length?: number | number[];
  /**
   * Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.
   */
  reg?: ('粵' | '通' | '雅') | ('粵' | '通' | '雅')[];
  /**
   * Part of speech: n, v, a, r. A comma list means any of its values.
   */
  pos?: ('n' | 'v' | 'a' | 'r') | ('n' | 'v' | 'a' | 'r')[];
  /**
   * Relations from a curated source, generated ones, or all.
   */
  source?: 'all' | 'curated' | 'generated';
  /**
   * `false` leaves coarse words out.
   */
  vulgar?: boolean;
  /**
   * Page size. The most depends on the plan (anonymous 100); more is lowered to it.
   */
  limit?: number;
  /**
   * Words to skip, without a limit.
   */
  offset?: number;
}
export interface PartnersParameters {
  /**
   * The word; simplified and variant characters are understood.
   */
  word: string;
  /**
   * Only partners that go with this sense of the word.
   */
  sense?: string;
  /**
   * What the partners are to the word, by default any; the first six are of nouns.
   */
  relation?:
    | (
        | 'does'
        | 'done_to'
        | 'like_what'
        | 'measure'
        | 'image'
        | 'with'
        | 'takes'
        | 'by'
        | 'describes'
        | 'how'
        | 'measure_of'
        | 'image_of'
        | 'how_of'
      )
    | (
        | 'does'
        | 'done_to'
        | 'like_what'
        | 'measure'
        | 'image'
        | 'with'
        | 'takes'
        | 'by'
        | 'describes'
        | 'how'
        | 'measure_of'
        | 'image_of'
        | 'how_of'
      )[];
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4, and `?` for any one of them. A comma list means any of its codes.
   */
  code?: string | string[];
  /**
   * Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.
   */
  rhyme_char?: string;
  /**
   * Widens the rhyme to its common-rhyme groups (通韻); finals that are cut off (ok) are kept from those that are held (ong).
   */
  loose_rhyme?: boolean;
  /**
   * Relative movement between the characters: `+` up, `-` down, `=` level, `*` free; one fewer than the length, and one more for each of `before` and `after`.
   */
  moves?: string;
  /**
   * The character sung before the word, or its code digit: `moves` then begins with the move into the word.
   */
  before?: string;
  /**
   * The character sung after the word, or its code digit: `moves` then ends with the move out of the word.
   */
  after?: string;
  /**
   * Number of characters. A comma list means any of its values.
   */
  length?: number | number[];
  /**
   * Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.
   */
  reg?: ('粵' | '通' | '雅') | ('粵' | '通' | '雅')[];
  /**
   * Part of speech: n, v, a, r. A comma list means any of its values.
   */
  pos?: ('n' | 'v' | 'a' | 'r') | ('n' | 'v' | 'a' | 'r')[];
  /**
   * Written down as pairs, found in phrases of the lexicon, or all.
   */
  source?: 'all' | 'curated' | 'attested';
  /**
   * `false` leaves coarse words out.
   */
  vulgar?: boolean;
  /**
   * Page size. The most depends on the plan (anonymous 100); more is lowered to it.
   */
  limit?: number;
  /**
   * Words to skip, without a limit.
   */
  offset?: number;
  /**
   * `next_cursor` of the page before, with the other parameters unchanged and without `offset`. It ends with its generation of the lexicon (410 `cursor_expired`).
   */
  cursor?: string;
}
export interface WordParameters {
  /**
   * The word; simplified and variant characters are understood.
   */
  text: string;
  /**
   * Most synonyms, and most antonyms, that the card lists; more than 500 is lowered to 500. Each one listed costs a credit.
   */
  relations_limit?: number;
  /**
   * Relations from a curated source, generated ones, or all.
   */
  source?: 'all' | 'curated' | 'generated';
  /**
   * `true` gives a character as it is, where another is more likely meant: 后 and not 後.
   */
  literal?: boolean;
}
export interface BrowseParameters {
  /**
   * Rhyme final itself, such as `oi`, not a character that rhymes (a character answers nothing). A comma list means any of its finals.
   */
  rhyme?: string | string[];
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4. A comma list means any of its codes. For patterns with `?` use search.
   */
  code?: string | string[];
  /**
   * Emotion, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  emotion?: string | string[];
  /**
   * Theme, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  theme?: string | string[];
  /**
   * Whether `theme` speaks of tagged themes, of inferred ones, or of both.
   */
  theme_scope?: 'tagged' | 'all' | 'inferred';
  /**
   * 正 positive, 負 negative, 中 neutral. A comma list means any of its values.
   */
  valence?: ('正' | '負' | '中') | ('正' | '負' | '中')[];
  /**
   * Semantic category, a `name` of /api/lexicon/categories. A comma list means any of its values.
   */
  category?: string | string[];
  /**
   * Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.
   */
  reg?: ('粵' | '通' | '雅') | ('粵' | '通' | '雅')[];
  /**
   * Part of speech: n, v, a, r. A comma list means any of its values.
   */
  pos?: ('n' | 'v' | 'a' | 'r') | ('n' | 'v' | 'a' | 'r')[];
  /**
   * Number of characters. A comma list means any of its values.
   */
  length?: number | number[];
  /**
   * Last syllable: `open` (a vowel, held on a long note), `nasal` (-m -n -ng), `checked` (-p -t -k). A comma list means any of its values.
   */
  ending?: ('open' | 'nasal' | 'checked') | ('open' | 'nasal' | 'checked')[];
  /**
   * `word`, `phrase` (a fragment: 太想) or `specialist` (birds, chemicals). A comma list means any of its values.
   */
  kind?: ('word' | 'phrase' | 'specialist') | ('word' | 'phrase' | 'specialist')[];
  /**
   * `plain`, `joke`, `archaic` or `literary`. A comma list means any of its values.
   */
  tone?: ('plain' | 'joke' | 'archaic' | 'literary') | ('plain' | 'joke' | 'archaic' | 'literary')[];
  /**
   * `false` leaves coarse words out.
   */
  vulgar?: boolean;
  /**
   * `true` orders by how well a word ends a line: popularity times a weight, so that function words, classifiers, and verbs that need an object come late, and words that match by a reading seldom meant come last.
   */
  ends_line?: boolean;
  /**
   * Facets to count, or `all`: each value with the words that it has under all other selections.
   */
  facets?:
    | (
        | 'all'
        | 'emotion'
        | 'theme'
        | 'valence'
        | 'category'
        | 'reg'
        | 'pos'
        | 'length'
        | 'rhyme'
        | 'code'
        | 'ending'
        | 'kind'
        | 'tone'
      )
    | (
        | 'all'
        | 'emotion'
        | 'theme'
        | 'valence'
        | 'category'
        | 'reg'
        | 'pos'
        | 'length'
        | 'rhyme'
        | 'code'
        | 'ending'
        | 'kind'
        | 'tone'
      )[];
  /**
   * Page size. The most depends on the plan (anonymous 100); more is lowered to it.
   */
  limit?: number;
  /**
   * Words to skip, without a limit.
   */
  offset?: number;
  /**
   * `next_cursor` of the page before, with the other parameters unchanged and without `offset`. It ends with its generation of the lexicon (410 `cursor_expired`).
   */
  cursor?: string;
}
export interface SearchParameters {
  /**
   * Words of the definition, or characters of the word: all of them, in any order.
   */
  q?: string;
  /**
   * Characters that the word begins with; simplified and variant ones are understood.
   */
  starts?: string;
  /**
   * Characters that the word ends with; simplified and variant ones are understood.
   */
  ends?: string;
  /**
   * Characters that the word contains, side by side; simplified and variant ones are understood.
   */
  contains?: string;
  /**
   * Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.
   */
  rhyme_char?: string;
  /**
   * How many last syllables must rhyme; no more than `rhyme_char` has are asked for.
   */
  rhyme_depth?: number;
  /**
   * Widens the rhyme to its common-rhyme groups (通韻); finals that are cut off (ok) are kept from those that are held (ong).
   */
  loose_rhyme?: boolean;
  /**
   * Rhyme final itself, such as `oi`, not a character that rhymes (a character answers nothing). A comma list means any of its finals.
   */
  rhyme?: string | string[];
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4, and `?` for any one of them. A comma list means any of its codes.
   */
  code?: string | string[];
  /**
   * Relative movement between the characters: `+` up, `-` down, `=` level, `*` free; one fewer than the length, and one more for each of `before` and `after`.
   */
  moves?: string;
  /**
   * The character sung before the word, or its code digit: `moves` then begins with the move into the word.
   */
  before?: string;
  /**
   * The character sung after the word, or its code digit: `moves` then ends with the move out of the word.
   */
  after?: string;
  /**
   * Keeps words that are read so: exact syllables, separated by a space; a syllable without a digit may have any tone.
   */
  jyutping?: string;
  /**
   * Lazy sounds (懶音) to be taken as equal in `jyutping` and `rhyme_char`.
   */
  lazy?: ('n-l' | 'ng-0' | 'gw-g' | 'ng-n' | 'k-t') | ('n-l' | 'ng-0' | 'gw-g' | 'ng-n' | 'k-t')[];
  /**
   * Emotion, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  emotion?: string | string[];
  /**
   * Theme, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  theme?: string | string[];
  /**
   * Whether `theme` speaks of tagged themes, of inferred ones, or of both.
   */
  theme_scope?: 'tagged' | 'all' | 'inferred';
  /**
   * 正 positive, 負 negative, 中 neutral. A comma list means any of its values.
   */
  valence?: ('正' | '負' | '中') | ('正' | '負' | '中')[];
  /**
   * Semantic category, a `name` of /api/lexicon/categories. A comma list means any of its values.
   */
  category?: string | string[];
  /**
   * Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.
   */
  reg?: ('粵' | '通' | '雅') | ('粵' | '通' | '雅')[];
  /**
   * Part of speech: n, v, a, r. A comma list means any of its values.
   */
  pos?: ('n' | 'v' | 'a' | 'r') | ('n' | 'v' | 'a' | 'r')[];
  /**
   * Number of characters. A comma list means any of its values.
   */
  length?: number | number[];
  /**
   * Last syllable: `open` (a vowel, held on a long note), `nasal` (-m -n -ng), `checked` (-p -t -k). A comma list means any of its values.
   */
  ending?: ('open' | 'nasal' | 'checked') | ('open' | 'nasal' | 'checked')[];
  /**
   * `word`, `phrase` (a fragment: 太想) or `specialist` (birds, chemicals). A comma list means any of its values.
   */
  kind?: ('word' | 'phrase' | 'specialist') | ('word' | 'phrase' | 'specialist')[];
  /**
   * `plain`, `joke`, `archaic` or `literary`. A comma list means any of its values.
   */
  tone?: ('plain' | 'joke' | 'archaic' | 'literary') | ('plain' | 'joke' | 'archaic' | 'literary')[];
  /**
   * Whether coarse words are listed; by default only where `like` is one, or is absent.
   */
  vulgar?: boolean;
  /**
   * Words whose category a person or a curated source assigned (`verified`), or a method (`generated`).
   */
  quality?: 'all' | 'verified' | 'generated';
  /**
   * A word or jyutping whose sound to be close to; orders by sound and filters nothing.
   */
  near?: string;
  /**
   * What to be close to in meaning: a word, several words or a phrase, in Chinese or English, of up to 60 characters. Orders by similarity; jokes, archaic words and specialist entries last. What is negated (唔開心, not happy) is turned round. A word, its other spellings and its antonyms are left out of its own list, and coarse words unless it is one. `understood` says what was made of it, `near_total` how many words are near.
   */
  like?: string;
  /**
   * Of a word in `like`: only what is like one of its senses, by its id on the card. A sense that the word does not have leaves nothing.
   */
  sense?: string;
  /**
   * Keeps what goes with this word, see /api/lexicon/partners.
   */
  partner_of?: string;
  /**
   * What they are to it, by default any.
   */
  partner?:
    | (
        | 'does'
        | 'done_to'
        | 'like_what'
        | 'measure'
        | 'image'
        | 'with'
        | 'takes'
        | 'by'
        | 'describes'
        | 'how'
        | 'measure_of'
        | 'image_of'
        | 'how_of'
      )
    | (
        | 'does'
        | 'done_to'
        | 'like_what'
        | 'measure'
        | 'image'
        | 'with'
        | 'takes'
        | 'by'
        | 'describes'
        | 'how'
        | 'measure_of'
        | 'image_of'
        | 'how_of'
      )[];
  /**
   * Order: by popularity, by closeness of sound (needs `near`), by closeness of meaning (needs `like`), by code point. `near` or `like` alone imply theirs.
   */
  sort?: 'popularity' | 'sound' | 'similarity' | 'char';
  /**
   * `true` orders by how well a word ends a line: popularity times a weight, so that function words, classifiers, and verbs that need an object come late, and words that match by a reading seldom meant come last.
   */
  ends_line?: boolean;
  /**
   * Facets to count, or `all`: each value with the words that it has under all other selections.
   */
  facets?:
    | (
        | 'all'
        | 'emotion'
        | 'theme'
        | 'valence'
        | 'category'
        | 'reg'
        | 'pos'
        | 'length'
        | 'rhyme'
        | 'code'
        | 'ending'
        | 'kind'
        | 'tone'
      )
    | (
        | 'all'
        | 'emotion'
        | 'theme'
        | 'valence'
        | 'category'
        | 'reg'
        | 'pos'
        | 'length'
        | 'rhyme'
        | 'code'
        | 'ending'
        | 'kind'
        | 'tone'
      )[];
  /**
   * Page size. The most depends on the plan (anonymous 100); more is lowered to it.
   */
  limit?: number;
  /**
   * Words to skip, without a limit.
   */
  offset?: number;
  /**
   * `next_cursor` of the page before, with the other parameters unchanged and without `offset`. It ends with its generation of the lexicon (410 `cursor_expired`).
   */
  cursor?: string;
}
export interface WordsParameters {
  /**
   * Means like: a word or a phrase in Chinese or English; orders by meaning.
   */
  ml?: string;
  /**
   * Sounds like: a word or jyutping; orders by sound.
   */
  sl?: string;
  /**
   * Spelled like: `*` stands for any characters, `?` for one: `心*`, `?心`, `*心*`.
   */
  sp?: string;
  /**
   * Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.
   */
  rhy?: string;
  /**
   * Another name of `rhy`.
   */
  rel_rhy?: string;
  /**
   * `rhy` with the rhyme widened (通韻).
   */
  rel_nry?: string;
  /**
   * Synonyms of this word, by nearness.
   */
  rel_syn?: string;
  /**
   * Antonyms of this word, by nearness.
   */
  rel_ant?: string;
  /**
   * Nouns of an adjective.
   */
  rel_jja?: string;
  /**
   * Adjectives of a noun.
   */
  rel_jjb?: string;
  /**
   * What goes with a word.
   */
  rel_trg?: string;
  /**
   * What comes behind a word.
   */
  rel_bga?: string;
  /**
   * What stands before a word.
   */
  rel_bgb?: string;
  /**
   * Words that the order leans to, beside those of `ml`; filters nothing.
   */
  topics?: string;
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4, and `?` for any one of them. A comma list means any of its codes.
   */
  tone?: string | string[];
  /**
   * Taken for those who send it: definitions, syllables and readings always come.
   */
  md?: string;
  /**
   * Most words. More than 1000, or than a page of the plan has (anonymous 100), is lowered to that.
   */
  max?: number;
}
export interface CategoriesParameters {}
export interface CategoryWordsParameters {
  /**
   * A `name` of /api/lexicon/categories.
   */
  name: string;
  /**
   * Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.
   */
  rhyme_char?: string;
  /**
   * Widens the rhyme to its common-rhyme groups (通韻); finals that are cut off (ok) are kept from those that are held (ong).
   */
  loose_rhyme?: boolean;
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4, and `?` for any one of them. A comma list means any of its codes.
   */
  code?: string | string[];
  /**
   * Emotion, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  emotion?: string | string[];
  /**
   * Theme, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  theme?: string | string[];
  /**
   * Whether `theme` speaks of tagged themes, of inferred ones, or of both.
   */
  theme_scope?: 'tagged' | 'all' | 'inferred';
  /**
   * 正 positive, 負 negative, 中 neutral. A comma list means any of its values.
   */
  valence?: ('正' | '負' | '中') | ('正' | '負' | '中')[];
  /**
   * Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.
   */
  reg?: ('粵' | '通' | '雅') | ('粵' | '通' | '雅')[];
  /**
   * Part of speech: n, v, a, r. A comma list means any of its values.
   */
  pos?: ('n' | 'v' | 'a' | 'r') | ('n' | 'v' | 'a' | 'r')[];
  /**
   * Number of characters. A comma list means any of its values.
   */
  length?: number | number[];
  /**
   * Last syllable: `open` (a vowel, held on a long note), `nasal` (-m -n -ng), `checked` (-p -t -k). A comma list means any of its values.
   */
  ending?: ('open' | 'nasal' | 'checked') | ('open' | 'nasal' | 'checked')[];
  /**
   * `word`, `phrase` (a fragment: 太想) or `specialist` (birds, chemicals). A comma list means any of its values.
   */
  kind?: ('word' | 'phrase' | 'specialist') | ('word' | 'phrase' | 'specialist')[];
  /**
   * `plain`, `joke`, `archaic` or `literary`. A comma list means any of its values.
   */
  tone?: ('plain' | 'joke' | 'archaic' | 'literary') | ('plain' | 'joke' | 'archaic' | 'literary')[];
  /**
   * `false` leaves coarse words out.
   */
  vulgar?: boolean;
  /**
   * Words whose category a person or a curated source assigned (`verified`), or a method (`generated`).
   */
  quality?: 'all' | 'verified' | 'generated';
  /**
   * Page size. The most depends on the plan (anonymous 100); more is lowered to it.
   */
  limit?: number;
  /**
   * Words to skip, without a limit.
   */
  offset?: number;
  /**
   * `next_cursor` of the page before, with the other parameters unchanged and without `offset`. It ends with its generation of the lexicon (410 `cursor_expired`).
   */
  cursor?: string;
}
export interface VocabularyParameters {}
export interface HomophonesParameters {
  /**
   * The character; simplified and variant ones are understood.
   */
  char: string;
}
export interface AutocompleteParameters {
  /**
   * How the word begins: characters as they are written or typed (食野), in Latin letters its jyutping, with or without tones, or as names are spelled in Hong Kong (heung gong), or what it means in English (moon, Admiralty); characters may go on in letters (開s).
   */
  prefix: string;
  /**
   * Most words to answer; more than 50 is lowered to 50.
   */
  limit?: number;
  /**
   * Whether coarse words are listed; by default only where the prefix begins with one.
   */
  vulgar?: boolean;
}
export interface AnnotateParameters {
  /**
   * The text, whole lyrics if you like: at most 5000 characters and 200 lines. Send whole sentences: what stands around a word decides how it is read.
   */
  text: string;
  /**
   * Readings that the writer has chosen: line and place (an item of `chars`) by number, both from 0.
   *
   * @maxItems 1000
   */
  readings?: {
    line: number;
    position: number;
    jyutping: string;
  }[];
}
export interface FixContourParameters {
  /**
   * One lyric line, at most 200 characters. Only what is sung counts, not spaces and punctuation; a Latin word counts one for each syllable (love 1, baby 2), digits and letters that are said singly one each. A line of digits 0, 2, 3 and 4 alone is read as the tones of places without words yet.
   */
  line: string;
  /**
   * Melody direction between neighbouring sung characters, one fewer than there are: `+` up, `-` down, `=` level, `*` free.
   */
  moves?: string;
  /**
   * A MIDI pitch (0 to 127) for each sung character; fractions are rounded to semitones, null leaves a note free.
   *
   * @maxItems 200
   */
  melody?: (number | null)[];
  /**
   * The melody as tone codes, one digit a sung character: 0 lowest, then 2, 4, and 3 the highest.
   */
  melody_code?: string;
  /**
   * Readings that the writer has chosen, by `position` (characters of the line, signs and spaces too) or `sung_position`, both from 0. They hold for the characters as they are: leave out a place whose character you take from a suggestion.
   *
   * @maxItems 200
   */
  readings?: {
    position?: number;
    sung_position?: number;
    jyutping: string;
  }[];
  /**
   * Suggestions of each kind for each risk; a long line with many risks has room for fewer
   */
  max_candidates?: number;
  /**
   * `strict`: every disagreement of tones and melody is a risk. `singable`: only a move that published songs make less than once in twenty between these tones.
   */
  tolerance?: 'strict' | 'singable';
  /**
   * Adds `points` to word swaps: what their preference is the sum of
   */
  explain?: boolean;
  /**
   * A word: `about` of the answer says for which words it is offered, or why it is not
   */
  about?: string;
}
export interface CheckParameters {
  /**
   * The lines of a song: 200 at most, and at most 5000 characters and 1000 readings together.
   *
   * @minItems 1
   * @maxItems 200
   */
  lines: {
    /**
     * One lyric line, at most 200 characters. Only what is sung counts, not spaces and punctuation; a Latin word counts one for each syllable (love 1, baby 2), digits and letters that are said singly one each. A line of digits 0, 2, 3 and 4 alone is read as the tones of places without words yet.
     */
    line: string;
    /**
     * Melody direction between neighbouring sung characters, one fewer than there are: `+` up, `-` down, `=` level, `*` free.
     */
    moves?: string;
    /**
     * A MIDI pitch (0 to 127) for each sung character; fractions are rounded to semitones, null leaves a note free.
     *
     * @maxItems 200
     */
    melody?: (number | null)[];
    /**
     * The melody as tone codes, one digit a sung character: 0 lowest, then 2, 4, and 3 the highest.
     */
    melody_code?: string;
    /**
     * Readings that the writer has chosen, by `position` (characters of the line, signs and spaces too) or `sung_position`, both from 0. They hold for the characters as they are: leave out a place whose character you take from a suggestion.
     *
     * @maxItems 200
     */
    readings?: {
      position?: number;
      sung_position?: number;
      jyutping: string;
    }[];
    /**
     * Name of the section to which the line belongs. Consecutive lines with the same name are a section; sections with lines of the same moves are compared.
     */
    section?: string;
  }[];
  /**
   * The rhyme scheme that is wanted: a letter for each line with something sung, the same for lines that should rhyme; `X` or `-` for a line that need not. Spaces and `/` between stanzas are read over.
   */
  scheme?: string;
  /**
   * `strict`: every disagreement of tones and melody is a risk. `singable`: only a move that published songs make less than once in twenty between these tones.
   */
  tolerance?: 'strict' | 'singable';
}
export interface ReadMelodyParameters {
  /**
   * A melody file in base64: MIDI, MusicXML (score-partwise) or MusicXML in a zip (.mxl), at most 262144 bytes, unzipped 2097152.
   */
  file: string;
  /**
   * The part that is sung: its number, from 0, or its name. Without it the likeliest: the one with most words, else one named for a voice or a melody.
   */
  part?: number | string;
  /**
   * Lyrics to lay the melody under, at most 5000 characters and 200 lines.
   */
  text?: string;
}
/**
 * Either `lines`, or `file` and `text`.
 */
export interface RepairSongParameters {
  /**
   * The lines of a song: 200 at most, and at most 5000 characters and 1000 readings together.
   *
   * @minItems 1
   * @maxItems 200
   */
  lines?: {
    /**
     * One lyric line, at most 200 characters. Only what is sung counts, not spaces and punctuation; a Latin word counts one for each syllable (love 1, baby 2), digits and letters that are said singly one each. A line of digits 0, 2, 3 and 4 alone is read as the tones of places without words yet.
     */
    line: string;
    /**
     * Melody direction between neighbouring sung characters, one fewer than there are: `+` up, `-` down, `=` level, `*` free.
     */
    moves?: string;
    /**
     * A MIDI pitch (0 to 127) for each sung character; fractions are rounded to semitones, null leaves a note free.
     *
     * @maxItems 200
     */
    melody?: (number | null)[];
    /**
     * The melody as tone codes, one digit a sung character: 0 lowest, then 2, 4, and 3 the highest.
     */
    melody_code?: string;
    /**
     * Readings that the writer has chosen, by `position` (characters of the line, signs and spaces too) or `sung_position`, both from 0. They hold for the characters as they are: leave out a place whose character you take from a suggestion.
     *
     * @maxItems 200
     */
    readings?: {
      position?: number;
      sung_position?: number;
      jyutping: string;
    }[];
    /**
     * Name of the section to which the line belongs. Consecutive lines with the same name are a section; sections with lines of the same moves are compared.
     */
    section?: string;
  }[];
  /**
   * A melody file in base64: MIDI, MusicXML (score-partwise) or MusicXML in a zip (.mxl), at most 262144 bytes, unzipped 2097152.
   */
  file?: string;
  /**
   * The part that is sung: its number, from 0, or its name. Without it the likeliest: the one with most words, else one named for a voice or a melody.
   */
  part?: number | string;
  /**
   * Lyrics to lay the melody under, at most 5000 characters and 200 lines.
   */
  text?: string;
  /**
   * Number of the line to begin with: `next_line` of an answer that ran out of time or room
   */
  start_line?: number;
  /**
   * Suggestions of each kind for each risk
   */
  max_candidates?: number;
  /**
   * `strict`: every disagreement of tones and melody is a risk. `singable`: only a move that published songs make less than once in twenty between these tones.
   */
  tolerance?: 'strict' | 'singable';
  /**
   * Answers what it would cost, in `credits`, and nothing else. Free.
   */
  estimate_only?: boolean;
}
export interface RhymeCloseParameters {
  /**
   * Keeps words that rhyme with this character or word, by its primary reading; another reading follows a colon: `來:loi4`. A final (`oi`) answers nothing.
   */
  rhyme_char: string;
  /**
   * Widens the rhyme to its common-rhyme groups (通韻); finals that are cut off (ok) are kept from those that are held (ong).
   */
  loose?: boolean;
  /**
   * Tone-pair code, one digit a character: 0, 2, 3 or 4, and `?` for any one of them. A comma list means any of its codes.
   */
  code?: string | string[];
  /**
   * Relative movement between the characters: `+` up, `-` down, `=` level, `*` free; one fewer than the length, and one more for each of `before` and `after`.
   */
  moves?: string;
  /**
   * The character sung before the word, or its code digit: `moves` then begins with the move into the word.
   */
  before?: string;
  /**
   * What the ending is to be close to in meaning: a word or a phrase, as in search. Of each group the 200 usual endings come in that order, the same final first.
   */
  like?: string;
  /**
   * Keeps the group of one tone.
   */
  end_tone?: number;
  /**
   * Emotion, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  emotion?: string | string[];
  /**
   * Theme, a value of /api/lexicon/vocabulary. A comma list means any of its values.
   */
  theme?: string | string[];
  /**
   * Whether `theme` speaks of tagged themes, of inferred ones, or of both.
   */
  theme_scope?: 'tagged' | 'all' | 'inferred';
  /**
   * 正 positive, 負 negative, 中 neutral. A comma list means any of its values.
   */
  valence?: ('正' | '負' | '中') | ('正' | '負' | '中')[];
  /**
   * Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.
   */
  reg?: ('粵' | '通' | '雅') | ('粵' | '通' | '雅')[];
  /**
   * Part of speech: n, v, a, r. A comma list means any of its values.
   */
  pos?: ('n' | 'v' | 'a' | 'r') | ('n' | 'v' | 'a' | 'r')[];
  /**
   * Number of characters. A comma list means any of its values.
   */
  length?: number | number[];
  /**
   * `word`, `phrase` (a fragment: 太想) or `specialist` (birds, chemicals). A comma list means any of its values.
   */
  kind?: ('word' | 'phrase' | 'specialist') | ('word' | 'phrase' | 'specialist')[];
  /**
   * `false` leaves coarse words out.
   */
  vulgar?: boolean;
  /**
   * Words of each group. The most depends on the plan; more is lowered to it.
   */
  limit?: number;
  /**
   * Words to skip, without a limit.
   */
  offset?: number;
}
export interface FeedbackParameters {
  /**
   * The word that it is about; it need not be in the lexicon yet
   */
  word: string;
  /**
   * What is wrong or missing. `reading` of a word that is not there suggests to add it
   */
  field:
    | 'reading'
    | 'pos'
    | 'reg'
    | 'definition'
    | 'category'
    | 'emotion'
    | 'valence'
    | 'themes'
    | 'synonym'
    | 'antonym'
    | 'not_synonym'
    | 'not_antonym'
    | 'other';
  /**
   * What it should be: jyutping, a value of the vocabulary, a definition, a related word; for `other` a sentence
   */
  suggestion: string;
  /**
   * Why; nothing about yourself is needed
   */
  note?: string;
}
export interface SourcesParameters {}
export interface AccountParameters {}
export interface UsageParameters {
  /**
   * How many days, today included.
   */
  days?: number;
}

/** Every operation of the service. */
export interface LexiconOperations {
  /**
   * Words of like meaning.
   *
   * Related words, those of curated sources first, then by nearness. Of a word whose senses are told apart they come sense by sense, and say which. Filters on sound and form are intersected with the relation; where they leave nothing, `total` is 0, and `hints` name ways on. A word that is not in the lexicon has no relations.
   *
   * - **Cost**: 1 credit for each word a day, whatever the other parameters.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   */
  readonly synonyms: PagedOperation<SynonymsParameters, Relations, Relations['words'][number]>;
  /**
   * Words of opposite meaning.
   *
   * Related words, those of curated sources first, then by nearness. Of a word whose senses are told apart they come sense by sense, and say which. Filters on sound and form are intersected with the relation; where they leave nothing, `total` is 0, and `hints` name ways on. A word that is not in the lexicon has no relations.
   *
   * - **Cost**: 1 credit for each word a day, whatever the other parameters.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   */
  readonly antonyms: PagedOperation<AntonymsParameters, Relations, Relations['words'][number]>;
  /**
   * What goes with a word.
   *
   * Words that stand naturally beside a word in a line. Without `relation` the best of each come in turn; filters are intersected with it.
   *
   * - **Cost**: 1 credit for each word a day, whatever the other parameters.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   *
   * Parameters beside each other, else a 400:
   * - `offset` cannot be given beside cursor, which already says where the page begins; leave one out
   * - `moves` leaves no room for a word; give one move for each of before and after, and one between every two characters
   * - `before` has no move to fit; add moves, whose first sign is the move into the word, for example moves=*+
   * - `after` has no move to fit; add moves, whose last sign is the move out of the word, for example moves=+*
   */
  readonly partners: PagedOperation<PartnersParameters, Partners, Partners['words'][number]>;
  /**
   * Everything about one word.
   *
   * The card of a word: readings, definition, senses, feeling, and related words up to `relations_limit` of each type. A word that is not in the lexicon is a 404.
   *
   * - **Cost**: 1 credit for each related word that is listed, and at least 1; asked again the same day, only what exceeds the most already paid for that word. With `relations_limit=10` a card costs at most 20.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   */
  readonly word: Operation<WordParameters, WordCard>;
  /**
   * Browse by facets.
   *
   * Words by any combination of facets, most popular first or, with `ends_line`, those that end a line best, with counts of the facets on request. The order is stable; paging may go as deep as there are words.
   *
   * - **Cost**: 1 credit.
   * - **Requests a minute** (the group `browse`): 150 without a key, 300 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   *
   * Parameters beside each other, else a 400:
   * - `offset` cannot be given beside cursor, which already says where the page begins; leave one out
   */
  readonly browse: PagedOperation<BrowseParameters, Page, Page['words'][number]>;
  /**
   * Search by sound, melody, meaning and form.
   *
   * All filters of browse, and those that a lyricist needs to fit a melody: rhyme with a character, tone-code patterns, relative movement with what stands before and after; and `partner_of`, what goes with a word. Orders by popularity, closeness of sound, closeness of meaning to a word or phrase in Chinese or English (`like`), or character.
   *
   * - **Cost**: 1 credit.
   * - **Requests a minute** (the group `search`): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   *
   * Parameters beside each other, else a 400:
   * - `offset` cannot be given beside cursor, which already says where the page begins; leave one out
   * - `sort` sound needs a sound to be close to; add near, for example near=海洋
   * - `sort` similarity needs a meaning to be close to; add like, for example like=開心
   * - `sense` is that of a word to be like; add like, for example like=開
   * - `sort` is needed where near and like are both given; add sort=sound or sort=similarity
   * - `ends_line` orders by popularity and a weight, and cannot be given beside another order; leave out ends_line, or sort, near and like
   * - `before` has no move to fit; add moves, whose first sign is the move into the word, for example moves=*+
   * - `after` has no move to fit; add moves, whose last sign is the move out of the word, for example moves=+*
   * - `moves` leaves no room for a word; give one move for each of before and after, and one between every two characters
   * - `partner` says how words go with another; add partner_of, for example partner_of=眼淚
   */
  readonly search: PagedOperation<SearchParameters, Page, Page['words'][number]>;
  /**
   * Words, by the names of the Datamuse API.
   *
   * Search and relations under the names that tools for [Datamuse](https://www.datamuse.com/api/) send, with its answers: a list of words with scores and tags. `tone` is the tone-pair code. Search says more, and has pages.
   *
   * - **Cost**: 1 credit; for the relatives of a word (`rel_syn`, `rel_jjb` and the like) 1 credit for each word a day, whatever the other parameters.
   * - **Requests a minute** (the group `search`): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   *
   * Parameters beside each other, else a 400:
   * - `ml` is one order too many; give one of ml, sl, rel_syn, rel_ant, rel_jja, rel_jjb, rel_trg, rel_bga and rel_bgb
   * - `rhy` is one rhyme too many; give one of rhy, rel_rhy and rel_nry
   * - `topics` lean an order by meaning, and cannot be given beside sl, rel_syn, rel_ant, rel_jja, rel_jjb, rel_trg, rel_bga and rel_bgb; leave them out
   * - `sp` cannot be given beside rel_syn, rel_ant, rel_jja, rel_jjb, rel_trg, rel_bga and rel_bgb; leave it out, or give ml instead
   */
  readonly words: Operation<WordsParameters, DatamuseWords>;
  /**
   * The semantic categories.
   *
   * All 48 categories with the number of words in each. Many assignments come from a method and not from a person: `quality=verified` of search leaves those out.
   *
   * - **Cost**: 1 credit.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   */
  readonly categories: Operation<CategoriesParameters, Categories>;
  /**
   * Words of a category.
   *
   * Search within one semantic category, most popular first. An unknown category is a 404.
   *
   * - **Cost**: 1 credit.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   *
   * Parameters beside each other, else a 400:
   * - `offset` cannot be given beside cursor, which already says where the page begins; leave one out
   */
  readonly categoryWords: PagedOperation<CategoryWordsParameters, Page, Page['words'][number]>;
  /**
   * Legal values of emotion, theme and valence.
   *
   * Every value with the number of words that have it. It changes with the data only: fetch it at start and keep it while its ETag holds.
   *
   * - **Cost**: 1 credit.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   */
  readonly vocabulary: Operation<VocabularyParameters, Vocabulary>;
  /**
   * Characters that sound the same.
   *
   * Characters with the same syllable and tone, a group for each reading of the character. A character that is not in the lexicon has no groups.
   *
   * - **Cost**: 1 credit for each character a day, whatever the other parameters.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   */
  readonly homophones: Operation<HomophonesParameters, Homophones>;
  /**
   * Words that begin so.
   *
   * The prefix itself first when it is a word, then the most popular; English after the sound of frequent words, whole glosses first; specialist entries last. No match is an empty list.
   *
   * - **Cost**: 1 credit.
   * - **Requests a minute** (the group `autocomplete`): 60 without a key, 60 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_ac` or `lex_read`.
   */
  readonly autocomplete: Operation<AutocompleteParameters, Suggestions>;
  /**
   * Read a text character by character.
   *
   * Cuts every line into words and gives each character its reading in this context, with tone, tone code and rhyme. A Latin word is one place a syllable, without a tone, so that places and notes match. An empty line is an element without characters.
   *
   * - **Cost**: 1 credit.
   * - **Requests a minute** (the group `annotate`): 30 without a key, 60 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read` or `lex_workflow`.
   */
  readonly annotate: Operation<AnnotateParameters, Annotation>;
  /**
   * Find and mend clashes of tone and melody.
   *
   * Where the tones of a line run against its melody, the sung word is heard as another one. Answers every such position with words and characters that clear it, and up to three repairs of the whole line.
   *
   * - **Cost**: 5 credits.
   * - **Requests a minute** (the group `workflow`): 10 without a key, 20 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_workflow`.
   */
  readonly fixContour: Operation<FixContourParameters, FixContour>;
  /**
   * Check whole lyrics against their melody.
   *
   * The risks of each line, without suggestions, and a summary beside what published songs show; how its lines rhyme, against a `scheme` if one is given; and, where lines name their `section`, what clashes only in a section that repeats the melody of another. A blank line needs no melody. `/workflow/repair` takes the same lines and answers what to sing instead.
   *
   * - **Cost**: 5 credits.
   * - **Requests a minute** (the group `workflow`): 10 without a key, 20 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_workflow`.
   */
  readonly check: Operation<CheckParameters, Check>;
  /**
   * Read a melody file.
   *
   * The melody of a MIDI or MusicXML file, one note a syllable, cut into lines that fix-contour and check take as they are. With `text` it is laid under those lines: by the words of the file where they are the same, else phrase by phrase, else in order. Repeats are not played out. The file is not stored.
   *
   * - **Cost**: 5 credits.
   * - **Requests a minute** (the group `workflow`): 10 without a key, 20 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_workflow`.
   */
  readonly readMelody: Operation<ReadMelodyParameters, Melody>;
  /**
   * Find and mend the clashes of a whole song.
   *
   * For every line what fix-contour answers: its risks with the first swaps, and repairs of the line. The song is given by lines with their melody, as for check, or as a melody file with its lyrics. `X-Cost-Estimate` says the price before the work. With `Accept: application/x-ndjson` each line is sent as soon as it is ready, a JSON object a line, and after them one with `credits`, `risk_count` and `next_line`. Sent again with the same `Idempotency-Key` and body, it costs nothing for the rest of the day.
   *
   * - **Cost**: 1 credit for each sung line, and at least 5; `X-Cost-Estimate` says how many.
   * - **Requests a minute** (the group `workflow`): 10 without a key, 20 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_workflow`.
   */
  readonly repairSong: Operation<RepairSongParameters, RepairedSong>;
  /**
   * Endings that rhyme, by pitch.
   *
   * Words that rhyme with a character, grouped by the tone of their last syllable, so that the group whose pitch fits the last note can be picked; those that end a line best come first, specialist entries last. `code`, or `moves` with `before`, keeps those that fit the melody: of `loose` ends those that songs rhyme with it (an, ang, am) then stand among the same, not behind them. `like` puts first what says the same. When the last note is high, take the groups with `pitch_level` 6.
   *
   * - **Cost**: 5 credits.
   * - **Requests a minute** (the group `workflow`): 10 without a key, 20 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_workflow`.
   *
   * Parameters beside each other, else a 400:
   * - `before` has no move to fit; add moves, whose first sign is the move into the word, for example moves=*+
   * - `moves` leaves no room for a word; give one move for before, and one between every two characters
   */
  readonly rhymeClose: Operation<RhymeCloseParameters, RhymeClose>;
  /**
   * Say what is wrong or missing.
   *
   * Keeps a suggestion for the people who look after the lexicon. It changes nothing by itself: they review it, and what they accept is in a later generation. Control characters and invisible formatting characters are refused, save for line breaks and tabs in the note. Neither your key nor your address is kept with it, but a name made of it that changes every day, by which what one caller sent can be rejected together.
   *
   * - **Cost**: nothing.
   * - **Requests a minute** (the group `feedback`): 5 without a key, 10 on the plan free, 60 on the plan partner.
   * - **A key needs** `lex_read` or `lex_workflow`.
   */
  readonly feedback: Operation<FeedbackParameters, Feedback>;
  /**
   * Where the lexicon comes from.
   *
   * The generation of the lexicon that answers, and every source of it with its licence and attribution.
   *
   * - **Cost**: nothing.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read`.
   */
  readonly sources: Operation<SourcesParameters, Sources>;
  /**
   * Your plan, scopes and limits.
   *
   * The caller's own plan, scopes, limits and what is left of today's credits. Costs nothing.
   *
   * - **Cost**: nothing.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read` or `lex_workflow`.
   */
  readonly account: Operation<AccountParameters, Account>;
  /**
   * What you used, by day and endpoint.
   *
   * The caller's own requests, credits and errors for the last days, oldest first, today included. Days are those of Hong Kong. Keys have 90 days; callers without a key are shown what came from their address, and only yesterday and today are kept. Counts only: no words. Costs nothing.
   *
   * - **Cost**: nothing.
   * - **Requests a minute** (these endpoints together): 60 without a key, 120 on the plan free, 6000 on the plan partner.
   * - **A key needs** `lex_read` or `lex_workflow`.
   */
  readonly usage: Operation<UsageParameters, Usage>;
}

/** How each operation is sent. */
export const OPERATIONS: Readonly<Record<keyof LexiconOperations, OperationSpec>> = {
  synonyms: { method: 'GET', path: '/api/lexicon/synonyms', paging: 'offset' },
  antonyms: { method: 'GET', path: '/api/lexicon/antonyms', paging: 'offset' },
  partners: { method: 'GET', path: '/api/lexicon/partners', paging: 'cursor' },
  word: { method: 'GET', path: '/api/lexicon/word/{text}' },
  browse: { method: 'GET', path: '/api/lexicon/browse', paging: 'cursor' },
  search: { method: 'GET', path: '/api/lexicon/search', paging: 'cursor' },
  words: { method: 'GET', path: '/api/lexicon/words' },
  categories: { method: 'GET', path: '/api/lexicon/categories' },
  categoryWords: { method: 'GET', path: '/api/lexicon/category/{name}/words', paging: 'cursor' },
  vocabulary: { method: 'GET', path: '/api/lexicon/vocabulary' },
  homophones: { method: 'GET', path: '/api/lexicon/homophones/{char}' },
  autocomplete: { method: 'GET', path: '/api/lexicon/autocomplete' },
  annotate: { method: 'POST', path: '/api/lexicon/annotate' },
  fixContour: { method: 'POST', path: '/api/lexicon/workflow/fix-contour' },
  check: { method: 'POST', path: '/api/lexicon/workflow/check' },
  readMelody: { method: 'POST', path: '/api/lexicon/workflow/melody' },
  repairSong: { method: 'POST', path: '/api/lexicon/workflow/repair' },
  rhymeClose: { method: 'GET', path: '/api/lexicon/workflow/rhyme-close' },
  feedback: { method: 'POST', path: '/api/lexicon/feedback' },
  sources: { method: 'GET', path: '/api/lexicon/sources' },
  account: { method: 'GET', path: '/api/account' },
  usage: { method: 'GET', path: '/api/account/usage' },
};

export const EVENTS_PATH = '/api/lexicon/events';
