import type { Pointer, Sense, WordNet } from '../../../indexer/sources/wordnet.ts';
import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';

export interface SmallSynset {
  readonly name: string;
  readonly pos: PartOfSpeech;
  readonly lexname: string;
  /** Lemmas with how often this sense of each was met in tagged text, e.g. `miss:5`. */
  readonly lemmas: readonly string[];
  /** Sign and name of the target, with the lemmas that a lexical pointer joins: `! cold cold>hot`. */
  readonly pointers?: readonly string[];
}

/** A WordNet of a few synsets. A lemma's senses come in the order in which its synsets are listed. */
export function smallWordNet(synsets: readonly SmallSynset[]): WordNet & { synset(name: string): number } {
  const numbers = new Map(synsets.map(({ name }, i) => [name, i]));
  const lemmas: { text: string; pos: PartOfSpeech; senses: Sense[] }[] = [];
  const index = new Map<string, number>();
  const members = synsets.map(({ pos, lemmas: specs }, synset) =>
    specs.map((spec) => {
      const [text, tagged = '1'] = spec.split(':') as [string, string?];
      const key = `${pos}:${text}`;
      if (!index.has(key)) {
        index.set(key, lemmas.length);
        lemmas.push({ text, pos, senses: [] });
      }
      const lemma = index.get(key)!;
      lemmas[lemma]!.senses.push({ synset, tagCount: Number(tagged) });
      return lemma;
    }),
  );
  const wordIndex = (synset: number, text: string | undefined) =>
    text === undefined ? -1 : members[synset]!.findIndex((lemma) => lemmas[lemma]!.text === text);
  const pointers = synsets.map(({ pointers: specs = [] }, synset) =>
    specs.map((spec): Pointer => {
      const [sign, name, words] = spec.split(' ') as [string, string, string?];
      const target = numbers.get(name)!;
      const [from, to] = words?.split('>') ?? [];
      return { sign, target, sourceWord: wordIndex(synset, from), targetWord: wordIndex(target, to) };
    }),
  );
  return {
    synset: (name) => numbers.get(name)!,
    lemma: (pos, text) => index.get(`${pos}:${text}`),
    text: (lemma) => lemmas[lemma]!.text,
    posOfLemma: (lemma) => lemmas[lemma]!.pos,
    senses: (lemma) => lemmas[lemma]!.senses,
    pos: (synset) => synsets[synset]!.pos,
    lexname: (synset) => synsets[synset]!.lexname,
    lemmas: (synset) => members[synset]!,
    pointers: (synset) => pointers[synset]!,
  };
}
