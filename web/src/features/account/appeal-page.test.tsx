import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { AppealPage } from './appeal-page.js';

const ban = { token: 'secret-token', reason: null, until: null };
const getField = () => screen.getByLabelText<HTMLTextAreaElement>('Your appeal');
const listAppeals = () => server.calls('POST /reports/appeal');

async function send(text: string) {
  const user = await show(<AppealPage />, { at: '/appeal', state: ban });
  if (text !== '') await user.type(getField(), text);
  await user.click(screen.getByRole('button', { name: 'Send appeal' }));
  return user;
}

test('asks a visitor without an appeal token to log in first', async () => {
  await show(<AppealPage />, { at: '/appeal' });
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('does not send an empty appeal', async () => {
  await send('');
  expect((await screen.findByRole('alert')).textContent).toBe('Type something!');
  expect(listAppeals()).toEqual([]);
});

test("preserves an appeal's content if sending fails", async () => {
  server.fail('POST /reports/appeal');
  await send('It was my brother.');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The appeal could not be sent. Your text was kept. Please try again.',
  );
  expect(getField().value).toBe('It was my brother.');
});

test('confirms a sent appeal and discards the used token', async () => {
  server.respondWith('POST /reports/appeal', buildSuccessResponse());
  await send('It was my brother.');
  await screen.findByText('Your appeal was sent.');
  expect(listAppeals()[0]?.body).toEqual({ token: 'secret-token', text: 'It was my brother.' });
  expect(history.state).toMatchObject({ state: null });
  expect(Object.values(localStorage)).not.toContain('It was my brother.');
});
