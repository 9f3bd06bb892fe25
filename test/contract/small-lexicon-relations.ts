import type { PartnerRelation, PartnerSource } from '../../src/lexicon/partner-relations.ts';

/** Lines of partners, in the order of each word's list: word, relation, related, source, score. */
export const PARTNER_ROWS: [string, PartnerRelation, string, PartnerSource, number][] = [
  ['海', 'done_to', '愛', 'curated', 98],
  ['海', 'done_to', '行', 'attested', 34],
  ['海', 'like_what', '靚', 'curated', 98],
  ['海', 'like_what', '悲傷', 'curated', 96],
  ['海', 'with', '雪', 'curated', 98],
  ['海', 'done_to', '説', 'curated', 94],
  ['愛', 'takes', '海', 'curated', 66],
  ['行', 'takes', '海', 'attested', 2],
  ['靚', 'describes', '海', 'curated', 66],
  ['悲傷', 'describes', '海', 'curated', 64],
  ['雪', 'with', '海', 'curated', 66],
  ['説', 'takes', '海', 'curated', 62],
];

/** Pairs that hold both ways: type, word, related, source, score. */
export const PAIRS: ['syn' | 'ant', string, string, 'curated' | 'generated', number][] = [
  ['syn', '開心', '快樂', 'curated', 90],
  ['syn', '開心', '靚', 'generated', 40],
  ['syn', '開心', '愛', 'generated', 40],
  ['syn', '悲傷', '傷心', 'curated', 95],
  ['syn', '海', '大海', 'generated', 80],
  ['syn', '海', '海洋', 'curated', 90],
  ['syn', '大海', '海洋', 'generated', 85],
  ['syn', '成長', '長', 'generated', 60],
  // In both senses of 長, and in none of 存在, whose senses are not told apart.
  ['syn', '長', '存在', 'curated', 91],
  ['syn', '説話', '説', 'generated', 50],
  ['syn', '銀行', '行', 'generated', 30],
  ['ant', '開心', '傷心', 'curated', 90],
  ['ant', '開心', '悲傷', 'generated', 80],
  ['ant', '快樂', '悲傷', 'curated', 90],
];
