import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.js';
import { BulkBar } from './bulk-bar.js';

const renderBar = (isDisabled: boolean, run: () => void) => (
  <BulkBar
    label="Selected"
    status="2 selected"
    actions={[{ name: 'Lock', isDanger: false, run }]}
    isDisabled={isDisabled}
    end={{ name: 'Done', run: () => {} }}
  />
);
const narrow = () => vi.spyOn(window, 'matchMedia').mockReturnValue({ ...matchMedia(''), matches: true });

test('shows the bulk actions as buttons in a wide window', async () => {
  const run = vi.fn();
  const user = await show(renderBar(false, run));
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(run).toHaveBeenCalledOnce();
});

test('moves the bulk actions into a menu in a narrow window', async () => {
  narrow();
  const run = vi.fn();
  const user = await show(renderBar(false, run));
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Lock' }));
  expect(run).toHaveBeenCalledWith(screen.getByRole('button', { name: 'Actions' }));
});

test('bulk action menu entries can be disabled', async () => {
  narrow();
  const run = vi.fn();
  const user = await show(renderBar(true, run));
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  const lock = await screen.findByRole('menuitem', { name: 'Lock' });
  await user.click(lock);
  expect([lock.getAttribute('aria-disabled'), run.mock.calls.length]).toEqual(['true', 0]);
});
