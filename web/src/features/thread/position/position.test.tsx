import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { live } from '../../../testing/live.js';
import { openThread, readAtTop } from '../../../testing/open-thread.js';
import { anna, toRowPosition, buildPostRow, buildThreadSummary } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { useReadingPlace } from '../navigation/reading-place.js';
import { useMarks } from '../../../shared/reading/marks.js';

/** Replies 3 to 5 were deleted. */
const posts = Array.from({ length: 30 }, (_, n) => buildPostRow(n + 1, `Reply ${n + 1}.`)).filter(
  ({ number }) => number < 2 || number > 4,
);
const findSlider = () => screen.findByRole('slider', { name: 'Position' });
const hasText = (text: RegExp) =>
  findSlider().then((slider) => expect(slider.getAttribute('aria-valuetext')).toMatch(text));

function readUpTo(number: number): () => void {
  const mark = {
    thread_id: 7,
    unread: true,
    muted: false,
    order: buildPostRow(number, '').order,
    seen: number,
    last_post_at: '',
  };
  return () => server.respondWith('GET /forums/read', [mark]);
}

function narrow(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const [addEventListener, removeEventListener] = [vi.fn(), vi.fn()];
    return { media, matches: true, addEventListener, removeEventListener } as unknown as MediaQueryList;
  });
}

async function openJumpForm() {
  const user = await openThread({ posts });
  await user.click(await screen.findByRole('button', { name: 'Jump to…' }));
  return user;
}

test('the list and the jump form count deleted replies, but the rail does not', async () => {
  const user = await openThread({ posts });
  const numbers = (await screen.findAllByRole('link', { name: /^Reply \d+$/ })).map((link) => link.textContent);
  expect(numbers.slice(0, 4)).toEqual(['#1', '#2', '#6', '#7']);
  expect((await findSlider()).getAttribute('aria-valuemax')).toBe('30');
  await user.click(screen.getByRole('button', { name: 'Jump to…' }));
  await user.type(await screen.findByLabelText('Reply number'), '6{Enter}');
  await waitFor(() => expect(document.activeElement?.id).toBe('post-706'));
  await hasText(/^Reply 3 of 27, 2 mrt 2026/);
});

test('jumping to a deleted reply goes to the next one and announces it', async () => {
  const user = await openJumpForm();
  await user.type(await screen.findByLabelText('Reply number'), '4{Enter}');
  await screen.findByText('Reply 4 was deleted. This is the next one.');
  await waitFor(() => expect(document.activeElement?.id).toBe('post-706'));
});

test('jumping to a day goes to its first reply', async () => {
  const user = await openJumpForm();
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '2026-03-01' } });
  await user.click(screen.getByRole('button', { name: 'Go' }));
  await waitFor(() => expect(server.calls('GET /forums/posts/7').at(-1)?.query.get('at')).toMatch(/^2026-02|^2026-03/));
});

test('the slider can be moved by keyboard without losing focus, and scrolls after the last key', async () => {
  const user = await openThread({ posts });
  const positionSlider = await findSlider();
  positionSlider.focus();
  await user.keyboard('{Home}{PageDown}{ArrowDown}');
  expect(positionSlider.getAttribute('aria-valuetext')).toMatch(/^Reply 8 of 27/);
  await waitFor(() => expect(document.querySelector('#post-711')?.className).toMatch(/target/));
  expect(document.activeElement).toBe(positionSlider);
  await user.keyboard('{End}');
  await hasText(/^Reply 27 of 27/);
  await user.keyboard('{ArrowDown}');
  await hasText(/^Reply 27 of 27/);
  await user.keyboard('{Home}');
  await hasText(/^First post, 2 mrt 2026/);
});

test('dragging the slider shows the reply number, and releasing it scrolls', async () => {
  await openThread({ posts });
  const positionSlider = await findSlider();
  let isCaptured = false;
  Object.assign(positionSlider, {
    setPointerCapture: () => (isCaptured = true),
    hasPointerCapture: () => isCaptured,
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 3, 300));
  fireEvent.pointerDown(positionSlider, { clientY: 150, button: 0 });
  expect(positionSlider.getAttribute('aria-valuetext')).toMatch(/^Reply 2 of 27, /);
  fireEvent.pointerMove(positionSlider, { clientY: 300 });
  expect(positionSlider.getAttribute('aria-valuetext')).toMatch(/^Reply 17 of 27, /);
  expect(document.querySelector('#post-720')?.className).not.toMatch(/target/);
  fireEvent.pointerUp(positionSlider, { clientY: 300 });
  await waitFor(() => expect(document.querySelector('#post-720')?.className).toMatch(/target/));
});

test('a member starts at the first unread reply, below a divider', async () => {
  readAtTop();
  await openThread({ as: anna, posts, prepareServer: readUpTo(20) });
  await screen.findByText('New since your last visit');
  const line = document.getElementById('new-replies');
  expect(line?.nextElementSibling?.id).toBe('post-721');
  expect(server.calls('GET /forums/posts/7').map(({ query }) => query.get('from'))).toContain(
    buildPostRow(20, '').order,
  );
  await screen.findByTitle('Unread');
  expect(server.calls('GET /forums/read')).toHaveLength(1);
});

test('a new thread without replies is read if its section was already marked as read', async () => {
  const mark = {
    thread_id: 7,
    unread: true,
    muted: false,
    order: buildPostRow(1, '').order,
    seen: null,
    last_post_at: '',
  };
  server.respondWith('PUT /forums/threads/7/read', { success: true });
  await openThread({ as: anna, posts: [], prepareServer: () => server.respondWith('GET /forums/read', [mark]) });
  const listWrittenMarks = () => server.calls('PUT /forums/threads/7/read').map(({ body }) => body);
  await waitFor(() => expect(listWrittenMarks()).toEqual([{ order: null }]), { timeout: 10_000 });
});

