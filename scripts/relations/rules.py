"""Why a pair is no pair of synonyms, however near its glosses are. Each rule has a name, so that its effect can be measured."""

from collections.abc import Callable

import numpy as np

from vocabulary import Word

Rule = Callable[[Word, Word], bool]
"""Whether two words of one pair are to be kept apart."""

NEGATIONS = frozenset("不無没沒非未唔冇莫勿")
OPPOSED = frozenset(
    frozenset(pair)
    for pair in (
        "有無 有冇 有沒 易難 男女 上下 內外 前後 左右 高低 高矮 早晚 早夜 父母 公婆 買賣 進出 出入 開關 開閉 生死 長短 黑白 正負 正反 輕重"
        " 冷熱 寒暖 強弱 深淺 快慢 遠近 南北 東西 春秋 冬夏 日夜 朝晚 今昔 新舊 好壞 好醜 善惡 美醜 貧富 多少 大小 老少 來去 升降 起落"
        " 得失 勝敗 贏輸 加減 增減 收放 借還 真假 虛實 乾濕 肥瘦 粗幼 兄弟 姐妹 姊妹 子女 夫妻 天地 呢嗰 這那 這哪 那哪 邊呢 邊嗰 先後 首尾"
        " 頭尾 單雙 公私 主客 師徒 喜悲 愛恨 哭笑 喊笑 去返 你我 我他 你他 他她 他它 她它 佢我 佢你 一二 二三 三四 四五 五六 六七 七八 八九 九十"
        " 百千 千萬 萬億 年月 月日 時分 分秒 昨今 今明 昨明 尋聽 今聽 尋今 舊出 上今 下今 銀金 銅鐵"
    ).split()
)


def another_part_of_speech(a: Word, b: Word) -> bool:
    return a.pos != b.pos


def coarse_for_decent(a: Word, b: Word) -> bool:
    return a.coarse != b.coarse


def opposed_valence(a: Word, b: Word) -> bool:
    return {a.valence, b.valence} == {"正", "負"}


def one_is_negated(a: Word, b: Word) -> bool:
    """後悔 and 無悔: they have a character in common, and one denies what the other says."""
    if not set(a.text) & set(b.text) - NEGATIONS:
        return False
    return _negations(a) % 2 != _negations(b) % 2 and not _same_gloss(a, b)


def opposed_characters(a: Word, b: Word) -> bool:
    """易懂 and 難懂: they differ in two characters that are each other's opposite, or of one series."""
    if len(a.text) != len(b.text):
        return False
    apart = [frozenset(pair) for pair in zip(a.text, b.text) if pair[0] != pair[1]]
    return len(apart) == 1 and apart[0] in OPPOSED


SYNONYM_RULES: tuple[Rule, ...] = (
    another_part_of_speech,
    coarse_for_decent,
    opposed_valence,
    one_is_negated,
    opposed_characters,
)

ANTONYM_RULES: tuple[Rule, ...] = (another_part_of_speech, coarse_for_decent)


def apart(words: list[Word], pairs: np.ndarray, rule: Rule) -> np.ndarray:
    """Which pairs the rule keeps apart, (len(pairs),) bool."""
    return np.fromiter((rule(words[i], words[j]) for i, j in pairs.tolist()), bool, len(pairs))


def _negations(word: Word) -> int:
    return sum(char in NEGATIONS for char in word.text)


def _same_gloss(a: Word, b: Word) -> bool:
    return not set(a.meanings).isdisjoint(b.meanings)
