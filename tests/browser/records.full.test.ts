import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit, type Visit } from '../support/browser/browser.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import { interceptRequests, logIn } from '../support/browser/pages.js';

const hourMs = 3_600_000;

describe.runIf(hasBrowser('audit, reports and statistics in a browser'))('site records', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let jorik: Person;
  let bram: Person;
  let sanne: Person;
  let threadId: number;
  let postId: number;
  let begin: string;

  const assignRole = (person: Person, role: number) => mila.perform('POST', `/admin/role/${person.me!.id}`, { role });
  const open = (path: string, as?: Person, more = {}): Promise<Visit> =>
    visit(site.browser, site.server.url + path, { ...more, ...(as ? buildLoggedInOptions(as) : {}) });

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    jorik = await registerPerson(site.server, 'Jorik');
    bram = await registerPerson(site.server, 'Bram');
    sanne = await registerPerson(site.server, 'Sanne');
    const thread = { title: 'Selling diamonds', content: 'Cheap, today only.' };
    threadId = await createThread(sanne, thread.title, thread.content);
    postId = await reply(sanne, threadId, 'Buy them now, cheap!');
    begin = new Date(Date.now() - 1_000).toISOString();
    const { id: builder } = await mila.perform('POST', '/admin/roles', { name: 'Builder' });
    for (const permission of ['access_admin_panel', 'moderate_comments'])
      await mila.perform('POST', `/admin/roles/${String(builder)}/permissions`, { permission });
    await assignRole(jorik, Number(builder));
    await assignRole(bram, Number(builder));
    await assignRole(bram, 2);
    const ban = { reason: 'spam in Builds', until: new Date(Date.now() + 24 * hourMs).toISOString() };
    await mila.perform('POST', `/admin/ban/${sanne.me!.id}`, ban);
    await mila.perform('PUT', `/forums/threads/${threadId}`, { ...thread, locked: true });
  });

  const getLine = (page: Page, text: RegExp) => page.getByRole('row').filter({ hasText: text });

  it('staff actions can be filtered and undone by keyboard', async () => {
    const { page } = await open('/admin/audit', mila);
    await getLine(page, /Banned.*Sanne.*active.*banned until.*spam in Builds/s).waitFor();
    await page.getByRole('combobox', { name: 'Action' }).focus();
    await page.keyboard.type('Bann');
    await page.waitForURL(/kind=MemberBanned/);
    await getLine(page, /Locked a thread/).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count(), 'the header row and one action').toBe(2);
    await page.getByRole('button', { name: 'Undo: Banned, Sanne' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Undo “Banned”: Sanne?' });
    await dialog.getByLabel('Reason (optional)').fill('It was his brother.');
    await dialog.getByRole('button', { name: 'Undo', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Undone: Banned, Sanne.').waitFor();
    await getLine(page, /Banned.*undone/s).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await getLine(page, /Unbanned.*undoes an earlier action.*It was his brother/s).waitFor();
  });

  it('shows why an action cannot be undone, and keeps the dialog open if the network fails', async () => {
    const { page } = await open('/admin/audit?kind=RoleGiven&target=Bram', mila);
    await getLine(page, /Builder.*Member/s).waitFor();
    // The newest entry comes first and supersedes the older one.
    await page.getByRole('button', { name: 'Undo: Changed role, Bram' }).last().click();
    const dialog = page.getByRole('dialog');
    await interceptRequests(page, '**/undo', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.getByText('It could not be undone: the server did not respond. Please try again.').waitFor();
    await page.unroute('**/undo');
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.getByText('Someone changed this in the meantime.').waitFor();
  });

  it('exports the filtered staff actions as a file', async () => {
    const { page } = await open('/admin/audit?area=threads', mila);
    await getLine(page, /Locked a thread/).waitFor();
    const address = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const file = await page.request.get(site.server.url + String(address));
    expect(file.headers()['content-type']).toContain('text/csv');
    const text = await file.text();
    expect(text).toContain('ThreadLocked');
    expect(text).not.toContain('RoleGiven');
  });

  it('undoes a moderator’s actions in a time range and shows each result', async () => {
    const rules = await createThread(bram, 'What are the rules?');
    const replies = [await reply(bram, rules, 'I mean this'), await reply(bram, rules, 'and that')];
    for (const id of replies) await jorik.perform('DELETE', `/forums/posts/${id}`, {});
    await mila.perform('POST', `/forums/posts/${replies[0]}/restore`, {});
    const { page } = await open(`/admin/audit?actor=Jorik&from=${begin}`, mila);
    await page.getByRole('button', { name: 'Undo actions by Jorik…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Preview actions' }).click();
    await dialog.getByText('2 actions by Jorik in that time range; 2 can be undone.').waitFor();
    await dialog.getByRole('button', { name: 'Undo 2 actions by Jorik' }).click();
    await dialog.getByText('1 of 2 undone.').waitFor();
    await dialog.getByText('Someone changed this in the meantime.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await getLine(page, /Deleted a reply.*undone/s).waitFor();
  });

  it('a login returns a guest to their report, with its player and content filled in', async () => {
    const { page } = await open('/report-a-player?player=');
    await page.getByText('Log in to send a report.').waitFor();
    await page.locator('main').getByRole('link', { name: 'Log in' }).click();
    await logIn(page, 'Bram');
    await page.getByRole('combobox', { name: 'Player' }).pressSequentially('san');
    await page.getByRole('option', { name: 'Sanne' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('combobox', { name: 'Player' }).inputValue()).toBe('Sanne');
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Type something!').waitFor();
    await page.getByLabel('What happened?').fill('She sells diamonds.');
    await interceptRequests(page, '**/api/reports', (route) => route.abort());
    await page.keyboard.press('Control+Enter');
    await page.getByText('The report could not be sent. Your text was kept. Please try again.').waitFor();
    await page.unroute('**/api/reports');
    expect(await page.getByLabel('What happened?').inputValue()).toBe('She sells diamonds.');
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Your report has been sent.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'She sells diamonds.' }).getByText('Open').waitFor();
    await page.goto(`${site.server.url}/report-a-player?post=${postId}&thread=${threadId}`);
    await page.getByText('You are reporting a reply.').waitFor();
    await page.getByLabel('What happened?').fill('Spam in this reply.');
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Your report has been sent.').waitFor();
  });

  it('handling a report notifies its reporter', async () => {
    const { page } = await open('/admin/reports', jorik);
    await page.getByRole('link', { name: /^Reports/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit' }).count(), 'only Admins may view it').toBe(0);
    const report = page.getByRole('listitem').filter({ hasText: 'Spam in this reply.' });
    await report.getByRole('button', { name: 'Post' }).click();
    await report.getByText('No actions yet.').waitFor();
    await report.getByText('Written by').waitFor();
    const openReports = async () => {
      const name = await page.getByRole('link', { name: /^Open reports/ }).getAttribute('aria-label');
      return Number(name?.split(': ')[1] ?? 0);
    };
    await expect.poll(openReports).toBeGreaterThan(0);
    const countBefore = await openReports();
    await report.getByRole('button', { name: 'Claim', exact: true }).click();
    await report.getByText('claimed by Jorik').waitFor();
    await expect.poll(openReports, { message: 'the number in the header' }).toBe(countBefore - 1);
    await report.getByLabel('Note for the staff').fill('Third time.');
    await report.getByRole('button', { name: 'Add note' }).click();
    await report.getByText('Third time.', { exact: true }).waitFor();
    await report.getByRole('button', { name: 'Delete the reply' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Reply deleted.').waitFor();
    await report.getByRole('button', { name: 'Resolve…' }).click();
    const answer = report.getByLabel('Reply to Bram (optional)');
    await answer.fill('It is gone. Thank you.');
    // Other staff members' actions appear in the open report without discarding the typed text.
    const id = new URL(page.url()).searchParams.get('report');
    await mila.perform('POST', `/admin/reports/${id}/note`, { note: 'Seen by me too.' });
    await report.getByText('Seen by me too.').waitFor();
    expect(await answer.inputValue()).toBe('It is gone. Thank you.');
    await report.getByRole('button', { name: 'Resolve', exact: true }).click();
    await report.getByText('resolved by Jorik').waitFor();
    await page.goto(`${site.server.url}/admin/audit`);
    await page.getByRole('heading', { name: 'Oops, page not found!' }).waitFor();
    const { page: reporter } = await open('/report-a-bug', bram);
    await reporter.getByText('It is gone. Thank you.').waitFor();
    await reporter.getByText('Resolved', { exact: true }).waitFor();
  });

  async function countPlayers(page: Page): Promise<void> {
    const firstHour = Math.floor(Date.now() / hourMs) * hourMs - 23 * hourMs;
    const points = Array.from({ length: 24 }, (_, n) => ({
      at: new Date(firstHour + n * hourMs).toISOString(),
      average: n === 5 ? null : n + 0.5,
      max: n === 5 ? null : n + 1,
    }));
    await page.route('**/api/stats/players*', (route) => route.fulfill({ json: points }));
  }

  it("shows players as a chart in the theme's colours, as text and as a table", async () => {
    const { page } = await open('/stats/kingdoms');
    await page.getByText('No data yet.').waitFor();
    await countPlayers(page);
    await page.getByRole('link', { name: 'Stats for the whole network' }).click();
    await page.getByText(/^12,3 players on average; the peak was 24, /).waitFor();
    const getColours = () => page.locator('canvas').first().evaluate(readColours);
    await expect.poll(getColours).toContain('245,147,49'); // This is the value of --color-chart-line.
    await page.getByText('Show as table').first().click();
    await page.getByRole('row', { name: /unknown/ }).waitFor();
    await page.evaluate(() => {
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = '/theme.css?scheme=light';
      document.documentElement.style.setProperty('--color-chart-line', '#0000ff');
      document.head.append(sheet);
    });
    await expect.poll(getColours, { message: 'follows the theme' }).toContain('0,0,255');
    await page.getByRole('link', { name: 'Month' }).click();
    await page.waitForURL(/range=month/);
    await page.getByRole('heading', { name: 'Registrations' }).waitFor();
    await page.getByText('4 people registered in 30 days.').waitFor();
  });
});

/** Runs in the page. Returns the opaque colours as `r,g,b`. */
function readColours(canvas: HTMLElement | SVGElement): string[] {
  if (!(canvas instanceof HTMLCanvasElement)) return [];
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set<string>();
  for (let n = 0; n < data.length; n += 4) if (data[n + 3] === 255) colours.add(data.slice(n, n + 3).join(','));
  return [...colours];
}
