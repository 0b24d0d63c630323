import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSession } from '../../shared/state/session.js';
import { anna, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { AvatarPicker } from '../../ui/avatar/avatar-picker.js';
import { AccountPart, PasswordPart } from './account-part.js';
import { DataPart, DeleteAccountForm } from './data-part.js';
import { SecurityPart } from './security-part.js';
import { SessionsPart, type SessionRow } from './sessions-part.js';
import { SettingsPage } from './settings-page.js';
import { texts } from './texts.js';

const getUser = () => useSession.getState().user!;
function OfUser({ of: Part }: { of: (props: { user: Me }) => React.ReactNode }) {
  const user = useSession((state) => state.user);
  return user && <Part user={user} />;
}
const getPassword = () => screen.getByLabelText(/^Your password/);

const pngHead = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test('changes the username, updates it on the page and confirms the change', async () => {
  const user = await show(<OfUser of={AccountPart} />, { as: anna });
  const [ownPassword] = screen.getAllByLabelText(/^Your password/);
  await user.type(screen.getByLabelText(/^New username/), 'Annika');
  await user.type(ownPassword!, 'secret-1');
  server.respondWith('PUT /account/username', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Change username' }));
  await screen.findByText('Your username is now Annika.');
  expect(server.calls('PUT /account/username')[0]?.body).toEqual({ username: 'Annika', password: 'secret-1' });
  expect(getUser().username).toBe('Annika');
});

test('the old address remains in use until the confirmation link is opened', async () => {
  const user = await show(<OfUser of={AccountPart} />, { as: anna });
  await user.type(screen.getByLabelText(/^New email/), 'new@example.test');
  await user.type(screen.getAllByLabelText(/^Your password/)[1]!, 'secret-1');
  server.respondWith('PUT /account/email', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByText(/^We sent an email to the new address/);
  expect(server.calls('PUT /account/email')[0]?.body).toEqual({ email: 'new@example.test', password: 'secret-1' });
  screen.getByText(/^Current: anna@example\.test\./);
});

test('changes the password and clears its fields', async () => {
  const user = await show(<PasswordPart />, { as: anna });
  await user.type(screen.getByLabelText('Current password'), 'secret-1');
  await user.type(screen.getByLabelText('New password'), 'Secret-22');
  await user.type(screen.getByLabelText('Repeat new password'), 'Secret-22');
  server.respondWith('POST /password/change', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Your password was changed.');
  expect(server.calls('POST /password/change')[0]?.body).toEqual({
    current_password: 'secret-1',
    password: 'Secret-22',
    confirm_password: 'Secret-22',
  });
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
});

test('turns on two-step login with a code, shows the recovery codes once and warns before leaving', async () => {
  const user = await show(<OfUser of={SecurityPart} />, { as: anna });
  screen.getByText('Off');
  await user.type(getPassword(), 'secret-1');
  server.respondWith('POST /two-step/setup', {
    secret: 'ABCDEFGHIJ',
    otpauth_url: 'otpauth://totp/x?secret=ABCDEFGHIJ',
  });
  await user.click(screen.getByRole('button', { name: 'Set up two-step login' }));
  await screen.findByText('ABCD EFGH IJ');
  await user.type(screen.getByLabelText('Six digits from the app'), '123456');
  server.respondWith('POST /two-step/enable', { recovery_codes: ['aaaa-1', 'bbbb-2'] });
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await screen.findByRole('heading', { name: 'Your recovery codes' });
  expect(server.calls('POST /two-step/enable')[0]?.body).toEqual({ code: '123456' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['aaaa-1', 'bbbb-2']);
  expect(getUser().two_step).toBe(true);
  screen.getByText('On');
  const leaveEvent = new Event('beforeunload', { cancelable: true });
  expect(window.dispatchEvent(leaveEvent)).toBe(false);
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied.');
  expect(writeText).toHaveBeenCalledWith('aaaa-1\nbbbb-2');
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', server.fetch);
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(screen.queryByText('aaaa-1')).toBeNull();
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  screen.getByRole('button', { name: 'Turn off two-step login' });
});

test('turns off two-step login with the password and a code', async () => {
  const user = await show(<OfUser of={SecurityPart} />, { as: { ...anna, two_step: true } });
  await user.click(screen.getByRole('button', { name: 'Turn off two-step login' }));
  screen.getByText('Your password alone will then be enough to log in.');
  await user.type(getPassword(), 'secret-1');
  await user.type(screen.getByLabelText(/^Code/), ' 123456 ');
  server.respondWith('POST /two-step/disable', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Turn off two-step login' }));
  await screen.findByText('Two-step login is off.');
  expect(server.calls('POST /two-step/disable')[0]?.body).toEqual({ password: 'secret-1', code: '123456' });
  expect(getUser().two_step).toBe(false);
});

test('replaces the recovery codes without turning off two-step login', async () => {
  const user = await show(<OfUser of={SecurityPart} />, { as: { ...anna, two_step: true } });
  await user.click(screen.getByRole('button', { name: 'Create new recovery codes' }));
  await user.type(getPassword(), 'secret-1');
  await user.type(screen.getByLabelText(/^Code/), '123456');
  server.respondWith('POST /two-step/recovery-codes', { recovery_codes: ['cccc-3'] });
  await user.click(screen.getByRole('button', { name: 'Create new recovery codes' }));
  await screen.findByText('cccc-3');
  expect(getUser().two_step).toBe(true);
});

test('deletes the account after asking for name and password, and its posts only if selected', async () => {
  const user = await show(<OfUser of={DeleteAccountForm} />, { as: anna, at: '/settings' });
  await user.type(screen.getByLabelText('Type your username, Anna, to confirm'), 'anna');
  await user.type(getPassword(), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await screen.findByText('That is not your username.');
  expect(server.calls('DELETE /account')).toEqual([]);
  screen.getByText(/signed “\[deleted\]”/);
  await user.clear(screen.getByLabelText('Type your username, Anna, to confirm'));
  await user.type(screen.getByLabelText('Type your username, Anna, to confirm'), 'Anna');
  await user.click(screen.getByRole('checkbox', { name: /^Also erase what I wrote/ }));
  screen.getByText(/replaced by “\[erased\]”/);
  server.respondWith('DELETE /account', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await screen.findByText('Your account was deleted.');
  expect(server.calls('DELETE /account')[0]?.body).toEqual({ password: 'secret-1', texts: true });
  expect(useSession.getState().user).toBeNull();
  expect(location.pathname).toBe('/');
});

test('deleting an account with two-step login requires a code', async () => {
  const user = await show(<OfUser of={DeleteAccountForm} />, { as: { ...anna, two_step: true } });
  await user.type(screen.getByLabelText('Type your username, Anna, to confirm'), 'Anna');
  await user.type(getPassword(), 'secret-1');
  await user.type(screen.getByLabelText(/^Code/), '123456');
  server.respondWith('DELETE /account', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await screen.findByText('Your account was deleted.');
  expect(server.calls('DELETE /account')[0]?.body).toEqual({ password: 'secret-1', texts: false, code: '123456' });
});

const buildSession = (id: string, used: number, more: Partial<SessionRow> = {}): SessionRow => ({
  id,
  user_agent: `Mozilla/5.0 (X11; Linux x86_64; rv:1${id}.0) Gecko/20100101 Firefox/1${id}.0`,
  created_at: '2026-03-01T12:00:00.000Z',
  used_at: `2026-03-0${used}T12:00:00.000Z`,
  expires_at: '2026-05-01T12:00:00.000Z',
  current: false,
  ...more,
});

test('lists this session first, then the others by last use, and can end another session', async () => {
  server.respondWith('GET /sessions', [
    buildSession('1', 2),
    buildSession('2', 5),
    buildSession('3', 1, { current: true }),
  ]);
  const user = await show(<SessionsPart />, { as: anna });
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.querySelector('time')?.parentElement?.querySelectorAll('time')[1]?.dateTime)).toEqual(
    ['2026-03-01T12:00:00.000Z', '2026-03-05T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
  );
  expect(items[0]?.textContent).toContain('This session');
  expect(items[0]?.querySelector('button')).toBeNull();
  server.respondWith('DELETE /sessions/2', buildSuccessResponse());
  await user.click(items[1]!.querySelector('button')!);
  await screen.findByText(/^The session on .* has ended\.$/);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  // The pressed button has been removed, so the list receives the focus.
  expect(document.activeElement).toBe(screen.getByRole('list').parentElement);
});

test('ends all other sessions after confirmation and shows how many there were', async () => {
  server.respondWith('GET /sessions', [buildSession('1', 2), buildSession('3', 1, { current: true })]);
  const user = await show(<SessionsPart />, { as: anna });
  await user.click(await screen.findByRole('button', { name: 'End all others' }));
  await screen.findByText('End all other sessions?');
  server.respondWith('DELETE /sessions', { ...buildSuccessResponse(), ended: 1 });
  await user.click(screen.getAllByRole('button', { name: 'End all others' }).at(-1)!);
  await screen.findByText('1 session has ended.');
  await screen.findByText("You aren't logged in anywhere else.");
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('previews, uploads and removes a profile picture', async () => {
  const user = await show(<OfUser of={AvatarPicker} />, { as: anna });
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  const file = new File([pngHead, 'pixels'], 'me.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Choose a picture'), file);
  const save = await screen.findByRole('button', { name: 'Use this picture' });
  server.respondWith('POST /account/avatar', { ...buildSuccessResponse(), avatar_url: '/api/pictures/new' });
  await user.click(save);
  await screen.findByText('Your picture was changed.');
  expect(getUser().avatar_url).toBe('/api/pictures/new');
  expect((server.calls('POST /account/avatar')[0]?.body as FormData).get('avatar')).toBeInstanceOf(File);
  expect(screen.queryByRole('button', { name: 'Use this picture' })).toBeNull();
  server.respondWith('DELETE /account/avatar', { ...buildSuccessResponse(), avatar_url: null });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Your picture was removed.');
  expect(getUser().avatar_url).toBeNull();
});

test('rejects an unreadable or oversized picture before uploading it', async () => {
  const user = await show(<OfUser of={AvatarPicker} />, { as: anna });
  const createPhotoOfSize = (size: number) =>
    new File([pngHead, new Uint8Array(size - pngHead.length)], 'big.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Choose a picture'), createPhotoOfSize(25 * 2 ** 20 + 1));
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Use this picture' })).toBeNull();
  await user.upload(screen.getByLabelText('Choose a picture'), createPhotoOfSize(2 ** 20));
  await screen.findByRole('button', { name: 'Use this picture' });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.error(document.querySelector('img')!);
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Use this picture' })).toBeNull();
});

test('preserves a chosen picture if its upload fails, and retries it with the same key', async () => {
  const user = await show(<OfUser of={AvatarPicker} />, { as: anna });
  await user.upload(screen.getByLabelText('Choose a picture'), new File([pngHead], 'me.png', { type: 'image/png' }));
  server.fail('POST /account/avatar');
  await user.click(await screen.findByRole('button', { name: 'Use this picture' }));
  await screen.findByRole('alert');
  server.respondWith('POST /account/avatar', { ...buildSuccessResponse(), avatar_url: '/api/pictures/new' });
  await user.click(screen.getByRole('button', { name: 'Use this picture' }));
  await screen.findByText('Your picture was changed.');
  const [first, second] = server.calls('POST /account/avatar');
  expect(first?.key).toBe(second?.key);
});

test('redirects a guest to the login and then back to the same settings page', async () => {
  await show(<SettingsPage />, { at: '/settings/security', path: '/settings/:part?' });
  expect(location.pathname).toBe('/auth');
  expect(history.state).toMatchObject({ state: { from: '/settings/security' } });
});

test('shows why the data could not be exported', async () => {
  server.refuse('GET /account/export', 'too-many');
  const user = await show(<OfUser of={DataPart} />, { as: anna });
  await user.click(screen.getByRole('button', { name: 'Download your data' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please wait a moment.');
  server.fail('GET /account/export');
  await user.click(screen.getByRole('button', { name: 'Download your data' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(texts.exportFailed));
});
