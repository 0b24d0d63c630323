import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { AuthPage } from './auth-page.js';
import { rememberPending } from './pending-email.js';

const showPage = (state: unknown = null) => show(<AuthPage />, { at: '/auth', path: '/auth', state });
const getLoginButton = () => screen.getByRole('button', { name: 'Log in' });
const listLogins = () => server.calls('POST /login');

async function logIn(state?: unknown) {
  const user = await showPage(state);
  await user.type(screen.getByLabelText('Email or username'), ' anna ');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(getLoginButton());
  return user;
}

async function register(repeated: string) {
  const user = await showPage();
  await user.click(screen.getByRole('tab', { name: 'Create account' }));
  await user.type(await screen.findByLabelText('Email'), 'anna@example.test');
  await user.type(screen.getByLabelText('Username'), 'Anna');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.type(screen.getByLabelText('Repeat password'), repeated);
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  return user;
}

test('shows that a login is in progress and ignores a second click', async () => {
  const release = server.hold('POST /login');
  const user = await logIn();
  expect(screen.getByText('Logging in...').getAttribute('role')).toBe('status');
  await user.click(getLoginButton());
  expect(listLogins().map(({ body }) => body)).toMatchObject([
    { email_or_username: 'anna', password: 'correct horse' },
  ]);
  server.refuse('POST /login', 'login-failed');
  release();
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong email, username or password.');
  expect(screen.queryByRole('region', { name: 'Check your email' })).toBeNull();
});

test('a login returns the member to the page that required it', async () => {
  server.respondWith('POST /login', { success: true, user: anna });
  await logIn({ from: '/forums/thread/7' });
  await screen.findByText('Login successful!');
  await waitFor(() => expect(location.pathname).toBe('/forums/thread/7'));
});

test('never redirects to another site after a login', async () => {
  server.respondWith('POST /login', { success: true, user: anna });
  await logIn({ from: '//evil.test/' });
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('shows an error if a login has no valid response, and allows another attempt', async () => {
  server.fail('POST /login', 'proxy');
  const user = await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe('Unknown error, please try again.');
  server.respondWith('POST /login', { success: true, user: anna });
  await user.click(getLoginButton());
  await screen.findByText('Login successful!');
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('asks for the two-step login code again after an incorrect one', async () => {
  server.refuse('POST /login', 'two-step-required');
  const user = await logIn();
  const code = await screen.findByLabelText('Code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(screen.queryByRole('alert')).toBeNull();
  server.refuse('POST /login', 'two-step-wrong');
  await user.type(code, '123456');
  await user.click(getLoginButton());
  await screen.findByText('That code is wrong or was already used.');
  expect(screen.getByLabelText('Code')).toBeDefined();
  expect(listLogins().at(-1)?.body).toMatchObject({
    email_or_username: 'anna',
    password: 'correct horse',
    code: '123456',
  });
});

test('accepts a recovery code instead of an app code', async () => {
  server.refuse('POST /login', 'two-step-required');
  const user = await logIn();
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')));
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByLabelText('Email or username')).toBeDefined();
});

test('shows a banned member the reason and duration of the ban, but not the appeal token', async () => {
  server.refuse('POST /login', 'banned', { reason: 'Griefing', until: null, appeal_token: 'secret-token' });
  const user = await logIn();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Reason: Griefing');
  expect(alert.textContent).toContain('The ban is permanent.');
  await user.click(screen.getByRole('link', { name: 'Appeal this ban' }));
  expect(location.href).toMatch(/\/appeal$/);
  expect(history.state).toMatchObject({ state: { token: 'secret-token' } });
});

test('an unverified member who logs in can have the email sent again and correct the address', async () => {
  rememberPending('bram@example.test');
  server.refuse('POST /login', 'not-verified');
  const user = await logIn();
  await screen.findByText(/the address that you registered with/);
  const region = within(screen.getByRole('region', { name: 'Check your email' }));
  expect(region.queryByText('bram@example.test')).toBeNull();
  server.respondWith('POST /registration/resend', buildSuccessResponse());
  await user.click(region.getByRole('button', { name: 'Send again' }));
  await region.findByText('The email is on its way.');
  server.respondWith('PUT /registration/email', buildSuccessResponse());
  await user.click(region.getByRole('button', { name: 'Change it' }));
  await user.type(region.getByLabelText('The right email address'), 'anna@example.test');
  await user.click(region.getByRole('button', { name: 'Send the link there' }));
  await region.findByText('anna@example.test');
  await user.click(getLoginButton());
  await screen.findByText(/the address that you registered with/);
  expect(screen.queryByText('anna@example.test'), 'the second login may be for another account').toBeNull();
});

test('the password can be shown and hidden again', async () => {
  const user = await showPage();
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await user.click(screen.getByRole('button', { name: /^Show/ }));
  expect(field.type).toBe('text');
  await user.click(screen.getByRole('button', { name: /^Hide/ }));
  expect(field.type).toBe('password');
});

test('does not send a registration if the passwords differ, and focuses the second field', async () => {
  await register('incorrect horse');
  expect((await screen.findByRole('alert')).textContent).toBe('Passwords do not match!');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Repeat password')));
  expect(server.calls('POST /register')).toEqual([]);
});

test('focuses the field that the server rejected and preserves its content', async () => {
  server.refuse('POST /register', 'username-taken', { field: 'username' });
  await register('correct horse');
  expect((await screen.findByRole('alert')).textContent).toBe('That username is already taken.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('anna@example.test');
});

test('retries an unchanged registration with the same key, then redirects to the login', async () => {
  server.fail('POST /register');
  const user = await register('correct horse');
  expect((await screen.findByRole('alert')).textContent).toBe('Unknown error, please try again.');
  server.respondWith('POST /register', { success: 'Welcome, Anna.', message: 'Welcome, Anna.' });
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByText('Welcome, Anna. Please check your email to verify your account.');
  expect(screen.getByRole('tab', { name: 'Log in' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('region', { name: 'Check your email' }).textContent).toContain('anna@example.test');
  const [first, second] = server.calls('POST /register');
  expect(second).toEqual(first);
  expect(first).toMatchObject({ body: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } });
});

test('does not offer a login to a logged-in member', async () => {
  await show(<AuthPage />, { as: anna, at: '/auth' });
  expect(screen.getByRole('heading', { name: 'You are logged in as Anna.' })).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
});
