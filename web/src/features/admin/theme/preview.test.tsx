import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSite } from '../../../shared/state/site.js';
import { admin } from '../../../testing/rows.js';
import { show } from '../../../testing/show.js';
import { Preview } from './preview.js';
import { setColours, useEditor } from './store.js';

const getPreview = () => document.querySelector<HTMLElement>('[inert]')!;
const readBackground = () => getPreview().style.getPropertyValue('--color-bg');

test('previews the appearance that visitors get until another one is chosen', async () => {
  const user = await show(<Preview />, { as: admin });
  const dark = readBackground();
  act(() => useSite.setState({ default_appearance: 'light' }));
  const light = readBackground();
  expect(light).not.toBe(dark);
  act(() => useSite.setState({ default_appearance: 'theme' }));
  expect(readBackground()).toBe(dark);
  act(() => setColours({ '--color-bg': '#fefefe' }));
  expect(readBackground()).toBe('#fefefe');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Appearance' }), 'Dark');
  expect(readBackground()).toBe(dark);
  act(() => useEditor.setState({ previewChoice: 'visitors' }));
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches: false }) as MediaQueryList);
  act(() => useSite.setState({ default_appearance: 'system' }));
  screen.getByText(/This is what your device shows/);
  expect(readBackground()).toBe('#fefefe');
});

test("the preview shows the logo for its background, or the site's name without one", async () => {
  await show(<Preview />, { as: admin });
  act(() => useSite.setState({ name: 'Emberfall', default_appearance: 'dark' }));
  expect(getPreview().textContent).toMatch(/^EEmberfall/);
  act(() => useSite.setState({ logo: '/for-dark.png', light_logo: '/for-light.png' }));
  expect(getPreview().querySelector('img')?.getAttribute('src')).toBe('/for-dark.png');
  act(() => useSite.setState({ default_appearance: 'light' }));
  expect(getPreview().querySelector('img')?.getAttribute('src')).toBe('/for-light.png');
});
