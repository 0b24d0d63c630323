import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { expect, test } from 'vitest';
import { createThread, registerPerson } from '../support/site/member.js';
import { createFreshSite } from '../support/processes/server-process.js';

const newSite = createFreshSite();

test("no key appears in the server's output, wherever a program sends it", async () => {
  const site = await newSite.start({ LOG_LEVEL: 'trace' });
  const admin = await registerPerson(site, 'Admin');
  const thread = await createThread(admin, 'For programs');
  const fields = { name: 'Backup', role_id: 2, scopes: ['read', 'write:forum'] };
  const { id, key } = await admin.perform('POST', '/admin/keys', fields);
  const secret = String(key);
  const mistypedKey = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;
  const body = JSON.stringify({ thread_id: thread, content: 'By a program' });
  const json = { 'content-type': 'application/json' };
  const statuses: number[] = [];
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(site.url + path, init);
    statuses.push(response.status);
    expect(await response.text()).not.toMatch(/ghld_api_\w{9}/);
    expect(JSON.stringify([...response.headers])).not.toContain('ghld_');
  };
  for (const token of [secret, mistypedKey]) {
    const authorization = `Bearer ${token}`;
    await send('/api/forums/posts', { method: 'POST', headers: { ...json, authorization }, body });
    await send(`/api/forums/sections?key=${token}`, {});
    await send(`/api/forums/threads/${token}`, { headers: { authorization } });
    await send(`/${token}`, { headers: { cookie: `guildhall=${token}` } });
    await send('/api/login', { method: 'POST', headers: json, body: `{"key":"${token}` });
  }
  expect(statuses).toEqual([201, 200, 404, 404, 400, 401, 200, 401, 404, 400]);
  (await TestListener.open(site.url, { origin: null, auth: { key: secret } })).close();
  const refused = TestListener.open(site.url, { origin: null, auth: { key: mistypedKey } });
  await expect(refused).rejects.toThrow(/^key-invalid$/);
  await admin.perform('DELETE', `/admin/keys/${String(id)}`, {});
  await site.stop();
  expect(site.output()).toContain('"url":"/ghld_…"');
  for (const token of [secret, mistypedKey]) expect(site.output()).not.toContain(token.slice(9, 39));
});
