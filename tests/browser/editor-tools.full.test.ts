import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser } from '../support/browser/browser.js';
import { interceptRequests, openComposer } from '../support/browser/pages.js';
import { createThread, registerPerson, type Person } from '../support/site/member.js';

const sizes = [
  ['wide', 'light', { viewport: { width: 1280, height: 860 } }],
  ['phone', 'dark', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

describe.runIf(hasBrowser('the tools of the editor'))('editor tools', () => {
  const site = setUpCheckedBrowserSite();
  let mila: Person;
  let castleId: number;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila'); // The first member becomes the Admin.
    castleId = await createThread(mila, 'My castle on the hill', 'With a moat.');
  });

  describe.each(sizes)('on a %s screen in the %s scheme', (name, scheme, options) => {
    const open = async () => {
      const page = await site.open(`/forums/thread/${castleId}`, mila, options);
      await page.context().addCookies([{ name: 'scheme', value: scheme, url: site.server.url }]);
      await page.reload();
      await openComposer(page);
      return page;
    };

    it('writes a list, completes an emoji and a title, and undoes each step by keyboard alone', async () => {
      const page = await open();
      await page.keyboard.type('- eggs\nmilk\n\nWell done :tad');
      await page.getByRole('option', { name: 'tada', selected: true }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      const text = '- eggs\n- milk\n\nWell done 🎉';
      expect(await readText(page)).toBe(text);
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe('- eggs\n- milk\n\nWell done :tad');
      await page.keyboard.press('Control+Shift+Z');
      expect(await readText(page)).toBe(text);
      await page.keyboard.type(' #castle hi');
      await page
        .getByRole('option', {
          name: 'My castle on the hill',
          selected: true,
        })
        .waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Tab');
      expect(await readText(page)).toBe(`${text} [My castle on the hill](/forums/thread/${castleId}) `);
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe(`${text} #castle hi`);
      await page.keyboard.press('ArrowRight'); // The browser selects the restored text.
      await page.keyboard.type(' @mi');
      const members = page.getByRole('listbox', { name: 'Members' });
      expect(await members.getByRole('option', { selected: true }).innerText()).toMatch(/Mila\s+Admin/);
      await page.keyboard.press('Escape');
      await page.keyboard.type('\n');
      expect(await readText(page)).toBe(`${text} #castle hi @mi\n`);
    });

    it('inserts an emoji and a table with the tools, which Ctrl+Z removes again', async () => {
      const page = await open();
      await page.keyboard.type('Hello ');
      const scrollTop = await page.evaluate(() => scrollY);
      await press(page, 'Emoji');
      await page.getByRole('gridcell', { name: 'grinning face', exact: true }).waitFor();
      await expectAccessible(page);
      await expectInWindow(page, 'Emoji');
      expect(await page.evaluate(() => scrollY)).toBe(scrollTop);
      const search = page.getByRole('combobox', { name: 'Search emoji' });
      await search.focus();
      await page.keyboard.type('house');
      await page.getByRole('gridcell', { name: 'house', exact: true }).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect.poll(() => readText(page)).toMatch(/^Hello \p{Extended_Pictographic}\uFE0F?$/u);
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe('Hello ');

      await press(page, 'Table');
      await page.getByRole('dialog', { name: 'Insert a table' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect.poll(() => readText(page)).toContain('| Column 1 | Column 2 | Column 3 |');
      expect(await page.evaluate(() => String(getSelection()))).toBe('Column 1');
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe('Hello ');

      await press(page, 'Table');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
      expect(await page.getByRole('toolbar', { name: 'Formatting' }).isVisible()).toBe(true);
    });

    it('scrolls a long text to the table that was inserted', async () => {
      const page = await open();
      await page.keyboard.insertText('One more line\n'.repeat(40));
      const field = page.getByLabel('Your reply');
      await field.evaluate((area) => area.scrollTo(0, 0));
      await press(page, 'Table');
      await page.getByRole('dialog', { name: 'Insert a table' }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => readText(page)).toContain('| Column 1 |');
      await expect.poll(() => field.evaluate(isNearEnd)).toBe(true);
    });

    it('a press on the minimized editor leaves the caret where the member was writing', async () => {
      const page = await open();
      await page.keyboard.insertText('One more line\n'.repeat(40));
      await page.keyboard.press('Escape');
      await page.getByRole('toolbar', { name: 'Formatting' }).waitFor({ state: 'hidden' });
      await pressMinimized(page);
      await expect.poll(() => page.getByLabel('Your reply').evaluate(isNearEnd)).toBe(true);
      await page.keyboard.type('The end');
      expect(await readText(page)).toMatch(/^(One more line\n){40}The end$/);
      await page.reload();
      await expect.poll(() => readText(page)).toContain('The end');
      await pressMinimized(page);
      await expect.poll(() => page.getByLabel('Your reply').evaluate(isNearEnd)).toBe(true);
      await page.keyboard.type('!');
      expect(await readText(page)).toMatch(/The end!$/);
    });

    it('shows help that scrolls by keyboard, and Escape returns to the text', async () => {
      const page = await open();
      await page.keyboard.type('Hello');
      await press(page, 'Formatting help');
      const help = page.getByRole('dialog', { name: 'Formatting help' });
      await help.getByText('bold', { exact: true }).waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
      expect(await help.getByRole('heading', { name: 'Formatting help' }).boundingBox()).toMatchObject({
        y: expect.toSatisfy((y: number) => y > 0) as number,
      });
      await expectAccessible(page);
      await expectInWindow(page, 'Formatting help');
      await page.keyboard.press('End');
      await page.waitForFunction(() => (document.querySelector('[role="dialog"]')?.scrollTop ?? 0) > 0);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
      expect(await readText(page)).toBe('Hello');
    });

    it('pastes formatted text as Markdown, which Ctrl+Z removes again', async () => {
      const page = await open();
      await page.keyboard.type('So: ');
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        const styledHtml = '<b style="font-weight:normal">a <span style="font-weight:700">bold</span>';
        clipboardData.setData('text/html', `${styledHtml} <a href="https://example.org">link</a></b>`);
        clipboardData.setData('text/plain', 'a bold link');
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', {
            clipboardData,
            bubbles: true,
            cancelable: true,
          }),
        );
      });
      await expect.poll(() => readText(page)).toBe('So: a **bold** [link](https://example.org)');
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe('So: ');
    });

    it('undoes the description and the removal of a picture, the picture, and the text before it', async () => {
      const page = await open();
      await page.keyboard.type('Look:');
      const chooser = page.waitForEvent('filechooser');
      await press(page, 'Add pictures');
      await (await chooser).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
      const description = page.getByLabel('Description of picture 1');
      await description.fill('The pier');
      await page.getByRole('button', { name: 'Remove picture 1' }).focus();
      expect(await readText(page)).toMatch(/^Look:\n\n!\[The pier\]\(upload:\w+\)\n$/);
      const describedText = await readText(page);
      await page.keyboard.press('Enter');
      await description.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe(describedText);
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe(describedText.replace('The pier', ''));
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe('Look:');
      await page.keyboard.press('Control+Z');
      expect((await readText(page)).length).toBeLessThan('Look:'.length);
    });

    it('undoes a picture without the text that was written during its upload', async () => {
      const page = await open();
      await page.keyboard.type('Look:');
      let release = () => {};
      const hold = new Promise<void>((resolve) => (release = resolve));
      await interceptRequests(page, '**/api/uploads', async (route) => {
        await hold;
        await route.continue();
      });
      const chooser = page.waitForEvent('filechooser');
      await press(page, 'Add pictures');
      await (await chooser).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
      await page.getByRole('progressbar', { name: 'pier.png' }).waitFor();
      await page.keyboard.type('That is the pier.');
      release();
      await expect.poll(() => readText(page)).toMatch(/^Look:\n\n!\[\]\(upload:\w+\)\nThat is the pier.$/);
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe('Look:\n\nThat is the pier.');
      await page.keyboard.press('Control+Z');
      expect(await readText(page)).toBe('Look:');
      await page.keyboard.press('Control+Z');
      expect((await readText(page)).length).toBeLessThan('Look:'.length);
    });

    it(`has tools that a ${name === 'phone' ? 'finger' : 'pointer'} can reach`, async () => {
      const page = await open();
      const tools = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button');
      expect(await tools.count()).toBe(13);
      for (const tool of await tools.all()) {
        await tool.scrollIntoViewIfNeeded();
        const box = await tool.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(name === 'phone' ? 44 : 40);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(options.viewport.width);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
});

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const readText = (page: Page): Promise<string> => page.getByLabel('Your reply').inputValue();

async function pressMinimized(page: Page): Promise<void> {
  await page.getByLabel('Your reply').click({ position: { x: 40, y: 20 } });
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
}

const isNearEnd = (area: Element): boolean => area.scrollTop > area.scrollHeight - 2 * area.clientHeight;

async function press(page: Page, tool: string): Promise<void> {
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: tool, exact: true }).click();
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

async function expectInWindow(page: Page, dialog: string): Promise<void> {
  const box = await page.getByRole('dialog', { name: dialog }).boundingBox();
  const { width, height } = page.viewportSize()!;
  expect([box!.x >= 0, box!.y >= 0, box!.x + box!.width <= width, box!.y + box!.height <= height]).not.toContain(false);
}
