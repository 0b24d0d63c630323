import { AxeBuilder } from '@axe-core/playwright';
import { schemeCookie } from '@guildhall/domain/theme/schemes.js';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser } from '../support/browser/browser.js';
import { createThread, registerPerson, reply } from '../support/site/member.js';

const formats = `The ending: ||the **butler** and [his friend](https://example.org/friend)|| did it.

>! Nobody saw the harbour master leave.
>!
>! - The lighthouse was dark.

> Who was it?
>! Another spoiler, which is not part of the quotation.

:::details The server log
\`\`\`java
// What happened
class Main { int answer = 42; String name = "Zoe"; }
\`\`\`
:::

- [ ] Build the pier
- [x] Build the harbour

\`\`\`yaml
# The settings
name: Zoe
port: 25565
motd: "A long line that does not fit on a phone, and so it has to scroll from one side to the other"
\`\`\`

\`\`\`
no language
\`\`\`

| Place | State |
|-------|-------|
| Pier  | open  |

After everything.`;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

describe.runIf(hasBrowser('the formats of texts in a browser'))('text formatting', () => {
  const site = setUpCheckedBrowserSite();
  let path: string;

  beforeAll(async () => {
    const author = await registerPerson(site.server, 'Mila');
    const id = await createThread(author, 'Everything a text can contain', formats);
    await reply(author, id, 'The reply after it');
    path = `/forums/thread/${id}`;
  });

  async function open(options: BrowserContextOptions): Promise<Page> {
    const page = await site.open(path, undefined, options);
    if (options.javaScriptEnabled !== false) await page.getByRole('button', { name: 'Copy code' }).nth(1).waitFor();
    return page;
  }
  const isVisible = (page: Page, text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate((element) => element.checkVisibility({ visibilityProperty: true }));
  const getCovers = (page: Page) => page.getByRole('button', { name: 'Spoiler, press to show' });

  it.each([
    ['a desk', desk, 'dark'],
    ['a desk', desk, 'light'],
    ['a phone', phone, 'dark'],
    ['a phone', phone, 'light'],
  ] as const)(
    'has no accessibility violations on %s %j in the %s scheme, covered or shown',
    async (_, viewport, scheme) => {
      const cookie = { name: schemeCookie, value: scheme, domain: '127.0.0.1', path: '/', expires: -1 };
      const cookies = [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }];
      const page = await open({ viewport, storageState: { cookies, origins: [] } });
      const listFaults = async () =>
        (await new AxeBuilder({ page }).include('.prose').analyze()).violations.map(({ id, nodes }) => ({
          id,
          nodes: nodes.map(({ html }) => html),
        }));
      expect(await listFaults()).toEqual([]);
      await page.getByText('The server log').click();
      while ((await getCovers(page).count()) > 0) await getCovers(page).first().press('Enter');
      await page.locator('code .hljs-comment, code .hljs-attr').first().waitFor();
      expect(await listFaults()).toEqual([]);
    },
  );

  it('shows spoilers and details by keyboard, and nothing moves', async () => {
    const page = await open({ viewport: desk });
    const end = async () => (await page.getByText('After everything.').boundingBox())?.y;
    const endBefore = await end();
    await getCovers(page).first().focus();
    expect(await isVisible(page, 'butler')).toBe(false);
    expect(await readFocusedName(page)).toBe('Spoiler, press to show');
    await page.keyboard.press('Enter');
    expect(await isVisible(page, 'butler')).toBe(true);
    expect(await readFocusedName(page)).toBe('the butler and his friend');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('his friend');
    await page.keyboard.press('Tab');
    expect(await isVisible(page, 'harbour master')).toBe(false);
    await page.keyboard.press('Space');
    expect(await isVisible(page, 'harbour master')).toBe(true);
    expect(await readFocusedName(page)).toContain('Nobody saw the harbour master leave.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await isVisible(page, 'Another spoiler')).toBe(true);
    expect(await end()).toBe(endBefore);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('details[open] code .hljs-keyword').first().waitFor();
  });

  it('loads the colours of code when a block is near the window, and then nothing moves', async () => {
    const page = await site.open('/forums');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const countGrammars = () => requests.filter((name) => /highlight-.*\.js$/.test(name)).length;
    await page.setViewportSize({ width: 1280, height: 250 });
    await page.goto(site.server.url + path);
    await page.getByRole('button', { name: 'Copy code' }).nth(1).waitFor();
    const code = page.locator('.language-yaml');
    const heightBefore = (await code.boundingBox())?.height;
    expect(countGrammars()).toBe(0);
    await code.scrollIntoViewIfNeeded();
    await code.locator('.hljs-string').first().waitFor();
    expect((await code.boundingBox())?.height).toBe(heightBefore);
    expect(countGrammars()).toBe(1);
  });

  it("a code block's button copies its code", async () => {
    const page = await open({ viewport: phone, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy code' }).last().press('Enter');
    await page.getByText('The code was copied.').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('no language\n');
  });

  it('covers spoilers without scripts, and shows them while they have focus', async () => {
    const page = await open({ javaScriptEnabled: false, viewport: desk });
    const readVisibility = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).visibility);
    expect(await readVisibility('.prose p > .spoiler > :last-child >> nth=0')).toBe('hidden');
    await page.locator('.prose p > .spoiler >> nth=0').click();
    expect(await readVisibility('.prose p > .spoiler > :last-child >> nth=0')).toBe('visible');
    await getCovers(page).nth(1).focus();
    expect(await readVisibility('.prose > div.spoiler > :last-child >> nth=0')).toBe('visible');
    expect(await readVisibility('.prose p > .spoiler > :last-child >> nth=0')).toBe('hidden');
  });

  it('prints what spoilers and details contain', async () => {
    const page = await open({ viewport: desk });
    await page.emulateMedia({ media: 'print' });
    for (const text of ['butler', 'harbour master', 'What happened']) expect(await isVisible(page, text)).toBe(true);
  });
});

/** Screen readers announce the name of the element that receives the focus. */
async function readFocusedName(page: Page): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const focusedNode = nodes.find(
    ({ role, properties }) =>
      role?.value !== 'RootWebArea' &&
      properties?.some(({ name, value }) => name === 'focused' && value.value === true),
  );
  return focusedNode?.name?.value;
}
