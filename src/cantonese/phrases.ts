/**
 * Phrases that the lexicon may list but that are not words: a pronoun with a particle (我的), a number with a measure word (一首), an
 * adverb with its adjective (很好), links of lyrics (怎可). Segmentation splits them.
 */

const PRONOUN_FIRST = /^[我你您他她它佢誰](?:的|嘅|是|會|要|想|不|也|都|有|在|說|愛)$/u;
const PRONOUN_LAST =
  /^[請陪幫同跟等想對給送教叫令讓將被勸為愛與和見望比像似共伴把念戀吻抱看聽問信恨怨怪罵笑憶惜使隨從因如若當願由任還欠賜借贈予屬剩][你我他她佢您]$/u;
const PRONOUN_PAIR = /^(?:[你我][跟共與和][你我]|[為因跟與和對被給問]誰|[但而][你我]|誰[可願又説叫令讓個怕管敢])$/u;
/** A verb with its aspect (食咗), an attribute with its particle (心中的). */
const PARTICLE_LAST = /^\p{Script=Han}(?:咗|緊|晒|嘅|(?<![目有真別是似])的)$/u;

const NUMBERS = '一二兩三四五六七八九十百千萬幾數每';
const MEASURES =
  '個件份位場張把年日天晚夜條段滴片班番粒絲群羣股間隻首句次聲遍封杯碗朵棵顆座層塊口雙對套本幅頁站頓節堂趟輪步種類款名行人月號點歲里尺寸斤分秒';
const MEASURE_PHRASE = new RegExp(`^[${NUMBERS}][${MEASURES}]$`, 'u');

const ADVERB_FIRST =
  /^(?:[也又都][是會有不要能想在]|[只就再仍還][會能想]|很[^多]|太[^多少陽平太極空子監古初]|最[^近後初終愛佳少多好高尾]|[好咁]\p{Script=Han})$/u;

/** A link of song that says two things: a conjunction, adverb or question word with the verb or adverb after it. */
const LINKS = [
  '怎[可忍捨堪得去算説講] 哪[可會] [別莫休勿][再要讓問怕走忘哭太來提説負待等管] 再[無沒想來去遇難愛回未]',
  '[也又都][可無未怕已要沒怎] 全[因為是] 縱[有是會要不] 若[有不沒要能可問無] 雖[有知]',
  '卻[在不沒未怕想要會有無] 便[會要可算知想有] 已[是在無不遠過沒忘變] 曾[是有在説話想愛] 曾[想愛話]過',
  '仍[有要會可想愛能] 還[可需剩] 只[可因願知剩懂怪為等愛欠] 但卻 可[會有想算再] 未[會算夠到見] 總[在想]',
  '終[會要有可] 尚[在欠] 自[是會那這] [從由][那這] 多[想怕願恨愛遠] 更[愛美要多遠痛想] 這[份段首雙點]',
  '那份 如果[你我是] 只[為想]你 [若如]不是 倘若是 再沒有 不再有 從頭再 可否再 是否仍 但願你 不知你 假使我',
  '別讓我 不必説 什麼都 也許會 從不曾 都已經 就算了 何苦要 只因為 在這裏 我倆的 不[應需] 有你[陪有][伴我]',
  '(?:放縱|燃燒)自己 [念對牽哭盼留忍伴迎握]着',
];
const LINK = new RegExp(`^(?:${LINKS.join(' ').replaceAll(' ', '|')})$`, 'u');

/** Words that look like such phrases. */
const EXCEPTIONS = new Set([
  ...'每年 每天 每日 每晚 每夜 每次 每人 每個 一點 兩口 百步 百年 百分 十分 萬分 千里 萬里 七夜 一號'.split(' '),
  ...'一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 都會'.split(' '),
  ...'好人 好友 好漢 好手 好事 好處 好意 好心 好感 好景 好夢 好命 好運 好彩 好戲 好嘢 好氣 好天 好多 好久 好耐'.split(
    ' ',
  ),
  ...'好似 好像 好比 好在 好使 好過 好歹 好轉 好評 好笑 好睇 好聽 好食 好玩 好看 好受 好惡 好衰 好聲'.split(' '),
  ...'好奇 好客 好勝 好學 好鬥 好動 好色 好冧 除咗 咁樣 咁就 咁多 咁啱 咁都'.split(' '),
]);

export function isPhrase(word: string): boolean {
  if (EXCEPTIONS.has(word)) return false;
  return (
    PARTICLE_LAST.test(word) ||
    PRONOUN_FIRST.test(word) ||
    PRONOUN_LAST.test(word) ||
    PRONOUN_PAIR.test(word) ||
    LINK.test(word) ||
    MEASURE_PHRASE.test(word) ||
    ADVERB_FIRST.test(word)
  );
}
