/** The tags of the OpenAPI document in order, with the operations of each. */
export const TAGS = [
  {
    name: 'Words',
    description: 'What is known of a word, and the words that are related to it in meaning or in sound.',
    operations: ['word', 'synonyms', 'antonyms', 'homophones'],
  },
  {
    name: 'Search',
    description: 'Words by sound, melody, meaning, feeling and form; what the filters may be given.',
    operations: ['search', 'browse', 'words', 'autocomplete', 'categories', 'categoryWords', 'vocabulary'],
  },
  {
    name: 'Writing',
    description: 'Whole lines and lyrics: their readings, where tones and melody clash, how a line may end.',
    operations: ['annotate', 'fixContour', 'check', 'rhymeClose', 'readMelody'],
  },
  {
    name: 'Account',
    description: 'What you may use, and what you used.',
    operations: ['account', 'usage'],
  },
  {
    name: 'Service',
    description: 'The service itself: what it is made of, whether it is well, when the lexicon changes.',
    operations: ['feedback', 'sources', 'events', 'health', 'readiness', 'document', 'problem'],
  },
] as const;

/** The tag of an operation; the service's own tag by default. */
export function tagOf(id: string): string {
  return TAGS.find(({ operations }) => (operations as readonly string[]).includes(id))?.name ?? 'Service';
}
