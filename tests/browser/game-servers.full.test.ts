import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit } from '../support/browser/browser.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';
import { registerPerson, type Person } from '../support/site/member.js';

describe.runIf(hasBrowser('game servers in a browser'))('game servers', () => {
  const site = setUpBrowserSite();
  let mila: Person;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
  });

  it('an Admin adds a server on a phone by keyboard, gets its key, and the server uses it', async () => {
    const options = { ...buildLoggedInOptions(mila), viewport: { width: 390, height: 844 } };
    const adminVisit = await visit(site.browser, `${site.server.url}/admin/game-servers`, options);
    const { page } = adminVisit;
    const hands = new ScriptedUser(page);
    await hands.press('Add game server');
    await hands.waitForDialog('Add a game server');
    await hands.write('Name', 'Survival');
    await hands.choose('Game mode', 'kingdoms');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await hands.press('Save');
    await hands.press('New key: Survival');
    await hands.waitForDialog('Create a key for Survival?');
    await hands.press('Create key');
    await hands.waitForDialog('Copy the key for Survival');
    const lines = await page.getByLabel('For NamelessMC’s plugin').inputValue();
    const [, base = '', key = ''] = /url: "(.+)"\n {2}key: "(.+)"/.exec(lines) ?? [];
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    const response = await fetch(`${base}info`, { headers: { 'x-api-key': key } });
    expect(await response.json()).toMatchObject({ nameless_version: '2.2.2' });
    await hands.press('I have copied it');
    const measureOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await measureOverflow()).toBeLessThanOrEqual(0);
    await hands.press('Remove: Survival');
    await hands.waitForDialog('Remove Survival?');
    await hands.press('Delete');
    await hands.waitForText('There are no game servers yet.');
    expect((await fetch(`${base}info`, { headers: { 'x-api-key': key } })).status).toBe(401);
    expect(listOwnFaults(adminVisit)).toEqual([]);
  });

  /** @returns a function that makes calls with a new key for the game server */
  async function addServer(name: string) {
    const { id } = await mila.perform('POST', '/admin/game-servers', { name });
    const body = { name, role_id: 2, scopes: ['game'], game_server_id: id };
    const { key } = (await mila.call('POST', '/admin/keys', body)).body as { key: string };
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const call = async (path: string, sent?: object) => {
      const init = sent ? { method: 'POST', body: JSON.stringify(sent), headers } : { headers };
      return (await fetch(`${site.server.url}/api/game${path}`, init)).json() as Promise<Record<string, unknown>>;
    };
    return { id: Number(id), call };
  }

  it.each([
    ['desktop', 'dark', { width: 1280, height: 900 }],
    ['phone', 'light', { width: 390, height: 844 }],
  ] as const)('a server page follows its ledger on a %s in the %s appearance', async (device, scheme, viewport) => {
    const [origin, server] = [await addServer(`Lobby ${device}`), await addServer(`Skyblock ${device}`)];
    const adminVisit = await visit(site.browser, site.server.url, { ...buildLoggedInOptions(mila), viewport });
    const { page } = adminVisit;
    await page.context().addCookies([{ name: 'scheme', value: scheme, url: site.server.url }]);
    await page.goto(`${site.server.url}/admin/game-servers`);
    const hands = new ScriptedUser(page);
    await hands.press(`Skyblock ${device}`);
    await page.getByText('Has never connected').waitFor();
    await page.getByText(/Choose “New key”/).waitFor();
    const account = {
      edition: 'java',
      login_mode: 'online',
      uuid: '069a79f4-44e9-4726-a5be-000000000001',
      name: 'Anna1',
    };
    for (const [n, kind] of ['ban', 'unban'].entries()) {
      await origin.call('/reports', { items: [{ id: `${n}`, kind, account, data: { reason: 'Griefing' } }] });
      await expect.poll(async () => (await server.call('/ledger')).head).toBe(n + 1);
    }
    const { entries } = (await server.call('/ledger')) as unknown as { entries: { id: string }[] };
    await server.call('/ledger/ack', {
      pos: 1,
      results: [{ id: entries[0]?.id, ok: false, error: 'Unknown player' }],
    });
    await page.getByText('1 entry behind (1 of 2 acknowledged)').waitFor();
    await page.getByText(/^Connected since/).waitFor();
    await page.getByText('Waiting', { exact: true }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Anna1' }).count()).toBe(2);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(listOwnFaults(adminVisit)).toEqual([]);
  });
});
