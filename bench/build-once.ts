import { ensureBuild } from '../indexer/build.ts';

/** Builds into the folder given, and prints its cost: a process of its own, so that its memory is the build's alone. */
const [out] = process.argv.slice(2);
const startedAt = performance.now();
const { dir } = await ensureBuild({
  out: out!,
  sources: [],
  jsonLines: false,
  progress: { step: () => undefined, done: () => undefined },
});
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage();
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ dir, seconds, cpuSeconds: (user + system) / 1e6, megabytes }));
