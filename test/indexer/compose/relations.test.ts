import { expect, it } from '@jest/globals';
import { sensesOfRelations } from '../../../indexer/compose/relations/curated.ts';
import { createRelationGraph } from '../../../indexer/compose/relations/graph.ts';
import { addInherited } from '../../../indexer/compose/relations/inferred.ts';
import { collectRelations, synonymsByGloss } from '../../../indexer/compose/relations/relations.ts';
import type { CuratedRelation, DeniedRelation } from '../../../indexer/compose/types.ts';
import type { JudgedPair } from '../../../indexer/sources/generated.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';
import { describeFunctions, readCases } from '../../support/function-tables.ts';

const sense = (word: string, id: string, synonyms: string[], antonyms: string[] = []) => ({
  file: 'senses.tsv',
  line: 1,
  value: { word, sense: id, synonyms, antonyms },
});

const sensesOf = sensesOfRelations({
  senses: [
    sense('開', 'open', ['打開', '放'], ['關']),
    sense('開', 'bloom', ['綻放', '放', '放']),
    sense('放', 'bloom', ['開']),
  ] as unknown as HandWritten['senses'],
});

const GLOSSES =
  readCases<{ glosses: Readonly<Record<string, readonly string[]>> }[]>('inherited-relations')[0]!.glosses;
const WORDS = Object.keys(GLOSSES);
/** What is inherited has less. */
const WRITTEN_SCORE = 70;

const COUCH_WORDS = [
  { word: '沙發', glosses: ['sofa', 'couch'] },
  { word: '長椅', glosses: ['bench', 'couch'] },
  { word: '臥', glosses: ['to couch'] },
  { word: '梳化', glosses: ['a sofa; couch'] },
  { word: '庫奇', glosses: ['couch'] },
].map((given) => ({ ...given, hand: [], patch: given.word === '梳化' ? {} : undefined }));

describeFunctions('inherited-relations', {
  sensesOf,
  /** Synonyms by gloss of words that the model has not seen. */
  byGloss: (...unseen: string[]) =>
    synonymsByGloss(
      COUCH_WORDS,
      (word) => !unseen.includes(word),
      (number) => (COUCH_WORDS[number]!.word === '臥' ? 'v' : 'n'),
    ).map(({ word, related, score }) => `${word} ${related} ${score}`),
  /** What the first word inherits from the second, by relations `type word related source sense`. */
  inherited(heir: string, standard: string, relations: readonly string[]) {
    const graph = createRelationGraph(WORDS, [], () => false);
    for (const text of [`syn ${heir} ${standard} curated`, ...relations]) {
      const [type, word, related, source = 'generated', sense = ''] = text.split(' ') as ['syn', string, string];
      const edge = { word: WORDS.indexOf(word), related: WORDS.indexOf(related), type, score: WRITTEN_SCORE, sense };
      graph.add({ ...edge, source: source as 'curated' }, WRITTEN_SCORE);
    }
    addInherited(graph, [[heir, standard]], (word) => GLOSSES[WORDS[word]!]!);
    return [...graph.edgesOf(WORDS.indexOf(heir))].flatMap(({ related, score }) =>
      score < WRITTEN_SCORE ? [WORDS[related]!] : [],
    );
  },
});

const RELATED_WORDS = ['海', '開心', '快樂', '愉快', '喜悦', '悲傷', '哀傷', '屌', '鍾意'];

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

const ROWS = readCases<Row[]>('composed-relations');

function curatedOf(text: string): CuratedRelation {
  const [type, word, related, sense = '', score] = text.split(' ') as ['syn', string, string, string?, string?];
  const relation = { type, word, related, sense, score: Number(score ?? 92) };
  return score === undefined ? relation : { ...relation, reverseScore: 92 };
}
const partsOf = (texts: readonly string[] = []) => texts.map((text) => text.split(' ') as [string, string, string]);

it.each(ROWS)('relations $name', ({ curated = [], synonyms, judged, denied, standards, withSenses, ...row }) => {
  const relations = collectRelations({
    words: RELATED_WORDS,
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
    const found = relations.of(RELATED_WORDS.indexOf(word));
    const texts = found.map(
      ({ related, type, source, score }) => `${type} ${RELATED_WORDS[related]} ${source} ${score}`,
    );
    expect([word, texts]).toEqual([word, list]);
  }
});
