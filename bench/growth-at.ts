import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lexiconFromPacked } from '../src/stores/memory/memory-store.ts';
import { pageQuery, querySet } from './lexicon/queries.ts';
import { BENCH_FACETS, rowsOf } from './lexicon/rows.ts';
import { sizedLexicon } from './lexicon/scaled.ts';
import { time } from './timing.ts';

/**
 * The store at one size, in a process of its own: its live memory with every table made and its caches full, then its times with no
 * answers kept, so that they are those of the work.
 */
const [directory, size, count, rounds] = process.argv.slice(2);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const liveMegabytes = () => {
  for (let i = 0; i < 3; i++) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

const before = liveMegabytes();
const { manifest, packed } = await sizedLexicon(directory!, Number(size));
const queries = querySet(rowsOf(packed), Number(count));
const plain = queries.filters.map((filters) => pageQuery(filters, []));
const faceted = queries.filters.map((filters) => pageQuery(filters, BENCH_FACETS));

let lexicon = lexiconFromPacked(manifest, packed);
await lexicon.warm();
for (const query of faceted) await lexicon.page(query);
// Fills what is kept of entries.
await lexicon.page({ ...pageQuery({}, []), limit: 40_000 });
for (const prefix of queries.oneCharacter) await lexicon.suggest(prefix, 10, { vulgar: true });
const megabytes = liveMegabytes() - before;

lexicon = lexiconFromPacked(manifest, packed);
await lexicon.warm();
const times = {
  'page of 50': await time(plain, Number(rounds), (query) => lexicon.page(query)),
  'page with nine facets': await time(faceted, Number(rounds), (query) => lexicon.page(query)),
  autocomplete: await time(queries.oneCharacter, Number(rounds), (prefix) =>
    lexicon.suggest(prefix, 10, { vulgar: true }),
  ),
};
console.log(JSON.stringify({ megabytes, times }));
