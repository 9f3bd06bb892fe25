import { groupLines, type Importer, type ImportOptions, type ImportResult, sourceLines } from './importer.ts';

/**
 * 同義詞詞林 (and its extended edition): a line is a code of eight signs and its words: `Aa01A01= 人 士 人物`. The last sign
 * tells `=` synonyms, `#` words of one kind, `@` a word alone.
 */
export const cilin: Importer = {
  name: 'cilin',
  summary: '同義詞詞林 text, extended edition too (UTF-8 or GBK); its lines that end their code in "="',
  terms: async () => ({
    name: '同義詞詞林',
    licence: 'as its publisher says (the extended edition: for research only, HIT-SCIR)',
    url: 'https://www.ltp-cloud.com',
    attribution:
      '梅家駒等 (同義詞詞林); Research Center for Social Computing, Harbin Institute of Technology (extended edition)',
    used_for: 'relations',
    conditions:
      'No open licence: the book is under copyright and the extended edition was given out for research. Build with it only as far as your own permission goes (non-commercial without one), and do not pass the lexicon on.',
  }),
  read: readCilin,
};

const LINE = /^([A-Z][a-z]\d{2}[A-Z]\d{2})([=#@])\s+(.+)$/;

async function* readCilin(files: readonly string[], options: ImportOptions): AsyncGenerator<ImportResult> {
  for (const path of files) {
    for await (const { file, line, text } of sourceLines(path)) {
      if (text.trim() === '') continue;
      const match = LINE.exec(text.trim());
      if (!match) {
        yield { problem: { file, line, field: 'code', message: 'does not begin with a code such as Aa01A01=' } };
        continue;
      }
      const words = match[3]!.split(/\s+/);
      if (match[2] === '=')
        yield* groupLines({ words, script: options.script ?? 'simplified', location: { file, line } }, options);
      else yield { skipped: match[2] === '#' ? 'groups of words of one kind' : 'words without synonyms' };
    }
  }
}
