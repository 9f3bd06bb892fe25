/** Readings of a word that search, browse and relations look at; the card, homophones and annotation know all of them. */
export const READINGS_SEARCHED = 4;
