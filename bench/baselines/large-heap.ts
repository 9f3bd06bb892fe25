/** Megabytes of heap with which Node is started to measure all baselines: two of them keep ten times the lexicon in some 9 GB. */
export const LARGE_HEAP_MB = 14_000;
