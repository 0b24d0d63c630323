import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../testing/live.js';
import { anna, toLogPosition, toRowPosition, buildSectionRow } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { followSite } from './follow-site.js';
import { useSections } from './sections.js';
import { useSession } from './session.js';
import { useSite } from './site.js';

let stop = () => {};
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

async function follow() {
  const { pos: _, ...site } = useSite.getState();
  server.respondWith('GET /site', { ...site, position: toLogPosition(100) });
  server.respondWith('GET /forums/sections', [buildSectionRow()]);
  stop = followSite();
  await waitFor(() => expect(live.joined('site')).toBe(true));
}

function buildSiteRow(name: string, at: number): LiveRow {
  const { players: _, modes: __, pos: ___, ...site } = useSite.getState();
  return { ...site, kind: 'site', id: 0, name, pos: toRowPosition(at) };
}

const buildMemberRow = (id: number, username: string, at: number): LiveRow => ({
  kind: 'member',
  id,
  username,
  avatar_url: null,
  role: null,
  pos: toRowPosition(at),
});

test("retains the site's newest settings", async () => {
  await show(<p>Page</p>);
  await follow();
  live.send('site', buildSiteRow('Harbour', 120));
  live.send('site', buildSiteRow('Castle', 110));
  expect(useSite.getState().name).toBe('Harbour');
});

test("updates the logged-in member's name, and only theirs", async () => {
  await show(<p>Page</p>, { as: anna });
  await follow();
  live.send('site', buildMemberRow(12, 'Bruno', 120));
  expect(useSession.getState().user?.username).toBe('Anna');
  live.send('site', buildMemberRow(11, 'Annabel', 122));
  expect(useSession.getState().user?.username).toBe('Annabel');
});

test('applies each update only once after a site reload', async () => {
  await show(<p>Page</p>);
  await follow();
  live.resync('site', true);
  await waitFor(() => expect(server.calls('GET /site')).toHaveLength(2));
  const onChanged = vi.fn();
  const unsubscribe = useSite.subscribe(onChanged);
  live.send('site', {
    kind: 'players',
    id: 0,
    pos: toRowPosition(130),
    modes: [],
    players: { count: 3, unknown_since: null, counted: true },
  });
  unsubscribe();
  expect(onChanged).toHaveBeenCalledOnce();
});

test("applies a new role's permissions within a second", async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  await show(<p>Page</p>, { as: anna });
  await follow();
  server.respondWith('GET /me', { user: { ...anna, permissions: ['lock_topics'] } });
  server.respondWith('GET /forums/sections', [buildSectionRow({ name: 'staff-only' })]);
  live.resync('site', true);
  const within = { timeout: 1_000 };
  await waitFor(() => expect(useSession.getState().user?.permissions).toEqual(['lock_topics']), within);
  await waitFor(() => expect(useSections.getState().sections?.[0]?.name).toBe('staff-only'), within);
});
