import { deriveCommandId, deriveAggregateId } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { live } from '../../../testing/live.js';
import { runAsTab, listDraftTexts } from '../../../testing/drafts.js';
import { openThread } from '../../../testing/open-thread.js';
import {
  anna,
  buildSuccessResponse,
  everyFlag,
  buildMe,
  toRowPosition,
  buildPostRow,
  buildThreadSummary,
} from '../../../testing/rows.js';
import { write } from '../../../shared/browser/draft-slots.js';
import { forget, store } from '../../../shared/browser/storage.js';
import { server } from '../../../testing/server.js';
import { useOutbox, type PendingReply } from '../state/pending-replies.js';

const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
const getReplyButton = () => screen.getByRole('button', { name: 'Reply' });
const getPosts = () => within(screen.getByRole('region', { name: 'Posts' }));
const listRequests = () => server.calls('POST /forums/posts');

async function send(text: string) {
  const user = await openThread({ as: anna });
  await user.type(await findField(), text);
  await user.click(getReplyButton());
  return user;
}

test('asks a guest who wants to reply to log in, and then returns them to the thread', async () => {
  const user = await openThread();
  await screen.findByText('Log in to reply');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(location.pathname).toBe('/auth');
  expect(history.state).toMatchObject({ state: { from: '/forums/thread/7' } });
});

