import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftTexts } from '../../../testing/drafts.js';
import { openThread } from '../../../testing/open-thread.js';
import { done, memberMe, postRow } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { texts } from '../moderation/texts.js';

async function edit(version = 1) {
  server.respondWith('PUT /forums/posts/701', done());
  const user = await openThread({ as: memberMe('Bram', 12), posts: [postRow(1, 'Nice.', { version })] });
  await user.click(await screen.findByRole('button', { name: 'Manage Reply' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  return user;
}

test('deletes the draft of an edit once it is saved', async () => {
  const user = await edit();
  await user.type(await screen.findByRole('textbox', { name: 'Content' }), ' And large.');
  await screen.findByText(/^Draft saved/);
  expect(draftTexts()).toEqual(['Nice. And large.']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull());
  expect(draftTexts()).toEqual([]);
});

test('sends the version that the editor started with, and none once they were warned of a newer one', async () => {
  const user = await edit(4);
  await user.type(await screen.findByRole('textbox', { name: 'Content' }), '!');
  server.refuses('PUT /forums/posts/701', 'changed-since');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(texts.changedSince);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const versions = () => server.calls('PUT /forums/posts/701').map(({ version }) => version);
  await waitFor(() => expect(versions()).toEqual(['"4"', null]));
});

test('sends a draft of an earlier visit with the version that it started from', async () => {
  const user = await edit(4);
  await user.type(await screen.findByRole('textbox', { name: 'Content' }), '!');
  fireEvent(window, new Event('pagehide'));
  cleanup();
  const again = await edit(5);
  const content = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Content' });
  expect(content.value).toBe('Nice.!');
  await again.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls('PUT /forums/posts/701').map(({ version }) => version)).toEqual(['"4"']));
});
