import { type ClusterTarget, isComplete, listGenerations, type StoredGeneration } from './cluster-target.ts';
import { isHolderDead, readLock } from './lock.ts';

function stateOf(generation: StoredGeneration): string {
  if (generation.live)
    return isComplete(generation) && generation.liveIndices === 2 ? 'live' : 'LIVE AND NOT WHOLE: run "lexicon doctor"';
  return isComplete(generation) ? 'ready for a rollback' : 'not finished';
}

/** A table of the generations, and the holder of the lock. */
export async function describeGenerations(target: ClusterTarget): Promise<string> {
  const [generations, lock] = await Promise.all([listGenerations(target), readLock(target)]);
  if (generations.length === 0) return 'No lexicon has been loaded. Run "npm run lexicon -- load".';
  const lines = generations.map((generation) => {
    const { name, meta } = generation;
    const counts = meta ? `${meta.counts.entries} entries, ${meta.counts.relations} relations` : 'contents unknown';
    const times = meta ? `, loaded ${meta.loaded_at}${meta.retired_at ? `, last live ${meta.retired_at}` : ''}` : '';
    return `${generation.live ? '*' : ' '} ${name}  ${stateOf(generation)}; ${counts}${times}`;
  });
  if (lock) {
    const holder = `"lexicon ${lock.command}" on ${lock.host} (process ${lock.pid}) since ${lock.taken_at}`;
    const isRunning = lock.expires_at > Date.now() && !isHolderDead(lock);
    lines.push(isRunning ? `${holder} is running` : `${holder} was ended before its end: run the command again`);
  }
  return lines.join('\n');
}

/** Explains missing replicas and what to do. */
export function describeMissing(copies: number): string {
  return (
    `WARNING: ${copies} ${copies === 1 ? 'copy of a shard is' : 'copies of shards are'} on no node yet. All is searched and ` +
    'answered, but a node that is lost now would take its part of the lexicon with it. Elasticsearch places copies by itself ' +
    'as soon as there is a node for them: add one, or load with fewer --replicas. "GET _cluster/allocation/explain" says what is in the way.'
  );
}
