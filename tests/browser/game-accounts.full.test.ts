import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser } from '../support/browser/browser.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';
import { createGameServerKey, buildJavaAccount } from '../support/site/game-server.js';
import { registerPerson, type Person } from '../support/site/member.js';

/** The longest name of an online Java account. */
const wideName = 'W'.repeat(16);

describe.runIf(hasBrowser('linked game accounts in a browser'))('linked game accounts', () => {
  const site = setUpCheckedBrowserSite({ env: { PUSH_PRIVATE_ADDRESSES: 'on' } });
  let heads: Server;
  let mila: Person;
  let bram: Person;
  let key: string;

  beforeAll(async () => {
    const face = await createPictureFile('png', 8, 8);
    heads = createServer((_, response) => void response.setHeader('content-type', 'image/png').end(face));
    heads.listen(0, '127.0.0.1');
    await once(heads, 'listening');
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
    const heads_url = `http://127.0.0.1:${(heads.address() as AddressInfo).port}/faces`;
    await mila.perform('PUT', '/admin/settings', { game_accounts: 2, heads_url });
    key = await createGameServerKey(mila, 'Survival');
  });
  afterAll(() => void heads.close());

  async function callInGame(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${site.server.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  async function expectAccessible(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  }

  it('a member links two accounts by keyboard and unlinks one, and the page follows the game', async () => {
    const page = await site.open('/settings/games', bram);
    const hands = new ScriptedUser(page);
    await hands.press('Get a code');
    const shownCode = page.getByRole('group', { name: 'Code' });
    const code = await shownCode.locator('code').innerText();
    await expectAccessible(page);
    expect(await callInGame('/game/links', { code, account: buildJavaAccount(1, 'Bramble') })).toMatchObject({
      member: { username: 'Bram' },
    });
    await hands.waitForText('Bramble is now linked to you.');
    await shownCode.waitFor({ state: 'detached' });
    const second = await callInGame('/game/codes', { account: buildJavaAccount(2, wideName) });
    await hands.write('Code', String(second['code']).toLowerCase(), 'Enter');
    await page.getByText('You can link 2 accounts. Unlink one to link another.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await hands.press('Unlink Bramble');
    await hands.waitForText('Bramble is no longer linked to you.');
    await page.getByRole('button', { name: 'Get a code' }).waitFor();
  });

  it('others see the account with its face on the profile, in the list and before a ban', async () => {
    const { code } = await bram.perform('POST', '/account/game-code');
    await callInGame('/game/links', { code, account: buildJavaAccount(3, 'Brambles') });
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      // The member list shows only the first account.
      for (const [path, name] of [
        ['/profile/Bram', 'Brambles'],
        ['/members', wideName],
      ] as const) {
        const page = await site.open(path, mila, { viewport });
        await page.getByText(name).waitFor();
        const face = page.locator('img[src^="/heads/"]').last();
        await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
        await expectAccessible(page);
      }
    }
    const profile = await site.open('/profile/Bram');
    await profile.getByText('Brambles').waitFor();
    const accounts = (await bram.perform('GET', '/account/game-accounts'))['accounts'] as {
      id: number;
      name: string;
    }[];
    const linkedAccount = accounts.find(({ name }) => name === 'Brambles');
    await mila.perform('DELETE', `/admin/game-accounts/${linkedAccount?.id}`, { reason: 'Not theirs' });
    await profile.getByText('Brambles').waitFor({ state: 'detached' });
    const ban = await site.open(`/admin/ban/${bram.me?.id}`, mila);
    await ban.getByText(wideName).waitFor();
    await expectAccessible(ban);
  });

  it('staff ban an unlinked player by keyboard, and undo it', async () => {
    const player = buildJavaAccount(4, 'M'.repeat(16));
    const items = [{ id: 'join', kind: 'join', account: player, data: {} }];
    await callInGame('/game/reports', { items });
    const page = await site.open('/admin/players', mila);
    const hands = new ScriptedUser(page);
    await page.getByText('No player is banned in the game.').waitFor();
    await hands.write('Search by the start of the name', 'mmmm');
    await page.getByText(player.name).waitFor();
    await expectAccessible(page);
    await hands.press(`Ban: ${player.name}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The player is banned on all game servers.').waitFor();
    await hands.write(/^Reason/, 'Griefing');
    await expectAccessible(page);
    await hands.press('Ban');
    await dialog.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('“Griefing”').waitFor();
    await expectAccessible(page);
    await hands.pressInToast(/is banned until/, 'Undo');
    await page.getByText('“Griefing”').waitFor({ state: 'detached' });
  });
});
