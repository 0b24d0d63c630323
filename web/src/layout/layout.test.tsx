import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listen, onSessionEnd, useConnection } from '../live/connection.js';
import { live } from '../testing/live.js';
import { admin, anna, buildMe, toLogPosition, buildSectionRow } from '../testing/rows.js';
import { useLocation } from '../shared/router.js';
import { server } from '../testing/server.js';
import { show } from '../testing/show.js';
import { endSession, useSession } from '../shared/state/session.js';
import { useSite } from '../shared/state/site.js';
import { Layout } from './layout.js';
import { PhoneDrawer } from './phone-drawer.js';

onSessionEnd(endSession); // This matches main.tsx.

const connect = () => listen('site', toLogPosition(1), { rows: () => {}, resync: () => {} });

function open(as: Me | null = null) {
  server.respondWith('GET /notifications', { unread: 0, threads: [], reminders: [], notices: [] });
  server.respondWith('GET /admin/reports/count', { open: 0 });
  return show(<Layout>{null}</Layout>, {
    as,
    at: '/forums/thread/7',
    path: '/forums/thread/:id',
    sections: [buildSectionRow()],
  });
}

async function listEntries(me: Me) {
  const user = await open(me);
  await user.click(screen.getByRole('button', { name: `Account: ${me.username}` }));
  const names = ['Your Profile', 'Settings', 'Admin', 'Logout'];
  return names.filter((name) => screen.queryByRole('link', { name }));
}

test('asks a guest to log in and returns them to the thread', async () => {
  const user = await open();
  await user.click(screen.getByRole('link', { name: 'Login/Register' }));
  expect(location.pathname).toBe('/auth');
  expect(history.state).toMatchObject({ state: { from: '/forums/thread/7' } });
});

test('hides the admin area from members', async () => {
  expect(await listEntries(anna)).toEqual(['Your Profile', 'Settings', 'Logout']);
});

test('shows the admin area to a role with permission', async () => {
  const staff = buildMe('Mo', 14, { permissions: ['comment', 'access_admin_panel'] });
  expect(await listEntries(staff)).toEqual(['Your Profile', 'Settings', 'Admin', 'Logout']);
});

test('each navigation focuses the content, including back to the first page', async () => {
  const user = await show(<Layout>{null}</Layout>, { sections: [buildSectionRow()] });
  const main = screen.getByRole('main');
  expect(document.activeElement).toBe(document.body);
  for (const name of ['Members', 'Home', 'Members']) {
    await user.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(document.activeElement).toBe(main));
    act(() => main.blur());
  }
});

