import type { Draft } from '../../indexer/compose/words/drafts.ts';
import { assignAliases, createTypedForms } from '../../indexer/compose/words/spellings.ts';
import type { WordRow } from '../../indexer/tables/hand-written.ts';
import { readHandWritten } from '../../indexer/tables/hand-written.ts';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { codeOfReading } from '../../src/cantonese/tone.ts';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { entryLines } from './small-lexicon.ts';

/** Words in order of popularity; other spellings name the usual one. */
const WORDS: readonly (readonly [char: string, jyutping: string, more?: Partial<EntryLine>])[] = [
  ['我', 'ngo5'],
  ['咗', 'zo2'],
  ['嘅', 'ge3'],
  ['喺', 'hai2'],
  ['唔好', 'm4 hou2'],
  ['啲', 'di1'],
  ['畀', 'bei2'],
  ['我哋', 'ngo5 dei6'],
  ['佢哋', 'keoi5 dei6'],
  ['嚟', 'lai4'],
  ['你好', 'nei5 hou2'],
  ['鍾意', 'zung1 ji3', { standard: ['喜歡'] }],
  ['返嚟', 'faan1 lai4'],
  ['而家', 'ji4 gaa1'],
  ['開心', 'hoi1 sam1'],
  ['食嘢', 'sik6 je5'],
  ['嗰個', 'go2 go3'],
  ['瞓覺', 'fan3 gaau3'],
  ['後', 'hau6'],
  ['香港', 'hoeng1 gong2'],
  ['旺角', 'wong6 gok3'],
  ['心', 'sam1'],
  ['月', 'jyut6'],
  ['尋日', 'cam4 jat6'],
  ['噚日', 'cam4 jat6', { variant_of: '尋日' }],
  ['食', 'sik6'],
  ['嗰', 'go2'],
  ['啱啱', 'ngaam1 ngaam1'],
  ['開始', 'hoi1 ci2'],
  ['做乜嘢', 'zou6 mat1 je5'],
  ['依家', 'ji1 gaa1', { standard: ['現在'] }],
  ['俾', 'bei2', { variant_of: '畀' }],
  ['左', 'zo2'],
  ['既', 'gei3'],
  ['利好', 'lei6 hou2'],
  ['食嘢先', 'sik6 je5 sin1'],
  ['黎', 'lai4'],
  ['后', 'hau6'],
  ['屎', 'si2', { vulgar: true }],
  ['成日', 'sing4 jat6'],
  ['今晚', 'gam1 maan5'],
  ['到', 'dou3'],
  ['OT', 'ou1 ti1', { definition: 'to work overtime' }],
  ['hea', 'he3', { definition: 'to laze about' }],
  ['3am', 'saam1 ei1 em1'],
  ['卡拉OK', 'kaa1 laa1 ou1 kei1'],
  ['O嘴', 'ou1 zeoi2'],
];

/** The lines of a lexicon of words as Hong Kong types them, with the forms that the tables list as aliases. */
export function typedLines(): EntryLine[] {
  const drafts = new Map(
    WORDS.map(([word]) => [word, { word, hand: [{ reg: '粵' } as WordRow], cedict: [] as const } as unknown as Draft]),
  );
  const names = WORDS.map(([word]) => word);
  const aliasesOf = assignAliases(names, createTypedForms(readHandWritten(), drafts).formsOf);
  const byCharacter = [...names].sort(compareCodePoints);
  const template = entryLines()[0]!;
  return WORDS.map(([char, jyutping, more = {}], rank): EntryLine => {
    const syllables = parseJyutping(jyutping)!;
    const [code, rhyme] = [codeOfReading(syllables), syllables.at(-1)!.final];
    return {
      ...template,
      char,
      rank,
      char_rank: byCharacter.indexOf(char),
      end_rank: rank,
      length: syllables.length,
      reg: '粵',
      definition: char,
      readings: [{ jyutping, code, rhyme, rank: 0, confidence: 'hand' }],
      aliases: [...aliasesOf(char)],
      frequency: 1900 - rank,
      vulgar: false,
      ...more,
    };
  });
}
