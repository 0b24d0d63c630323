import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { loadTestEmojis } from '../../../testing/emojis.js';
import { anna } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { Editor } from '../editor.js';
import { Preview } from '../preview.js';

const buildMember = (id: number, username: string, role: string | null) => ({
  id,
  username,
  role,
  posts: 0,
  avatar_url: null,
});

const buildThreadHit = (id: number, title: string): SearchHit => ({
  kind: 'thread',
  id,
  thread_id: id,
  section_id: 3,
  subsection_id: null,
  title,
  title_html: title,
  user_id: 12,
  username: 'Bram',
  avatar_url: null,
  role: null,
  prefix: null,
  snippet_html: '',
  created_at: '2026-03-01T12:00:00.000Z',
  order: null,
});

function Field() {
  const [text, setText] = useState('');
  return <Editor plain label="Text" value={text} change={setText} />;
}

async function type(input: string) {
  Object.assign(document, { execCommand: () => false });
  server.respondWith('GET /forums/member-stats', [buildMember(12, 'Bram', 'Admin'), buildMember(13, 'Brahms', null)]);
  const user = await show(<Field />, { as: anna, at: '/', path: '/' });
  loadTestEmojis();
  await user.type(getField(), input);
  return user;
}
const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const getSelectedIndex = () =>
  screen.getAllByRole('option').findIndex((option) => option.getAttribute('aria-selected') === 'true');

test('Enter completes a name after @ and moves the caret after it', async () => {
  const user = await type('Hi @br');
  await screen.findByText('Bram');
  await waitFor(() => expect(server.calls('GET /forums/member-stats').at(-1)?.query.get('search')).toBe('br'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(getSelectedIndex()).toBe(1));
  expect(getField().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(getSelectedIndex()).toBe(0));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(getField().value).toBe('Hi @Bram '));
  expect(screen.queryByRole('option')).toBeNull();
  expect(getField().selectionStart).toBe('Hi @Bram '.length);
  await user.keyboard('there');
  expect(getField().value).toBe('Hi @Bram there');
});

test('clicking a name inserts it and preserves the text after it', async () => {
  const user = await type('@br, hello');
  getField().setSelectionRange(3, 3);
  await user.keyboard('{ArrowLeft}{ArrowRight}');
  await user.click(await screen.findByRole('option', { name: 'Brahms' }));
  await waitFor(() => expect(getField().value).toBe('@Brahms , hello'));
});

test('Escape closes the list of names and does not reopen it for the same name', async () => {
  const user = await type('@br');
  await screen.findByText('Bram');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(getField().hasAttribute('aria-activedescendant')).toBe(false);
  await user.keyboard('a');
  expect(screen.queryByRole('option')).toBeNull();
  expect(getField().value).toBe('@bra');
});

test('suggests members with their role', async () => {
  await type('@br');
  expect((await screen.findByRole('option', { name: /Bram/ })).textContent).toContain('Admin');
});

test('completes a thread title after # and inserts a link to it', async () => {
  const titles = ['Castle [old] walls', 'A lighthouse with a castle', 'Harbour'];
  const hits = titles.map((title, at) => buildThreadHit(at + 1, title));
  server.respondWith('GET /search', { results: hits, complete: true });
  const user = await type('See #castle wa');
  const getLastQuery = () => server.calls('GET /search').at(-1)?.query;
  await waitFor(() => expect(getLastQuery()?.get('q')).toBe('castle wa'));
  expect(getLastQuery()?.get('type')).toBe('threads');
  await user.click(await screen.findByRole('option', { name: 'Castle [old] walls' }));
  expect(screen.queryByRole('option')).toBeNull();
  expect(getField().value).toBe('See [Castle \\[old\\] walls](/forums/thread/1) ');
});

test('does not search threads for a heading', async () => {
  const calls = server.calls('GET /search').length;
  const user = await type('## Castle');
  await user.keyboard(' :tada');
  await screen.findByRole('option', { name: 'tada' });
  expect(server.calls('GET /search')).toHaveLength(calls);
});

test('Enter completes an emoji name, and a second colon inserts one typed in full', async () => {
  const user = await type('Well done :tad');
  await screen.findByRole('option', { name: 'tada' });
  await user.keyboard('{Enter}');
  expect(getField().value).toBe('Well done 🎉');
  await user.keyboard(' :+1');
  await screen.findByRole('option', { name: '+1' });
  await user.keyboard(':');
  expect(getField().value).toBe('Well done 🎉 👍');
  await user.keyboard(' :nosuchname:');
  expect(getField().value).toBe('Well done 🎉 👍 :nosuchname:');
});

test('Enter continues a list, and Shift+Enter begins a line without a marker', async () => {
  const user = await type('- eggs');
  await user.keyboard('{Enter}milk{Shift>}{Enter}{/Shift}fresh{Enter}');
  expect(getField().value).toBe('- eggs\n- milk\nfresh\n');
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
  const releaseFirst = server.hold('POST /forums/preview');
  const user = await show(<Writing />, { as: anna });
  const releaseSecond = server.hold('POST /forums/preview');
  await user.click(screen.getByText('Write on'));
  server.respondWith('POST /forums/preview', { content_html: '<p>two</p>' });
  releaseSecond();
  await screen.findByText('two');
  server.respondWith('POST /forums/preview', { content_html: '<p>one</p>' });
  await act(async () => releaseFirst());
  expect(screen.queryByText('one')).toBeNull();
});
