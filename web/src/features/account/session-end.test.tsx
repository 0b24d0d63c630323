import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSession } from '../../shared/state/session.js';
import { anna, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { LogoutPage } from './session-end.js';

test('the member remains logged in if the server does not respond to a logout', async () => {
  server.fail('POST /logout');
  const user = await show(<LogoutPage />, { as: anna, at: '/logout', path: '/logout' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('You are still logged in');
  expect(useSession.getState().user?.username).toBe('Anna');
  server.respondWith('POST /logout', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(useSession.getState().user).toBeNull());
  await waitFor(() => expect(location.pathname).toBe('/auth'));
});