test('offers no reply or quote to a role without can_reply', async () => {
  const section = { can: { ...everyFlag, can_reply: false } };
  const user = await openThread({ as: anna, section, posts: [buildPostRow(1, 'Nice.')] });
  await screen.findByText("You don't have permission to reply here.");
  await user.type(await findField(), 'I will try all the same{Control>}{Enter}{/Control}');
  expect((await findField()).value).toBe('');
  expect(getReplyButton().getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(getReplyButton().getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe("You don't have permission to reply here.");
  expect(screen.queryByRole('button', { name: /^Quote/ })).toBeNull();
  expect(listRequests()).toEqual([]);
});

test('reports writing at most once in four seconds, and when the reply is cleared or sent', async () => {
  const { sent } = live.getSocket();
  const sentBefore = sent.length;
  const listReports = () => sent.slice(sentBefore).flatMap(([name, topic]) => (name === 'writing' ? [topic] : []));
  const user = await openThread({ as: anna });
  const now = vi.spyOn(performance, 'now').mockReturnValue(50_000);
  await user.type(await findField(), 'Nice');
  expect(listReports()).toEqual(['thread:7']);
  now.mockReturnValue(54_000);
  await user.type(await findField(), '!');
  expect(listReports()).toEqual(['thread:7', 'thread:7']);
  await user.clear(await findField());
  expect(listReports()).toEqual(['thread:7', 'thread:7', null]);
  server.respondWith('POST /forums/posts', buildSuccessResponse({ id: 1 }));
  await user.type(await findField(), 'Well');
  await user.click(getReplyButton());
  expect(listReports().slice(3)).toEqual(['thread:7', null]);
  now.mockRestore();
});

test('a locked thread accepts replies only from those who can lock it', async () => {
  await openThread({ as: anna, thread: { locked: true } });
  await screen.findByText('This thread is locked.');
  expect(getReplyButton().getAttribute('aria-disabled')).toBe('true');
  cleanup();
  await openThread({ as: buildMe('Mo', 14, { permissions: ['comment', 'lock_topics'] }), thread: { locked: true } });
  await findField();
  expect(getReplyButton().getAttribute('aria-disabled')).toBeNull();
});

test('preserves the unsent reply if the thread is locked during writing', async () => {
  const user = await openThread({ as: anna });
  await user.type(await findField(), 'Half a tho');
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  live.send('thread:7', { kind: 'summary', ...buildThreadSummary({ pos: toRowPosition(90), locked: true }) });
  await screen.findByText('This thread is locked.');
  await user.type(await findField(), 'ught{Control>}{Enter}{/Control}');
  expect((await findField()).value).toBe('Half a thought');
  expect(getReplyButton().getAttribute('aria-disabled')).toBe('true');
  expect(listRequests()).toEqual([]);
});

test('shows a field error for an empty reply until something is typed', async () => {
  const user = await openThread({ as: anna });
  await user.type(await findField(), '   ');
  await user.click(getReplyButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Type your reply!');
  expect(document.activeElement).toBe(await findField());
  expect((await findField()).getAttribute('aria-invalid')).toBe('true');
  await user.type(await findField(), 'Now');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(listRequests()).toEqual([]);
});

test('does not send a reply that exceeds the maximum length', async () => {
  const user = await openThread({ as: anna });
  fireEvent.change(await findField(), { target: { value: 'x'.repeat(limits.content.max + 1) } });
  await user.click(getReplyButton());
  expect((await screen.findByRole('alert')).textContent).toBe('A text can have at most 20,000 characters.');
  expect(listRequests()).toEqual([]);
});

test('shows a sent reply immediately as pending, and only once after its row arrives', async () => {
  const release = server.hold('POST /forums/posts');
  const user = await openThread({ as: anna });
  server.respondWith('POST /forums/posts', buildSuccessResponse());
  await user.type(await findField(), ' Nice build! {Control>}{Enter}{/Control}');
  expect(getPosts().getByText('Sending…')).toBeDefined();
  expect((await findField()).value).toBe('');
  expect(listRequests()[0]?.body).toEqual({ thread_id: 7, user_id: 11, content: 'Nice build!' });
  release();
  await waitFor(() => expect(getPosts().queryByText('Sending…')).toBeNull());
  const id = deriveAggregateId(deriveCommandId('11', 'post-reply', listRequests()[0]?.key ?? ''));
  live.send('thread:7', { kind: 'post', ...buildPostRow(1, 'Nice build!', { id, user_id: 11, username: 'Anna' }) });
  await waitFor(() => expect(document.getElementById(`post-${id}`)).not.toBeNull());
  expect(getPosts().getAllByText('Nice build!')).toHaveLength(1);
});

test('shows why a reply was rejected and lets its author edit it', async () => {
  server.refuse('POST /forums/posts', 'content-markup');
  const user = await send('| | | |');
  await getPosts().findByText(/^Not sent: This text has too much formatting/);
  await user.type(await findField(), 'Later words');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect((await findField()).value).toBe('| | | |\n\nLater words');
  expect(getPosts().queryByText(/Not sent/)).toBeNull();
});

test('retries a reply with the same key after a 503', async () => {
  server.refuse('POST /forums/posts', 'unavailable');
  const user = await send('Do not lose me');
  await getPosts().findByText('Waiting for connection…');
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  server.respondWith('POST /forums/posts', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(getPosts().queryByText('Waiting for connection…')).toBeNull());
  expect(listRequests().length).toBeGreaterThan(1);
  expect(new Set(listRequests().map(({ key }) => key)).size).toBe(1);
});

test('sends a reply that was written offline once the network is back', async () => {
  server.fail('POST /forums/posts');
  await send('From the train');
  await getPosts().findByText('Waiting for connection…');
  server.respondWith('POST /forums/posts', buildSuccessResponse());
  const countBefore = listRequests().length;
  act(() => void dispatchEvent(new Event('online')));
  expect(listRequests()).toHaveLength(countBefore + 1);
  await waitFor(() => expect(getPosts().queryByText('Waiting for connection…')).toBeNull());
  expect(listRequests().at(-1)).toEqual(listRequests()[0]);
});

test('asks before leaving the site until a rejected reply is discarded', async () => {
  const isLeavePrevented = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  server.refuse('POST /forums/posts', 'thread-locked');
  const user = await send('Wait');
  await getPosts().findByText(/^Not sent/);
  expect(isLeavePrevented()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(isLeavePrevented()).toBe(false);
  expect(getPosts().queryByText('Wait')).toBeNull();
  expect((await findField()).value).toBe('');
});

test('withdrawing a pending reply removes it in all tabs', async () => {
  const user = await openThread({ as: anna });
  server.refuse('POST /forums/posts', 'unavailable');
  await user.type(await findField(), 'Never mind');
  await user.click(getReplyButton());
  await getPosts().findByText('Never mind');
  const waitingEntries = useOutbox.getState().entries;
  runAsTab(() => waitingEntries.forEach(({ id }) => forget(`outbox.${id}`)));
  await waitFor(() => expect(getPosts().queryByText('Never mind')).toBeNull());
});

test('restores a draft only for the member who wrote it', async () => {
  const user = await openThread({ as: anna });
  await user.type(await findField(), 'To be continued');
  cleanup();
  await openThread({ as: buildMe('Mo', 14) });
  expect((await findField()).value).toBe('');
  cleanup();
  await openThread({ as: anna });
  await waitFor(async () => expect((await findField()).value).toBe('To be continued'));
});

test('shows when the draft is saved, and deletes it once the reply is sent', async () => {
  const user = await openThread({ as: anna });
  server.respondWith('POST /forums/posts', buildSuccessResponse());
  await user.type(await findField(), 'A thought');
  await screen.findByText(/^Draft saved/);
  expect(listDraftTexts()).toEqual(['A thought']);
  await user.click(getReplyButton());
  expect(listDraftTexts()).toEqual([]);
});

test("announces another member's reply out of view, but not the writer's own", async () => {
  const endTop = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 5_000 } as DOMRect);
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Nice.')] });
  await user.type(await findField(), 'Half a tho');
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  live.send('thread:7', { kind: 'post', ...buildPostRow(2, 'Mine.', { user_id: 11, username: 'Anna' }) });
  await screen.findByText('Mine.');
  expect(screen.queryByText('You may have missed a reply.')).toBeNull();
  live.send('thread:7', { kind: 'post', ...buildPostRow(3, 'Yours.') });
  await screen.findByText('You may have missed a reply.');
  endTop.mockRestore();
  act(() => void dispatchEvent(new Event('scroll')));
  await waitFor(() => expect(screen.queryByText('You may have missed a reply.')).toBeNull());
});

test('shows a member only their own unsent replies', async () => {
  await openThread({ as: anna });
  await findField();
  const buildEntry = (id: number, userId: number, content: string): PendingReply => ({
    id,
    key: `key-${id}`,
    userId,
    threadId: 7,
    content,
    at: '2026-03-01T12:00:00.000Z',
    state: 'refused',
    reason: 'Too many attempts. Please wait a moment.',
  });
  act(() => useOutbox.setState({ entries: [buildEntry(801, 11, 'By Anna.'), buildEntry(802, 12, 'By Bram.')] }));
  expect(screen.getByText('By Anna.')).toBeDefined();
  expect(screen.queryByText('By Bram.')).toBeNull();
});

test('the composer shows the reply that a draft responds to, with a button to remove it', async () => {
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Where is it?')] });
  server.respondWith('POST /forums/posts', buildSuccessResponse());
  const reply = await screen.findAllByRole('button', { name: 'Reply to Bram' });
  await user.click(reply.at(-1) as HTMLElement);
  await screen.findByText('In reply to #1');
  const composerField = await findField();
  await waitFor(() => expect(document.activeElement).toBe(composerField));
  await user.click(screen.getByRole('button', { name: 'Reply to the thread instead' }));
  expect(screen.queryByText('In reply to #1')).toBeNull();
  await user.click(reply.at(-1) as HTMLElement);
  await user.type(await findField(), 'Under the stairs{Control>}{Enter}{/Control}');
  expect(listRequests()[0]?.body).toEqual({ thread_id: 7, user_id: 11, content: 'Under the stairs', reply_to: 701 });
  expect((await getPosts().findByText('In reply to #1')).tagName).toBe('P');
});

test("shares a reply's target between tabs, like its draft", async () => {
  await openThread({ as: anna, posts: [buildPostRow(1, 'Where is it?')] });
  await findField();
  act(() => runAsTab(() => store('reply-to.11.7', '701 1')));
  await screen.findByText('In reply to #1');
  act(() => runAsTab(() => forget('reply-to.11.7')));
  expect(screen.queryByText('In reply to #1')).toBeNull();
});

test('a draft retains its target if another tab sends a different reply', async () => {
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Where is it?')] });
  await user.click((await screen.findAllByRole('button', { name: 'Reply to Bram' })).at(-1) as HTMLElement);
  await user.type(await findField(), 'Under the stairs');
  await screen.findByText(/^Draft saved/);
  act(() => runAsTab(() => write('draft.11.thread.7#b', { id: 'b', text: 'In the cellar' })));
  act(() => runAsTab(() => forget('reply-to.11.7')));
  expect(screen.getByText('In reply to #1')).toBeDefined();
});

test('sends a reply without its target if the target was deleted during writing', async () => {
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Where is it?')] });
  server.respondWith('POST /forums/posts', buildSuccessResponse());
  await user.click((await screen.findAllByRole('button', { name: 'Reply to Bram' })).at(-1) as HTMLElement);
  await user.type(await findField(), 'Under the stairs');
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  live.send('thread:7', { kind: 'post', id: 701, pos: toRowPosition(90), removed: true });
  await screen.findByText("The reply you're answering (#1) was deleted.");
  await user.type(await findField(), '{Control>}{Enter}{/Control}');
  expect(listRequests()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send without it' }));
  expect(listRequests()[0]?.body).toEqual({ thread_id: 7, user_id: 11, content: 'Under the stairs' });
});

test('offers to send a reply without its target if the server reports the target as deleted', async () => {
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Where is it?')] });
  server.refuse('POST /forums/posts', 'reply-to');
  await user.click((await screen.findAllByRole('button', { name: 'Reply to Bram' })).at(-1) as HTMLElement);
  await user.type(await findField(), 'Under the stairs{Control>}{Enter}{/Control}');
  const sendButton = await getPosts().findByRole('button', { name: 'Send without it' });
  server.respondWith('POST /forums/posts', buildSuccessResponse());
  await user.click(sendButton);
  expect(listRequests().at(-1)?.body).toEqual({ thread_id: 7, user_id: 11, content: 'Under the stairs' });
});

test('R opens the composer, and Escape closes it and restores the focus', async () => {
  const user = await openThread({ as: anna, posts: [buildPostRow(1, 'Where is it?')] });
  await findField();
  const link = screen.getByRole('link', { name: 'Reply 1' });
  act(() => link.focus());
  await user.keyboard('r');
  expect(document.activeElement).toBe(await findField());
  await user.keyboard('Kept{Escape}');
  expect(document.activeElement).toBe(link);
  expect((await findField()).value).toBe('Kept');
});

test.each([
  ['isComposing', { isComposing: true }],
  ['the code 229', { keyCode: 229 }],
])('ignores keys pressed in an input method, detected by %s', async (_mark, key) => {
  const user = await openThread({ as: anna });
  await user.type(await findField(), 'にほん');
  fireEvent.keyDown(await findField(), { key: 'Enter', ctrlKey: true, ...key });
  fireEvent.keyDown(await findField(), { key: 'Escape', ...key });
  expect(listRequests()).toEqual([]);
  expect(document.activeElement).toBe(await findField());
});
