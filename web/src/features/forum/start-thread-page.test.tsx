import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadSections } from '../../shared/state/sections.js';
import {
  anna,
  buildSuccessResponse,
  everyFlag,
  toLogPosition,
  buildSectionRow,
  buildSubsectionRow,
} from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { StartThreadLink } from './places/start-thread-link.js';
import { StartThreadPage } from './new-thread-page.js';

const closedFlags = { can: { ...everyFlag, can_post: false } };
const sections: SectionRow[] = [
  buildSectionRow({ id: 1, name: 'news', display_name: 'News', ...closedFlags }),
  buildSectionRow({ prefixes: [{ id: 71, label: 'Bug', color: 'red' }], subcategories: [buildSubsectionRow()] }),
  buildSectionRow({
    id: 5,
    name: 'events',
    display_name: 'Events',
    allow_threads_direct: false,
    subcategories: [buildSubsectionRow({ id: 51, section_id: 5, name: 'races', display_name: 'Races' })],
  }),
];

const open = (as: Me | null = anna) =>
  show(<StartThreadPage />, { as, sections, at: '/new-thread', path: '/new-thread' });
const listOptionNames = () => [...screen.getByLabelText<HTMLSelectElement>('Where').options].map(({ text }) => text);
async function write() {
  server.respondWith('POST /forums/threads', buildSuccessResponse({ id: 8 }));
  const user = await open();
  await user.type(screen.getByLabelText('Title'), 'A race');
  await user.type(screen.getByRole('textbox', { name: 'Content' }), 'On Saturday');
  return user;
}
const listRequests = () => server.calls('POST /forums/threads');

test('offers only places where the member can start a thread and focuses the title', async () => {
  await open();
  expect(listOptionNames()).toEqual(['Select a section', 'Builds', 'Builds › Screenshots', 'Events › Races']);
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
});

test('requires a section before sending, and then opens its page', async () => {
  const user = await write();
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  expect(screen.getByRole('alert').textContent).toBe('Select a section first.');
  expect(listRequests()).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Where'), 'Events › Races');
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  await screen.findByText('Thread created!');
  expect(listRequests()[0]?.body).toMatchObject({ section_id: 5, subsection_id: 51, title: 'A race' });
  await waitFor(() => expect(location.pathname).toBe('/forums/events/races'));
});

test('discards a prefix that belongs to another section', async () => {
  const user = await write();
  await user.selectOptions(screen.getByLabelText('Where'), 'Builds');
  await user.selectOptions(screen.getByLabelText('Prefix'), 'Bug');
  await user.selectOptions(screen.getByLabelText('Where'), 'Events › Races');
  await user.click(screen.getByRole('button', { name: 'Create thread' }));
  await screen.findByText('Thread created!');
  expect(listRequests()[0]?.body).not.toHaveProperty('prefix_id');
});

test('redirects a guest to the login and back afterwards', async () => {
  await open(null);
  await waitFor(() => expect(location.pathname).toBe('/auth'));
  expect(history.state).toMatchObject({ state: { from: '/new-thread' } });
});

test('shows the new-thread button to members who can start a thread somewhere', async () => {
  await show(<StartThreadLink />, { as: anna, sections });
  expect(screen.getByRole('link', { name: '+ New Thread' }).getAttribute('href')).toBe('/new-thread');
});

test('guests see a login link instead of the new-thread button', async () => {
  await show(<StartThreadLink />, { sections });
  expect(screen.getByRole('link', { name: 'Log in to start a thread' }).getAttribute('href')).toBe('/auth');
});

test('guests see no login link if members cannot start a thread anywhere', async () => {
  await show(<StartThreadLink />, { sections: sections.slice(0, 1) });
  expect(screen.queryByRole('link')).toBeNull();
});

test('hides the new-thread button from members who cannot start a thread anywhere', async () => {
  await show(<StartThreadLink />, { as: anna, sections: sections.slice(0, 1) });
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  ['while others are left', 1, 'The place you chose was deleted, or your role can no longer see it. Choose another.'],
  ['and was the last one', 2, "You don't have permission to start threads."],
] as const)('offers to copy the written content if the chosen place disappears %s', async (_, removed, words) => {
  const user = await show(<StartThreadPage />, {
    as: anna,
    at: '/new-thread',
    path: '/new-thread',
    sections: sections.slice(1),
  });
  await user.type(screen.getByLabelText('Title'), 'A race');
  await user.selectOptions(screen.getByLabelText('Where'), 'Builds');
  server.respondWith('GET /forums/sections', sections.slice(1 + removed), { position: toLogPosition(200) });
  await act(() => loadSections());
  await screen.findByText(words, { exact: false });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect((await navigator.clipboard.readText()).trim()).toBe('A race');
});
