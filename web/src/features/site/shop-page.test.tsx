import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSite } from '../../shared/state/site.js';
import { admin, anna, toRowPosition } from '../../testing/rows.js';
import { show } from '../../testing/show.js';
import { ShopPage } from './site-pages.js';

for (const [me, link] of [
  [admin, 'Set the store link'],
  [anna, 'Go to Home'],
] as const) {
  test(`shows that the site has no store, and offers ${me.username} "${link}"`, async () => {
    await show(<ShopPage />, { as: me });
    expect(screen.queryByText('There is no store yet.')).toBeNull();
    act(() => useSite.setState({ pos: toRowPosition(1) }));
    expect(screen.getByText('There is no store yet.')).toBeDefined();
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([link]);
  });
}