test('announces a lasting connection loss and its end', async () => {
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

test('keeps the focus inside the mobile drawer in both directions', async () => {
  const entries = [{ name: 'Home', to: '/' }];
  const user = await show(<PhoneDrawer navigation={entries} close={() => {}} />, { at: '/', path: '/' });
  const closeButton = screen.getByRole('button', { name: 'Close menu' });
  const home = screen.getByRole('link', { name: 'Home' });
  home.focus();
  await user.tab();
  expect(document.activeElement).toBe(closeButton);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(home);
});

test('offers the login only once it is known that no one is logged in', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Login/Register' })).toBeDefined();
  act(() => useSession.setState({ user: undefined }));
  expect(screen.queryByRole('link', { name: 'Login/Register' })).toBeNull();
});

for (const [permissions, isShown] of [
  [['access_admin_panel', 'moderate_comments'], true],
  [['access_admin_panel'], false],
  [['moderate_comments'], false],
] as const) {
  test(`${isShown ? 'shows' : 'hides'} the reports for a role with ${permissions.join(' and ')}`, async () => {
    await open(buildMe('Mo', 14, { permissions: [...permissions] }));
    await screen.findByRole('button', { name: /Notifications/ });
    if (isShown) await screen.findByRole('link', { name: /reports/i });
    else expect(screen.queryByRole('link', { name: /reports/i })).toBeNull();
  });
}

test('shows each logo on its intended background, and a single logo on both', async () => {
  await open();
  const getLogo = (kind: string) => document.querySelector(`header img${kind}`)?.getAttribute('src');
  act(() => useSite.setState({ logo: '/for-dark.png', light_logo: '/for-light.png' }));
  expect([getLogo('.on-dark'), getLogo('.on-light')]).toEqual(['/for-dark.png', '/for-light.png']);
  for (const [dark, light] of [
    ['/one.png', null],
    [null, '/one.png'],
  ] as const) {
    act(() => useSite.setState({ logo: dark, light_logo: light }));
    expect([getLogo('.on-dark'), getLogo('.on-light')]).toEqual(['/one.png', '/one.png']);
  }
});

test('reminds only Admins to set up the site', async () => {
  await open(admin);
  act(() => useSite.setState({ set_up: false }));
  const note = await screen.findByRole('complementary', { name: 'Set up your site' });
  expect(within(note).getByRole('link')).toBeDefined();
  act(() => useSession.setState({ user: anna }));
  expect(screen.queryByRole('complementary', { name: 'Set up your site' })).toBeNull();
});

test('an error on one page does not prevent the next page from rendering', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  function Broken(): null {
    throw new Error('a fault of the page');
  }
  const Pages = () => <Layout>{useLocation().pathname === '/members' ? <p>All members</p> : <Broken />}</Layout>;
  const user = await show(<Pages />, { at: '/broken', sections: [buildSectionRow()] });
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong.');
  await user.click(screen.getByRole('link', { name: 'Members' }));
  expect(screen.getByText('All members')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('highlights only the current page in a menu', async () => {
  const user = await show(<Layout>{null}</Layout>, { at: '/forums', sections: [buildSectionRow()] });
  await user.click(screen.getByRole('button', { name: 'Forums' }));
  const current = screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);
  expect(current).toEqual(['All forums']);
});

test('navigation closes the mobile drawer', async () => {
  const user = await show(<Layout>{null}</Layout>, { sections: [buildSectionRow()] });
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const drawer = await screen.findByRole('dialog', { name: 'Menu' });
  await user.click(within(drawer).getByRole('link', { name: 'Members' }));
  expect(location.pathname).toBe('/members');
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});

test('a click outside the mobile drawer closes it, but a click inside does not', async () => {
  const entries = [{ name: 'Forums', to: '/forums', entries: [{ name: 'Builds', to: '/forums/builds' }] }];
  const user = await show(<PhoneDrawer navigation={entries} close={() => {}} />);
  const drawer = screen.getByRole<HTMLDialogElement>('dialog');
  await user.click(screen.getByText('Forums'));
  expect(drawer.open).toBe(true);
  await user.click(drawer);
  expect(drawer.open).toBe(false);
});

test('measures a connection loss from its beginning, even if reconnects fail', async () => {
  await open();
  connect();
  await waitFor(() => expect(live.joined('site')).toBe(true));
  vi.useFakeTimers();
  live.lose();
  act(() => void vi.advanceTimersByTime(3_000));
  live.lose();
  act(() => void vi.advanceTimersByTime(1_200));
  expect(screen.getByText('Reconnecting…')).toBeDefined();
  live.comeBack();
});

test('does not report a lost connection when the page is left', async () => {
  await open();
  connect();
  await waitFor(() => expect(live.joined('site')).toBe(true));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(useConnection.getState().lostAt).toBeNull();
  live.comeBack();
});

test('logging in after a session ended returns to the same view of the page', async () => {
  const user = await show(<Layout>{null}</Layout>, {
    as: anna,
    at: '/search?query=wall#results',
    sections: [buildSectionRow()],
  });
  act(() => useSession.setState({ user: null, sessionEnd: 'logged-out' }));
  const dialog = await screen.findByRole('dialog', { name: 'You were logged out' });
  await user.click(within(dialog).getByRole('link', { name: 'Log in' }));
  expect(history.state).toMatchObject({ state: { from: '/search?query=wall#results' } });
});

test('a menu closes by its button or on navigation', async () => {
  const user = await show(<Layout>{null}</Layout>, { sections: [buildSectionRow()] });
  const button = screen.getByRole('button', { name: 'Forums' });
  await user.click(button);
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  await user.click(screen.getByRole('link', { name: 'Builds' }));
  expect(location.pathname).toBe('/forums/builds');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  await user.click(screen.getByRole('link', { name: 'Builds' }));
  expect(button.getAttribute('aria-expanded'), 'also with the page that is open').toBe('false');
});
