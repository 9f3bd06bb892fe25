import type { PartnerRelation } from '../../lexicon/partner-relations.ts';

/** Grammatical forms of a phrase; the form decides what it may stand for. */
export const PHRASE_FORMS = [
  'verb and object',
  'adjective and noun',
  'adverb and verb',
  'measure and noun',
  'noun and verb',
  'word for word',
] as const;
export type PhraseForm = (typeof PHRASE_FORMS)[number];

/** Grammatical kind of a group of neighbouring words; `governor`: it ends in a verb whose object stands behind, so that no form fits. */
export type PhraseKind = 'noun' | 'verb' | 'clause' | 'governor';

export interface FormRow {
  readonly form: PhraseForm;
  readonly kind: PhraseKind;
  /** Points of every phrase of the form: those of nouns break the grammar of a line more seldom. */
  readonly points: number;
  /** Relations that join a word to its partner, and whether the partner is the first word of the phrase. */
  readonly relations: readonly (readonly [relation: PartnerRelation, partnerFirst: boolean])[];
  /** Characters put around the two words, in lines of each style. */
  readonly spoken: readonly Filling[];
  readonly written: readonly Filling[];
}

/** Characters before the first word, and between the two; '' for none. */
export type Filling = readonly [before: string, between: string];

const fillingBetween = (...words: string[]): Filling[] => words.map((word) => ['', word]);
const fillingBefore = (...words: string[]): Filling[] => words.map((word) => [word, '']);

export const FORMS: readonly FormRow[] = [
  {
    form: 'verb and object',
    kind: 'verb',
    points: 0,
    relations: [
      ['done_to', true],
      ['takes', false],
    ],
    spoken: fillingBetween('', '咗', '過', '緊', '住'),
    written: fillingBetween('', '了', '過', '着'),
  },
  {
    form: 'adverb and verb',
    kind: 'verb',
    points: 0,
    relations: [
      ['how', true],
      ['how_of', false],
    ],
    spoken: fillingBetween(''),
    written: fillingBetween(''),
  },
  {
    form: 'adjective and noun',
    kind: 'noun',
    points: 7,
    relations: [
      ['like_what', true],
      ['describes', false],
    ],
    spoken: fillingBetween('', '嘅'),
    written: fillingBetween('', '的'),
  },
  {
    form: 'measure and noun',
    kind: 'noun',
    points: 7,
    relations: [['measure', true]],
    spoken: fillingBefore('一', '嗰'),
    written: fillingBefore('一', '這', '那'),
  },
  {
    form: 'noun and verb',
    kind: 'clause',
    points: 0,
    relations: [
      ['does', false],
      ['by', true],
    ],
    spoken: fillingBetween('', '都', '又', '仲', '會'),
    written: fillingBetween('', '正', '在', '已', '又', '會'),
  },
];

/** The relations of all forms. */
export const FORM_RELATIONS = [...new Set(FORMS.flatMap(({ relations }) => relations.map(([relation]) => relation)))];
