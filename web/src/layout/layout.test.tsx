import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listen, onSessionEnd } from '../live/connection.js';
import { live } from '../testing/live.js';
import { admin, anna, memberMe, positionAt, sectionRow } from '../testing/rows.js';
import { server } from '../testing/server.js';
import { show } from '../testing/show.js';
import { sessionEnded } from '../shared/state/session.js';
import { Layout } from './layout.js';
import { PhoneDrawer } from './phone-drawer.js';

onSessionEnd(sessionEnded); // as main.tsx does

const connect = () => listen('site', positionAt(1), { rows: () => {}, resync: () => {} });

function open(as: Me | null = null) {
  server.respondWith('GET /notifications', { unread: 0, threads: [], notices: [] });
  server.respondWith('GET /admin/reports/count', { open: 0 });
  return show(<Layout />, { as, at: '/forums/thread/7', path: '/forums/thread/:id', sections: [sectionRow()] });
}

async function entriesOf(me: Me) {
  const user = await open(me);
  await user.click(screen.getByRole('button', { name: `Account: ${me.username}` }));
  const names = ['Your Profile', 'Settings', 'Admin', 'Logout'];
  return names.filter((name) => screen.queryByRole('link', { name }));
}

test('asks a guest to log in, and brings them back to the thread', async () => {
  const user = await open();
  await user.click(screen.getByRole('link', { name: 'Login/Register' }));
  expect(location.pathname).toBe('/auth');
  expect(history.state).toMatchObject({ usr: { from: '/forums/thread/7' } });
});

test('hides the admin area from a member', async () => {
  expect(await entriesOf(anna)).toEqual(['Your Profile', 'Settings', 'Logout']);
});

test('shows the admin area to a role with its key', async () => {
  const staff = memberMe('Mo', 14, { permissions: ['comment', 'access_admin_panel'] });
  expect(await entriesOf(staff)).toEqual(['Your Profile', 'Settings', 'Admin', 'Logout']);
});

test('closes a menu with Escape, by a click elsewhere, and leaves the keyboard on its button', async () => {
  const user = await open(admin);
  const button = screen.getByRole('button', { name: 'Forums' });
  await user.click(button);
  expect(screen.getByRole('link', { name: 'Builds' })).toBeDefined();
  await user.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.click(screen.getByRole('main'));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('moves the keyboard to the content at each step, also back to the first page', async () => {
  const user = await show(<Layout />, { sections: [sectionRow()] });
  const main = screen.getByRole('main');
  expect(document.activeElement).toBe(document.body);
  for (const name of ['Members', 'Home', 'Members']) {
    await user.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(document.activeElement).toBe(main));
    act(() => main.blur());
  }
});

test('announces a lasting break of the connection, and its end', async () => {
  await open();
  connect();
  await waitFor(() => expect(live.joined('site')).toBe(true));
  vi.useFakeTimers();
  live.lose();
  act(() => void vi.advanceTimersByTime(3_900));
  expect(screen.queryByText('Reconnecting…')).toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getByText('Reconnecting…')).toBeDefined();
  live.comeBack();
  expect(screen.getByText('Reconnected.')).toBeDefined();
  act(() => void vi.advanceTimersByTime(3_100));
  expect(screen.queryByText('Reconnected.')).toBeNull();
});

for (const [reason, title, login] of [
  ['banned', 'You are banned', 'Log in to see why'],
  ['logged-out', 'You were logged out', 'Log in'],
  ['erased', 'This account was deleted', null],
] as const) {
  test(`shows why the session ended: ${reason}`, async () => {
    const user = await open(anna);
    connect();
    await waitFor(() => expect(live.joined('site')).toBe(true));
    server.respondWith('GET /me', { user: null });
    live.endSession(reason);
    const dialog = await screen.findByRole('dialog', { name: title });
    const links = [...dialog.querySelectorAll('a')].map(({ textContent }) => textContent);
    expect(links).toEqual(login === null ? [] : [login]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    expect(screen.getByRole('link', { name: 'Login/Register' })).toBeDefined();
  });
}

test('keeps the keyboard within the drawer of a phone, in both directions', async () => {
  const entries = [{ name: 'Home', to: '/' }];
  const user = await show(<PhoneDrawer navigation={entries} close={() => {}} />, { at: '/', path: '/' });
  const closing = screen.getByRole('button', { name: 'Close menu' });
  const home = screen.getByRole('link', { name: 'Home' });
  home.focus();
  await user.tab();
  expect(document.activeElement).toBe(closing);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(home);
});
