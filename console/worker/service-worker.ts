/**
 * Keeps the page itself, and the lexicon's answers that were seen, for when there is no network. Online everything but
 * the page's hashed files comes from the service, so that nothing shown is old.
 */
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: the paths of the page's files, and a version that changes with any of them. */
declare const __SHELL__: readonly string[];
declare const __VERSION__: string;

const SHELL = `shell-${__VERSION__}`;
const RESPONSES_PREFIX = 'answers-';
/** By which lines are read without a network; never dropped for newer answers. */
const READING_TABLE = '/readings.txt';
/** Most answers kept; the oldest make room. */
const MAX_CACHED_RESPONSES = 400;
/** Tells the page that an answer is one that was kept. */
const CACHED_HEADER = 'X-Kept-Answer';

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
  const removeOldCaches = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(removeOldCaches());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === '/') event.respondWith(fetch(request).catch(() => shellFile('/')));
  else if (shellPaths.has(pathname)) event.respondWith(shellFile(pathname));
  else if (isCacheable(pathname)) event.respondWith(respond(event));
});

/** What may be kept: the lexicon's own words, never an account's numbers. */
function isCacheable(pathname: string): boolean {
  return pathname.startsWith('/api/lexicon/') || pathname === READING_TABLE;
}

async function shellFile(path: string): Promise<Response> {
  const cached = await (await caches.open(SHELL)).match(path);
  return cached ?? fetch(path);
}

async function respond(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    const generation = response.headers.get('X-Lexicon-Generation');
    if (response.status === 200 && generation)
      event.waitUntil(cacheResponse(request.url, response.clone(), generation));
    return response;
  } catch (error) {
    const cached = await cachedResponse(request.url);
    if (cached) return cached;
    throw error;
  }
}

/** Keeps an answer with those of its generation; those of another one are dropped. */
async function cacheResponse(url: string, response: Response, generation: string): Promise<void> {
  const name = RESPONSES_PREFIX + generation;
  for (const other of await caches.keys())
    if (other.startsWith(RESPONSES_PREFIX) && other !== name) await caches.delete(other);
  const cache = await caches.open(name);
  // By address alone: an answer to one key is the answer to all.
  await cache.delete(url);
  await cache.put(url, response);
  const cached = (await cache.keys()).filter((one) => new URL(one.url).pathname !== READING_TABLE);
  for (const old of cached.slice(0, Math.max(0, cached.length - MAX_CACHED_RESPONSES))) await cache.delete(old);
}

async function cachedResponse(url: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(RESPONSES_PREFIX)) continue;
    const cached = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (!cached) continue;
    const headers = new Headers(cached.headers);
    headers.set(CACHED_HEADER, 'true');
    return new Response(cached.body, { status: cached.status, headers });
  }
  return undefined;
}
