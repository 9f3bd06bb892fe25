import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { collectRelations } from '../../../../indexer/compose/relations/relations.ts';
import type { CuratedRelation, DeniedRelation } from '../../../../indexer/compose/types.ts';
import type { JudgedPair } from '../../../../indexer/sources/generated.ts';

const WORDS = ['海', '開心', '快樂', '愉快', '喜悦', '悲傷', '哀傷', '屌', '鍾意'];

interface Row {
  readonly name: string;
  /** `type word related sense score`; 92 both ways where there is no score. */
  readonly curated?: readonly string[];
  /** Synonyms of words that the model has not seen: `word related score`. */
  readonly synonyms?: readonly string[];
  /** Pairs of 愉快 that the model judged: `related tier percent`. */
  readonly judged?: readonly string[];
  readonly denied?: readonly string[];
  readonly standards?: readonly string[];
  readonly variants?: Readonly<Record<string, string>>;
  /** No two words agree in their sense. */
  readonly sensesDiffer?: boolean;
  /** The word whose senses are told apart. */
  readonly withSenses?: string;
  /** `type related source score` in order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const ROWS: Row[] = JSON.parse(
  readFileSync(new URL('../../../cases/composed-relations.json', import.meta.url), 'utf8'),
);

function curatedOf(text: string): CuratedRelation {
  const [type, word, related, sense = '', score] = text.split(' ') as ['syn', string, string, string?, string?];
  const relation = { type, word, related, sense, score: Number(score ?? 92) };
  return score === undefined ? relation : { ...relation, reverseScore: 92 };
}
const partsOf = (texts: readonly string[] = []) => texts.map((text) => text.split(' ') as [string, string, string]);

it.each(ROWS)('relations $name', ({ curated = [], synonyms, judged, denied, standards, withSenses, ...row }) => {
  const relations = collectRelations({
    words: WORDS,
    curated: curated.map(curatedOf),
    judged: partsOf(judged).map(
      ([related, tier, percent]) =>
        ({ type: 'syn', word: '愉快', related, tier, percent: Number(percent) }) as JudgedPair,
    ),
    synonyms: partsOf(synonyms).map(([word, related, score]) => ({ word, related, score: Number(score) })),
    denied: partsOf(denied).map(([type, word, related]) => ({ type, word, related }) as DeniedRelation),
    standards: partsOf(standards).map(([word, standard]) => [word, standard] as const),
    variants: new Map(Object.entries(row.variants ?? {})),
    glossesOf: () => [],
    isVulgar: (word) => word === '屌',
    isSameSense: () => !row.sensesDiffer,
    hasSenses: (word) => word === withSenses,
  });
  for (const [word, list] of Object.entries(row.lists)) {
    const found = relations.of(WORDS.indexOf(word));
    const texts = found.map(({ related, type, source, score }) => `${type} ${WORDS[related]} ${source} ${score}`);
    expect([word, texts]).toEqual([word, list]);
  }
});