test('a reply that comes into view without any scrolling is read', async () => {
  const tops: Record<string, number> = { 'post-701': 10, 'post-702': 5_000, 'thread-end': 5_100, 'thread-dock': 700 };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = tops[this.closest('[data-order], #thread-end, #thread-dock')?.id ?? ''];
    return top === undefined ? new DOMRect() : new DOMRect(0, top, 600, 100);
  });
  const resizeCallbacks: (() => void)[] = [];
  class Observer extends ResizeObserver {
    constructor(private readonly callback: () => void) {
      super(callback);
    }
    override observe(target: Element): void {
      if (target === document.body) resizeCallbacks.push(this.callback);
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  await openThread({ as: anna, posts: [buildPostRow(1, 'a'), buildPostRow(2, 'b')], prepareServer: readUpTo(0) });
  const listReadOrders = () => server.calls('PUT /forums/threads/7/read').map(({ body }) => body);
  const buildMark = (number: number) => ({ order: buildPostRow(number, '').order });
  await waitFor(() => expect(listReadOrders()).toEqual([buildMark(1)]), { timeout: 10_000 });
  tops['post-702'] = 110;
  act(() => resizeCallbacks.forEach((callback) => callback()));
  await waitFor(() => expect(listReadOrders()).toEqual([buildMark(1), buildMark(2)]), { timeout: 10_000 });
});

test('starts at the last reply of a thread read to its end, but not if only its section was read', async () => {
  const measure = Element.prototype.getBoundingClientRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return ['post-730', 'thread-end'].includes(this.id) ? new DOMRect(0, 5_000, 0, 100) : measure.call(this);
  });
  const openRead = async (order: string) => {
    const mark = { thread_id: 7, unread: false, muted: false, order, seen: 30, last_post_at: '' };
    await openThread({ as: anna, posts, prepareServer: () => server.respondWith('GET /forums/read', [mark]) });
    await screen.findByText('Reply 30.');
    await waitFor(() => expect(useReadingPlace.getState().reached).toBe(true));
  };
  await openRead(toRowPosition(999));
  expect(useReadingPlace.getState().place?.id).not.toBe(730);
  cleanup();
  useMarks.setState(useMarks.getInitialState());
  await openRead(buildPostRow(30, '').order);
  expect(useReadingPlace.getState().place?.id).toBe(730);
  expect(screen.queryByText('New since your last visit')).toBeNull();
});

test("the divider follows the member's own replies", async () => {
  readAtTop();
  const ownFields = { user_id: 11, username: 'Anna' };
  const mixedPosts = posts.map((row) => (row.number === 20 ? { ...row, ...ownFields } : row));
  await openThread({ as: anna, posts: mixedPosts, prepareServer: readUpTo(20) });
  await screen.findByText('New since your last visit');
  expect(document.getElementById('new-replies')?.nextElementSibling?.id).toBe('post-722');
});

test.each([
  ['a guest', null, readUpTo(20)],
  ['a member who has never opened it', anna, undefined],
])('%s starts at the top of the thread without a divider', async (_who, as, but) => {
  readAtTop();
  await openThread({ as, posts, prepareServer: but });
  await screen.findByText('Reply 30.');
  await findSlider();
  expect(screen.queryByText('New since your last visit')).toBeNull();
});

test('a button returns to the first unread reply', async () => {
  readAtTop();
  const user = await openThread({ as: anna, posts, prepareServer: readUpTo(20) });
  (await findSlider()).focus();
  await user.keyboard('{Home}');
  await user.click(await screen.findByRole('button', { name: 'Jump to first unread' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('post-721'));
});

test('a narrow screen shows the position, with jumps to a number, a date and both ends', async () => {
  narrow();
  const user = await openThread({ posts });
  await user.click(await screen.findByRole('button', { name: /Jump to…$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Jump to' }));
  for (const name of [/^First post/, /^Newest/]) expect(dialog.getByRole('button', { name })).toBeDefined();
  expect(dialog.getByLabelText('Date')).toBeDefined();
  await user.type(dialog.getByLabelText('Reply number'), '9{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('button', { name: '6 of 27. Jump to…' });
});

test('the button that jumps to new replies shows their number', async () => {
  narrow();
  readAtTop();
  const user = await openThread({ posts });
  await screen.findByRole('button', { name: 'Newest' });
  await waitFor(() => expect(live.joined('thread:7')).toBe(true));
  act(() => {
    live.send('thread:7', { kind: 'post', ...buildPostRow(31, 'Fresh.') });
    live.send('thread:7', { kind: 'summary', ...buildThreadSummary({ pos: toRowPosition(90), reply_count: 28 }) });
  });
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(screen.getByRole('button', { name: '1 new reply' }));
  expect(scroll.mock.contexts).toEqual([document.getElementById('new-replies')]);
});

test("shows the thread's author, reply count and participant count below the rail", async () => {
  const by = { user_id: 12, username: 'Bram' };
  const ownRow = buildPostRow(2, 'Mine.', { user_id: 11, username: 'Anna' });
  const thread = { reply_count: 2, last_username: 'Anna', ...by };
  await openThread({ thread, posts: [buildPostRow(1, 'Theirs.', by), ownRow] });
  await findSlider();
  const getDetail = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(getDetail('Started by')).toBe('Bram');
  expect(getDetail('Replies')).toBe('2');
  expect(getDetail('Participants')).toBe('2');
  expect(getDetail('Last reply')).toMatch(/^Anna/);
});
