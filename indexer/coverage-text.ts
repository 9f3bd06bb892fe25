import type { Manifest } from '../src/lexicon/formats.ts';

const GROUPS: readonly (readonly [title: string, key: RegExp])[] = [
  ['readings', /^reading_|^several_readings/],
  ['parts of speech', /^pos_/],
  ['register', /^reg_/],
  ['length', /^length_/],
  ['meaning', /^definition|^category|^examples/],
  ['feeling', /^emotion|^valence|^themes/],
  ['relations', /^relation_|^words_with/],
  ['your own files', /^own_/],
  ['other', /./],
];

/** A summary of a build: sources, then counts with their share of all entries. */
export function coverageText({ generation, counts, coverage, sources, rejected }: Manifest): string {
  const lines = [`generation ${generation}: ${counts.entries} entries, ${counts.relations} relations`, '', 'sources'];
  for (const source of sources)
    lines.push(
      `  ${source.name.padEnd(28)} ${padCount(source.entries)} entries ${padCount(source.relations)} relations`,
    );
  const remainingKeys = new Set(Object.keys(coverage));
  for (const [title, pattern] of GROUPS) {
    const keys = [...remainingKeys].filter((key) => pattern.test(key));
    if (keys.length === 0) continue;
    lines.push('', title);
    for (const key of keys) {
      remainingKeys.delete(key);
      const count = coverage[key]!;
      const share = /^relation_|^own_/.test(key) ? '' : ` ${((count / counts.entries) * 100).toFixed(1).padStart(5)} %`;
      lines.push(`  ${key.padEnd(28)} ${padCount(count)}${share}`);
    }
  }
  if (rejected.length > 0) lines.push('', `${rejected.length} lines of your files were left out: see manifest.json`);
  return lines.join('\n');
}

function padCount(count: number): string {
  return String(count).padStart(8);
}
