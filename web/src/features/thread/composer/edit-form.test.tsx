import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openThread } from '../../../testing/open-thread.js';
import { done, memberMe, postRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';

test('deletes the draft of an edit once it is saved', async () => {
  server.respondWith('PUT /forums/posts/701', done());
  const user = await openThread({ as: memberMe('Bram', 12), posts: [postRow(1, 'Nice.')] });
  await user.click(await screen.findByRole('button', { name: 'Manage Reply' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Content' }), ' And large.');
  await screen.findByText(/^Draft saved/);
  expect(Object.values(localStorage)).toContain('Nice. And large.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull());
  expect(Object.values(localStorage)).not.toContain('Nice. And large.');
});
