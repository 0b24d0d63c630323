import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildSuccessResponse } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { installFakeUploads } from '../../testing/uploads.js';
import { PictureStrip } from './picture-strip.js';

// Without the command, which jsdom lacks, the text is replaced without an entry in the browser's undo history.
beforeEach(() => void Object.assign(document, { execCommand: () => false }));
const uploads = installFakeUploads();
const formatId = (letter: string) => letter.repeat(32);
const createPicture = (name: string) => new File(['GIF89a'], name, { type: 'image/gif' });
const getField = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
const buildResponse = (letter: string) => ({ success: true, id: formatId(letter) });

interface FormProps {
  text?: string;
  submit?: () => void;
  onChanged?: (text: string) => void;
}

function Form({ text: initialText = '', submit = () => {}, onChanged = () => {} }: FormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initialText);
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea aria-label="Text" ref={area} value={text} onChange={({ target }) => setText(target.value)} />
      <input type="file" aria-label="Files" multiple onChange={({ target }) => setFiles([...(target.files ?? [])])} />
      <PictureStrip
        area={area}
        text={text}
        change={(next) => {
          onChanged(next);
          setText(next);
        }}
        files={files}
        setFiles={setFiles}
      />
      <button>Send</button>
    </form>
  );
}

async function choose(...files: File[]) {
  const user = await show(<Form />);
  await user.upload(screen.getByLabelText('Files'), files);
  await waitFor(() => expect(uploads).toHaveLength(1));
  return user;
}

test('puts pictures where the caret was, in the order in which they were chosen', async () => {
  const user = await show(<Form text="Before after" />);
  getField().setSelectionRange(6, 6);
  await user.upload(screen.getByLabelText('Files'), [createPicture('one.gif'), createPicture('two.gif')]);
  await waitFor(() => expect(uploads).toHaveLength(1));
  await uploads[0]?.respond(201, buildResponse('a'));
  await waitFor(() => expect(uploads).toHaveLength(2));
  await uploads[1]?.respond(201, buildResponse('b'));
  await waitFor(() =>
    expect(getField().value).toBe(`Before\n\n![](upload:${formatId('a')})\n![](upload:${formatId('b')})\n after`),
  );
});

test('shows the upload progress', async () => {
  await choose(createPicture('one.gif'));
  uploads[0]?.reportProgress(0.4);
  await screen.findByText('Uploading… 40%');
  uploads[0]?.reportProgress(1);
  await screen.findByText('Processing…');
});

test('retries after a lost connection with the same key', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await choose(createPicture('one.gif'));
  await uploads[0]?.lose();
  await screen.findByText('Connection lost. Retrying…');
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(uploads[1]?.headers).toEqual(uploads[0]?.headers);
  await uploads[1]?.respond(201, buildResponse('a'));
  await waitFor(() => expect(getField().value).toContain(`upload:${formatId('a')}`));
  vi.useRealTimers();
});

test('waits until the browser is online again, however long that takes', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await choose(createPicture('one.gif'));
  for (let attempt = 1; attempt <= 12; attempt++) {
    await uploads[attempt - 1]?.lose();
    await screen.findByText('Connection lost. Retrying…');
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(uploads).toHaveLength(attempt + 1));
  }
  isOnline.mockRestore();
  await uploads[12]?.respond(201, buildResponse('a'));
  await waitFor(() => expect(getField().value).toContain(`upload:${formatId('a')}`));
});

test('a cancelled upload ends and leaves nothing in the text, and the next one starts', async () => {
  const user = await choose(createPicture('one.gif'), createPicture('two.gif'));
  await user.click(screen.getByRole('button', { name: 'Cancel one.gif' }));
  expect(uploads[0]?.isAborted).toBe(true);
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(uploads[1]?.file?.name).toBe('two.gif');
  expect(getField().value).not.toContain('one.gif');
});

test('waits as long as a refusal requires before it sends a picture again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await choose(createPicture('one.gif'));
  await uploads[0]?.respond(429, { error: 'Too many.', code: 'too-many' }, { 'retry-after': '40' });
  await vi.advanceTimersByTimeAsync(36_000);
  expect(uploads).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await waitFor(() => expect(uploads).toHaveLength(2));
  vi.useRealTimers();
});

