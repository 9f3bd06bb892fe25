/** Steps of a build, in order. */
export const STEPS = ['sources', 'readings', 'meaning', 'relations', 'entries', 'writing'] as const;
export type Step = (typeof STEPS)[number];
