import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSite } from '../../shared/state/site.js';
import { admin, anna, toRowPosition } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { RulesPage } from './site-pages.js';

const open = (as: typeof anna | null, content_html: string) => {
  server.respondWith('GET /site/rules', { content: '', content_html });
  return show(<RulesPage />, { as });
};

test.each([
  ['<p>Be kind.</p>', 'Be kind.', 'Edit'],
  ['', 'No rules have been written yet.', 'Write the rules'],
])('rules with the content "%s" link to the form for those who can edit them', async (html, shown, link) => {
  await open(admin, html);
  await screen.findByText(shown);
  expect(screen.getByRole('link').textContent).toBe(link);
});

test.each([null, anna])('offers no form to edit the rules to those without permission', async (as) => {
  await open(as, '<p>Be kind.</p>');
  await screen.findByText('Be kind.');
  expect(screen.queryByRole('link')).toBeNull();
});

test('reloads the rules when the settings change', async () => {
  await open(null, '<p>Be kind.</p>');
  await screen.findByText('Be kind.');
  act(() => useSite.setState({ pos: toRowPosition(5) }));
  expect(server.calls('GET /site/rules')).toHaveLength(1);
  server.respondWith('GET /site/rules', { content: '', content_html: '<p>Be kinder.</p>' });
  act(() => useSite.setState({ pos: toRowPosition(6) }));
  await waitFor(() => expect(screen.getByText('Be kinder.')).toBeDefined());
});
