import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const pagesIn = (folder: string, deep = true): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return deep && entry.name !== 'node_modules' ? pagesIn(path) : [];
    return entry.name.endsWith('.md') ? [path] : [];
  });
const PAGES = [...pagesIn('.', false), ...['docs', 'deploy', 'client', 'src', 'data'].flatMap((one) => pagesIn(one))];

interface Link {
  readonly page: string;
  readonly file: string;
  readonly anchor: string | undefined;
}

/** Links to files of the project, with the path from its root. */
const linksOf = (page: string): Link[] =>
  [
    ...readFileSync(join(ROOT, page), 'utf8')
      .replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .map((target) => {
      const [path, anchor] = target.split('#');
      return { page, file: path === '' ? page : join(dirname(page), decodeURI(path!)), anchor };
    });

/** A path within a span of code, as far as it is one: `src/http/app.ts`, `data/words/*.tsv`. Results are there after a run only. */
const PATH_IN_CODE =
  /`(?:node )?((?:bench|client|console|deploy|docs|indexer|mappings|scripts|src|test)\/[\w*./-]*\w\/?)(?=[`\s])/g;

/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the documents', () => {
  const links = PAGES.flatMap(linksOf);

  it('link to files that are there', () => {
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('link to headings that are there', () => {
    const anchored = links.filter(({ file, anchor }) => anchor !== undefined && file.endsWith('.md'));
    expect(anchored.length).toBeGreaterThan(3);
    expect(anchored.filter(({ file, anchor }) => !anchorsOf(file).includes(anchor!))).toEqual([]);
  });

  it('name files that are there', () => {
    const named = PAGES.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(PATH_IN_CODE)].map(([, path]) => ({ page, path: path! })),
    );
    expect(named.length).toBeGreaterThan(100);
    const isThere = (path: string) => globSync(path, { cwd: ROOT }).length > 0;
    const isResult = (path: string) => /^(?:bench|test\/drills)\/results/.test(path);
    const lost = named.filter(({ page, path }) => !isThere(path) && !isThere(join(dirname(page), path)));
    expect(lost.filter(({ path }) => !isResult(path))).toEqual([]);
  });

  it('name scripts of the project, and commands of the lexicon, that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const commands = new Set(
      globSync('indexer/**/{cli,commands}.ts', { cwd: ROOT }).flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/command\(\s*(?:program,\s*)?'([\w-]+)/g)].map(
          ([, name]) => name!,
        ),
      ),
    );
    // The changelog tells of what was there.
    const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/npm run (?:-s )?([\w:-]+)(?: -- ([a-z][\w-]*))?/g)].map(
        ([, script, command]) => ({ page, script: script!, command }),
      ),
    );
    expect(named.length).toBeGreaterThan(60);
    expect(
      named.filter(
        ({ script, command }) =>
          !(script in scripts) || (script === 'lexicon' && command !== undefined && !commands.has(command)),
      ),
    ).toEqual([]);
  });

  it('are all found from the index', () => {
    const indexed = new Set(linksOf('docs/README.md').map(({ file }) => file));
    const pages = pagesIn('docs').filter((page) => !/^docs\/(README\.md|decisions\/)/.test(page));
    expect(pages.filter((page) => !indexed.has(relative('.', page)))).toEqual([]);
  });
});
