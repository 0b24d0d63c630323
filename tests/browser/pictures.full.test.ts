import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, waitForScreen } from '../support/browser/browser.js';
import { interceptRequests, manageReply, openComposer, waitForReply } from '../support/browser/pages.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import { uploadTestPicture } from '../support/site/uploaded-picture.js';

const sizes = [
  ['wide', 'dark', { viewport: { width: 1280, height: 860 } }],
  ['phone', 'light', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

describe.runIf(hasBrowser('pictures'))('pictures in texts', () => {
  const site = setUpCheckedBrowserSite();
  let mila: Person;
  let bram: Person;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila'); // The first member becomes the Admin.
    bram = await registerPerson(site.server, 'Bram');
  });

  describe.each(sizes)('on a %s screen in the %s scheme', (name, scheme, options) => {
    const open = async (path: string, as = bram) => {
      const page = await site.open('/', as, options);
      await page.context().addCookies([{ name: 'scheme', value: scheme, url: site.server.url }]);
      await page.goto(site.server.url + path);
      await waitForScreen(page);
      return page;
    };
    const openReply = async () => {
      const page = await open(`/forums/thread/${await createThread(mila, `Show your builds, ${name}`)}`);
      await openComposer(page);
      return { page, field: page.getByLabel('Your reply') };
    };

    it('a new thread takes chosen pictures, and an edit and a reply take dropped and pasted ones', async () => {
      const page = await open('/forums/community/new');
      await page.getByLabel('Title').fill('My castle');
      const content = page.getByLabel('Content');
      await content.fill('Look:');
      await choose(page, ['#aa0000', '#00aa00']);
      await expect.poll(() => content.inputValue()).toMatch(/^Look:(\s+!\[\]\(upload:\w{32}\)){2}\s*$/);
      await page.getByLabel('Description of picture 1').fill('The gate');
      await content.focus();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.locator('.prose').getByRole('img', { name: 'The gate' }).waitFor();
      await page.getByRole('button', { name: 'Create thread' }).click();
      await page.getByRole('link', { name: 'My castle' }).first().click();
      await page.locator('main .prose a.picture').nth(1).waitFor();
      await page.getByRole('link', { name: 'The gate' }).waitFor();

      await openComposer(page);
      const field = page.getByLabel('Your reply');
      await transferPictures(field, 'paste', ['#0000aa']);
      await waitUntilUploaded(field);
      await page.keyboard.press('Control+Enter');
      const post = page.locator('li[data-order]');
      await post.locator('a.picture').waitFor();
      await field.fill('A second reply');
      await page.keyboard.press('Control+Enter');
      await waitForReply(page, 'A second reply');
      await manageReply(page, 'A second reply', 'Edit');
      const edited = page.getByLabel('Content');
      await edited.waitFor();
      await transferPictures(edited, 'drop', ['#aa00aa']);
      await waitUntilUploaded(edited);
      await page.getByRole('button', { name: 'Save' }).click();
      await edited.waitFor({ state: 'detached' });
      await post.nth(1).locator('a.picture').waitFor();
    });

    it('a wall post and a report take pictures', async () => {
      const page = await open('/profile/Bram');
      const wall = page.getByLabel('Write on your wall');
      await wall.focus();
      await transferPictures(wall, 'paste', ['#123456']);
      await waitUntilUploaded(wall);
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await page.locator('.prose a.picture').first().waitFor();

      await page.goto(`${site.server.url}/report-a-bug`);
      const report = page.locator('main textarea').first();
      await report.fill('It looks wrong:');
      await transferPictures(report, 'drop', ['#654321']);
      await waitUntilUploaded(report);
      const sent = page.waitForResponse((response) => response.url().endsWith('/api/reports'));
      await page.locator('main form button[type=submit]').click();
      expect((await sent).status()).toBe(201);
    });

    it('a loaded picture covers its placeholder', async () => {
      const content = `![The pier](upload:${await uploadTestPicture(bram, 1_200, 800)})`;
      const page = await open(`/forums/thread/${await createThread(bram, `The pier, ${name}`, content)}`);
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('a.picture img')].every(({ naturalWidth }) => naturalWidth > 0),
      );
      const [height, ...heights] = await page
        .locator('a.picture')
        .evaluate((link) => [link, ...link.children].map((element) => element.getBoundingClientRect().height));
      expect(heights).toEqual([height, height]);
    });

    it("the lightbox shows a thread's pictures by keyboard, and returns the focus", async () => {
      const ids = [await uploadTestPicture(bram, 1_600, 900), await uploadTestPicture(bram, 600, 900)];
      const thread = await createThread(
        bram,
        'A gallery',
        ids.map((id, n) => `![Picture ${n + 1}](upload:${id})`).join('\n'),
      );
      const last = await reply(mila, thread, `![Picture 3](upload:${await uploadTestPicture(mila, 640, 480)})`);
      const page = await open(`/forums/thread/${thread}`);
      await page.getByRole('img', { name: 'Picture 3' }).waitFor();
      await page.getByRole('link', { name: 'Picture 1' }).focus();
      await page.keyboard.press('Enter');
      const box = page.getByRole('dialog', { name: 'Picture' });
      await box.getByRole('img', { name: 'Picture 1' }).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await box.getByRole('img', { name: 'Picture 3' }).waitFor();
      expect(await box.getByRole('status').innerText()).toBe('3 of 3');
      await page.keyboard.press('ArrowLeft');
      await box.getByRole('img', { name: 'Picture 2' }).waitFor();
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.querySelector('img[alt="Picture 2"]'));

      await page.getByRole('link', { name: 'Picture 3' }).click();
      await box.getByRole('img', { name: 'Picture 3' }).waitFor();
      await mila.perform('DELETE', `/forums/posts/${last}`, {});
      await box.waitFor({ state: 'detached' });
    });

    it('the lightbox shows the pictures in replies that the page has not loaded', async () => {
      const pictures = await Promise.all([601, 602].map((width) => uploadTestPicture(bram, width, 400)));
      const thread = await createThread(bram, 'A long thread', `![First](upload:${pictures[0]})`);
      for (let n = 1; n <= 60; n++) await reply(bram, thread, n === 30 ? `![Middle](upload:${pictures[1]})` : `${n}`);
      const page = await open(`/forums/thread/${thread}`);
      await page.getByRole('link', { name: 'First' }).focus();
      await page.keyboard.press('Enter');
      const box = page.getByRole('dialog', { name: 'Picture' });
      await box.getByRole('img', { name: 'First' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
      expect(await page.getByRole('link', { name: 'Middle', includeHidden: true }).count()).toBe(0);
      await page.keyboard.press('ArrowRight');
      await box.getByRole('img', { name: 'Middle' }).waitFor();
      expect(await box.getByRole('status').innerText()).toBe('2 of 2');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.activeElement?.querySelector('img[alt="First"]'));
    });

    it('shows the progress, and cancels an upload', async () => {
      const { page, field } = await openReply();
      let release = () => {};
      const hold = new Promise<void>((resolve) => (release = resolve));
      await interceptRequests(page, '**/api/uploads', async (route) => {
        await hold;
        await route.abort().catch(() => {});
      });
      await transferPictures(field, 'paste', ['#111111', '#222222']);
      await page.getByRole('progressbar', { name: 'picture-1.png' }).waitFor();
      await page.getByRole('button', { name: 'Cancel picture-1.png' }).click();
      await page.getByRole('button', { name: 'Cancel picture-2.png' }).click();
      await expect.poll(async () => (await field.inputValue()).trim()).toBe('');
      await page.getByRole('region', { name: 'Pictures' }).waitFor({ state: 'detached' });
      release();
    });

    it('retries after a lost response without a second upload, and deletes a picture that was not sent', async () => {
      const { page, field } = await openReply();
      const countBefore = await countUploads(bram);
      let attempts = 0;
      await interceptRequests(page, '**/api/uploads', async (route) => {
        if (attempts++ > 0) return route.continue();
        await route.fetch();
        await route.abort();
      });
      await transferPictures(field, 'paste', [name === 'wide' ? '#0a0b0c' : '#0c0b0a']);
      await page.getByText('Connection lost. Retrying…').waitFor();
      await waitUntilUploaded(field);
      expect([attempts, await countUploads(bram)]).toEqual([2, countBefore + 1]);
      await page.getByRole('button', { name: 'Remove picture 1' }).click();
      await expect.poll(async () => (await field.inputValue()).trim()).toBe('');
      await field.fill('Without a picture');
      await page.keyboard.press('Control+Enter');
      await waitForReply(page, 'Without a picture');
      // Until the form closes, the post may be refused and restored with its picture.
      await page.getByRole('link', { name: 'Forums' }).first().click();
      await expect.poll(() => countUploads(bram)).toBe(countBefore);
    });

    it('an Admin removes a picture with a reason', async () => {
      const id = await uploadTestPicture(bram, name === 'wide' ? 777 : 778, 300);
      const thread = await createThread(bram, 'To be removed', `![A secret](upload:${id})`);
      const page = await open('/admin/uploads', mila);
      await page.getByRole('region', { name: 'Members who use the most space' }).getByText('Bram').waitFor();
      await page.getByRole('button', { name: /^Remove the picture by Bram, 77[78] × 300/ }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByLabel(/^Reason/).fill('Not yours');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Picture removed').waitFor();
      await page.goto(`${site.server.url}/forums/thread/${thread}`);
      await page.getByText('A secret').waitFor();
      expect(await page.locator('a.picture').count()).toBe(0);
    });

    it('own pictures can be deleted while no text uses them', async () => {
      const page = await open('/yours/pictures');
      await page.getByRole('link', { name: 'A gallery' }).first().waitFor();
      await uploadTestPicture(bram, name === 'wide' ? 321 : 322, 123);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      const facts = `${name === 'wide' ? 321 : 322} × 123`;
      const remove = page.getByRole('button', { name: new RegExp(`^Delete the picture, ${facts}`) });
      await remove.click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Picture deleted').waitFor();
      await remove.waitFor({ state: 'detached' });
    });
  });
});

async function countUploads(person: Person): Promise<number> {
  return ((await person.perform('GET', '/uploads?limit=100'))['uploads'] as unknown[]).length;
}

const listFiles = (colours: readonly string[]) =>
  Promise.all(
    colours.map(async (colour, index) => ({
      name: `picture-${index + 1}.png`,
      mimeType: 'image/png',
      buffer: await createPictureFile('png', 320, 240, colour),
    })),
  );

async function choose(page: Page, colours: readonly string[]): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await fileChooser).setFiles(await listFiles(colours));
}

async function transferPictures(field: Locator, kind: 'paste' | 'drop', colours: readonly string[]): Promise<void> {
  const files = (await listFiles(colours)).map(({ name, buffer }) => ({ name, bytes: buffer.toString('base64') }));
  await field.evaluate(
    (element, [kind, files]) => {
      const data = new DataTransfer();
      for (const { name, bytes } of files) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], name, { type: 'image/png' }));
      }
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, ...options })
          : new DragEvent('drop', { dataTransfer: data, ...options }),
      );
    },
    [kind, files] as const,
  );
}

const waitUntilUploaded = (field: Locator) => expect.poll(() => field.inputValue()).toMatch(/!\[\]\(upload:\w{32}\)/);
