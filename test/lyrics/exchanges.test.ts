import { describe, expect, it } from '@jest/globals';
import { contentOf, exchangesFor, isExchanged, isJoining, mayChangePlaces } from '../../src/lyrics/exchanges.ts';

describe('what may stand for a function word', () => {
  it('depends on the style of the line', () => {
    expect(exchangesFor('都', '我們', '懂得愛', 'written')).toEqual(['也', '亦']);
    expect(exchangesFor('都', '佢', '鍾意你', 'spoken')).toEqual(['亦']);
    expect(exchangesFor('嘅', '你', '眼淚', 'written')).toEqual([]);
    expect(exchangesFor('嘅', '你', '眼淚', 'spoken')).toEqual(['啲', '的']);
  });

  it('is no other degree or answer where the line forbids or reports', () => {
    expect(exchangesFor('太', '我', '傷心', 'written')).toContain('極');
    expect(exchangesFor('太', '不必為我', '傷心', 'written')).toEqual([]);
    expect(exchangesFor('唔會', '我', '離開', 'spoken')).toContain('點會');
    expect(exchangesFor('唔會', '你話過', '離開', 'spoken')).not.toContain('點會');
  });

  it('depends on what stands before and after it', () => {
    expect(exchangesFor('卻', '你', '沒有出現', 'written')).toEqual(['竟', '又', '偏']);
    expect(exchangesFor('卻', '但', '無法忘記', 'written')).toEqual(['又', '仍']);
    // 忘不掉 is no negation of a verb that may follow.
    expect(exchangesFor('不', '我', '敢説', 'written')).toEqual(['未']);
    expect(exchangesFor('不', '忘', '掉你', 'written')).toEqual([]);
    expect(exchangesFor('的', '你', '笑容', 'written')).toEqual(['那']);
    expect(exchangesFor('的', '是你', '', 'written')).toEqual([]);
    expect(exchangesFor('喇', '走', '', 'spoken')).toEqual(['啦']);
    expect(exchangesFor('喇', '走', '嗎', 'spoken')).toEqual([]);
  });

  it('is any other word of its class', () => {
    expect(exchangesFor('心中', '', '有你', 'written')).toEqual(['心裏', '心內', '心底', '心間']);
    expect(exchangesFor('心底', '', '有你', 'written')).toEqual(['心裏', '心中', '心內']);
  });

  it('depends on words of a list beside it', () => {
    // 將 before a verb is the future, before a noun it marks the object.
    expect(exchangesFor('將', '我', '離開你', 'written')).toEqual(['會', '要']);
    expect(exchangesFor('將', '', '眼淚擦乾', 'written')).toEqual(['把']);
  });

  it('depends on what stands anywhere before it', () => {
    expect(exchangesFor('也', '即使世界倒轉我', '愛你', 'written')).toContain('仍');
    expect(exchangesFor('也', '我', '愛你', 'written')).not.toContain('仍');
  });

  it('sees the end of a phrase at a space or a mark', () => {
    expect(exchangesFor('吧', '走', '，別回頭', 'written')).toEqual(['罷', '啦']);
    expect(exchangesFor('吧', '走', ' 別回頭', 'written')).toEqual(['罷', '啦']);
    expect(exchangesFor('吧', '走', '檯', 'written')).toEqual([]);
    expect(exchangesFor('不過', '我等你，', '你不來', 'written')).toContain('可是');
    expect(exchangesFor('不過', '我等你', '你不來', 'written')).not.toContain('可是');
  });

  it('is nothing for other words', () => {
    expect(exchangesFor('海', '', '', 'written')).toEqual([]);
    expect(isExchanged('海')).toBe(false);
    expect(isExchanged('今晚')).toBe(true);
    // 行 is a measure of tears, and a verb that the lexicon has others for.
    expect(exchangesFor('行', '兩', '眼淚', 'written')).toEqual(['滴', '串']);
    expect(isExchanged('行')).toBe(false);
  });
});

describe('words that change places', () => {
  it('are a time or an adverb and its subject', () => {
    expect(mayChangePlaces('今晚', '我')).toBe(true);
    expect(mayChangePlaces('我', '今晚')).toBe(true);
    expect(mayChangePlaces('今晚', '海')).toBe(false);
    // 仍然 stands behind the subject only.
    expect(mayChangePlaces('我', '仍然')).toBe(false);
  });

  it('may be joined', () => {
    expect([isJoining('與'), isJoining('但')]).toEqual([true, false]);
  });
});

describe('two words that one may stand for', () => {
  it('are a degree and an adjective, or a verb and its aspect', () => {
    expect(contentOf('很', '冷')).toEqual({ word: '冷', pos: 'a' });
    expect(contentOf('走', '了')).toEqual({ word: '走', pos: 'v' });
    expect(contentOf('在', '等')).toEqual({ word: '等', pos: 'v' });
    expect(contentOf('冷', '很')).toBeUndefined();
    // A function word is no content.
    expect(contentOf('很', '想')).toBeUndefined();
  });
});
