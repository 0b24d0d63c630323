import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, ownFaults, visit } from '../support/browser/browser.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';
import { registered, type Person } from '../support/site/member.js';

describe.runIf(hasBrowser('game servers in a browser'))('game servers', () => {
  const site = browserSite();
  let mila: Person;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
  });

  it('an Admin adds a server on a phone by keyboard, gets its key, and the server calls with it', async () => {
    const options = { ...loggedInAs(mila), viewport: { width: 390, height: 844 } };
    const adminVisit = await visit(site.browser, `${site.server.url}/admin/game-servers`, options);
    const { page } = adminVisit;
    const hands = new ScriptedUser(page);
    await hands.press('Add game server');
    await hands.inDialog('Add a game server');
    await hands.write('Name', 'Survival');
    await hands.choose('Game mode', 'kingdoms');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await hands.press('Save');
    await hands.press('New key: Survival');
    await hands.inDialog('Create a key for Survival?');
    await hands.press('Create key');
    await hands.inDialog('Copy the key of Survival');
    const lines = await page.getByLabel('For NamelessMC’s plugin').inputValue();
    const [, base = '', key = ''] = /url: "(.+)"\n {2}key: "(.+)"/.exec(lines) ?? [];
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    const response = await fetch(`${base}info`, { headers: { 'x-api-key': key } });
    expect(await response.json()).toMatchObject({ nameless_version: '2.2.2' });
    await hands.press('I have copied it');
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await hands.press('Remove: Survival');
    await hands.inDialog('Remove Survival?');
    await hands.press('Delete');
    await hands.says('There is no game server yet.');
    expect((await fetch(`${base}info`, { headers: { 'x-api-key': key } })).status).toBe(401);
    expect(ownFaults(adminVisit)).toEqual([]);
  });
});
