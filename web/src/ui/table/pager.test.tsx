import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.js';
import { Pager } from './pager.js';

async function buildPager(page: number, total: number) {
  const go = vi.fn();
  const user = await show(<Pager page={page} size={50} total={total} go={go} />);
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    return go.mock.lastCall?.[0] as number | undefined;
  };
  return { press, rows: screen.getByRole('status').textContent };
}

test('the pager starts with the first row and cannot go further back', async () => {
  const { rows, press } = await buildPager(1, 120);
  expect(rows).toBe('1–50 of 120');
  expect(screen.getByText('Page 1 of 3')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
  expect(await press('Previous')).toBeUndefined();
  expect(await press('Next')).toBe(2);
});

test('the pager ends with the last row and cannot go further', async () => {
  const { rows, press } = await buildPager(3, 120);
  expect(rows).toBe('101–120 of 120');
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  expect(await press('Next')).toBeUndefined();
  expect(await press('Previous')).toBe(2);
});

test.each([
  [0, 'No rows'],
  [50, '1–50 of 50'],
])('the pager shows no buttons if all %i rows fit on one page', async (total, rows) => {
  expect((await buildPager(1, total)).rows).toBe(rows);
  expect(screen.queryByRole('button')).toBeNull();
});
