import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, phone, waitForScreen } from '../support/browser/browser.js';
import { listLowControls } from '../support/browser/pages.js';
import { isDistinct, startSiteOfScreens, type SiteOfScreens } from '../support/browser/screens.js';

describe.runIf(hasBrowser('touch targets on every screen'))('touch targets on a phone', () => {
  let site: SiteOfScreens;

  beforeAll(async () => {
    site = await startSiteOfScreens(phone);
  });

  afterAll(() => site.close());

  it.each(['guest', 'admin'] as const)(
    'every control that a %s sees is tall enough to touch',
    { timeout: 600_000 },
    async (visitor) => {
      const { page } = site.visits[visitor];
      const faults: string[] = [];
      for (const { name, path, shows } of site.screens.filter((screen) => isDistinct(screen, visitor))) {
        await page.goto(site.url + path);
        await waitForScreen(page);
        await page.locator('main').getByText(shows[visitor]).first().waitFor();
        faults.push(...(await listLowControls(page)).map((control) => `${name}: ${control}`));
      }
      expect(faults).toEqual([]);
    },
  );

  it('the check detects a control that is one pixel too short', async () => {
    const { page } = site.visits.guest;
    await page.goto(`${site.url}/rules`);
    await waitForScreen(page);
    await page.evaluate(() => {
      const buttons = [43, 44].map((height) => {
        const button = document.createElement('button');
        button.textContent = `${height} pixels`;
        button.style.cssText = `display: block; height: ${height}px; min-height: 0 !important; margin: 60px`;
        return button;
      });
      document.querySelector('main')?.replaceChildren(...buttons);
    });
    expect(await listLowControls(page)).toEqual([expect.stringContaining('43 pixels')]);
  });
});
