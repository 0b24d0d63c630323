import { AxeBuilder } from '@axe-core/playwright';
import { composeNotification } from '@guildhall/server/mail/notifications/compose-notification.js';
import { deriveEmailColours } from '@guildhall/server/mail/notifications/email-colours.js';
import { deliveryForms } from '@guildhall/server/testing/mail/delivery-samples.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, openBrowser } from '../support/browser/browser.js';

const logo = 'https://guild.example/logos/a.png';
const themes = { orange: {}, blue: { '--color-accent': 'oklch(0.55 0.2 260)' } };
const schemes = ['light', 'dark'] as const;

/** Pictures are always blocked, as most mail programs do at first. */
describe.runIf(hasBrowser('email appearance'))('email appearance', () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await openBrowser()));
  afterAll(() => browser.close());

  const cases = Object.keys(deliveryForms).flatMap((form) =>
    [320, 600].flatMap((width) => schemes.map((scheme) => ({ form, width, scheme }))),
  );

  test.each(cases)('$form fits into $width px and is readable in $scheme colours', async ({ form, width, scheme }) => {
    for (const [name, colours] of Object.entries(themes)) {
      const site = { name: 'Our Server', url: 'https://guild.example', logo, colours: deriveEmailColours(colours) };
      const { html } = composeNotification(
        deliveryForms[form]!,
        site,
        () => 'https://guild.example/unsubscribe?token=x',
      );
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
      const page = await context.newPage();
      const requestedAddresses = await showOffline(page, html);
      expect(requestedAddresses, name).toEqual([logo]);
      const folder = process.env['SCREENSHOTS'];
      if (folder) await page.screenshot({ path: `${folder}/${form}-${width}-${scheme}-${name}.png`, fullPage: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html: node }) => node)]),
        name,
      ).toEqual([]);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const [red = 0] = background.match(/\d+/g)?.map(Number) ?? [];
      expect(red > 128 ? 'light' : 'dark', name).toBe(scheme);
      await context.close();
    }
  });
});

async function showOffline(page: Page, html: string): Promise<string[]> {
  const requested: string[] = [];
  await page.route('**/*', (route) => {
    requested.push(route.request().url());
    return route.abort();
  });
  await page.setContent(html, { waitUntil: 'load' });
  return requested;
}