const countRemovals = (letter: string) => server.calls(`DELETE /uploads/${formatId(letter)}`).length;

test('removes an upload that was cancelled after it was sent, and the next one starts', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.respondWith(`DELETE /uploads/${formatId('a')}`, buildSuccessResponse());
  const user = await choose(createPicture('one.gif'), createPicture('two.gif'));
  uploads[0]?.reportProgress(1);
  await user.click(screen.getByRole('button', { name: 'Cancel one.gif' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  await uploads[0]?.respond(201, buildResponse('a'));
  await uploads[1]?.respond(201, buildResponse('b'));
  await waitFor(() => expect(getField().value.trim()).toBe(`![](upload:${formatId('b')})`));
  await vi.advanceTimersByTimeAsync(2_500);
  await waitFor(() => expect(countRemovals('a')).toBe(1));
  vi.useRealTimers();
});

async function chooseThree() {
  for (const letter of ['a', 'b', 'c'])
    server.respondWith(`DELETE /uploads/${formatId(letter)}`, buildSuccessResponse());
  const user = await choose(createPicture('one.gif'), createPicture('two.gif'), createPicture('three.gif'));
  for (const [n, letter] of ['a', 'b', 'c'].entries()) {
    await waitFor(() => expect(uploads).toHaveLength(n + 1));
    await uploads[n]?.respond(201, buildResponse(letter));
  }
  return user;
}

test('closing a form removes uploads that its text does not contain, unless another draft contains them', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = await chooseThree();
  localStorage.setItem('guildhall.draft.1.thread.7', JSON.stringify({ id: 'x', text: `![](upload:${formatId('b')})` }));
  for (const _ of ['a', 'b']) await user.click(await screen.findByRole('button', { name: 'Remove picture 1' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(countRemovals('a'), 'the server may refuse the text, and the removal can still be undone').toBe(0);
  cleanup();
  await vi.advanceTimersByTimeAsync(2_500);
  await waitFor(() => expect(countRemovals('a')).toBe(1));
  expect([countRemovals('b'), countRemovals('c')]).toEqual([0, 0]);
  vi.useRealTimers();
});

test('removes no upload of a sent text from a form that remains open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = await chooseThree();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.clear(getField());
  await user.type(getField(), `Next: ![[](upload:${formatId('a')})`);
  cleanup();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(['a', 'b', 'c'].map(countRemovals)).toEqual([0, 0, 0]);
  vi.useRealTimers();
});

test('shows why the server refused a picture, and sends it again on request', async () => {
  const user = await choose(createPicture('one.gif'));
  await uploads[0]?.respond(400, { error: 'This picture is damaged.', code: 'picture-damaged' });
  await screen.findByText('This picture is damaged.');
  await user.click(screen.getByRole('button', { name: 'Try one.gif again' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
});

test('rejects a file that is not a picture without sending it', async () => {
  const user = await show(<Form />);
  await user.upload(screen.getByLabelText('Files'), new File(['some text'], 'notes.txt'));
  await screen.findByText(/^Images only\./);
  expect(uploads).toHaveLength(0);
});

test('does not submit the form while a picture is being uploaded', async () => {
  const submit = vi.fn();
  const user = await show(<Form submit={submit} />);
  await user.upload(screen.getByLabelText('Files'), createPicture('one.gif'));
  await waitFor(() => expect(uploads).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Wait until the pictures have been uploaded, or cancel them.');
  expect(submit).not.toHaveBeenCalled();
  await uploads[0]?.respond(201, buildResponse('a'));
  await waitFor(() => expect(getField().value).toContain(`upload:${formatId('a')}`));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(submit).toHaveBeenCalledOnce();
});

test('accepts at most ten pictures in a text', async () => {
  const pictures = ['a', 'b', 'c', 'd', 'e', 'f', '1', '2', '3'].map((letter) => `![](upload:${formatId(letter)})`);
  const user = await show(<Form text={pictures.join('\n')} />);
  await user.upload(screen.getByLabelText('Files'), [createPicture('ten.gif'), createPicture('eleven.gif')]);
  await screen.findByText('You can add at most 10 pictures.');
  expect(getField().value).toContain('ten.gif');
  await user.upload(screen.getByLabelText('Files'), createPicture('twelve.gif'));
  expect(getField().value, 'the tenth is still being uploaded').not.toMatch(/eleven|twelve/);
});

test('accepts no picture in a text that already has more than ten', async () => {
  const pictures = [...'0123456789ab'].map((letter) => `![](upload:${formatId(letter)})`).join('\n');
  const user = await show(<Form text={pictures} />);
  await user.upload(screen.getByLabelText('Files'), ['one.gif', 'two.gif', 'three.gif'].map(createPicture));
  await screen.findByText('You can add at most 10 pictures.');
  expect(getField().value).toBe(pictures);
});

test("writes a picture's description into the text, and removes the picture", async () => {
  const user = await show(<Form text={`![](upload:${formatId('a')})`} />);
  const row = screen.getByRole('listitem');
  await user.type(within(row).getByLabelText('Description of picture 1'), 'The [[old] pier{Enter}');
  expect(getField().value).toBe(`![The \\[old\\] pier](upload:${formatId('a')})`);
  await user.click(within(row).getByRole('button', { name: 'Remove picture 1' }));
  expect(getField().value).toBe('');
});

test('writes a description that is being typed into the text when the page is hidden', async () => {
  const user = await show(<Form text={`![](upload:${formatId('a')})`} />);
  await user.type(screen.getByLabelText('Description of picture 1'), 'The pier');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(getField().value, 'the page is still visible').toBe(`![](upload:${formatId('a')})`);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(getField().value).toBe(`![The pier](upload:${formatId('a')})`));
  vi.restoreAllMocks();
});

test('writes a description into the text on Escape, which may close the form', async () => {
  const user = await show(<Form text={`![](upload:${formatId('a')})`} />);
  await user.type(screen.getByLabelText('Description of picture 1'), 'The pier{Escape}');
  expect(getField().value).toBe(`![The pier](upload:${formatId('a')})`);
});

test('writes a description that is being typed into the text when the form disappears', async () => {
  const changed = vi.fn();
  const user = await show(<Form text={`![](upload:${formatId('a')})`} onChanged={changed} />);
  await user.type(screen.getByLabelText('Description of picture 1'), 'The pier');
  cleanup();
  expect(changed.mock.calls).toEqual([[`![The pier](upload:${formatId('a')})`]]);
});

test('does not bring back a text that was cleared while a description was being typed', async () => {
  const changed = vi.fn();
  const user = await show(<Form text={`![](upload:${formatId('a')})`} onChanged={changed} />);
  await user.type(screen.getByLabelText('Description of picture 1'), 'The pier');
  fireEvent.change(getField(), { target: { value: '' } });
  await waitFor(() => expect(screen.queryByLabelText('Description of picture 1')).toBeNull());
  expect(changed).not.toHaveBeenCalled();
  expect(getField().value).toBe('');
});

test('removing a picture focuses the next one, else the previous one, else the text', async () => {
  const user = await show(
    <Form text={['a', 'b', 'c'].map((letter) => `![](upload:${formatId(letter)})`).join('\n')} />,
  );
  const remove = (number: number) => screen.getByRole('button', { name: `Remove picture ${number}` });
  await user.click(remove(2));
  expect(document.activeElement).toBe(remove(2));
  await user.click(remove(2));
  expect(document.activeElement).toBe(remove(1));
  await user.click(remove(1));
  expect(document.activeElement).toBe(getField());
  expect(getField().value.trim()).toBe('');
});

test('removing a picture does not focus the upload after it', async () => {
  const user = await show(<Form text={`![](upload:${formatId('a')})`} />);
  await user.upload(screen.getByLabelText('Files'), createPicture('one.gif'));
  await screen.findByRole('button', { name: 'Cancel one.gif' });
  await user.click(screen.getByRole('button', { name: 'Remove picture 1' }));
  expect(document.activeElement).toBe(getField());
});

test('removes upload marks that a closed page left in a draft', async () => {
  await show(<Form text={'Before\n\n![pier.png](uploading:1)\n\nAfter'} />);
  await waitFor(() => expect(getField().value).toBe('Before\n\nAfter'));
});
