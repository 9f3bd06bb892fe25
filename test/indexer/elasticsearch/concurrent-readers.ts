import { setTimeout as sleep } from 'node:timers/promises';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { pageQuery, relationQuery } from '../../contract/queries.ts';

/** What clients saw that read without a pause. */
export interface ReaderReport {
  /** Requests that were answered. */
  readonly answered: number;
  readonly failures: readonly string[];
  /** Requests in which two generations met. */
  readonly mixed: readonly string[];
  /** Generations in the order in which each client saw them. */
  readonly generationsSeen: readonly (readonly string[])[];
}

/**
 * Lets `clients` read without a pause until `work` is done. Every definition of the lexicon must be the name of its generation:
 * that is how an answer made of two of them is found out.
 */
export async function whileReading(
  store: LexiconStore,
  clients: number,
  work: () => Promise<unknown>,
): Promise<ReaderReport> {
  let done = false;
  let answered = 0;
  const [failures, mixed]: [string[], string[]] = [[], []];
  const generationsSeen: string[][] = Array.from({ length: clients }, () => []);
  const client = async (clientIndex: number) => {
    for (let sequence = clientIndex; !done; sequence++) {
      try {
        const generations = await readOnce(store, sequence);
        answered++;
        if (new Set(generations).size > 1) mixed.push([...new Set(generations)].join(' with '));
        if (generationsSeen[clientIndex]!.at(-1) !== generations[0])
          generationsSeen[clientIndex]!.push(generations[0]!);
      } catch (error) {
        failures.push((error as Error).message);
      }
      await sleep(1);
    }
  };
  const clientsDone = Promise.all(generationsSeen.map((_, clientIndex) => client(clientIndex)));
  try {
    await work();
  } finally {
    done = true;
  }
  await clientsDone;
  return { answered, failures, mixed, generationsSeen };
}

/** One request of several questions: the generation, and what each answer says that it is from. */
function readOnce(store: LexiconStore, sequence: number): Promise<string[]> {
  return store.read(async (lexicon) => {
    const offset = sequence % 20;
    const page = await lexicon.page(pageQuery({}, {}, { start: { offset }, limit: 5, facets: ['pos'] }));
    const related = await lexicon.relations(
      relationQuery(sequence % 2 === 0 ? '開心' : '海', { offset: sequence % 2, limit: 2 }),
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
