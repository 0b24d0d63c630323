import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { registerPerson, type Person } from '../support/site/member.js';
import { fillWide, listScreens, type Screen } from '../support/browser/screens.js';
import { walkTabs } from '../support/browser/tab-walk.js';

describe.runIf(hasBrowser('the walk of every screen with the Tab key'))('reachability with the Tab key', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let bram: Person;
  let screens: Screen[];

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
    const allScreens = listScreens(await fillWide(mila), bram.me?.id ?? 0);
    screens = allScreens.filter(({ missing, name }) => name !== 'logout' && missing?.length !== 3);
  });

  async function walk(who: Person, visitor: 'member' | 'admin', walked: Screen[]): Promise<Record<string, string[]>> {
    const { page } = await visit(site.browser, site.server.url, buildLoggedInOptions(who));
    const faultsByScreen: Record<string, string[]> = {};
    for (const { path, shows } of walked) {
      await page.goto(site.server.url + path);
      await page.locator('main').getByText(shows[visitor]).first().waitFor();
      await page.waitForLoadState('networkidle');
      const faults = await walkTabs(page);
      if (faults.length > 0) faultsByScreen[path] = faults;
    }
    await page.context().close();
    return faultsByScreen;
  }

  it('Tab reaches every control on the member screens and returns to the start', async () => {
    const walkedScreens = screens.filter(({ missing }) => !missing);
    expect(walkedScreens.length).toBeGreaterThan(30);
    expect(await walk(bram, 'member', walkedScreens)).toEqual({});
  });

  it('Tab reaches every control on the staff screens and returns to the start', async () => {
    const walkedScreens = screens.filter(
      ({ missing, name }) => missing || ['thread', 'profile', 'rules'].includes(name),
    );
    expect(walkedScreens.length).toBeGreaterThan(15);
    expect(await walk(mila, 'admin', walkedScreens)).toEqual({});
  });

  it('Tab continues from the same position if the focused element is removed', async () => {
    const { page } = await visit(site.browser, `${site.server.url}/rules`);
    await page.waitForLoadState('networkidle');
    await page.locator('main').evaluate((main) => {
      main.innerHTML = '<button>Before</button><section><button>Gone</button><button>After</button></section>';
    });
    await page.getByRole('button', { name: 'Gone' }).focus();
    await page.getByRole('button', { name: 'Gone' }).evaluate((button) => button.remove());
    await page.waitForFunction(() => document.activeElement?.tagName === 'SECTION');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('After');
  });

  it('the Tab check reports an unreachable element and a focus trap', async () => {
    const { page } = await visit(site.browser, `${site.server.url}/rules`);
    await page.waitForLoadState('networkidle');
    expect(await walkTabs(page)).toEqual([]);
    await page.locator('main').evaluate((main) => {
      main.innerHTML = '<button tabindex="-1">Skipped</button><div>Only for the pointer</div>';
      // The content security policy refuses inline styles.
      main.querySelector('div')?.style.setProperty('cursor', 'pointer');
    });
    expect(await walkTabs(page)).toEqual([
      expect.stringContaining('Skipped'),
      expect.stringContaining('Only for the pointer'),
    ]);
    await page.locator('header a').first().focus();
    await page.evaluate(() => addEventListener('keydown', (event) => event.preventDefault()));
    expect((await walkTabs(page)).join()).toContain('does not come round');
  });
});
