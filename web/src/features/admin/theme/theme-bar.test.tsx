import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { SaveDialog, findUnusedName } from './save-dialog.js';
import { ThemeBar } from './theme-bar.js';
import { loadThemes, openTheme, setColour, useEditor } from './store.js';

const buildTheme = (name: string, live = false, version = 1): ThemeRow => ({
  name,
  css: '--color-accent: #00aaff;',
  live,
  version,
});
const night = buildTheme('Night', true);
const day = buildTheme('Day');

test('only an unpublished theme can be removed', async () => {
  const user = await show(<ThemeBar />, { as: admin });
  act(() => {
    useEditor.setState({ themes: [night, day] });
    openTheme(night);
  });
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findByRole('menuitem', { name: 'Save as new…' });
  expect(screen.queryByRole('menuitem', { name: 'Delete theme' })).toBeNull();
  await user.keyboard('{Escape}');
  act(() => openTheme(day));
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete theme' }));
  await screen.findByRole('button', { name: 'Delete' });
});

test('proposes an unused name for a new theme', async () => {
  act(() => useEditor.setState({ themes: [night, day], name: 'Night' }));
  const user = await show(<SaveDialog publish={false} close={() => {}} />, { as: admin });
  expect(screen.getByLabelText<HTMLInputElement>('Theme name').value).toBe('Night 2');
  server.respondWith('POST /forums/themes', buildSuccessResponse());
  server.respondWith('GET /forums/themes', [night, day, buildTheme('Night 2')]);
  await user.click(screen.getByRole('button', { name: 'Save theme' }));
  await screen.findByText('Theme saved!');
  expect(server.calls('POST /forums/themes')[0]?.body).toMatchObject({ name: 'Night 2' });
});

test("numbers a proposed theme name, and never proposes the default theme's", () => {
  expect(findUnusedName('Emberfall', [])).toBe('Emberfall');
  expect(findUnusedName('Night 2', ['night', 'Night 2', 'NIGHT 3'])).toBe('Night 4');
  expect(findUnusedName('Default', [])).toBe('Default 2');
  expect(findUnusedName('x'.repeat(60), ['x'.repeat(36)])).toBe(`${'x'.repeat(36)} 2`);
});

test("rejects another theme's name, ignoring case", async () => {
  const user = await show(<SaveDialog publish={false} close={() => {}} />, { as: admin });
  act(() => useEditor.setState({ themes: [night] }));
  await user.clear(screen.getByLabelText('Theme name'));
  await user.type(screen.getByLabelText('Theme name'), ' night');
  await user.click(screen.getByRole('button', { name: 'Save theme' }));
  await screen.findByText('A theme with that name already exists. Choose another name.');
  expect(server.calls('POST /forums/themes')).toEqual([]);
});

test('loads a newer theme version only if there are no edits', async () => {
  server.respondWith('GET /forums/themes', [night]);
  await loadThemes();
  server.respondWith('GET /forums/themes', [buildTheme('Night', true, 2)]);
  setColour('--color-accent', '#111111');
  await loadThemes();
  expect(useEditor.getState()).toMatchObject({ version: 1, namedColours: { '--color-accent': '#111111' } });
  openTheme(night);
  useEditor.setState({ past: [] });
  await loadThemes();
  expect(useEditor.getState()).toMatchObject({ version: 2, namedColours: { '--color-accent': '#00aaff' } });
});
