import { AxeBuilder } from '@axe-core/playwright';
import { schemeCookie, schemes } from '@guildhall/domain/theme/schemes.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../web/src/shared/paths.js';
import { hasBrowser, waitForScreen, visit, type Visit } from '../support/browser/browser.js';
import {
  isDistinct,
  startSiteOfScreens,
  visitors,
  type Screen,
  type SiteOfScreens,
  type Visitor,
} from '../support/browser/screens.js';
import { seedOfRun } from '../support/random.js';

const desktop = { width: 1280, height: 900 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 360, height: 780 };
/** "site" resolves to "dark" here, and "system" to "dark" or "light". */
const otherSchemes = schemes.filter((scheme) => !['site', 'system', 'dark'].includes(scheme));
const walkTimeoutMs = 900_000;

describe.runIf(hasBrowser('the walk through every screen'))('walk through every screen', () => {
  const seed = seedOfRun();
  let site: SiteOfScreens;

  beforeAll(async () => {
    site = await startSiteOfScreens();
  });

  afterAll(() => site.close());

  /** Each run checks a screen in only one of the schemes. */
  const pickScheme = (screen: Screen) =>
    otherSchemes[(seed + site.screens.indexOf(screen)) % otherSchemes.length] ?? '';

  it('the browser walk visits every screen', () => {
    const toRegExp = (pattern: string) =>
      new RegExp(`^${pattern.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`);
    const isWalked = (pattern: string) =>
      site.screens.some(({ path }) => toRegExp(pattern).test(path.split('?')[0] ?? ''));
    expect(Object.values(paths).filter((pattern) => !isWalked(pattern))).toEqual([]);
  });

  it.each(visitors)(
    'every screen is readable and accessible to a %s',
    { timeout: walkTimeoutMs, retry: 0 }, // The walk ends by logging out, so a retry would run as a guest.
    async (visitor) => {
      const faults: string[] = [];
      for (const screen of site.screens) faults.push(...(await listFaults(site.visits[visitor], visitor, screen)));
      expect(faults).toEqual([]);
    },
  );

  it('each check detects an injected fault', async () => {
    const { page, faults } = await visit(site.browser, site.url);
    await waitForScreen(page);
    await page.getByText('Recent posts').first().waitFor();
    await page.evaluate(() => {
      const plant = document.createElement('div');
      plant.innerHTML = '<button></button><p>Too faint</p><select name="planted"></select>';
      plant.querySelector('select')?.style.setProperty('font-size', '13px', 'important');
      plant.style.width = '900px';
      plant.style.color = 'color-mix(in srgb, var(--color-bg) 80%, var(--color-text))';
      document.querySelector('main')?.append(plant);
      console.error('planted');
    });
    expect(faults).toEqual(['error: planted']);
    expect(await listTooWide(page)).toEqual(['is wider than a phone', 'is wider than a tablet']);
    expect(await listZoomedFields(page)).toEqual(['has a field into which iOS zooms: planted, 13px']);
    expect(await listUnnamedControls(page)).toContainEqual(expect.stringContaining('button-name'));
    for (const scheme of otherSchemes) {
      expect(await listFaint(page, scheme), scheme).toContainEqual(expect.stringContaining('Too faint'));
    }
  });

  async function listFaults({ page, faults }: Visit, visitor: Visitor, screen: Screen): Promise<string[]> {
    faults.length = 0;
    const visitFaults: string[] = [];
    const { shows, missing = [] } = screen;
    const response = await page.goto(site.url + screen.path);
    const status = missing.includes(visitor) ? 404 : 200;
    if (response?.status() !== status) visitFaults.push(`returns ${response?.status()} instead of ${status}`);
    await waitForScreen(page);
    const words = page.locator('main').getByText(shows[visitor]).first();
    await words.waitFor().catch(() => visitFaults.push(`does not say: ${shows[visitor]}`));
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    if (screen.name !== 'logout') {
      visitFaults.push(...(await listTooWide(page)), ...(await listZoomedFields(page)));
      if (isDistinct(screen, visitor)) visitFaults.push(...(await listUnnamedControls(page)));
      if (isDistinct(screen, visitor) && visitor === 'admin')
        visitFaults.push(...(await listFaint(page, pickScheme(screen))));
    }
    // The browser itself logs a missing page's error status, and a WebSocket that a logout closes while it is opening.
    const expected = screen.name === 'logout' ? /401|WebSocket is closed/ : status === 404 ? /404/ : null;
    visitFaults.push(...faults.filter((line) => !expected?.test(line)));
    return visitFaults.map((line) => `${screen.name} for a ${visitor}: ${line}`);
  }
});

async function listZoomedFields(page: Page): Promise<string[]> {
  await page.setViewportSize(phone);
  const smallFields = await page.locator('input, select, textarea').evaluateAll((fields) =>
    fields.flatMap((field) => {
      const { fontSize } = getComputedStyle(field);
      return Number.parseFloat(fontSize) < 16 ? [`${field.getAttribute('name') ?? field.id}, ${fontSize}`] : [];
    }),
  );
  await page.setViewportSize(desktop);
  return smallFields.map((field) => `has a field into which iOS zooms: ${field}`);
}

async function listTooWide(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, size] of Object.entries({ phone, tablet })) {
    await page.setViewportSize(size);
    const width = await page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollWidth));
    if (width > size.width) faults.push(`is wider than a ${name}`);
  }
  await page.setViewportSize(desktop);
  return faults;
}

async function listUnnamedControls(page: Page): Promise<string[]> {
  return listSeriousViolations(await new AxeBuilder({ page }).analyze());
}

async function listFaint(page: Page, scheme: string): Promise<string[]> {
  await showScheme(page, scheme);
  const violations = listSeriousViolations(await new AxeBuilder({ page }).withRules(['color-contrast']).analyze());
  await showScheme(page, 'site');
  return violations.map((line) => `in ${scheme}: ${line}`);
}

/** Switches to the scheme as if the visitor had chosen it. */
function showScheme(page: Page, scheme: string): Promise<void> {
  return page.evaluate(
    async ({ name, scheme }) => {
      document.cookie = `${name}=${scheme}; path=/`;
      const oldSheet = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href^="/theme.css"]');
      const newSheet = document.createElement('link');
      newSheet.rel = 'stylesheet';
      newSheet.href = `/theme.css?walk=${scheme}`;
      await new Promise((resolve) => {
        newSheet.onload = resolve;
        oldSheet?.after(newSheet);
      });
      oldSheet?.remove();
      // Colours may still be in transition.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    },
    { name: schemeCookie, scheme },
  );
}

type Analysis = Awaited<ReturnType<AxeBuilder['analyze']>>;

function listSeriousViolations({ violations }: Analysis): string[] {
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
}
