import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSite } from '../../../shared/state/site.js';
import { admin } from '../../../testing/rows.js';
import { show } from '../../../testing/show.js';
import { Preview } from './preview.js';
import { setColours, useEditor } from './store.js';

const box = () => document.querySelector<HTMLElement>('[inert]')!;
const background = () => box().style.getPropertyValue('--color-bg');

test('previews the appearance that visitors get until another one is chosen', async () => {
  const user = await show(<Preview />, { as: admin });
  const dark = background();
  act(() => useSite.setState({ default_appearance: 'light' }));
  const light = background();
  expect(light).not.toBe(dark);
  act(() => useSite.setState({ default_appearance: 'theme' }));
  expect(background()).toBe(dark);
  act(() => setColours({ '--color-bg': '#fefefe' }));
  expect(background()).toBe('#fefefe');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Appearance' }), 'Dark');
  expect(background()).toBe(dark);
  act(() => useEditor.setState({ previewed: 'visitors' }));
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches: false }) as MediaQueryList);
  act(() => useSite.setState({ default_appearance: 'system' }));
  screen.getByText(/This is what your device shows/);
  expect(background()).toBe('#fefefe');
});

test("the preview shows the logo for its background, or the site's name without one", async () => {
  await show(<Preview />, { as: admin });
  act(() => useSite.setState({ name: 'Emberfall', default_appearance: 'dark' }));
  expect(box().textContent).toMatch(/^EEmberfall/);
  act(() => useSite.setState({ logo: '/for-dark.png', light_logo: '/for-light.png' }));
  expect(box().querySelector('img')?.getAttribute('src')).toBe('/for-dark.png');
  act(() => useSite.setState({ default_appearance: 'light' }));
  expect(box().querySelector('img')?.getAttribute('src')).toBe('/for-light.png');
});
