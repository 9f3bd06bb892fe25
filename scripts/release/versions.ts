import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version is that of package.json. Published packages and the chart repeat it. */
export const PACKAGE_FILES = ['client/package.json', 'src/cantonese/package.json'];
export const CHART_FILE = 'deploy/helm/lexicon/Chart.yaml';

export function versionOf(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

const PACKAGE_VERSION = /^( {2}"version": ")[^"]*/m;
const CHART_VERSIONS = /^(version|appVersion): .*$/gm;

export function spreadVersion(root: string): void {
  const version = versionOf(root);
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));
  for (const file of PACKAGE_FILES) edit(file, (text) => text.replace(PACKAGE_VERSION, `$1${version}`));
  edit(CHART_FILE, (text) => text.replace(CHART_VERSIONS, `$1: ${version}`));
}

/** Files that say another version than package.json does. */
export function otherVersions(root: string): string[] {
  const version = versionOf(root);
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const found = [
    ...PACKAGE_FILES.map((file) => [file, (JSON.parse(read(file)) as { version: string }).version]),
    ...[...read(CHART_FILE).matchAll(CHART_VERSIONS)].map(([line]) => [CHART_FILE, line.split(': ')[1]]),
  ];
  return found.filter(([, other]) => other !== version).map(([file, other]) => `${file} says ${other}`);
}

/** The text of CHANGELOG.md under the heading of a version; undefined where there is none. */
export function changesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.slice(section.indexOf('\n') + 1).trim();
}

/** Run by `npm version`. */
if (import.meta.main) spreadVersion(fileURLToPath(new URL('../..', import.meta.url)));
