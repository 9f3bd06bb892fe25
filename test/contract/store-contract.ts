import { afterAll, beforeAll, describe } from '@jest/globals';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { engineCases } from './cases/engine-cases.ts';
import { meaningCases } from './cases/meaning-cases.ts';
import { orderCases } from './cases/order-cases.ts';
import { relationCases } from './cases/relation-cases.ts';
import { soundCases } from './cases/sound-cases.ts';
import { suggestionCases } from './cases/suggestion-cases.ts';
import { wordCases } from './cases/word-cases.ts';
import { lexiconReader } from './queries.ts';

/**
 * What any store must answer on the small lexicon, worked out by hand from its rows. `open` gets a store that holds
 * {@link file://./small-lexicon.ts}.
 */
export function describeStoreContract(name: string, open: () => Promise<LexiconStore>): void {
  describe(`${name} keeps the store contract`, () => {
    let store: LexiconStore;
    const read = lexiconReader(() => store);
    beforeAll(async () => {
      store = await open();
    }, 120_000);
    afterAll(() => store?.close());

    wordCases(read);
    soundCases(read);
    orderCases(read);
    meaningCases(read);
    relationCases(read);
    suggestionCases(read);
    engineCases(read);
  });
}
