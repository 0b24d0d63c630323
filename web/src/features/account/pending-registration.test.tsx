import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { AuthPage } from './auth-page.js';
import { VerifyPage } from './verify-page.js';
import { readPendingEmail, rememberPending } from './pending-email.js';

const findPending = () => screen.findByRole('region', { name: 'Check your email' });
const showPage = () => show(<AuthPage />, { at: '/auth', path: '/auth' });

async function register() {
  rememberPending('anna@exmaple.test');
  const user = await showPage();
  return { user, region: await findPending() };
}

test('shows the registered address above the login, and can resend the email', async () => {
  const { user, region } = await register();
  within(region).getByText('anna@exmaple.test');
  server.respondWith('POST /registration/resend', buildSuccessResponse({ message: 'We sent the email again.' }));
  await user.click(await within(region).findByRole('button', { name: 'Send again' }));
  await within(region).findByText('We sent the email again.');
});

test('updates the address after a correction and restores it after a reload', async () => {
  const { user, region } = await register();
  await user.click(await within(region).findByRole('button', { name: 'Change it' }));
  const field = within(region).getByLabelText('The right email address');
  expect(document.activeElement).toBe(field);
  server.respondWith(
    'PUT /registration/email',
    buildSuccessResponse({ message: 'We sent an email to the new address.' }),
  );
  await user.type(field, 'anna@example.test');
  await user.click(within(region).getByRole('button', { name: 'Send the link there' }));
  await within(region).findByText('We sent an email to the new address.');
  within(region).getByText('anna@example.test');
  expect(server.calls('PUT /registration/email')[0]?.body).toEqual({ email: 'anna@example.test' });
  expect(readPendingEmail()).toBe('anna@example.test');
});

test('shows why an address correction was rejected and preserves the input', async () => {
  const { user, region } = await register();
  await user.click(await within(region).findByRole('button', { name: 'Change it' }));
  server.refuse('PUT /registration/email', 'too-many');
  await user.type(within(region).getByLabelText('The right email address'), 'anna@example.test');
  await user.click(within(region).getByRole('button', { name: 'Send the link there' }));
  expect((await within(region).findByRole('alert')).textContent).toBe('Too many attempts. Please wait a moment.');
  expect(within(region).getByLabelText<HTMLInputElement>('The right email address').value).toBe('anna@example.test');
});

test('discards a pending registration after an hour or when the server reports its end', async () => {
  rememberPending('anna@example.test');
  const user = await showPage();
  server.refuse('POST /registration/resend', 'registration-over');
  await user.click(await within(await findPending()).findByRole('button', { name: 'Send again' }));
  await screen.findByText('This registration has ended. Log in to continue.');
  expect(readPendingEmail()).toBeNull();
  rememberPending('anna@example.test');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
  expect(readPendingEmail()).toBeNull();
  vi.restoreAllMocks();
  expect(readPendingEmail(), 'the address was deleted').toBeNull();
});

test('discards a pending registration once the address is verified', async () => {
  rememberPending('anna@example.test');
  await show(<VerifyPage />, { at: '/verify?success=true' });
  screen.getByRole('heading', { name: 'Email Verified!' });
  screen.getByText('Your account has been activated. You can log in now.');
  expect(readPendingEmail()).toBeNull();
});
