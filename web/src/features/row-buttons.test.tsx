import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { admin, buildSectionRow, buildServerStatus, buildSubsectionRow, buildThreadSummary } from '../testing/rows.js';
import { server } from '../testing/server.js';
import { show } from '../testing/show.js';
import { buildAuditRow } from '../testing/staff-rows.js';
import { EntriesTable } from './admin/audit/entries-table.js';
import { SectionList } from './admin/forums/place-list.js';
import { RemovedPlaces } from './admin/forums/removed-places.js';
import { MailsPage } from './admin/mails/mails-page.js';
import { ListSetting } from './admin/settings/list-settings.js';
import { useSettings, type Settings } from './admin/settings/store.js';
import { DeletedThreads } from './forum/moderation/deleted-threads.js';
import { SessionsPart } from './settings/sessions-part.js';

const at = '2026-03-01T12:00:00.000Z';
const doNothing = () => {};

interface List {
  element: ReactElement;
  /** The text in each button's accessible name that identifies its row. */
  rows: string[];
  role?: 'row' | 'group';
  buttons: number;
  prepare?: () => void;
}

const buildSession = (id: string, user_agent: string, current = false) => ({
  id,
  user_agent,
  current,
  created_at: at,
  used_at: at,
  expires_at: at,
});
const buildMail = (id: string, username: string, kind: string) => ({
  id,
  user_id: 12,
  username,
  kind,
  attempts: 1,
  last_error: 'Refused',
  due_at: at,
  expired: false,
  created_at: at,
});
const buildEntry = (id: string, name: string) =>
  buildAuditRow(id, { kind: 'MemberBanned', subject: { kind: 'member', id: 12, name } });
const sections = ['Builds', 'Farms'].map((display_name, n) =>
  buildSectionRow({ id: 3 + n, name: display_name.toLowerCase(), display_name }),
);
const removed = [
  buildSectionRow({ id: 5, display_name: 'Old news', deleted: true }),
  buildSectionRow({ subcategories: [buildSubsectionRow({ display_name: 'Old castles', deleted: true })] }),
];

const banner = { title: '', text: '', link: '' };

const lists: Record<string, List> = {
  'the sessions of a member': {
    element: <SessionsPart />,
    rows: ['Firefox on Windows', 'Safari on iPhone'],
    buttons: 1,
    prepare: () =>
      server.respondWith('GET /sessions', [
        buildSession('a', 'Chrome/1 Linux', true),
        buildSession('b', 'Mozilla/5.0 (Windows NT 10.0) Firefox/120'),
        buildSession('c', 'Mozilla/5.0 (iPhone) Safari/605'),
      ]),
  },
  'the mails that wait': {
    element: <MailsPage />,
    rows: ['Anna', 'Bram'],
    buttons: 1,
    prepare: () => {
      server.respondWith('GET /admin/server', buildServerStatus());
      server.respondWith('GET /admin/mails', [buildMail('a', 'Anna', 'verify'), buildMail('b', 'Bram', 'verify')]);
      server.respondWith('GET /admin/deliveries', { channels: [], deliveries: [] });
      server.respondWith('GET /admin/deliveries/failed', []);
      server.respondWith('GET /admin/email-pauses', []);
    },
  },
  'the audit': {
    element: <EntriesTable rows={[buildEntry('a', 'Anna'), buildEntry('b', 'Bram')]} undo={doNothing} />,
    rows: ['Anna', 'Bram'],
    role: 'row',
    buttons: 1,
    prepare: () => {
      server.respondWith('GET /admin/roles', []);
      server.respondWith('GET /forums/sections', []);
    },
  },
  'the deleted threads': {
    element: <DeletedThreads place={{ section: buildSectionRow(), subsection: null }} />,
    rows: ['My castle', 'My farm'],
    buttons: 1,
    prepare: () =>
      server.respondWith(
        'GET /forums/deleted',
        ['My castle', 'My farm'].map((title, n) => ({
          ...buildThreadSummary({ id: n + 1, title }),
          deleted_at: at,
          deleted_by: 'Mo',
        })),
      ),
  },
  'the sections of the site': {
    element: (
      <SectionList
        forums={{ sections, entries: [], roles: [] }}
        actions={{
          add: doNothing,
          edit: doNothing,
          openPermissions: doNothing,
          openPrefixes: doNothing,
          remove: doNothing,
        }}
        reorder={doNothing}
      />
    ),
    rows: ['Builds', 'Farms'],
    buttons: 7,
  },
  'the deleted places': {
    element: <RemovedPlaces sections={removed} />,
    rows: ['Old news', 'Old castles'],
    buttons: 1,
  },
  'the entries of a setting': {
    element: <ListSetting name="banners" refusedField={null} />,
    rows: ['Banner 1', 'Banner 2'],
    role: 'group',
    buttons: 3,
    prepare: () => useSettings.setState({ settings: { banners: [banner, banner] } as unknown as Settings }),
  },
};

test.each(Object.entries(lists))("each button in %s includes its row's name in its label", async (_, list) => {
  const { element, rows, role = 'listitem', buttons, prepare } = list;
  prepare?.();
  await show(element, { as: admin });
  await screen.findAllByText(rows[0] ?? '');
  for (const name of rows) {
    const row = screen.getAllByRole(role).find((candidate) => within(candidate).queryAllByText(name).length > 0);
    if (!row) throw new Error(`There is no row of ${name}`);
    const rowButtons = within(row).getAllByRole('button');
    const names = rowButtons.map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(rowButtons).toHaveLength(buttons);
    expect(names.filter((buttonName) => !buttonName.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(buttons);
  }
});
