import { AxeBuilder } from '@axe-core/playwright';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { sealUnsubscribeToken } from '@guildhall/server/mail/notifications/unsubscribe-token.js';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, visit } from '../support/browser/browser.js';
import { registerPerson, type Person } from '../support/site/member.js';

const secret = 's'.repeat(32);

describe.runIf(hasBrowser('the unsubscribe page'))('the unsubscribe page', () => {
  const site = setUpBrowserSite({ env: { SECRET: secret } });
  let anna: Person;

  beforeAll(async () => {
    anna = await registerPerson(site.server, 'Anna');
  });

  const readEmailChoices = async () =>
    ((await anna.call('GET', '/notifications/settings')).body as NotificationSettings).email;
  const listFaults = async (page: Page) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
    return [...violations.map(({ help }) => help), ...(width[0] > width[1] ? [`${width[0]} pixels wide`] : [])];
  };

  test.each([
    [1280, 'wall'],
    [390, 'mention'],
  ] as const)('a reader can unsubscribe by keyboard, without a login, at %i px', async (width, kind) => {
    const token = sealUnsubscribeToken(secret, { userId: anna.me?.id ?? 0, target: { kinds: [kind] } });
    const { page } = await visit(site.browser, `${site.server.url}/unsubscribe?token=${token}`, {
      viewport: { width, height: 800 },
    });
    expect(await listFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    await page.keyboard.press('Enter');
    await page.getByText('You are unsubscribed.').waitFor();
    expect((await readEmailChoices())[kind]).toBe('never');
    expect(await listFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/settings/notifications');
    await page.context().close();
  });
});
