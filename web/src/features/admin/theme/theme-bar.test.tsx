import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { SaveDialog, ThemeBar } from './theme-bar.js';
import { loadThemes, openTheme, setColour, useEditor } from './store.js';

const theme = (name: string, live = false, version = 1): ThemeRow => ({
  ...{ name, css: '--color-accent: #00aaff;', live, version },
});
const night = theme('Night', true);
const day = theme('Day');

test('shows the delete button only for an unpublished theme', async () => {
  await show(<ThemeBar />, { as: admin });
  act(() => {
    useEditor.setState({ themes: [night, day] });
    openTheme(night);
  });
  expect(screen.queryByRole('button', { name: 'Delete theme' })).toBeNull();
  act(() => openTheme(day));
  expect(screen.getByRole('button', { name: 'Delete theme' })).toBeDefined();
});

test('rejects the name of another theme, ignoring case', async () => {
  const user = await show(<SaveDialog publish={false} close={() => {}} />, { as: admin });
  act(() => useEditor.setState({ themes: [night] }));
  await user.type(screen.getByLabelText('Name of the theme'), ' night');
  await user.click(screen.getByRole('button', { name: 'Save theme' }));
  await screen.findByText('A theme with that name already exists. Choose another name.');
  expect(server.calls('POST /forums/themes')).toEqual([]);
});

test('loads a newer version of a theme only if there are no edits', async () => {
  server.respondWith('GET /forums/themes', [night]);
  await loadThemes();
  server.respondWith('GET /forums/themes', [theme('Night', true, 2)]);
  setColour('--color-accent', '#111111');
  await loadThemes();
  expect(useEditor.getState()).toMatchObject({ version: 1, named: { '--color-accent': '#111111' } });
  openTheme(night);
  useEditor.setState({ past: [] });
  await loadThemes();
  expect(useEditor.getState()).toMatchObject({ version: 2, named: { '--color-accent': '#00aaff' } });
});
