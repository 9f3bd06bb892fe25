import { messages } from '../app/i18n.ts';

const chinese = {
  drafts: (line: number) => `第 ${line} 行嘅草稿`,
  draftOf: (draft: number, count: number, isStarred: boolean) =>
    `第 ${draft} 稿，共 ${count} 稿${isStarred ? '，最好' : ''}`,
  emptyDraft: '未有字',
  addDraft: '再試一稿',
  addDraftHint: '抄低而家呢稿，再改',
  starDraft: (draft: number) => `第 ${draft} 稿最好，匯出用佢`,
  deleteDraft: (draft: number) => `刪除第 ${draft} 稿`,
  draftDeleted: (words: string) => `刪咗「${words}」`,
  starHint: '匯出用有 ★ 嗰稿；冇 ★ 就用而家見到嗰稿。',
  loop: '循環一行',
  drawHint: '喺度畫旋律',
  sectionTools: (name: string) => `段落「${name}」`,
  sectionMelody: (name: string) => `「${name}」用邊段旋律`,
  ownMelody: '自己嘅旋律',
  melodyLike: (name: string) => `旋律同「${name}」`,
  repeat: '再唱',
  repeatHint: '喺歌尾再唱一次呢段，旋律一齊改',
  newWords: '填新詞',
  newWordsHint: '喺歌尾用呢段旋律再填一次',
};

/** The texts of drafts, sections and notes that are drawn. */
export const draftMessages = messages<typeof chinese>(chinese, {
  drafts: (line) => `Drafts of line ${line}`,
  draftOf: (draft, count, isStarred) => `draft ${draft} of ${count}${isStarred ? ', the best' : ''}`,
  emptyDraft: 'no words yet',
  addDraft: 'Another draft',
  addDraftHint: 'A copy of this one, to be changed',
  starDraft: (draft) => `Draft ${draft} is the best: export it`,
  deleteDraft: (draft) => `Delete draft ${draft}`,
  draftDeleted: (words) => `“${words}” is deleted`,
  starHint: 'The ★ draft is exported; without a ★, the one that is shown.',
  loop: 'Loop one line',
  drawHint: 'Draw the melody here',
  sectionTools: (name) => `Section “${name}”`,
  sectionMelody: (name) => `Melody of “${name}”`,
  ownMelody: 'Its own melody',
  melodyLike: (name) => `Melody of “${name}”`,
  repeat: 'Sing again',
  repeatHint: 'The section once more at the end; notes are changed in both',
  newWords: 'New words',
  newWordsHint: 'Other words to this melody, at the end',
});
