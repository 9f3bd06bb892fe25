import { FACETS } from '../../src/lexicon/query.ts';
import type { Lexicon, Page } from '../../src/lexicon/store.ts';
import type { Peer, PeerFacets, PeerPage } from '../peers/peer.ts';
import { pageQuery, type Questions } from './queries.ts';
import type { Filters } from './rows.ts';

/** Nothing is timed before the peer has answered every question as the embedded store does. Throws at the first difference. */
export async function checkAnswers(lexicon: Lexicon, peer: Peer, asked: Questions): Promise<void> {
  for (const filters of asked.filters) {
    const ours = await lexicon.page(pageQuery(filters, peer.pageWithFacets || peer.pageWithPlainFacets ? FACETS : []));
    checkPage(peer, filters, 0, ours, await peer.page(filters));
    if (peer.pageWithFacets) checkFacets(peer, filters, ours, (await peer.pageWithFacets(filters)).facets, false);
    if (peer.pageWithPlainFacets)
      checkFacets(peer, filters, ours, (await peer.pageWithPlainFacets(filters)).facets, true);
  }
  for (const { filters, offset } of asked.deep.slice(0, 4))
    checkPage(
      peer,
      filters,
      offset,
      await lexicon.page(pageQuery(filters, [], offset)),
      await peer.page(filters, offset),
    );
  if (peer.complete) for (const prefix of asked.oneCharacter.slice(0, 40)) await checkPrefix(lexicon, peer, prefix);
}

function checkPage(peer: Peer, filters: Filters, offset: number, ours: Page, theirs: PeerPage): void {
  const ranks = ours.words.map(({ entry }) => entry.rank);
  if (ours.total !== theirs.total || ranks.join() !== Array.from(theirs.ranks).join())
    throw new Error(
      `${peer.name} answers ${JSON.stringify({ filters, offset })} differently: ${theirs.total} words ` +
        `[${Array.from(theirs.ranks).slice(0, 5)} …], ours ${ours.total} [${ranks.slice(0, 5)} …]`,
    );
}

/** `isPlain`: chosen facets are counted with their own selection, so that only the others can be compared. */
function checkFacets(peer: Peer, filters: Filters, ours: Page, theirs: PeerFacets, isPlain: boolean): void {
  const text = (counts: Iterable<readonly [string | number, number]>) =>
    [...counts]
      .filter(([, count]) => count > 0)
      .map(([value, count]) => `${value} ${count}`)
      .sort()
      .join();
  for (const facet of FACETS) {
    if (isPlain && Object.keys(filters).length > 0 && filters[facet]) continue;
    const own = text(ours.facets![facet]!.map(({ value, count }) => [value, count] as const));
    const other = text(theirs[facet] ?? []);
    if (own !== other)
      throw new Error(
        `${peer.name} counts ${facet} of ${JSON.stringify(filters)} differently:\n${other.slice(0, 300)}\nours:\n${own.slice(0, 300)}`,
      );
  }
}

/** The prefix itself, which we put first, is left aside: a peer has it where its popularity places it. */
async function checkPrefix(lexicon: Lexicon, peer: Peer, prefix: string): Promise<void> {
  const ranks = Array.from(await peer.complete!(prefix));
  const words = await lexicon.lookup(await lexicon.suggest(prefix, 10, { vulgar: true }));
  const ours = [...words.values()].map(({ entry }) => entry);
  const missing = ours.filter(({ char, rank }) => char !== prefix && !ranks.includes(rank));
  if (missing.length > 0)
    throw new Error(`${peer.name} completes ${prefix} without ${missing.map(({ char }) => char).join(', ')}`);
}
