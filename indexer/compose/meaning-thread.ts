import { parentPort } from 'node:worker_threads';
import { readValences } from '../sources/sentiment.ts';
import { readWordNet } from '../sources/wordnet.ts';
import { answerMeaning, type MeaningQuestion } from './meaning.ts';

/** Reads WordNet while the main thread gathers words, then answers one question and ends. */
const wordnet = readWordNet();
const valences = readValences();
parentPort?.once('message', (question: MeaningQuestion) => {
  const answer = answerMeaning(wordnet, valences, question);
  const { synonyms, antonyms } = answer;
  const buffers = [synonyms, antonyms].flatMap(({ ends, weights }) => [ends.buffer, weights.buffer]);
  parentPort?.postMessage(answer, buffers);
});
