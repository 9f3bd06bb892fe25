/**
 * Keeps the page itself, and the lexicon's answers that were seen, for when there is no network. Online everything but
 * the page's hashed files comes from the service, so that nothing shown is old.
 */
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: the paths of the page's files, and a version that changes with any of them. */
declare const __SHELL__: readonly string[];
declare const __VERSION__: string;

const SHELL = `shell-${__VERSION__}`;
const ANSWERS = 'answers-';
/** Most answers kept; the oldest make room. */
const MOST_ANSWERS = 400;
/** Tells the page that an answer is one that was kept. */
const KEPT = 'X-Kept-Answer';

const shellPaths = new Set(__SHELL__);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(__SHELL__))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === '/') event.respondWith(fetch(request).catch(() => shellFile('/')));
  else if (shellPaths.has(pathname)) event.respondWith(shellFile(pathname));
  else if (isAnswer(pathname)) event.respondWith(answer(event));
});

/** What may be kept: the lexicon's own words, never an account's numbers; a stream of events is no answer. */
function isAnswer(pathname: string): boolean {
  return pathname.startsWith('/api/lexicon/') && pathname !== '/api/lexicon/events';
}

async function shellFile(path: string): Promise<Response> {
  const kept = await (await caches.open(SHELL)).match(path);
  return kept ?? fetch(path);
}

async function answer(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    const generation = response.headers.get('X-Lexicon-Generation');
    if (response.status === 200 && generation) event.waitUntil(keep(request.url, response.clone(), generation));
    return response;
  } catch (error) {
    const kept = await keptAnswer(request.url);
    if (kept) return kept;
    throw error;
  }
}

/** Keeps an answer with those of its generation; those of another one are dropped. */
async function keep(url: string, response: Response, generation: string): Promise<void> {
  const name = ANSWERS + generation;
  for (const other of await caches.keys()) if (other.startsWith(ANSWERS) && other !== name) await caches.delete(other);
  const cache = await caches.open(name);
  // By address alone: an answer to one key is the answer to all.
  await cache.delete(url);
  await cache.put(url, response);
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_ANSWERS))) await cache.delete(old);
}

async function keptAnswer(url: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(ANSWERS)) continue;
    const kept = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (!kept) continue;
    const headers = new Headers(kept.headers);
    headers.set(KEPT, 'true');
    return new Response(kept.body, { status: kept.status, headers });
  }
  return undefined;
}
