import type { SiteSettings } from '@guildhall/domain/settings/site-settings.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSiteResponse } from '../read-models/site-rows.js';
import { TestListener } from '../testing/test-listener.js';
import { FakeStatus } from '../testing/fake-status.js';
import { LiveSite } from '../testing/live-site.js';
import { testContext, type TestMember } from '../testing/services.js';

let site: LiveSite;
let status: FakeStatus;
beforeEach(async () => {
  site = await LiveSite.start();
  status = await FakeStatus.start();
});
afterEach(async () => {
  await status.stop();
});

async function open(position: string, as?: TestMember): Promise<TestListener> {
  const page = await site.connect(as);
  await page.listen(siteTopic, position);
  return page;
}

const getActor = () => site.services.policy.getActor(site.admin.id);
const saveTheme = (name: string, css: string) =>
  site.services.commands.theme({ type: 'SaveTheme', name, css, publish: true }, getActor(), testContext());
const change = (changes: Partial<SiteSettings>) =>
  site.services.commands.settings({ type: 'ChangeSettings', changes }, getActor(), testContext());

type SiteRow = Extract<LiveRow, { kind: 'site' }>;
type PlayersRow = Extract<LiveRow, { kind: 'players' }>;
const listSiteRows = (page: TestListener) =>
  page.listRows(siteTopic).filter((row): row is SiteRow => row.kind === 'site');
const listCounts = (page: TestListener) =>
  page.listRows(siteTopic).flatMap((row) => (row.kind === 'players' ? [(row satisfies PlayersRow).players.count] : []));

function summarizePage(page: TestListener) {
  const newestRow = listSiteRows(page).reduce((one, other) => (other.pos >= one.pos ? other : one));
  const { kind: _, id: __, pos, ...shown } = newestRow;
  const players = page.listRows(siteTopic).findLast((row): row is PlayersRow => row.kind === 'players');
  return { ...shown, players: players?.players, modes: players?.modes, position: `${site.services.historyId}.${pos}` };
}

describe('live site updates', () => {
  test('an open page receives a new theme, logo or settings immediately, for every role', async () => {
    const position = await site.waitUntilSettled();
    const visitors = await Promise.all([undefined, site.member, site.admin].map((as) => open(position, as)));
    await saveTheme('Ocean', '--color-accent: #00aacc');
    await site.services.commands.theme({ type: 'ChangeLogo', logo: '/pictures/logo.webp' }, getActor(), testContext());
    await change({ name: 'The Guild', storeLink: 'https://store.example.org' });
    for (const page of visitors) {
      await page.waitUntil(() => listSiteRows(page).at(-1)?.name === 'The Guild', 'the new name');
      expect(listSiteRows(page).map(({ theme, logo }) => [theme, logo])).toContainEqual(['Ocean', null]);
      expect(summarizePage(page)).toMatchObject({ theme: 'Ocean', logo: '/pictures/logo.webp' });
      expect(summarizePage(page)).toEqual(buildSiteResponse(site.services));
    }
  });

  test('an open page receives the live theme again when it is saved with other colours', async () => {
    await saveTheme('Ocean', '--color-accent: #00aacc');
    const page = await open(await site.waitUntilSettled());
    const positionBefore = listSiteRows(page).at(-1)?.pos ?? '';
    await saveTheme('Ocean', '--color-accent: #00ccaa');
    await page.waitUntil(() => (listSiteRows(page).at(-1)?.pos ?? '') > positionBefore, 'the saved theme');
  });

  test('an open page receives the number of players when it changes', async () => {
    status.setPlayers(7);
    const page = await open(await site.waitUntilSettled());
    site.services.status.start();
    await change({ statusUrl: status.url });
    await page.waitUntil(() => listCounts(page).at(-1) === 7, 'seven players');
    status.respond((_req, res) => res.writeHead(500).end());
    await change({ statusUrl: `${status.url}?other` });
    await page.waitUntil(() => summarizePage(page).players?.unknown_since !== null, 'an unknown count');
    expect(summarizePage(page)).toEqual(buildSiteResponse(site.services));
  });
});

describe('live site updates after a disconnect', () => {
  test('a page reconnecting after any time has the same site data as a fresh one', async () => {
    const positionBefore = await site.waitUntilSettled();
    await saveTheme('Ocean', '--color-accent: #00aacc');
    await change({ banners: [{ title: 'Winter', text: 'It snows.', link: '/forums/news' }] });
    const page = await open(positionBefore);
    expect(summarizePage(page)).toEqual(buildSiteResponse(site.services));
    await site.restart();
    const reopenedPage = await open(positionBefore);
    expect(summarizePage(reopenedPage)).toEqual(buildSiteResponse(site.services));
    expect([page.countResyncs(siteTopic), reopenedPage.countResyncs(siteTopic)]).toEqual([0, 0]);
  });

  test('a page reloads once if the structure changed while it was offline', async () => {
    const positionBefore = await site.waitUntilSettled();
    await site.hide(site.closed);
    const settledPosition = await site.waitUntilSettled();
    const page = await site.connect();
    await page.join(siteTopic, positionBefore);
    await page.waitForResync(siteTopic);
    await page.listen(siteTopic, settledPosition);
    expect(page.countResyncs(siteTopic)).toBe(1);
  });

  test('a page with a position from another log reloads', async () => {
    const page = await site.connect();
    await page.join(siteTopic, `00000000.${'0'.repeat(19)}1`);
    await page.waitForResync(siteTopic);
  });
});

test('a structure or permission change reloads open pages, but not the site topic', async () => {
  const guest = await open(await site.waitUntilSettled());
  await site.hide(site.closed);
  await guest.waitForResync(siteTopic);
  await guest.listen(siteTopic, await site.waitUntilSettled());
  await change({ name: 'Still heard' });
  await guest.waitUntil(() => listSiteRows(guest).at(-1)?.name === 'Still heard', 'the new name');
});
