/**
 * Caches the files of one build so that the site opens offline. The pages themselves save the threads that were read
 * (`web/src/shared/offline/saved-responses.ts`), because only they know the member.
 */
import { handlePushes } from './push.js';

declare const self: ServiceWorkerGlobalScope;

/** The build inserts this build's files with their hashes, so that no file of another build can be stored. */
declare const FILES: Record<string, string>;
declare const BUILD: string;
/** The entry script that this build's pages load. */
declare const ENTRY: string;

const frame = '/index.html';
const theme = '/theme.css';
const prefix = 'frame ';
const cacheName = prefix + BUILD;
const maxBuilds = 2;
const simultaneousFetches = 6;
/** Paths that are not pages of the site. They have no offline fallback. */
const otherPath = /^\/(api|pictures|uploads|avatars|icons|metrics|health|ready)(\/|$)|\.\w+$/;

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([removeOldBuilds(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});

handlePushes(self);

self.addEventListener('message', (event) => {
  const message = event.data as { type: 'fill' | 'activate' } | { type: 'offer'; entry: string };
  if (message.type === 'fill') event.waitUntil(fill());
  // A page of this build needs no reload, and the previous build's pages still find their files.
  if (message.type === 'activate' || (message.type === 'offer' && message.entry === ENTRY))
    event.waitUntil(self.skipWaiting());
  else if (message.type === 'offer') event.source?.postMessage({ type: 'new-build' });
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) return event.respondWith(loadAsset(request));
  if (pathname === theme) return event.respondWith(loadTheme(event));
  if (request.mode === 'navigate' && !otherPath.test(pathname)) event.respondWith(loadPage(event));
});

async function install(): Promise<void> {
  try {
    await fill();
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

/** Stores the missing files. The browser checks their hashes and rejects a file from another build. */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  const storedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missingFiles = Object.entries(FILES).filter(([path]) => !storedPaths.has(path));
  const fetchRest = async () => {
    for (let file = missingFiles.pop(); file; file = missingFiles.pop()) {
      const [path, integrity] = file;
      await cache.add(new Request(path, { integrity, cache: path === frame ? 'no-cache' : 'default' }));
    }
  };
  await Promise.all(Array.from({ length: simultaneousFetches }, fetchRest));
  if (!storedPaths.has(theme)) await cache.add(theme);
}

async function removeOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  const oldBuilds = builds.slice(0, Math.max(0, builds.length - maxBuilds + 1));
  await Promise.all(oldBuilds.map((name) => caches.delete(name)));
}

/** Asset names contain a hash, so a page from any build gets its own files. */
async function loadAsset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function loadTheme(event: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    // A full disk must not prevent the page from getting its theme.
    if (response.ok) event.waitUntil(storeTheme(response.clone()).catch(() => {}));
    return response;
  } catch {
    return (await caches.match(theme, { cacheName, ignoreVary: true })) ?? Response.error();
  }
}

/** After a logout, there is no cache until the next page fills it. */
async function storeTheme(response: Response): Promise<void> {
  if (await caches.has(cacheName)) await (await caches.open(cacheName)).put(theme, response);
}

/** Online, the server renders the page. Offline, the empty page of this build shows what was saved. */
async function loadPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch {
    return (await caches.match(frame, { cacheName })) ?? Response.error();
  }
}
