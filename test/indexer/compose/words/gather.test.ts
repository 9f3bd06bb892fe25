import { describe, expect, it } from '@jest/globals';
import { canonicalOf, gatherDrafts } from '../../../../indexer/compose/words/drafts.ts';
import { aliasTarget, isIncluded, isVulgar, registerOf } from '../../../../indexer/compose/words/selection.ts';
import { createSimplifiedToHongKong, otherForms, toHongKong } from '../../../../indexer/sources/opencc.ts';
import { article, draft, row } from './written-words.ts';

describe('the canonical form of a word', () => {
  it('is what Hong Kong writes', () => {
    expect(toHongKong('說話')).toBe('説話');
    expect(toHongKong('裡面')).toBe('裏面');
    expect(toHongKong('溫柔')).toBe('温柔');
    expect(toHongKong('人羣')).toBe('人群');
    expect(toHongKong('搵食')).toBe('搵食');
  });

  it('has 着 where the dictionary writes 著 for it, and keeps 著 elsewhere', () => {
    expect(canonicalOf({ traditional: '看著', simplified: '看着' })).toBe('看着');
    expect(canonicalOf({ traditional: '著作', simplified: '著作' })).toBe('著作');
  });

  it('has the preferred spelling of the whole word, whatever its characters are elsewhere', () => {
    expect(toHongKong('得誌')).toBe('得志');
    expect(toHongKong('日誌')).toBe('日誌');
    expect(canonicalOf({ traditional: '橫征暴斂', simplified: '横征暴敛' })).toBe('橫徵暴斂');
    expect(createSimplifiedToHongKong()('得志')).toBe('得志');
    expect(otherForms('得志')).toContain('得誌');
  });

  it('is reached from its other forms', () => {
    expect(otherForms('説話')).toEqual(['說話', '说话']);
    expect(otherForms('人群')).toContain('人羣');
    expect(otherForms('海')).toEqual([]);
  });
});

describe('gathering words', () => {
  const gathered = gatherDrafts({
    cedict: [
      { traditional: '後', simplified: '后', pinyin: 'hou4', glosses: ['after'] },
      { traditional: '后', simplified: '后', pinyin: 'hou4', glosses: ['empress'] },
      { traditional: '裡面', simplified: '里面', pinyin: 'li3 mian4', glosses: ['inside'] },
      { traditional: 'DVD', simplified: 'DVD', pinyin: 'D V D', glosses: ['DVD'] },
    ],
    jieba: [
      { word: '后', count: 1000, tag: 'f' },
      { word: '里面', count: 50, tag: 'f' },
      { word: '这样子', count: 70, tag: 'r' },
      { word: '毛泽东', count: 9000, tag: 'nr' },
      { word: '走来', count: 10, tag: 'v' },
    ],
    trie: new Map([
      ['裏面', ['leoi5 min6']],
      ['头发', ['tau4 faat3']],
    ]),
    hand: [row('我哋')],
    added: ['新字'],
  });

  it('brings the forms of one word together', () => {
    const inside = gathered.get('裏面')!;
    expect([inside.count, inside.cedict.length, inside.trie]).toEqual([50, 1, ['leoi5 min6']]);
    expect(gathered.has('裡面')).toBe(false);
  });

  it("gives a simplified word's count to what it usually is", () => {
    expect(gathered.get('後')!.count).toBe(1000);
    expect(gathered.get('后')!.count).toBe(10);
  });

  it("takes jieba's own words when they are common and no names", () => {
    expect(gathered.get('這樣子')?.count).toBe(70);
    expect(gathered.has('毛澤東')).toBe(false);
    expect(gathered.has('走來')).toBe(false);
  });

  it('passes over simplified entries of the trie and what is not Han, and keeps what is asked for', () => {
    expect(gathered.has('头发')).toBe(false);
    expect(gathered.has('DVD')).toBe(false);
    expect([gathered.has('我哋'), gathered.has('新字')]).toEqual([true, true]);
  });
});

describe('choosing words', () => {
  const none = new Set<string>();
  it('takes the dictionary, but of names only those that people speak of', () => {
    expect(isIncluded(draft('海', { cedict: [article('sea')] }), none)).toBe(true);
    const county = [article('Hai county in Shandong', 'Hai3 xian4')];
    expect(isIncluded(draft('海縣', { cedict: county, count: 100 }), none)).toBe(false);
    expect(isIncluded(draft('海縣', { cedict: county, count: 100 }), new Set(['海縣']))).toBe(true);
    expect(isIncluded(draft('耶穌', { cedict: [article('Jesus', 'Ye1 su1')], count: 100 }), none)).toBe(true);
  });

  it('leaves out a character that only the readings know', () => {
    expect(isIncluded(draft('㐀', { trie: ['jau1'] }), none)).toBe(false);
    expect(isIncluded(draft('冧公', { trie: ['lam1 gung1'] }), none)).toBe(true);
  });

  it('makes a mere variant an alias of the commoner word', () => {
    const variant = draft('煖', { cedict: [article('variant of 暖[nuan3]')], count: 1 });
    const drafts = new Map([
      ['煖', variant],
      ['暖', draft('暖', { count: 20 })],
    ]);
    expect(aliasTarget(variant, drafts)).toBe('暖');
    expect(aliasTarget({ ...variant, count: 21 }, drafts)).toBeUndefined();
    const more = { ...variant, cedict: [{ pinyin: 'nuan3', glosses: ['variant of 暖[nuan3]', 'genial'] }] };
    expect(aliasTarget(more, drafts)).toBeUndefined();
  });
});

describe('vulgar words', () => {
  it('are those that a person flags, a label marks, or, unexplained, their characters show', () => {
    expect(isVulgar(draft('仆街', { hand: [row('仆街', { flags: 'vulgar' })] }))).toBe(true);
    expect(isVulgar(draft('撚手', { hand: [row('撚手')] }))).toBe(false);
    expect(isVulgar(draft('肏', { cedict: [article('(slang, vulgar) to do')] }))).toBe(true);
    expect(isVulgar(draft('庸俗', { cedict: [article('vulgar; tacky')] }))).toBe(false);
    expect(isVulgar(draft('斑鳩', { cedict: [article('turtle dove')] }))).toBe(false);
    expect(isVulgar(draft('含撚', { trie: ['ham4 lan2'] }))).toBe(true);
    expect(isVulgar(draft('老母雞', { trie: ['lou5 mou5 gai1'] }))).toBe(false);
  });
});

describe('register', () => {
  const lists = { common: new Set<string>(), nga: new Set(['浩瀚']), jyut: new Set(['睇']) };
  it('is by hand, by list, by label or by character, in that order', () => {
    expect(registerOf(draft('睇', { hand: [row('睇', { reg: '通' })] }), lists)).toBe('通');
    expect(registerOf(draft('浩瀚'), lists)).toBe('雅');
    expect(registerOf(draft('唔好'), lists)).toBe('粵');
    expect(registerOf(draft('靚', { cedict: [article('(Cantonese) pretty')] }), lists)).toBe('粵');
    expect(registerOf(draft('汝', { cedict: [article('(literary) thou')] }), lists)).toBe('雅');
    expect(registerOf(draft('海', { cedict: [article('sea')], count: 3 }), lists)).toBe('通');
    const grab = draft('搶', { cedict: [article('(literary) to knock against')] });
    expect([registerOf(grab, lists), registerOf(grab, { ...lists, common: new Set(['搶']) })]).toEqual(['雅', '通']);
  });
});
