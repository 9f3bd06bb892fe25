import { describe, expect, it } from '@jest/globals';
import { contentOf, exchangesFor, isExchanged, isJoining, mayChangePlaces } from '../../src/workflow/exchanges.ts';

describe('what may stand for a function word', () => {
  it('depends on the style of the line', () => {
    expect(exchangesFor('都', '我們', '懂得愛', 'written')).toEqual(['也', '亦']);
    expect(exchangesFor('都', '佢', '鍾意你', 'spoken')).toEqual(['亦']);
    expect(exchangesFor('嘅', '你', '眼淚', 'written')).toEqual([]);
    expect(exchangesFor('嘅', '你', '眼淚', 'spoken')).toEqual(['啲']);
  });

  it('depends on what stands before and after it', () => {
    expect(exchangesFor('卻', '你', '沒有出現', 'written')).toEqual(['竟', '又', '也']);
    expect(exchangesFor('卻', '但', '無法忘記', 'written')).toEqual(['又', '仍']);
    // 忘不掉 is no negation of a verb that may follow.
    expect(exchangesFor('不', '我', '敢説', 'written')).toEqual(['未']);
    expect(exchangesFor('不', '忘', '掉你', 'written')).toEqual([]);
    expect(exchangesFor('的', '你', '笑容', 'written')).toEqual(['那']);
    expect(exchangesFor('的', '是你', '', 'written')).toEqual([]);
    expect(exchangesFor('喇', '走', '', 'spoken')).toEqual(['啦']);
    expect(exchangesFor('喇', '走', '嗎', 'spoken')).toEqual([]);
  });

  it('is nothing for other words', () => {
    expect(exchangesFor('海', '', '', 'written')).toEqual([]);
    expect(isExchanged('海')).toBe(false);
    expect(isExchanged('今晚')).toBe(true);
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
    expect(contentOf('冷', '很')).toBeUndefined();
    // A function word is no content.
    expect(contentOf('很', '想')).toBeUndefined();
  });
});
