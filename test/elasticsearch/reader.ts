import { setTimeout as sleep } from 'node:timers/promises';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { pageQuery, relationQuery } from '../contract/ask.ts';

/** What clients saw that read without a pause. */
export interface Readings {
  /** Requests that were answered. */
  readonly answered: number;
  readonly failures: readonly string[];
  /** Requests in which two generations met. */
  readonly mixed: readonly string[];
  /** Generations in the order in which each client saw them. */
  readonly seen: readonly (readonly string[])[];
}

/**
 * Lets `clients` read without a pause until `work` is done. Every definition of the lexicon must be the name of its generation:
 * that is how an answer made of two of them is found out.
 */
export async function whileReading(
  store: LexiconStore,
  clients: number,
  work: () => Promise<unknown>,
): Promise<Readings> {
  let done = false;
  let answered = 0;
  const [failures, mixed]: [string[], string[]] = [[], []];
  const seen: string[][] = Array.from({ length: clients }, () => []);
  const client = async (me: number) => {
    for (let turn = me; !done; turn++) {
      try {
        const told = await askOnce(store, turn);
        answered++;
        if (new Set(told).size > 1) mixed.push([...new Set(told)].join(' with '));
        if (seen[me]!.at(-1) !== told[0]) seen[me]!.push(told[0]!);
      } catch (error) {
        failures.push((error as Error).message);
      }
      await sleep(1);
    }
  };
  const clientsDone = Promise.all(seen.map((_, me) => client(me)));
  try {
    await work();
  } finally {
    done = true;
  }
  await clientsDone;
  return { answered, failures, mixed, seen };
}

/** One request of several questions: the generation, and what each answer says that it is from. */
function askOnce(store: LexiconStore, turn: number): Promise<string[]> {
  return store.read(async (lexicon) => {
    const offset = turn % 20;
    const page = await lexicon.page(pageQuery({}, {}, { start: { offset }, limit: 5, facets: ['pos'] }));
    const related = await lexicon.relations(
      relationQuery(turn % 2 === 0 ? '開心' : '海', { offset: turn % 2, limit: 2 }),
    );
    const found = await lexicon.lookup(['悲傷', '开心']);
    return [
      lexicon.generation.name,
      ...page.words.map(({ entry }) => entry.definition),
      ...related.words.map(({ entry }) => entry.definition),
      ...[...found.values()].map(({ entry }) => entry.definition),
    ];
  });
}
