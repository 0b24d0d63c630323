import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { live } from '../../../testing/live.js';
import { admin, anna, buildSuccessResponse, toLogPosition } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { showDone } from './undo-actions.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { useUnsaved } from './use-unsaved.js';

test('undoes the newest action first and retries failed undos with the same keys', async () => {
  const user = await show(<p>Page</p>, { as: admin });
  const onChanged = vi.fn();
  const listKeys = (n: number) => server.calls(`POST /admin/audit/act-${n}/undo`).map(({ key }) => key);
  server.respondWith('POST /admin/audit/act-1/undo', buildSuccessResponse());
  server.respondWith('POST /admin/audit/act-2/undo', buildSuccessResponse());
  const release = server.hold('POST /admin/audit/act-2/undo');
  showDone('Both done', ['act-1', 'act-2'], onChanged);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(listKeys(2)).toHaveLength(1));
  expect(listKeys(1)).toHaveLength(0);
  server.fail('POST /admin/audit/act-2/undo');
  release();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(listKeys(2)).toHaveLength(2));
  expect(listKeys(2)[1]).toBe(listKeys(2)[0]);
  expect(onChanged).toHaveBeenCalled();
});

function Updates() {
  useStaffUpdates('reports', toLogPosition(5), () => Promise.resolve(null));
  return null;
}

test('subscribes to a staff list if the viewer has permission', async () => {
  await show(<Updates />, { as: admin });
  await waitFor(() => expect(live.joined('reports')).toBe(true));
});

test('does not subscribe to a staff list without permission', async () => {
  await show(<Updates />, { as: anna });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(live.joined('reports')).toBe(false);
});

function Form() {
  const [text, setText] = useState('');
  useUnsaved('form', text !== '', 'There are unsaved changes.', '/admin/form');
  return <input aria-label="Text" onChange={(event) => setText(event.target.value)} />;
}
function Page() {
  const [open, setOpen] = useState(true);
  return (
    <>
      {open && <Form />}
      <button onClick={() => setOpen(!open)}>Leave or return</button>
    </>
  );
}
const isLeavingBlocked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('links back to unsaved changes after navigating away', async () => {
  const user = await show(<Page />, { as: admin });
  await user.click(screen.getByText('Leave or return'));
  await user.click(screen.getByText('Leave or return'));
  expect(screen.queryByText('There are unsaved changes.')).toBeNull();
  expect(isLeavingBlocked()).toBe(false);
  await user.type(screen.getByLabelText('Text'), 'x');
  expect(isLeavingBlocked()).toBe(true);
  await user.click(screen.getByText('Leave or return'));
  await screen.findByText('There are unsaved changes.');
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  expect(location.pathname).toBe('/admin/form');
  await user.click(screen.getByText('Leave or return'));
  await waitFor(() => expect(isLeavingBlocked()).toBe(false));
});
