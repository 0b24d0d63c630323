import { screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../shared/api/api.js';
import { show } from '../../testing/show.js';
import { RemovalDialog, type Removal } from './removal-dialog.js';

function Page({ remove, asksReason }: Pick<Removal, 'remove' | 'asksReason'>) {
  const [open, setOpen] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={back} onClick={() => setOpen(true)}>
        Remove it
      </button>
      <RemovalDialog
        removal={{ title: 'Delete this?', body: 'It is gone then.', failureText: 'This failed.', asksReason, remove }}
        open={open}
        close={() => setOpen(false)}
        back={back}
      />
    </>
  );
}

async function open(remove: Removal['remove'], asksReason = false) {
  const user = await show(<Page remove={remove} asksReason={asksReason} />);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  return { user, dialog: await screen.findByRole('alertdialog', { name: 'Delete this?' }) };
}

test('focuses Cancel first, and forgets a reason when it is closed', async () => {
  const remove = vi.fn<Removal['remove']>().mockResolvedValue(null);
  const { user } = await open(remove, true);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  const findReason = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Reason (optional)' });
  await user.type(await findReason(), 'Spam');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  expect((await findReason()).value).toBe('');
  await user.type(await findReason(), ' Off topic {Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(remove.mock.calls).toEqual([[expect.any(String), 'Off topic']]);
});

test('a removal dialog is focused when it opens, and its button again after Escape', async () => {
  const remove = vi.fn<Removal['remove']>();
  const { user, dialog } = await open(remove);
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove it'));
  expect(remove).not.toHaveBeenCalled();
});

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
          failureText: 'This failed.',
          remove: () => Promise.resolve(),
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

test('a rejected removal shows the reason, and can be retried with the same key', async () => {
  const remove = vi
    .fn<Removal['remove']>()
    .mockRejectedValueOnce(new ApiError(403, 'forbidden', "You don't have permission to do that."))
    .mockResolvedValueOnce(null);
  const { user } = await open(remove);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe("You don't have permission to do that.");
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(remove.mock.calls[1]).toEqual(remove.mock.calls[0]);
});

test('ignores a second click while the removal is in progress', async () => {
  let finish = (_: unknown) => {};
  const remove = vi.fn<Removal['remove']>(() => new Promise((resolve) => (finish = resolve)));
  const { user } = await open(remove);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Deleting…' }));
  expect(remove).toHaveBeenCalledTimes(1);
  finish(null);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
