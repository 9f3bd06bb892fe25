import type { PartOfSpeech, Valence } from '../../src/lexicon/entry.ts';
import type { WordNet } from '../sources/wordnet.ts';
import { type BridgedWord, type BridgeWord, bridge, lemmaOf, plainGloss } from './bridge.ts';
import { labelsOf, type Seeds, spreadEmotions, spreadThemes } from './feelings.ts';
import { type Candidate, createRelationFinder } from './synonyms.ts';
import { createValenceJudge } from './valence.ts';

/** Everything about meaning that WordNet can tell, for all words at once. Runs in a thread of its own. */

export interface MeaningQuestion {
  readonly words: readonly (BridgeWord & {
    /** Whether other words may be related to it: names and the rarest words are not. */
    readonly relatable: boolean;
  })[];
  readonly emotions: readonly Seeds[];
  readonly themes: readonly Seeds[];
}

export interface Meaning {
  readonly word: string;
  readonly pos: PartOfSpeech;
  readonly category: string;
  /** Category of each gloss by itself, where it has one. */
  readonly glossCategories: readonly (readonly [pos: PartOfSpeech, category: string] | null)[];
  readonly emotion: string | null;
  readonly themes: readonly string[];
  readonly valence: Valence | null;
}

export interface MeaningAnswer {
  readonly meanings: readonly Meaning[];
  readonly synonyms: readonly Candidate[];
  readonly antonyms: readonly Candidate[];
}

export function answerMeaning(
  wordnet: WordNet,
  valences: ReadonlyMap<string, number>,
  question: MeaningQuestion,
): MeaningAnswer {
  const emotions = spreadEmotions(wordnet, question.emotions);
  const themes = spreadThemes(wordnet, question.themes);
  const judge = createValenceJudge(wordnet, valences);
  const meanings: Meaning[] = [];
  const pool: BridgedWord[] = [];
  for (const word of question.words) {
    const bridged = bridge(wordnet, word);
    if (!bridged) {
      const category = headWordCategory(wordnet, word);
      if (category)
        meanings.push({
          word: word.word,
          pos: category[0],
          category: category[1],
          glossCategories: [],
          emotion: null,
          themes: [],
          valence: null,
        });
      continue;
    }
    if (word.relatable) pool.push(bridged);
    meanings.push({
      word: word.word,
      pos: bridged.glossPos,
      category: categoryOf(wordnet, bridged),
      glossCategories:
        word.glosses.length > 1 ? word.glosses.map((gloss) => categoryOfGloss(wordnet, word, gloss)) : [],
      emotion: labelsOf(emotions, bridged.synsets)[0]?.[0] ?? null,
      themes: labelsOf(themes, bridged.synsets).map(([theme]) => theme),
      valence: judge(bridged) ?? null,
    });
  }
  const finder = createRelationFinder(wordnet, pool);
  return {
    meanings,
    synonyms: pool.flatMap((word) => finder.synonymsOf(word)),
    antonyms: pool.flatMap((word) => finder.antonymsOf(word)),
  };
}

function categoryOf(wordnet: WordNet, { synsets, comparedAs }: Pick<BridgedWord, 'synsets' | 'comparedAs'>): string {
  const ids = [...synsets.keys()];
  return wordnet.lexname(ids.find((id) => wordnet.pos(id) === comparedAs) ?? ids[0]!);
}

function categoryOfGloss(wordnet: WordNet, word: BridgeWord, gloss: string): [PartOfSpeech, string] | null {
  const bridged = bridge(wordnet, { ...word, glosses: [gloss] });
  if (!bridged) return headWordCategory(wordnet, { ...word, glosses: [gloss] }) ?? null;
  const category = categoryOf(wordnet, bridged);
  return [bridged.comparedAs, category];
}

const MODIFIER = / (?:of|in|for|with|on|from|at|that|who|which|to|by|used|made|under|between|as|where|when) .*/;

/** The category of the head of a longer gloss: "type of fish eaten raw" is an animal, "to walk about" a motion. */
export function headWordCategory(
  wordnet: WordNet,
  word: Pick<BridgeWord, 'glosses' | 'pos'>,
): [PartOfSpeech, string] | undefined {
  for (const gloss of word.glosses) {
    const text = plainGloss(gloss.split(/[;,]/)[0]!);
    const verb = /^to (?:be )?(\S+)/.exec(text);
    const pos = verb ? 'v' : 'n';
    const head = verb
      ? verb[1]!
      : text
          .replace(/^(?:a |an |the )?(?:type|kind|sort|species|variety|piece|set|group) of /, '')
          .replace(MODIFIER, '')
          .split(' ')
          .at(-1)!;
    const lemma = head && lemmaOf(wordnet, head, pos);
    if (lemma) return [pos, wordnet.lexname(wordnet.senses(pos, lemma)[0]!.synset)];
  }
  return undefined;
}
