import { parentPort } from 'node:worker_threads';
import { readValences } from '../sources/sentiment.ts';
import { readWordNet } from '../sources/wordnet.ts';
import { answerMeaning, type Meaning, type MeaningQuestion, type RelationCandidates } from './meaning.ts';

export type MeaningReport =
  | { readonly kind: 'meanings'; readonly meanings: readonly Meaning[] }
  | { readonly kind: 'relations'; readonly relations: RelationCandidates };

/** Reads WordNet while the main thread gathers words, then answers one question, in two parts, and ends. */
const wordnet = readWordNet();
const valences = readValences();
const send = (report: MeaningReport, buffers: ArrayBuffer[] = []) => parentPort?.postMessage(report, buffers);

parentPort?.once('message', (question: MeaningQuestion) => {
  const { synonyms, antonyms } = answerMeaning(wordnet, valences, question, (meanings) =>
    send({ kind: 'meanings', meanings }),
  );
  const buffers = [synonyms, antonyms].flatMap(({ ends, weights }) => [ends.buffer, weights.buffer]);
  send({ kind: 'relations', relations: { synonyms, antonyms } }, buffers as ArrayBuffer[]);
});
