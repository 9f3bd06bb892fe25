import { describe, expect, it } from '@jest/globals';
import characters from '../../data/typed/characters.json' with { type: 'json' };
import simplified from '../../data/typed/simplified.json' with { type: 'json' };
import { likelyCharacter, spokenCharacter, writtenForms } from '../../src/lexicon/typed-words.ts';

describe('the tables of typed characters', () => {
  it('list each form once, for one character that is not itself', () => {
    const forms = characters.map(({ typed }) => typed);
    expect(new Set(forms).size).toBe(forms.length);
    expect(characters.filter(({ typed, written }) => typed === written || Array.from(written).length !== 1)).toEqual(
      [],
    );
  });

  it('lead from simplified characters to others that are none', () => {
    const pairs = Object.entries(simplified);
    expect(pairs.filter(([from, to]) => from === to || to in simplified || Array.from(from + to).length !== 2)).toEqual(
      [],
    );
  });
});

describe('words as they are typed', () => {
  it('may stand for the same words in characters of spoken Cantonese, all of them first', () => {
    expect(writtenForms('食野')).toEqual(['食嘢']);
    expect(writtenForms('番黎')).toEqual(['返嚟', '番嚟', '返黎']);
    expect(writtenForms('o係度')).toEqual(['喺度']);
    expect(writtenForms('我d')).toEqual(['我啲']);
    expect(writtenForms('𠮷野')).toEqual(['𠮷嘢']);
  });

  it('stand for nothing else where nothing is typed for another character, or in letters alone', () => {
    expect(writtenForms('開心')).toEqual([]);
    expect(writtenForms('d')).toEqual([]);
    expect(writtenForms('')).toEqual([]);
  });

  it('are not tried in all combinations', () => {
    expect(writtenForms('野野野野野野').length).toBeLessThanOrEqual(8);
  });

  it('tell what a character is most likely, or may be, typed for', () => {
    expect(['后', '里', '听', '後', '左'].map(likelyCharacter)).toEqual(['後', '裏', '聽', undefined, undefined]);
    expect(['左', '既', '黎', '俾', '海', 'd', '野野'].map(spokenCharacter)).toEqual([
      ...['咗', '嘅', '嚟', '畀'],
      ...[undefined, undefined, undefined],
    ]);
  });
});
