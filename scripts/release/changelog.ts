/** The text of CHANGELOG.md under the heading of a version; undefined where there is none. */
export function changesOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.slice(section.indexOf('\n') + 1).trim();
}
