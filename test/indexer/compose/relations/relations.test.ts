import { describe, expect, it } from '@jest/globals';
import { collectRelations, type RelationInput } from '../../../../indexer/compose/relations/relations.ts';

const WORDS = ['海', '開心', '快樂', '愉快', '喜悦', '悲傷', '哀傷', '屌', '鍾意'];

function collect(given: Partial<RelationInput>) {
  const relations = collectRelations({
    words: WORDS,
    curated: [],
    judged: [],
    synonyms: [],
    denied: [],
    standards: [],
    glossesOf: () => [],
    isVulgar: (word) => word === '屌',
    isSameSense: () => true,
    ...given,
  });
  const of = (word: string) =>
    relations
      .of(WORDS.indexOf(word))
      .map(({ related, type, source, score }) => `${type} ${WORDS[related]} ${source} ${score}`);
  return { of, relations };
}

const syn = (word: string, related: string, sense = '') => ({
  type: 'syn' as const,
  word,
  related,
  sense,
  score: 92,
});
const ant = (word: string, related: string) => ({ ...syn(word, related), type: 'ant' as const });
const candidate = (word: string, related: string, score: number) => ({ word, related, score });

describe('relations', () => {
  it('hold both ways', () => {
    const { of } = collect({ synonyms: [candidate('開心', '愉快', 40)] });
    expect(of('開心')).toEqual(['syn 愉快 generated 40']);
    expect(of('愉快')).toEqual(['syn 開心 generated 40']);
  });

  it('lead to no other spelling of what they lead to already, but away from it', () => {
    const { of } = collect({
      curated: [syn('開心', '快樂'), syn('開心', '愉快'), syn('快樂', '愉快'), syn('海', '愉快')],
      variants: new Map([['愉快', '快樂']]),
      isSameSense: () => false,
    });
    expect(of('開心')).toEqual(['syn 快樂 curated 92']);
    expect(of('快樂')).toEqual(['syn 開心 curated 92']);
    expect(of('愉快')).toEqual(['syn 海 curated 92', 'syn 開心 curated 92', 'syn 快樂 curated 92']);
    // The usual spelling is not there.
    expect(of('海')).toEqual(['syn 愉快 curated 92']);
  });

  it('come curated first, then by score, then by popularity, and opposites after synonyms', () => {
    const { of } = collect({
      curated: [syn('快樂', '喜悦'), ant('快樂', '悲傷')],
      synonyms: [candidate('快樂', '愉快', 40), candidate('快樂', '開心', 40), candidate('快樂', '海', 80)],
    });
    expect(of('快樂')).toEqual([
      'syn 喜悦 curated 92',
      'syn 海 generated 80',
      'syn 開心 generated 40',
      'syn 愉快 generated 40',
      'ant 悲傷 curated 92',
    ]);
  });

  it('are curated where both sources have them, and keep the higher of two generated scores', () => {
    const { of } = collect({
      curated: [syn('開心', '快樂')],
      synonyms: [candidate('開心', '快樂', 80), candidate('愉快', '海', 28), candidate('海', '愉快', 40)],
    });
    expect(of('開心')).toEqual(['syn 快樂 curated 92']);
    expect(of('愉快')).toEqual(['syn 海 generated 40']);
  });

  it('are never of a word to itself, to an unknown word, denied, or both synonyms and opposites', () => {
    const { of, relations } = collect({
      curated: [ant('快樂', '悲傷'), syn('快樂', '未知'), syn('海', '海')],
      synonyms: [candidate('快樂', '悲傷', 80), candidate('快樂', '哀傷', 80), candidate('海', '海', 80)],
      denied: [{ type: 'syn', word: '哀傷', related: '快樂' }],
    });
    expect(of('快樂')).toEqual(['ant 悲傷 curated 92']);
    expect(of('海')).toEqual([]);
    expect(relations.missing.map(({ related }) => related)).toEqual(['未知']);
  });

  it('offer no coarse word for a decent one unless a person did', () => {
    expect(collect({ synonyms: [candidate('海', '屌', 80)] }).of('海')).toEqual([]);
    expect(collect({ curated: [syn('海', '屌')] }).of('海')).toEqual(['syn 屌 curated 92']);
  });

  it('pass from a standard equivalent to the word that means the same, as generated and a step further away', () => {
    const { of } = collect({
      curated: [syn('鍾意', '喜悦'), ant('喜悦', '悲傷')],
      synonyms: [candidate('喜悦', '愉快', 80), candidate('喜悦', '海', 40)],
      standards: [['鍾意', '喜悦']],
      isSameSense: () => false,
    });
    expect(of('鍾意')).toEqual(['syn 喜悦 curated 92', 'syn 愉快 generated 54', 'ant 悲傷 generated 74']);
    expect(of('愉快')).toContain('syn 鍾意 generated 54');
  });

  it('follow from curated ones of one sense, but not across senses', () => {
    const one = collect({
      curated: [syn('快樂', '愉快', 'joyful'), syn('快樂', '喜悦', 'joyful')],
    });
    expect(one.of('愉快')).toEqual(['syn 快樂 curated 92', 'syn 喜悦 generated 42']);
    const two = collect({ curated: [syn('快樂', '愉快', 'joyful'), syn('快樂', '海', 'sea')] });
    expect(two.of('愉快')).toEqual(['syn 快樂 curated 92']);
    const apart = collect({ curated: [syn('快樂', '愉快'), syn('快樂', '喜悦')], isSameSense: () => false });
    expect(apart.of('愉快')).toEqual(['syn 快樂 curated 92']);
  });

  it('do not follow from a word whose senses are told apart, whose own come sense by sense', () => {
    const curated = [
      { ...syn('快樂', '愉快', 'glad'), score: 99, reverseScore: 92 },
      { ...syn('快樂', '喜悦', 'joy'), score: 100, reverseScore: 92 },
    ];
    const { of } = collect({ curated, hasSenses: (word) => word === '快樂' });
    expect(of('快樂')).toEqual(['syn 喜悦 curated 100', 'syn 愉快 curated 99']);
    expect(of('愉快')).toEqual(['syn 快樂 curated 92']);
  });

  it('make opposites of the opposites of two synonyms, not of one', () => {
    const one = collect({ curated: [syn('快樂', '愉快'), ant('快樂', '悲傷')] });
    expect(one.of('愉快')).toEqual(['syn 快樂 curated 92']);
    const two = collect({
      curated: [syn('快樂', '愉快'), syn('開心', '愉快'), ant('快樂', '悲傷'), ant('開心', '悲傷')],
    });
    expect(two.of('愉快')).toContain('ant 悲傷 generated 56');
  });

  it('come from the model, strict before near whatever the likelihood and popularity, and below curated ones', () => {
    const judged = (related: string, tier: 'strict' | 'near', percent: number) =>
      ({ type: 'syn', word: '愉快', related, tier, percent }) as const;
    const { of } = collect({
      curated: [syn('愉快', '悲傷')],
      judged: [
        judged('海', 'near', 89),
        judged('鍾意', 'strict', 90),
        judged('開心', 'strict', 90),
        judged('未知', 'strict', 99),
      ],
    });
    expect(of('愉快').map((text) => text.split(' ')[1])).toEqual(['悲傷', '開心', '鍾意', '海']);
    expect(of('海')).toHaveLength(1);
  });
});
