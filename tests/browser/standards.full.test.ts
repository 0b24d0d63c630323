import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, waitForScreen } from '../support/browser/browser.js';
import { openComposer } from '../support/browser/pages.js';
import { isDistinct, startSiteOfScreens, visitors, type SiteOfScreens } from '../support/browser/screens.js';
import { createTemporaryFolder } from '../support/processes/server-process.js';
import { seedOfRun } from '../support/random.js';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);
const engine = readFileSync(resolve('accessibility-checker-engine/ace.js'), 'utf8');
const nuJar = resolve('vnu-jar/build/dist/vnu.jar');
const widths = [1280, 390];
const walkTimeoutMs = 900_000;
/** The checker's time grows with the square of the page size, and the API page has 17,000 elements. */
const sectionsPerCheck = 20;

interface RecordedPage {
  name: string;
  html: string;
}

describe.runIf(hasBrowser('the standards in a browser'))('standards on every screen', () => {
  const folder = createTemporaryFolder();
  const recordedPages: RecordedPage[] = [];
  const seed = seedOfRun();
  let site: SiteOfScreens;

  beforeAll(async () => {
    site = await startSiteOfScreens();
  });

  afterAll(async () => {
    await site.close();
  });

  // These tests must run before the walks, which log out.
  it.each(widths)(
    'neither the open editor tools nor the lightbox has a violation at a width of %i px',
    { timeout: walkTimeoutMs },
    async (width) => {
      const { page } = site.visits.admin;
      await page.setViewportSize({ width, height: 900 });
      await page.goto(site.url + getPath(site, 'thread'));
      const faults: string[] = [];
      const check = async (name: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        const axeFaults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        // While a dialog is open, focus guards around it keep the focus away from the content that it hides.
        const ofChecker = (await listViolations(page)).filter((line) => !line.startsWith('aria_hidden_nontabbable'));
        faults.push(...[...axeFaults, ...ofChecker].map((line) => `${name}: ${line}`));
      };
      await openComposer(page);
      const field = page.getByLabel('Your reply');
      const press = (tool: string) =>
        page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: tool, exact: true }).click();

      await press('Emoji');
      await page.getByRole('gridcell', { name: 'grinning face', exact: true }).waitFor();
      await check('emoji picker');
      await page.keyboard.press('Escape');
      await press('Table');
      await page.getByRole('dialog', { name: 'Insert a table' }).waitFor();
      await check('table dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      for (const [typed, option] of [
        [':tad', 'tada'],
        ['@mi', 'Mila'],
        ['#title', 'A long title'],
      ] as const) {
        await field.fill('');
        await field.pressSequentially(typed);
        await page.getByRole('option', { name: option }).first().waitFor();
        await check(`completion of ${typed}`);
      }
      await field.fill('');
      const chooser = page.waitForEvent('filechooser');
      await press('Add pictures');
      await (
        await chooser
      ).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: await createPictureFile('png', 600, 400) });
      await page.getByLabel('Description of picture 1').waitFor();
      await check('picture strip');
      await field.fill('');
      await field.press('Escape');
      await page.locator('main .prose a.picture').first().click();
      const lightbox = page.getByRole('dialog', { name: 'Picture' });
      await lightbox.getByRole('img').first().waitFor();
      await check('lightbox');
      for (let presses = 0; presses < 8; presses++) await page.keyboard.press('Tab');
      expect(await lightbox.evaluate((box) => box.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await lightbox.waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
    },
  );

  it.each(widths)('the API page has no violation and works by keyboard at a width of %i px', async (width) => {
    const { page } = site.visits.guest;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.url}/api/docs`);
    // Checking the whole page would take minutes.
    const parts = ['header', '#Forums', '#postForumsThreads', '#getForumsThreads', '#messages'];
    const axe = parts.reduce((builder, part) => builder.include(part), new AxeBuilder({ page }));
    expect((await axe.analyze()).violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const brokenNames = await page
      .locator('#postForumsThreads th code')
      .evaluateAll((names) => names.filter((name) => name.getClientRects().length > 1).map((name) => name.textContent));
    expect(brokenNames.filter((name) => !/\W/.test(name ?? ''))).toEqual([]);
    await page.getByRole('link', { name: 'calls', exact: true }).press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(true);
    await page.locator('nav a[href="#postForumsThreads"]').press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('section')?.id)).toBe('postForumsThreads');
  });

  it('no section in the checked quarter of the API page has a violation', { timeout: walkTimeoutMs }, async () => {
    const { page } = site.visits.guest;
    const faults: string[] = [];
    await page.goto(`${site.url}/api/docs`);
    const total = await page.locator('main section').count();
    expect(total).toBeGreaterThan(200);
    for (let start = (seed % 4) * sectionsPerCheck; start < total; start += 4 * sectionsPerCheck) {
      await page.goto(`${site.url}/api/docs`);
      await page.evaluate(removeOtherSections, [start, start + sectionsPerCheck] as const);
      faults.push(...(await listViolations(page)));
    }
    expect(faults).toEqual([]);
  });

  it.each(visitors)(
    'no screen of a %s has an accessibility violation',
    { timeout: walkTimeoutMs, retry: 0 }, // The walk ends by logging out, so it cannot be retried.
    async (visitor) => {
      const { page } = site.visits[visitor];
      const faults: string[] = [];
      for (const [n, { name, path, shows }] of site.screens.filter((screen) => isDistinct(screen, visitor)).entries()) {
        const response = await page.goto(site.url + path);
        recordedPages.push({ name: `${visitor} ${name} served`, html: (await response?.text()) ?? '' });
        await waitForScreen(page);
        await page.locator('main').getByText(shows[visitor]).first().waitFor();
        // A run checks each screen at one of the widths.
        const width = widths[(seed + n) % widths.length] ?? 0;
        await page.setViewportSize({ width, height: 900 });
        faults.push(...(await listViolations(page)).map((line) => `${name} of a ${visitor}, ${width} wide: ${line}`));
        recordedPages.push({ name: `${visitor} ${name} drawn`, html: `<!doctype html>${await readHtml(page)}` });
      }
      expect(faults).toEqual([]);
    },
  );

  it('every screen is valid HTML, both as served and as rendered', { timeout: walkTimeoutMs }, async () => {
    expect(recordedPages.length).toBeGreaterThan(100);
    expect(await listHtmlErrors(recordedPages, folder)).toEqual([]);
  });

  it('the checks detect faults injected into a screen', { timeout: walkTimeoutMs }, async () => {
    const { page } = site.visits.guest;
    await page.goto(site.url);
    await waitForScreen(page);
    await page.getByText('Recent posts').first().waitFor();
    await page.evaluate(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<input><p id="one">'));
    expect((await listViolations(page)).join()).toContain('input_label_exists');
    const html = '<!doctype html><html lang="en"><title>x</title><p id="one"><p id="one"></html>';
    expect((await listHtmlErrors([{ name: 'planted', html }], folder)).join()).toContain('Duplicate ID');
  });
});

const getPath = ({ screens }: SiteOfScreens, screen: string): string =>
  screens.find(({ name }) => name === screen)?.path ?? '';

function removeOtherSections([start, end]: readonly [number, number]): void {
  for (const [n, section] of document.querySelectorAll('main section').entries())
    if (n < start || n >= end) section.remove();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav li > a'))
    if (!document.getElementById(link.hash.slice(1))) link.closest('li')?.remove();
}

const readHtml = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.outerHTML);

interface Finding {
  ruleId: string;
  value: [string, string];
  message: string;
  snippet: string;
}

async function listViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(engine);
  const findings = await page.evaluate(async () => {
    const { ace } = window as unknown as {
      ace: { Checker: new () => { check(doc: Document, sets: string[]): Promise<{ results: Finding[] }> } };
    };
    const { results } = await new ace.Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2']);
    return results.filter(({ value: [level, result] }) => level === 'VIOLATION' && result === 'FAIL');
  });
  return findings.map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet.slice(0, 200)}`);
}

