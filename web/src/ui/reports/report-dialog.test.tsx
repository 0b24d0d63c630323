import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anna, buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { ReportDialog } from './report-dialog.js';

const listSentBodies = () => server.calls('POST /reports').map(({ body }) => body);
const subject = { kind: 'post', id: 5 } as const;

async function open() {
  const close = vi.fn();
  const user = await show(<ReportDialog subject={subject} author="Bram" close={close} />, { as: anna });
  await screen.findByRole('dialog', { name: 'Report the reply by Bram' });
  return { user, close };
}
const press = (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Send report' }));

test('sends a report with only a reason and closes the dialog', async () => {
  server.respondWith('POST /reports', buildSuccessResponse({ id: 1 }));
  const { user, close } = await open();
  await user.click(screen.getByRole('radio', { name: 'Spam or advertising' }));
  await press(user);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(listSentBodies()).toEqual([{ kind: 'post', subject, text: 'Spam or advertising' }]);
});

test("sends a report's reason with an explanation, which alone suffices for something else", async () => {
  server.respondWith('POST /reports', buildSuccessResponse({ id: 1 }));
  const { user, close } = await open();
  await user.type(screen.getByLabelText('What happened?'), 'The third time');
  await user.click(screen.getByRole('radio', { name: 'Insults or harassment' }));
  await press(user);
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  await user.type(screen.getByLabelText('What happened?'), 'Odd');
  await user.click(screen.getByRole('radio', { name: 'Something else' }));
  await press(user);
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2));
  expect(listSentBodies()).toMatchObject([{ text: 'Insults or harassment: The third time' }, { text: 'Odd' }]);
});

test('requires a reason, and an explanation if the reason is "something else"', async () => {
  const { user } = await open();
  await press(user);
  expect((await screen.findByRole('alert')).textContent).toBe('Choose a reason, or say what happened.');
  await user.click(screen.getByRole('radio', { name: 'Something else' }));
  await press(user);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Type something!'));
  expect(listSentBodies()).toEqual([]);
});

test('preserves the explanation in a report that could not be sent', async () => {
  server.fail('POST /reports');
  const { user, close } = await open();
  await user.type(screen.getByLabelText('What happened?'), 'Rude');
  await press(user);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The report could not be sent. Your text was kept. Please try again.',
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe('Rude');
  expect(close).not.toHaveBeenCalled();
});
