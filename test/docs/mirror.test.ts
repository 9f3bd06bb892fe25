import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of tests that are about no file or folder of the program, each with its reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'test/console/browser': 'what somebody does on the page, in a browser, whatever parts of it that passes',
  'test/contract': 'what both stores promise',
  'test/deploy': 'files of settings, which are no program',
  'test/docs': 'the pages, and this rule',
  'test/drills': 'faults and load that are made on purpose',
  'test/packages': 'the packages as those who install them have them',
  'test/security': 'what must hold of all the code, and of what an attacker sends',
  'test/support': 'what tests share',
};

/** `paging.test.ts`, `paging.property.test.ts`, or `paging.last-page.test.ts` of a topic. */
const NAME_OF_TEST = /^([\w-]+)(?:\.[\w-]+)*\.test\.tsx?$/;

/** Where the subject of a test may lie: a file, or a folder that is tested as a whole. */
function subjectsOf(folder: string, name: string): string[] {
  const subject = NAME_OF_TEST.exec(name)?.[1] ?? name;
  const path = join(folder, subject).replace(/^test\//, '');
  const [room, ...rest] = path.split('/');
  const places = room === 'console' || room === 'client' ? [`${room}/src/${rest.join('/')}`] : [`src/${path}`];
  return [...places, path].flatMap((place) => [place, `${place}.ts`, `${place}.tsx`, `${place}.js`]);
}

const tests = readdirSync(join(ROOT, 'test'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => ({ folder: join('test', parentPath.slice(join(ROOT, 'test').length)), name }));

const isElsewhere = (folder: string) => Object.keys(ELSEWHERE).some((one) => `${folder}/`.startsWith(`${one}/`));

it('a test lies where its subject lies in the program, and has its name', () => {
  expect(tests.length).toBeGreaterThan(200);
  const lost = tests.filter(
    ({ folder, name }) =>
      !isElsewhere(folder) && !subjectsOf(folder, name).some((subject) => existsSync(join(ROOT, subject))),
  );
  expect(lost.map(({ folder, name }) => join(folder, name))).toEqual([]);
});

it('folders of other tests are there', () => {
  expect(
    Object.keys(ELSEWHERE).filter((folder) => !tests.some((test) => `${test.folder}/`.startsWith(`${folder}/`))),
  ).toEqual([]);
});