/** Without Java, html-validate checks fewer rules. */
async function listHtmlErrors(pages: readonly RecordedPage[], folder: string): Promise<string[]> {
  const files = join(folder, 'html');
  mkdirSync(files, { recursive: true });
  const namedPages = pages.map(({ name, html }, index) => ({ name, html, file: join(files, `${index}.html`) }));
  for (const { file, html } of namedPages) writeFileSync(file, html);
  return (await hasJava()) ? findNuErrors(namedPages) : findValidationErrors(namedPages);
}

interface PageFile extends RecordedPage {
  file: string;
}

interface NuMessage {
  type: 'error' | 'info' | 'non-document-error';
  url?: string;
  message: string;
  extract?: string;
}

async function findNuErrors(pages: readonly PageFile[]): Promise<string[]> {
  const options = ['--stdout', '--exit-zero-always', '--errors-only', '--format', 'json'];
  const files = pages.map(({ file }) => file);
  const { stdout } = await run('java', ['-Xss4m', '-jar', nuJar, ...options, ...files], { maxBuffer: 64 << 20 });
  const { messages } = JSON.parse(stdout) as { messages: NuMessage[] };
  const getName = (url = '') => pages.find(({ file }) => url.endsWith(file))?.name ?? url;
  return messages.map(({ url, message, extract }) => `${getName(url)}: ${message} ${extract ?? ''}`);
}

async function findValidationErrors(pages: readonly PageFile[]): Promise<string[]> {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  const faults: string[] = [];
  for (const { name, html } of pages) {
    const { results } = await validator.validateString(html);
    const errors = results.flatMap(({ messages }) => messages).filter(({ severity }) => severity === 2);
    faults.push(...errors.map(({ ruleId, message, line }) => `${name}: ${ruleId}: ${message} (line ${line})`));
  }
  return faults;
}

async function hasJava(): Promise<boolean> {
  return run('java', ['-version']).then(
    () => true,
    () => false,
  );
}
