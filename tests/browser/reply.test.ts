import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import {
  hasBrowser,
  listOwnFaults,
  visit,
  type Visit,
  visitAndWatch,
  type WatchedVisit,
} from '../support/browser/browser.js';
import { startConnection, type LiveConnection } from '../support/live/live-connection.js';
import { readLink, Person, reply } from '../support/site/member.js';
import { logIn, register, listReplies, waitForReply, slowDown, writeReply } from '../support/browser/pages.js';

const member = 'Mila';
const title = 'What shall we build next?';

describe.runIf(hasBrowser('the walk of a reply between two browsers'))('member and guest in two browsers', () => {
  const site = setUpBrowserSite({ hasPublicUrl: true });
  let line: LiveConnection;
  let writer: WatchedVisit;
  let guest: Visit;
  let threadId: number;

  beforeAll(async () => void (line = await startConnection(site.server.port)));

  afterAll(() => line.end());

  it('a newcomer can register, log in with the emailed link and log in again', async () => {
    writer = await visitAndWatch(site.browser, `${site.server.url}/auth`);
    const { page, findMomentOf, findArrivalAt } = writer;
    await slowDown(page, '**/api/register', 200);
    await slowDown(page, '**/api/login', 200);

    await register(page, member);
    await findMomentOf('Creating account...');
    await findMomentOf('Please check your email to verify your account.');
    expect(await page.getByRole('tab', { name: 'Log in' }).getAttribute('aria-selected')).toBe('true');

    await page.goto(await readLink(site.server, member));
    await page.getByRole('heading', { name: 'Email Verified!' }).waitFor();
    await page.getByText(`you are logged in as ${member}.`).waitFor();
    await page.goto(`${site.server.url}/logout`);
    await page.waitForURL('**/auth');
    await logIn(page, member);
    await findMomentOf('Logging in...');
    const shownAt = await findMomentOf('Login successful!');
    const redirectMs = (await findArrivalAt('/')) - shownAt;
    expect(redirectMs, 'the redirect comes 0.6 s after the word').toBeGreaterThanOrEqual(540);
    await page.getByRole('button', { name: `Account: ${member}` }).waitFor();
  });

  it('creating a thread returns to its section after 0.9 s', async () => {
    const { page, findMomentOf, findArrivalAt, reload } = writer;
    await page.getByRole('link', { name: 'Community', exact: true }).first().click();
    await page.getByRole('link', { name: '+ New Thread' }).click();
    await page.getByRole('button', { name: 'Create thread' }).click();
    await page.getByText('Please enter a title and content!').waitFor();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Content').fill('The harbour is **done**, so what comes now?');
    await reload();
    await page.getByRole('button', { name: 'Create thread' }).click();
    const redirectMs = (await findArrivalAt('/forums/community')) - (await findMomentOf('Thread created!'));
    expect(redirectMs, 'the redirect comes 0.9 s after the word').toBeGreaterThanOrEqual(840);
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    threadId = Number(page.url().split('/').at(-1));
  });

  it('a guest sees a new reply without a reload', async () => {
    guest = await visit(site.browser, `${line.url}/forums/thread/${threadId}`);
    await guest.page.getByText('Log in to reply').waitFor();
    await guest.page.evaluate(() => Object.assign(window, { marker: 'the first load' }));
    await writeReply(writer.page, 'A lighthouse, of course.');
    await waitForReply(guest.page, 'A lighthouse, of course.');
    expect(await listReplies(guest.page)).toEqual(['A lighthouse, of course.']);
    await guest.page.getByText(/^1 reply$/).waitFor();
    await expectNoNavigation();
  });

  it('shows three replies posted during a disconnect exactly once and in order', async () => {
    const repliesBefore = await listReplies(guest.page);
    await line.cut();
    expect(line.open()).toBe(0);
    await guest.page.getByText('Reconnecting…').waitFor();
    const person = new Person(site.server.url);
    await person.logIn(member);
    const replyTexts = ['First of three', 'Second of three', 'Third of three'];
    for (const text of replyTexts) await reply(person, threadId, text);
    expect(await listReplies(guest.page), 'nothing passes through a cut connection').toEqual(repliesBefore);

    await line.restore();
    await waitForReply(guest.page, replyTexts[2]!);
    expect(await listReplies(guest.page)).toEqual([...repliesBefore, ...replyTexts]);
    await guest.page.getByText('Reconnecting…').waitFor({ state: 'detached' });
    await expectNoNavigation();
  });

  it('a reply sent ten times with the same key appears only once', async () => {
    const repliesBefore = await listReplies(guest.page);
    const person = new Person(site.server.url);
    await person.logIn(member);
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 10 }, () => reply(person, threadId, 'Sent ten times', key)));
    expect(new Set(ids).size).toBe(1);
    await reply(person, threadId, 'And then this');
    await waitForReply(guest.page, 'And then this');
    expect(await listReplies(guest.page)).toEqual([...repliesBefore, 'Sent ten times', 'And then this']);
    expect(await listReplies(writer.page)).toEqual([...repliesBefore, 'Sent ten times', 'And then this']);
  });

  it('reports a logout and redirects to the login after 1.6 s', async () => {
    const { page, findMomentOf, findArrivalAt } = writer;
    await page.getByRole('button', { name: `Account: ${member}` }).click();
    await page.getByRole('link', { name: 'Logout' }).click();
    const shownAt = await findMomentOf('Logging out...');
    const redirectMs = (await findArrivalAt('/auth')) - shownAt;
    expect(redirectMs, 'the redirect comes 1.6 s after the word').toBeGreaterThanOrEqual(1_590);
    await page.getByRole('link', { name: 'Login/Register' }).waitFor();
  });

  it('neither browser logs an error', () => {
    expect(writer.faults).toEqual([]);
    expect(listOwnFaults(guest)).toEqual([]);
  });

  async function expectNoNavigation(): Promise<void> {
    // A reload would have removed the marker set above.
    const marker = await guest.page.evaluate(() => (window as unknown as { marker?: string }).marker);
    expect(marker, 'the page was not loaded again').toBe('the first load');
  }
});
