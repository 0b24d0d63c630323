import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { create } from 'zustand';
import { onConnect, useConnection } from '../../live/connection.js';
import { peekPreloaded } from '../api/preloaded-responses.js';
import { registerSave, type RawResponse } from '../api/response-copies.js';
import { readStored } from '../browser/storage.js';
import { isOfAnotherPerson, loadSession, useSession } from '../state/session.js';

const prefix = 'saved ';
const maxThreads = 50;
/** Applies to each thread, to all lists together, and to all responses about threads without a saved text. */
const maxResponses = 20;
const maxLength = 256_000;
const threadPath =
  /^\/(?:forums\/(?:threads|posts|reactions|watches)|bookmarks\/threads)\/(\d+)(?:\/acts|\/deleted)?(?:\?|$)/;
const textPath = /\/forums\/(?:threads|posts)\/\d/;
const listPath = /^\/forums\/(?:recent|threads)(?:\?|$)/;
const everyPagePath = /^\/(?:me|site|forums\/sections)(?:\?|$)/;

type SessionUser = Me | null | undefined;

interface SaveState {
  /** Runs one change at a time so that nothing overtakes a removal. */
  queue: Promise<unknown>;
  /** True from a logout until the next login. */
  isPaused: boolean;
  hasResponse: boolean;
  usedSaved: boolean;
}

const useSaving = create<SaveState>(() => ({
  queue: Promise.resolve(),
  isPaused: false,
  hasResponse: false,
  usedSaved: false,
}));

const buildCacheName = (userId: string): string => `${prefix}${userId || 'guest'}`;
const getUserId = (user: Me | null): string => String(user?.id ?? '');

/** From now on, saves this member's responses, and removes those saved for others. */
export function startSaving(): void {
  followUser(useSession.getState().user, undefined);
  registerSave(save);
  const sections = peekPreloaded('/forums/sections');
  if (sections) save('/forums/sections', { ...sections, headers: new Headers(sections.headers) });
  useSession.subscribe(
    ({ user }, previousSession) => user !== previousSession.user && followUser(user, previousSession.user),
  );
  // Responses read from the cache may be outdated, especially the session.
  onConnect(() => {
    if (useSaving.getState().usedSaved) void loadSession();
    useSaving.setState({ usedSaved: false });
  });
}

function followUser(user: SessionUser, previousUser: SessionUser): void {
  const isLogout = user === null && !!previousUser;
  useSaving.setState({ isPaused: isLogout });
  if (isLogout) change(() => Promise.all([removeCaches(() => true), endPush()]));
  if (isLogout || user === undefined) return;
  const isSame = previousUser === undefined || previousUser?.id === user?.id;
  change(() => removeSaved((name) => !(isSame && name === buildCacheName(getUserId(user))), getUserId(user)));
  save('/me', { status: 200, headers: new Headers(), body: { user } });
}

/** @returns null while the server responds, or if nothing was saved for this member */
export async function findSaved(path: string): Promise<RawResponse | null> {
  const { user } = useSession.getState();
  const userId = user === undefined ? readStored('person') : getUserId(user);
  const isCut = !navigator.onLine || useConnection.getState().lostAt !== null || !useSaving.getState().hasResponse;
  if (typeof caches === 'undefined' || userId === null || !isCut) return null;
  const savedResponse = await caches.match(toApiPath(path), { cacheName: buildCacheName(userId) });
  if (!savedResponse) return null;
  useSaving.setState({ usedSaved: true });
  return { status: savedResponse.status, headers: savedResponse.headers, body: await savedResponse.json() };
}

function save(path: string, { status, headers, body }: RawResponse): void {
  if (useSaving.getState().isPaused) return;
  if (path !== '/me') useSaving.setState({ hasResponse: true });
  const { user } = useSession.getState();
  if (user && status === 401) return change(() => removeSaved(() => true));
  const group = findGroup(path);
  if (user === undefined || group === null) return;
  const name = buildCacheName(getUserId(user));
  const isOutdated = () => isOfAnotherPerson() || getUserId(useSession.getState().user ?? null) !== getUserId(user);
  change(async () => {
    if (isOutdated()) return;
    const cache = await caches.open(name);
    const text = JSON.stringify(body);
    if (status === 200 && text.length <= maxLength) await cache.put(toApiPath(path), new Response(text, { headers }));
    // The member may no longer see it.
    if (status === 403 || status === 404) await removeGroup(cache, group);
    await removeOldest(cache);
    // The member may have logged in or out on another page in the meantime.
    if (isOutdated()) await caches.delete(name);
  });
}

function change(step: () => Promise<unknown>): void {
  // A full disk or a private window may prevent saving, but must prevent nothing else.
  useSaving.setState(({ queue }) => ({ queue: queue.then(step).catch(() => {}) }));
}

/** @returns the id of the thread, or null for a response that is not saved */
function findGroup(path: string): string | null {
  const relative = path.replace(/^\/api(?=\/)/, '');
  if (everyPagePath.test(relative)) return 'every page';
  return threadPath.exec(relative)?.[1] ?? (listPath.test(relative) ? 'lists' : null);
}

const toApiPath = (path: string): string => (path.startsWith('/api/') ? path : `/api${path}`);

const findGroupOfRequest = ({ url }: Request): string => findGroup(url.slice(new URL(url).origin.length)) ?? '';

async function removeGroup(cache: Cache, group: string): Promise<void> {
  for (const request of await cache.keys()) if (findGroupOfRequest(request) === group) await cache.delete(request);
}

/** A cache lists its keys in the order in which they were last saved. */
async function removeOldest(cache: Cache): Promise<void> {
  const sizes: Record<string, number> = {};
  const requests = [...(await cache.keys())].reverse();
  const threads = [...new Set(requests.filter(({ url }) => textPath.test(url)).map(findGroupOfRequest))];
  for (const request of requests) {
    const requestGroup = findGroupOfRequest(request);
    // A section watch has the same path as a thread watch, but belongs to no thread.
    const group = /^\d/.test(requestGroup) && !threads.includes(requestGroup) ? 'watches' : requestGroup;
    sizes[group] = (sizes[group] ?? 0) + 1;
    const isOldThread = threads.indexOf(group) >= maxThreads;
    if (isOldThread || sizes[group] > maxResponses) await cache.delete(request);
  }
}

async function removeCaches(isRemoved: (name: string) => boolean): Promise<string[]> {
  const removedNames = (await caches.keys()).filter(isRemoved);
  await Promise.all(removedNames.map((name) => caches.delete(name)));
  return removedNames;
}

/** Every member has saved responses, so their removal shows that the session ended, even while no page was open. */
async function removeSaved(isRemoved: (name: string) => boolean, userId = ''): Promise<void> {
  const removedNames = await removeCaches((name) => name.startsWith(prefix) && isRemoved(name));
  // The present user may have turned on push in another tab.
  const isForeign = (name: string) => name !== buildCacheName('') && name !== buildCacheName(userId);
  if (removedNames.some(isForeign)) await endPush();
}

/** This browser's next user must not receive this member's notifications. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
