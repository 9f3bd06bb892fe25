/** Guidance for assistants on a tool, in addition to the OpenAPI document. */
export interface ToolGuidance {
  /** The tool's name. */
  readonly name: string;
  /** When and for what to use it. */
  readonly whenToUse: string;
  /** Default arguments: shorter responses, because assistants read all of them. */
  readonly defaults?: Readonly<Record<string, number>>;
  /** Whether the call stores something, so that hosts may ask the user first. */
  readonly storesData?: boolean;
}

/** By the operation's id. */
export const GUIDANCE: Readonly<Record<string, ToolGuidance>> = {
  synonyms: {
    name: 'find_synonyms',
    whenToUse:
      'Use it to replace a word by one that means the same and fits the melody (`code`) or the rhyme (`rhyme_char`). When little is left, `wider` says what finds more; `like` there is search_words.',
    defaults: { limit: 20 },
  },
  antonyms: { name: 'find_antonyms', whenToUse: 'Use it for contrast.', defaults: { limit: 20 } },
  word: {
    name: 'look_up_word',
    whenToUse:
      'Use it to learn what a word means, how it is read and how it feels. Each related word that is listed costs a credit.',
    defaults: { relations_limit: 10 },
  },
  browse: {
    name: 'browse_words',
    whenToUse: 'Use it to collect words of a feeling, theme, category or rhyme; ask for `facets` to see what there is.',
    defaults: { limit: 20 },
  },
  search: {
    name: 'search_words',
    whenToUse:
      'Use it to find the word that fits a place in a line: its tones (`code`, or `moves` with `before` and `after`), its rhyme (`rhyme_char`), its meaning (`like`: a word, or a phrase of what it should say, in Chinese or English; `q`: words of its definition). Filters are intersected: when nothing is found, take one away; `like` never filters.',
    defaults: { limit: 20 },
  },
  words: {
    name: 'list_words',
    whenToUse:
      'Use it for a short list by one or two filters, when you know the names of the Datamuse API; else search_words.',
    defaults: { max: 20 },
  },
  categories: { name: 'list_categories', whenToUse: 'Use it once, to learn what `category` may be.' },
  categoryWords: {
    name: 'list_category_words',
    whenToUse: 'Use it to collect words of one semantic category, such as plants or feelings.',
    defaults: { limit: 20 },
  },
  vocabulary: {
    name: 'list_vocabulary',
    whenToUse: 'Use it once, to learn what `emotion`, `theme` and `valence` may be.',
  },
  homophones: {
    name: 'find_homophones',
    whenToUse: 'Use it for puns, and to see which other words a character is heard as.',
  },
  autocomplete: {
    name: 'complete_word',
    whenToUse: 'Use it to find a word of which the beginning or the sound is known.',
  },
  annotate: {
    name: 'annotate_lyrics',
    whenToUse: 'Use it before anything is said of how a text sounds: never guess jyutping or tones. Send whole lines.',
  },
  fixContour: {
    name: 'fix_contour',
    whenToUse:
      'Use it for a line and its melody: it finds where the tones run against the melody and suggests other words. Give either `moves` or `melody`. Show the writer the suggestions; do not apply them unasked. With `reading_swaps` ask first how the character is sung: another reading may be all that is needed.',
    defaults: { max_candidates: 5 },
  },
  check: {
    name: 'check_song',
    whenToUse:
      'Use it for all lines of a song at once, at the price of one; then fix_contour for the lines that have risks. Name the `section` of each line to compare a second verse with the first, and give the `scheme` that the rhymes should follow.',
  },
  readMelody: {
    name: 'read_melody',
    whenToUse:
      'Use it when there is a MIDI or MusicXML file: its lines give fix_contour and check_song their `melody`. Where `sung_count` differs from the number of notes, ask the writer.',
  },
  rhymeClose: {
    name: 'find_rhymes',
    whenToUse:
      'Use it for the end of a line: take the group whose `pitch_level` fits the last note, 6 for the highest.',
    defaults: { limit: 8 },
  },
  feedback: {
    name: 'send_feedback',
    whenToUse:
      'Use it only when the writer asks you to, or agrees: it sends a suggestion to the people who look after the lexicon. Put nothing of the lyric or of the writer into it.',
    storesData: true,
  },
  sources: {
    name: 'list_sources',
    whenToUse: 'Use it when someone asks where the words come from, or whom to credit.',
  },
  account: { name: 'show_account', whenToUse: 'Use it to learn how many credits are left today.' },
  usage: { name: 'show_usage', whenToUse: 'Use it when someone asks what was used, and when.' },
};

/** Instructions sent to an assistant when it connects. */
export const INSTRUCTIONS = `A lexicon for people who write Cantonese lyrics. In Cantonese a melody that runs against a word's tones turns it into another
word, so that a lyric must fit the melody.

- A tone-pair code has one digit a character: 3 for tones 1 and 2 (the highest), 4 for tones 3 and 5, 2 for tone 6, 0 for tone 4 (the lowest).
- Moves are the steps of the melody from one character to the next: + up, - down, = level, * free. A line of n sung characters has n-1.
- To write a line: annotate_lyrics for its readings, fix_contour with the melody, find_rhymes for its end, search_words or
  find_synonyms for single words.
- Words are written in Hong Kong traditional characters. An answer with total 0 is an answer: widen the search, as wider says.
- search_words finds words for an idea: say it in like ("lonely rainy night", 孤單的夜晚) beside the tones and the rhyme. rhyme_reading
  tells by which reading a character was rhymed.
- Credits are counted by day, requests by the minute: all tools together have few dozens without a key; annotate_lyrics fewer, and
  fix_contour, check_song and find_rhymes the fewest, counted together. A key may be limited to some tools. show_account tells the
  caller's limits. An error says what to do next.`;
