import { parentPort } from 'node:worker_threads';
import { readCedict } from '../sources/cc-cedict.ts';
import { readValences } from '../sources/sentiment.ts';
import { readWordNet } from '../sources/wordnet.ts';
import { collectGarbage } from './collect-garbage.ts';
import { computeMeanings, type MeaningRequest, type RelationCandidates } from './meaning.ts';
import { preparseGloss } from './wordnet-link.ts';

export type MeaningReport =
  | { readonly kind: 'meanings'; readonly json: string }
  | { readonly kind: 'relations'; readonly relations: RelationCandidates };

/** Reads WordNet while the main thread gathers words, then answers one question, in two parts, and ends. */
const wordnet = readWordNet();
const valences = readValences();
// While it waits it takes apart what it will be asked about, and lets go of the dictionary.
for (const { glosses } of readCedict()) for (const gloss of glosses) preparseGloss(wordnet, gloss);
await collectGarbage();
const send = (report: MeaningReport, buffers: ArrayBuffer[] = []) => parentPort?.postMessage(report, buffers);

// As text, which goes from thread to thread in half the time that so many objects take.
parentPort?.once('message', (json: string) => {
  const request = JSON.parse(json) as MeaningRequest;
  const { synonyms, antonyms } = computeMeanings(wordnet, valences, request, (meanings) =>
    send({ kind: 'meanings', json: JSON.stringify(meanings) }),
  );
  const buffers = [synonyms, antonyms].flatMap(({ ends, weights }) => [ends.buffer, weights.buffer]);
  send({ kind: 'relations', relations: { synonyms, antonyms } }, buffers as ArrayBuffer[]);
});
