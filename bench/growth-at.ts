import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FACETS } from '../src/lexicon/query.ts';
import { lexiconOf } from '../src/stores/memory/memory-store.ts';
import { pageQuery, questions } from './lexicon/queries.ts';
import { rowsOf } from './lexicon/rows.ts';
import { sizedLexicon } from './lexicon/scaled.ts';
import { time } from './timing.ts';

/**
 * The store at one size, in a process of its own: its live memory with every table made and its caches full, then its times with no
 * answers kept, so that they are those of the work.
 */
const [directory, size, count, rounds] = process.argv.slice(2);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const live = () => {
  for (let i = 0; i < 3; i++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

const before = live();
const { manifest, packed } = await sizedLexicon(directory!, Number(size));
const asked = questions(rowsOf(packed), Number(count));
const plain = asked.filters.map((filters) => pageQuery(filters, []));
const faceted = asked.filters.map((filters) => pageQuery(filters, FACETS));

let lexicon = lexiconOf(manifest, packed);
await lexicon.warm();
for (const query of faceted) await lexicon.page(query);
// Fills what is kept of entries.
await lexicon.page({ ...pageQuery({}, []), limit: 40_000 });
for (const prefix of asked.oneCharacter) await lexicon.suggest(prefix, 10, { vulgar: true });
const megabytes = live() - before;

lexicon = lexiconOf(manifest, packed, { keptBytes: 0 });
await lexicon.warm();
const times = {
  'page of 50': await time(plain, Number(rounds), (query) => lexicon.page(query)),
  'page with nine facets': await time(faceted, Number(rounds), (query) => lexicon.page(query)),
  autocomplete: await time(asked.oneCharacter, Number(rounds), (prefix) =>
    lexicon.suggest(prefix, 10, { vulgar: true }),
  ),
};
console.log(JSON.stringify({ megabytes, times }));
