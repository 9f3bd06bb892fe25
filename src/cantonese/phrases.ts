/**
 * Phrases that a lexicon may list for their sound or meaning, but that are no words: a pronoun with its particle (我的), a
 * number with its measure word (一首). Segmentation cuts them.
 */
const PRONOUN_PHRASE = /^[我你您他她它佢誰](?:的|嘅|是|會|要|想|不|也|都|有|在|說|愛)$/u;
const VERB_PHRASE = /^[請陪幫同跟等想對給送教叫令讓將被勸][你我他她佢您]$/u;
const NUMBERS = '一二兩三四五六七八九十百千萬幾數每';
const MEASURES =
  '個件份位場張把年日天晚夜條段滴片班番粒絲群羣股間隻首句次聲遍封杯碗朵棵顆座層塊口雙對套本幅頁站頓節堂趟輪步種類款名行人月號點歲里尺寸斤分秒';
const COUNTED = new RegExp(`^[${NUMBERS}][${MEASURES}]$`, 'u');
/** These are words, though they look like a number with a measure word. */
const WORDS = new Set(
  '每年 每天 每日 每晚 每夜 每次 每人 每個 千秋 萬里 百年 三月 十分 萬分 百分 一點 兩口 百步 七夜 四季 千里 一號 二月 四月 五月 六月 七月 八月 九月 十月 一月'.split(
    ' ',
  ),
);
const ADVERB_PHRASE =
  /^(?:[也又都][是會有不要能想在]|[很太最][^近後初終陽太平多]|[只就不再仍還][會能想]|[好咁]\p{Script=Han})$/u;
const ADVERB_WORDS = new Set(
  '好似 好人 好多 好彩 好心 好友 好事 好處 好感 好奇 好客 好勝 好學 好笑 好睇 好聽 好食 好玩 好看 好像 好受 好命 好運 好意 好景 好夢 好天 好久 好耐 好在 好使 好過 好歹 好轉 好評 好戲 好鬥 好動 好色 好比 好嘢 好手 好漢 好惡 好聲 好氣 好衰 咁樣 咁就 咁多 咁啱 咁都 咁上 不會 不能 不想 還會 最愛 太極 太空 太子 太監 太古 都會 最佳 最少 最多 最好 最高 很多'.split(
    ' ',
  ),
);

export function isPhrase(word: string): boolean {
  if (PRONOUN_PHRASE.test(word) || VERB_PHRASE.test(word)) return true;
  if (COUNTED.test(word)) return !WORDS.has(word);
  return ADVERB_PHRASE.test(word) && !ADVERB_WORDS.has(word);
}
