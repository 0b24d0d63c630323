import { screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../shared/api/api.js';
import { show } from '../../testing/show.js';
import { RemovalDialog, type Removal } from './removal-dialog.js';

function Page({ act }: Pick<Removal, 'act'>) {
  const [open, setOpen] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={back} onClick={() => setOpen(true)}>
        Remove it
      </button>
      <RemovalDialog
        removal={{ title: 'Delete this?', body: 'It is gone then.', failed: 'This failed.', act }}
        open={open}
        close={() => setOpen(false)}
        back={back}
      />
    </>
  );
}

async function open(act: Removal['act']) {
  const user = await show(<Page act={act} />);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  return { user, dialog: await screen.findByRole('alertdialog', { name: 'Delete this?' }) };
}

test('focuses the dialog, and its button again on Escape', async () => {
  const act = vi.fn<Removal['act']>();
  const { user, dialog } = await open(act);
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove it'));
  expect(act).not.toHaveBeenCalled();
});

/** Mimics a menu, which closes when the confirmation opens. */
function Menu() {
  const [isConfirming, setConfirming] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button>Before it</button>
      <button ref={trigger}>Manage</button>
      {!isConfirming && <button onClick={() => setConfirming(true)}>Remove it</button>}
      <RemovalDialog
        removal={{
          title: 'Delete this?',
          body: 'It is gone then.',
          failed: 'This failed.',
          act: () => Promise.resolve(),
        }}
        open={isConfirming}
        close={() => setConfirming(false)}
        back={trigger}
      />
    </>
  );
}

test.each(['Delete', 'Cancel'])('focuses the fallback element after %s if the opener has been removed', async (end) => {
  const user = await show(<Menu />);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await user.click(await screen.findByRole('button', { name: end }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Manage'));
});

test('stays open with the reason if the removal is refused, and retries with the same key', async () => {
  const act = vi
    .fn<Removal['act']>()
    .mockRejectedValueOnce(new ApiError(403, 'forbidden', "You don't have permission to do that."))
    .mockResolvedValueOnce(null);
  const { user } = await open(act);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe("You don't have permission to do that.");
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(act.mock.calls[1]).toEqual(act.mock.calls[0]);
});

test('ignores a second click while the removal is in progress', async () => {
  let finish = (_: unknown) => {};
  const act = vi.fn<Removal['act']>(() => new Promise((resolve) => (finish = resolve)));
  const { user } = await open(act);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Deleting…' }));
  expect(act).toHaveBeenCalledTimes(1);
  finish(null);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
