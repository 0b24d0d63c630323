import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { loadTestEmojis } from '../../../testing/emojis.js';
import { anna } from '../../../testing/rows.js';
import { show } from '../../../testing/show.js';
import { Editor } from '../editor.js';

const send = vi.fn((event: React.SyntheticEvent) => event.preventDefault());

function Form() {
  const [text, setText] = useState('');
  return (
    <form onSubmit={send}>
      <Editor label="Text" value={text} change={setText} pictures />
    </form>
  );
}

async function open() {
  send.mockClear();
  Object.assign(document, { execCommand: () => false });
  const user = await show(<Form />, { as: anna, at: '/', path: '/' });
  loadTestEmojis();
  await user.click(getField());
  await screen.findByRole('toolbar', { name: 'Formatting' });
  return user;
}
const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });

test('shortcuts format the selection, and applied again restore it', async () => {
  const user = await open();
  await user.keyboard('castle');
  getField().setSelectionRange(0, 6);
  await user.keyboard('{Control>}e{/Control}');
  expect(getField().value).toBe('`castle`');
  await user.keyboard('{Control>}e{/Control}');
  expect(getField().value).toBe('castle');
  fireEvent.keyDown(getField(), { key: '>', code: 'Period', ctrlKey: true, shiftKey: true });
  expect(getField().value).toBe('> castle');
  expect(screen.getByRole('button', { name: 'Quote' }).dataset['tip']).toBe('Quote · Ctrl+Shift+.');
});

test('shortcuts work on a Cyrillic keyboard', async () => {
  const user = await open();
  await user.keyboard('замок');
  getField().setSelectionRange(0, 5);
  fireEvent.keyDown(getField(), { key: 'и', code: 'KeyB', ctrlKey: true });
  expect(getField().value).toBe('**замок**');
});

test('shortcuts on a Mac use the Command key and leave the Control key to the system', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
  const user = await open();
  await user.keyboard('castle');
  getField().setSelectionRange(0, 6);
  expect(fireEvent.keyDown(getField(), { key: 'b', code: 'KeyB', ctrlKey: true })).toBe(true);
  fireEvent.keyDown(getField(), { key: 'b', code: 'KeyB', metaKey: true });
  expect(getField().value).toBe('**castle**');
  expect(screen.getByRole('button', { name: 'Bold' }).dataset['tip']).toBe('Bold · Cmd+B');
  vi.restoreAllMocks();
});

test('the table dialog inserts a table after the text and selects its first header', async () => {
  const user = await open();
  await user.keyboard('Prices:');
  await user.click(screen.getByRole('button', { name: 'Table' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Insert a table' }));
  await user.clear(dialog.getByRole('spinbutton', { name: 'Columns' }));
  await user.type(dialog.getByRole('spinbutton', { name: 'Columns' }), '2');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getField().value).toBe('Prices:\n\n| Column 1 | Column 2 |\n| --- | --- |\n|   |   |\n|   |   |\n');
  expect(getField().value.slice(getField().selectionStart, getField().selectionEnd)).toBe('Column 1');
  expect(send).not.toHaveBeenCalled();
});

test('the emoji picker searches by keyboard, inserts the emoji and lists it as recent', async () => {
  const user = await open();
  await user.keyboard('Well done ');
  await user.click(screen.getByRole('button', { name: 'Emoji' }));
  const search = await screen.findByRole('combobox', { name: 'Search emoji' });
  await user.type(search, 'party pop');
  await screen.findByRole('gridcell', { name: 'party popper' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(getField().value).toBe('Well done 🎉'));
  await waitFor(() => expect(document.activeElement).toBe(getField()));
  expect(send).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Emoji' }));
  // A page with fewer emoji than fit in a row would be almost empty.
  await screen.findByRole('grid', { name: 'Smileys and emotion' });
  await user.click(screen.getByRole('button', { name: 'Recent' }));
  const recent = await screen.findByRole('grid', { name: 'Recent' });
  expect(within(recent).getAllByRole('gridcell')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Food and drink' }));
  await screen.findByRole('gridcell', { name: 'hamburger' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test("accepts pasted and dropped files, but inserts a spreadsheet's text", async () => {
  await open();
  const buildData = (text: string) => ({
    files: [new File(['x'], 'a.png')],
    types: ['Files'],
    getData: (type: string) => (type === 'text/plain' ? text : ''),
  });
  fireEvent.paste(getField(), { clipboardData: buildData('a\tb') });
  expect(screen.queryByText('a.png')).toBeNull();
  fireEvent.paste(getField(), { clipboardData: buildData('') });
  await screen.findByText(/^Images only/);
  expect(fireEvent.drop(getField(), { dataTransfer: buildData('') })).toBe(false);
  await waitFor(() => expect(screen.getAllByText(/^Images only/)).toHaveLength(2));
});

test('pasted formatting becomes Markdown, but not in code', async () => {
  await open();
  const paste = (plain: string, html: string, types: string[] = []) =>
    fireEvent.paste(getField(), {
      clipboardData: { files: [], types, getData: (type: string) => (type === 'text/html' ? html : plain) },
    });
  await act(async () => void paste('bold', '<b>bold</b>'));
  await waitFor(() => expect(getField().value).toBe('**bold**'));
  expect(paste('plain', '<span>plain</span>')).toBe(true);
  expect(paste('let a', '<b>let a</b>', ['vscode-editor-data']), 'the text is code').toBe(true);
  await act(async () => void paste(' word', '<b><button>word</button></b>'));
  await waitFor(() => expect(getField().value).toBe('**bold** word'));
  fireEvent.change(getField(), { target: { value: '' } });
  await act(async () => void paste('secret', '<span class="spoiler shown">secret</span>'));
  await waitFor(() => expect(getField().value).toBe('||secret||'));
  fireEvent.change(getField(), { target: { value: '' } });
  await act(async () => void paste('Log\nOne', '<details><summary>Log</summary>One</details>'));
  await waitFor(() => expect(getField().value).toBe(':::details Log\nOne\n:::'));
  fireEvent.change(getField(), { target: { value: '```\n' } });
  expect(paste('bold', '<b>bold</b>')).toBe(true);
});

test('the formatting help shows what to write, and Escape returns to the text', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Formatting help' }));
  const help = await screen.findByRole('dialog', { name: 'Formatting help' });
  expect(within(help).getByText('**bold** and _italic_')).not.toBeNull();
  expect(within(help).getByText('bold', { selector: 'strong' })).not.toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(getField()));
});
