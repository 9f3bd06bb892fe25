/** Readings of a word that search, browse and relations look at; the card, homophones and annotation know all of them. */
export const MAX_SEARCHED_READINGS = 4;
/** Suggestions to a prefix where nobody says how many, or whether coarse words are wanted. */
export const DEFAULT_SUGGEST_OPTIONS = { limit: 10, vulgar: true } as const;
