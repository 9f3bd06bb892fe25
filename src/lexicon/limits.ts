/** Readings of a word that search, browse and relations consider. The word card, homophones and annotation use all. */
export const MAX_SEARCHED_READINGS = 4;
/** Defaults of suggestions. */
export const DEFAULT_SUGGEST_OPTIONS = { limit: 10, vulgar: true } as const;
