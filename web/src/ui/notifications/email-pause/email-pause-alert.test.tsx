import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { EmailPauseAlert } from './email-pause-alert.js';

const email_pause = { at: '2026-03-01T12:00:00.000Z', reason: '550 5.1.1 <address> unknown' };

test('shows why a member receives no emails, and sends the link that resumes them', async () => {
  server.respondWith('POST /account/email/confirm', { ...buildSuccessResponse(), message: 'We sent you an email.' });
  const user = await show(<EmailPauseAlert />, { as: { ...anna, email_pause } });
  expect(screen.getByRole('status').textContent).toContain('550 5.1.1 <address> unknown');
  await user.click(screen.getByRole('button', { name: 'Confirm this address' }));
  await screen.findByText('We sent you an email.');
  expect(server.calls('POST /account/email/confirm')).toHaveLength(1);
});

test('shows nothing to a member whose emails arrive', async () => {
  await show(<EmailPauseAlert />, { as: anna });
  expect(screen.queryByText(/no emails/)).toBeNull();
});
