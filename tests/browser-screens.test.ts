import { AxeBuilder } from '@axe-core/playwright';
import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, loggedInAs, openBrowser, visit } from './support/browser.js';
import { newThread, registered, reply, sectionId, type Person } from './support/member.js';
import { logIn, register, slowDown, writeReply, showsReply } from './support/pages.js';
import { startServerProcess, temporaryFolder, type ServerProcess } from './support/server-process.js';

const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };
const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
const wide = `A [link](https://example.org/${'a'.repeat(90)}), \`${'code'.repeat(40)}\` and ${longWord}

| one | two | three | four | five |
|---|---|---|---|---|
| ${'cell'.repeat(8)} | ${'cell'.repeat(8)} | ${'cell'.repeat(8)} | ${'cell'.repeat(8)} | end |

\`\`\`
${'a line of code that goes on '.repeat(12)}
\`\`\``;

describe.runIf(hasBrowser('the screens in a browser'))('Every screen', () => {
  const folder = temporaryFolder();
  let browser: Browser;
  let server: ServerProcess;
  let mila: Person;
  let screens: Record<string, { path: string; shows: string; member?: true }>;

  beforeAll(async () => {
    server = await startServerProcess({ dataDir: folder.path });
    mila = await registered(server, 'Mila');
    await registered(server, 'SixteenLetters16');
    const community = await sectionId(mila, 'community');
    const builds = {
      section_id: community,
      name: 'builds',
      display_name: longWord.slice(0, 40),
      description: longWord,
    };
    await mila.done('POST', '/forums/subsections', builds, randomUUID());
    const threadId = await newThread(mila, `A long title: ${longWord}`, wide);
    await reply(mila, threadId, wide);
    await reply(mila, threadId, '> A quote\n\nand *what* it is about');
    const { id: wallPostId } = await mila.done('POST', '/profile/Mila/posts', { content: wide }, randomUUID());
    const wallReplies = `/profile/posts/${Number(wallPostId)}/replies`;
    await mila.done('POST', wallReplies, { content: wide }, randomUUID());
    const thread = { path: `/forums/thread/${threadId}`, shows: 'A quote' };
    screens = {
      home: { path: '/', shows: 'Recent posts' },
      forums: { path: '/forums', shows: 'Everything that is talked about here.' },
      section: { path: '/forums/community', shows: 'A long title' },
      'section of a member': { path: '/forums/Community', shows: '+ New Thread', member: true },
      subsection: { path: '/forums/community/builds', shows: 'No threads yet.' },
      'new thread': { path: '/forums/community/new', shows: 'Create thread' },
      'new thread of a member': { path: '/forums/community/builds/new', shows: 'Create thread', member: true },
      thread,
      'thread of a member': { ...thread, member: true },
      auth: { path: '/auth', shows: 'E-mail or username' },
      verified: { path: '/verify?success=true', shows: 'Email Verified!' },
      'not verified': { path: '/verify', shows: 'Verification Failed' },
      'not found': { path: '/no/such/page/here', shows: 'Oops, page not found!' },
      members: { path: '/members', shows: 'Post(s)' },
      'members that nobody finds': { path: '/members?search=zzz', shows: 'No members found.' },
      staff: { path: '/staff', shows: 'Staff Members' },
      profile: { path: '/profile/mila', shows: 'Member since' },
      'profile of a member': { path: '/profile/SixteenLetters16', shows: 'Nothing has been written', member: true },
      'own profile': { path: '/profile/Mila', shows: 'Write on your wall', member: true },
      activity: { path: '/profile/Mila?show=activity', shows: 'Began a thread' },
      'nobody’s profile': { path: '/profile/Nobody', shows: 'Profile not found.' },
      search: { path: '/search', shows: 'Type what you look for' },
      'search with hits': { path: '/search?q=title&author=mila', shows: '1 result' },
      'search without hits': { path: '/search?q=zzzz', shows: 'Nothing was found.' },
      planned: { path: '/rules', shows: 'Oops, page not found!' },
    };
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
    folder.remove();
  });

  it('shows itself without an error, a warning or a refusal of the content security policy.', async () => {
    for (const [name, { path, shows, member }] of Object.entries(screens)) {
      const { page, faults } = await visit(browser, server.url + path, member ? loggedInAs(mila) : {});
      await page.getByText(shows).first().waitFor();
      await page.waitForLoadState('networkidle');
      // The browser itself reports the status of a page that is not there.
      const own = faults.filter((line) => !(['not found', 'nobody’s profile'].includes(name) && line.includes('404')));
      expect(own, name).toEqual([]);
      await page.context().close();
    }
  });

  it('fits a phone 360 pixels wide.', async () => {
    for (const [name, { path, shows, member }] of Object.entries(screens)) {
      const { page } = await visit(browser, server.url + path, { ...phone, ...(member ? loggedInAs(mila) : {}) });
      await page.getByText(shows).first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => null));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${name} is not wider than the phone`).toBe(phone.viewport.width);
      await page.context().close();
    }
  });

  it('has no serious or critical fault for those who hear it or cannot see it well.', async () => {
    for (const name of [
      'home',
      'members',
      'staff',
      'profile of a member',
      'own profile',
      'activity',
      'search with hits',
      'section of a member',
      'new thread of a member',
      'thread of a member',
      'thread',
      'auth',
    ]) {
      const { path, shows, member } = screens[name]!;
      const { page } = await visit(browser, server.url + path, member ? loggedInAs(mila) : {});
      await page.getByText(shows).first().waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(told, name).toEqual([]);
      await page.context().close();
    }
  });

  it('can be used with the keyboard: past the header, and into a thread.', async () => {
    const { page } = await visit(browser, server.url + screens.thread!.path, loggedInAs(mila));
    await page.getByText('A quote').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByLabel('Your reply').focus();
    await writeReply(page, 'Written without a mouse');
    await showsReply(page, 'Written without a mouse');
    await page.getByRole('button', { name: 'Forums' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'All forums' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'All forums' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Forums');
  });

  it('that is not there leads home.', async () => {
    for (const path of [
      '/no/such/page',
      '/forums/nowhere',
      '/forums/thread/12345',
      '/forums/thread/x',
      '/admin/dashboard',
    ]) {
      const { page } = await visit(browser, server.url + path);
      await page.getByRole('heading', { name: 'Oops, page not found!' }).waitFor();
      await page.getByRole('link', { name: 'Go to Home' }).click();
      await page.getByRole('heading', { name: 'Forums' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.context().close();
    }
  });

  it('says what is wrong with what was entered, a failed login after 0.5 s.', async () => {
    const { page, momentOf } = await visit(browser, `${server.url}/auth`);
    await register(page, 'Noor', 'another password');
    await page.getByText('Passwords do not match!').waitFor();
    await page.getByRole('tab', { name: 'Login' }).click();
    await slowDown(page, '**/api/login', 100);
    await logIn(page, 'Nobody');
    const waited = (await momentOf('Wrong e-mail, username or password.')) - (await momentOf('Logging in...'));
    expect(waited).toBeGreaterThanOrEqual(590);
    expect(waited).toBeLessThan(4_000);
    await page.route('**/api/login', (route) => route.abort());
    await logIn(page, 'Nobody');
    await page.getByText('Unknown error, please try again.').waitFor();
  });

  it('asks a guest who would write to log in first.', async () => {
    const { page } = await visit(browser, `${server.url}/forums/community/new`);
    await page.getByLabel('Title').fill('A thread of a guest');
    await page.getByLabel('Content').fill('He forgot to log in.');
    await page.getByRole('button', { name: 'Create thread' }).click();
    await page.getByText('You must be logged in!').waitFor();
    await page.goto(server.url + screens.thread!.path);
    await page.getByText('Login first!').waitFor();
    await page.locator('main').getByRole('link', { name: 'Login/Register' }).click();
    await logIn(page, 'Mila');
    await page.getByLabel('Your reply').waitFor();
    expect(new URL(page.url()).pathname, 'and leads back to where he was').toBe(screens.thread!.path);
  });

  it('lets members write on a wall, and tells a guest and who types nothing why not.', async () => {
    const profile = `${server.url}/profile/SixteenLetters16`;
    const { page: guest } = await visit(browser, profile);
    await guest.getByRole('button', { name: 'Post', exact: true }).click();
    await guest.getByText('Login required!').waitFor();
    const { page } = await visit(browser, profile, loggedInAs(mila));
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('link', { name: '1 follower' }).click();
    await page.getByRole('region', { name: 'Followers of' }).getByRole('link', { name: 'Mila' }).waitFor();
    await page.getByRole('link', { name: 'Wall' }).click();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('Type something!').waitFor();
    await page.getByLabel('Write on SixteenLetters16').fill('Welcome here');
    await page.keyboard.press('Control+Enter');
    const post = page.locator('li', { hasText: 'Welcome here' });
    await post.getByRole('button', { name: 'Reply' }).click();
    await page.getByLabel('Reply to Mila').fill('And make yourself at home');
    await page.keyboard.press('Control+Enter');
    await post.locator('li', { hasText: 'And make yourself at home' }).waitFor();
    await post.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing has been written here yet.').waitFor();
  });

  it('leads from the search in the header to what was found, with the words marked, and on to a profile.', async () => {
    const { page } = await visit(browser, server.url, loggedInAs(mila));
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search the site' }).fill('mila');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Mila', exact: true }).click();
    await page.getByRole('heading', { name: 'Mila' }).waitFor();
    await page.goto(`${server.url}/search?q=long`);
    expect(await page.locator('main mark').first().innerText()).toBe('long');
  });
});
