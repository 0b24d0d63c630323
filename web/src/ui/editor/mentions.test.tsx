import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { anna } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { Editor } from './editor.js';
import { Preview } from './preview.js';

function Field() {
  const [text, setText] = useState('');
  return <Editor plain label="Text" value={text} change={setText} />;
}

async function type(input: string) {
  Object.assign(document, { execCommand: () => false });
  server.respondWith('GET /usernames', ['Bram', 'Brahms']);
  const user = await show(<Field />, { as: anna, at: '/', path: '/' });
  await user.type(field(), input);
  return user;
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const selectedIndex = () =>
  screen.getAllByRole('option').findIndex((one) => one.getAttribute('aria-selected') === 'true');

test('Enter completes a name after @ and moves the caret after it', async () => {
  const user = await type('Hi @br');
  await screen.findByText('Bram');
  expect(server.calls('GET /usernames').at(-1)?.query.get('search')).toBe('br');
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(selectedIndex()).toBe(1));
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(selectedIndex()).toBe(0));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field().value).toBe('Hi @Bram '));
  expect(screen.queryByRole('option')).toBeNull();
  expect(field().selectionStart).toBe('Hi @Bram '.length);
  await user.keyboard('there');
  expect(field().value).toBe('Hi @Bram there');
});

test('clicking a name inserts it and preserves the text after it', async () => {
  const user = await type('@br, hello');
  field().setSelectionRange(3, 3);
  await user.keyboard('{ArrowLeft}{ArrowRight}');
  await user.click(await screen.findByRole('option', { name: 'Brahms' }));
  await waitFor(() => expect(field().value).toBe('@Brahms , hello'));
});

test('Escape closes the list of names and does not reopen it for the same name', async () => {
  const user = await type('@br');
  await screen.findByText('Bram');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(field().hasAttribute('aria-activedescendant')).toBe(false);
  await user.keyboard('a');
  expect(screen.queryByRole('option')).toBeNull();
  expect(field().value).toBe('@bra');
});

test('previews the latest content, whichever response arrives last', async () => {
  function Writing() {
    const [text, setText] = useState('one');
    return (
      <>
        <Preview text={text} />
        <button onClick={() => setText('two')}>Write on</button>
      </>
    );
  }
  const releaseFirst = server.holds('POST /forums/preview');
  const user = await show(<Writing />, { as: anna });
  const releaseSecond = server.holds('POST /forums/preview');
  await user.click(screen.getByText('Write on'));
  server.respondWith('POST /forums/preview', { content_html: '<p>two</p>' });
  releaseSecond();
  await screen.findByText('two');
  server.respondWith('POST /forums/preview', { content_html: '<p>one</p>' });
  await act(async () => releaseFirst());
  expect(screen.queryByText('one')).toBeNull();
});
