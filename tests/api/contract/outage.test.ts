import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { Unavailable } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { VaultUnavailable } from '@guildhall/server/vault/vault.js';
import { createSession } from '@guildhall/server/testing/services.js';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let thread: number;

beforeAll(async () => {
  thread = await site.createThread();
});
afterEach(() => vi.restoreAllMocks());

const post = (key?: string) =>
  site.send('POST', '/forums/posts', { thread_id: thread, content: 'Hi' }, { as: site.member, key });
const read = (as?: { cookie: string }) => site.send('GET', `/forums/posts/${thread}`, undefined, { as });
const count = async () => ((await read()).json as PostRow[]).length;

/** Every refusal during an outage has this form and includes how long to wait. */
const unavailable = {
  status: 503,
  json: { error: 'The service is not available right now. Nothing was lost; please try again.', code: 'unavailable' },
  headers: { 'retry-after': '2' },
};

function cutOff<T extends object>(part: T, methods: (keyof T & string)[], error: Error): void {
  for (const method of methods) vi.spyOn(part as Record<string, () => unknown>, method).mockRejectedValue(error);
}

test('rejects writes with 503 and still serves reads without the log, then recovers', async () => {
  const countBefore = await count();
  cutOff(site.services.log, ['append', 'readStream', 'readAll', 'readHead'], new Unavailable('The log is away', true));
  expect(await post()).toMatchObject(unavailable);
  expect(
    await site.send('PUT', `/forums/threads/${thread}`, { title: 'Title', content: 'Text' }, { as: site.member }),
  ).toMatchObject(unavailable);
  expect(await site.send('DELETE', `/forums/threads/${thread}`, undefined, { as: site.member })).toMatchObject(
    unavailable,
  );
  expect((await read(site.member)).status).toBe(200);
  const after = `${site.services.historyId}.${await site.services.views.store.readCheckpoint()}`;
  expect((await site.send('GET', `/forums/posts/${thread}?after=${after}`)).status).toBe(200);
  vi.restoreAllMocks();
  expect((await post()).status).toBe(201);
  expect(await count()).toBe(countBefore + 1);
});

test('stores a reply only once if it is resent after an append with an unknown outcome', async () => {
  const countBefore = await count();
  const { log } = site.services;
  const append = log.append.bind(log);
  vi.spyOn(log, 'append').mockImplementation(async (...args) => {
    await append(...args);
    throw new Unavailable('The line broke after the append', true);
  });
  expect(await post('the fate')).toMatchObject(unavailable);
  vi.restoreAllMocks();
  const responses = [await post('the fate'), await post('the fate')];
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(await count()).toBe(countBefore + 1);
});

test('rejects reads with 503 without the view store, and later shows accepted replies', async () => {
  const countBefore = await count();
  const { store } = site.services.views;
  cutOff(store, ['find', 'getMany', 'count', 'readCheckpoint'], new StoreUnavailable('The views are away'));
  for (const path of ['/forums/sections', '/forums/recent', `/forums/threads/${thread}`, `/forums/posts/${thread}`]) {
    expect(await site.send('GET', path), path).toMatchObject(unavailable);
  }
  expect(await site.send('GET', '/me', undefined, { as: site.member })).toMatchObject({ status: 200 });
  expect(await post()).toMatchObject({ status: 201, json: { success: true } });
  vi.restoreAllMocks();
  await site.catchUpViews();
  expect(await count()).toBe(countBefore + 1);
});

test('responds with 503 to members without the vault, but still serves guests', async () => {
  const { vault } = site.services;
  const methods = [
    'findSession',
    'findAccount',
    'findAccountByLogin',
    'findAuthorKeys',
    'findAccountNames',
    'createAccount',
  ] as const;
  const unknownSession = { cookie: await createSession(site.services, site.member.id) };
  const otherThread = await site.createThread(site.other, { content: 'Sealed, and opened by nobody since' });
  site.services.texts.forget(site.other.id);
  cutOff(vault, [...methods], new VaultUnavailable('The vault is away'));
  expect((await read()).status).toBe(200);
  expect(await site.send('GET', `/forums/threads/${otherThread}`)).toMatchObject(unavailable);
  expect(await read(unknownSession)).toMatchObject(unavailable);
  expect(await site.send('GET', '/me', undefined, { as: site.member })).toMatchObject(unavailable);
  expect(await site.send('POST', '/login', { email_or_username: 'Steve', password: 'x' })).toMatchObject(unavailable);
  const form = { email: 'a@example.org', username: 'Judy', password: 'a password', confirm_password: 'a password' };
  expect(await site.send('POST', '/register', form)).toMatchObject(unavailable);
  vi.restoreAllMocks();
  expect(await site.send('GET', `/forums/threads/${otherThread}`)).toMatchObject({
    status: 200,
    json: { username: 'Robin', content: 'Sealed, and opened by nobody since' },
  });
  expect((await read(unknownSession)).status).toBe(200);
});

test('responds with 500 without details to an unexpected error and logs the error', async () => {
  const logSpy = vi
    .spyOn(site.services.views.store, 'readCheckpoint')
    .mockRejectedValue(new TypeError('secret of the code'));
  const response = await read();
  expect(response).toMatchObject({
    status: 500,
    json: { error: 'Something went wrong on our side.', code: 'internal' },
  });
  expect(response.text).not.toContain('secret');
  expect(logSpy).toHaveBeenCalled();
});
