import { memberRole } from '@guildhall/domain/roles.js';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna, buildMe } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { EditedMark } from './edited-mark.js';

const at = (day: number) => `2026-03-0${day}T12:00:00.000Z`;
const row = { id: 701, user_id: 11, edited_at: at(2) };
const moderator = buildMe('Mo', 14, { permissions: [...memberRole.keys, 'moderate_comments'] });

test.each([
  ['the author', anna, true],
  ['a moderator', moderator, true],
  ['another member', buildMe('Bram', 12), false],
  ['a guest', null, false],
])('shows %s that a post was edited, and opens its versions for those who can see them', async (_, as, opens) => {
  await show(<EditedMark kind="post" row={row} />, { as });
  expect(screen.getByText(/edited$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'edited' }) !== null).toBe(opens);
});

test('highlights the changes of each version from the previous one', async () => {
  const buildVersion = (n: number, content: string) => ({
    version: n,
    content,
    at: at(n),
    by: { id: 11, username: 'Anna' },
  });
  server.respondWith('GET /forums/posts/701/history', [
    buildVersion(1, 'A small castle'),
    buildVersion(2, 'A large castle'),
    buildVersion(3, 'A large castle indeed'),
  ]);
  const user = await show(<EditedMark kind="post" row={row} />, { as: anna });
  await user.click(screen.getByRole('button', { name: 'edited' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit history' }));
  const getChanges = () => [...document.querySelectorAll('del, ins')].map(({ textContent }) => textContent);
  await dialog.findByText('Version 3 of 3');
  expect(getChanges().join()).toMatch(/^ \[added: .*indeed/);
  const versions = within(dialog.getByRole('group')).getAllByRole('button');
  await user.click(versions[1]!);
  expect(dialog.getByText('Version 2 of 3')).toBeDefined();
  expect(getChanges().join()).toMatch(/removed.*small.*added.*large/);
  await user.click(versions[0]!);
  expect(getChanges()).toEqual([]);
});
