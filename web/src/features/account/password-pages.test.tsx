import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { ForgotPasswordPage, ResetPasswordPage } from './password-pages.js';

async function reset(repeated = 'correct horse') {
  const user = await show(<ResetPasswordPage />, { at: '/reset-password?user=11&token=abc' });
  await user.type(screen.getByLabelText('New password'), 'correct horse');
  await user.type(screen.getByLabelText('Repeat new password'), repeated);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
}

test('offers a new link if the URL contains no token', async () => {
  await show(<ResetPasswordPage />, { at: '/reset-password?user=11' });
  expect(screen.getByRole('alert').textContent).toBe('This link is invalid or has expired.');
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
});

test('does not send a password that differs from its confirmation', async () => {
  await reset('correct house');
  expect(screen.getByRole('alert').textContent).toBe('Passwords do not match!');
  expect(server.calls('POST /password/reset')).toEqual([]);
});

test('offers a new reset link if the old one has expired', async () => {
  server.refuse('POST /password/reset', 'link-invalid');
  await reset();
  await screen.findByText('This link is invalid or has expired.');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('sets the password using the values from the link', async () => {
  server.respondWith('POST /password/reset', buildSuccessResponse({ message: 'You can log in with it now.' }));
  await reset();
  await screen.findByText('Your password is set.');
  expect(server.calls('POST /password/reset')[0]?.body).toMatchObject({ user: '11', token: 'abc' });
});

test('a password reset does not reveal whether a name is registered', async () => {
  server.respondWith('POST /password/forgot', buildSuccessResponse());
  const user = await show(<ForgotPasswordPage />, { at: '/forgot-password' });
  await user.type(screen.getByLabelText('Email or username'), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByText('If that account exists, we have emailed it a link.');
  server.refuse('POST /password/forgot', 'too-many');
  await user.type(screen.getByLabelText('Email or username'), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please wait a moment.');
});
