import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { create } from 'zustand';
import { show } from '../../testing/show.js';
import { Prose, ReplyReaders } from '../prose.js';
import { lastOrder } from './picture-list.js';
import { texts } from './texts.js';

const linkTo = (id: string, alt: string) =>
  `<a class="picture" href="/uploads/${id}.webp" data-picture="${id}"><img class="placeholder" src="data:," alt=""><img src="/uploads/${id}-small.webp" alt="${alt}"></a>`;

const useSecond = create<{ html: string | null }>(() => ({ html: null }));
const setSecond = (html: string | null) => act(() => useSecond.setState({ html }));
beforeEach(() => setSecond(`<p class="pictures">${linkTo('c', 'The mine')}</p>`));

function Thread() {
  const { html } = useSecond();
  return (
    <main>
      <Prose html={`<p class="pictures">${linkTo('a', 'The pier')}${linkTo('b', 'The castle')}</p>`} />
      {html !== null && <Prose html={html} />}
    </main>
  );
}

async function openFirst(thread = <Thread />) {
  const user = await show(thread);
  await user.click(screen.getByAltText('The pier'));
  const dialog = await screen.findByRole('dialog', { name: 'Picture' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return { user, dialog };
}

const getShown = () => screen.getByRole('dialog', { name: 'Picture' }).querySelector('img')?.getAttribute('src');

test('a press on a picture opens it in full size with its alt text', async () => {
  const { dialog } = await openFirst();
  expect(getShown()).toMatch(/\/uploads\/a\.webp$/);
  expect(dialog.textContent).toContain('The pier');
  expect(dialog.textContent).toContain('1 of 3');
});

test("the arrow keys move through the thread's pictures and stop at its ends", async () => {
  const { user } = await openFirst();
  await user.keyboard('{ArrowLeft}');
  expect(getShown()).toMatch(/a\.webp$/);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(getShown()).toMatch(/c\.webp$/);
  await user.click(screen.getByRole('button', { name: 'Previous picture' }));
  expect(getShown()).toMatch(/b\.webp$/);
});

test('a swipe moves to the next or previous picture, and a tap does not', async () => {
  const { dialog } = await openFirst();
  const swipe = (from: number, to: number) => {
    fireEvent.touchStart(dialog, { touches: [{ clientX: from }] });
    fireEvent.touchEnd(dialog, { changedTouches: [{ clientX: to }] });
  };
  swipe(300, 100);
  expect(getShown()).toMatch(/b\.webp$/);
  swipe(300, 290);
  expect(getShown()).toMatch(/b\.webp$/);
  swipe(100, 300);
  expect(getShown()).toMatch(/a\.webp$/);
});

test('skips the pictures in a spoiler until the reader opens it', async () => {
  setSecond(
    `<div class="spoiler" tabindex="-1"><button type="button">Spoiler</button><div>${linkTo('c', 'Who did it')}</div></div>`,
  );
  const { user, dialog } = await openFirst();
  expect(dialog.textContent).toContain('1 of 2');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(getShown()).toMatch(/b\.webp$/);
  await user.keyboard('{Escape}');
  await user.click(screen.getByText('Spoiler'));
  await user.click(screen.getByAltText('The pier'));
  expect((await screen.findByRole('dialog', { name: 'Picture' })).textContent).toContain('1 of 3');
});

test('closing the lightbox returns the focus to the picture that was shown last', async () => {
  const { user } = await openFirst();
  await user.keyboard('{ArrowRight}{Escape}');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-picture')).toBe('b'));
});

test('the lightbox follows edits to the post, and closes when the post is removed', async () => {
  const { user, dialog } = await openFirst();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  setSecond(`<p>Edited</p><p class="pictures">${linkTo('d', '')}${linkTo('c', 'The old mine')}</p>`);
  await waitFor(() => expect(dialog.textContent).toContain('4 of 4'));
  expect(dialog.textContent).toContain('The old mine');
  setSecond(null);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reads unloaded replies until one has a picture, and shows their pictures in order', async () => {
  const reply = (order: string, html: string) => ({ order, content_html: html });
  const spoiler = `<div class="spoiler">${linkTo('s', '')}</div>`;
  const unread = [
    [reply('2', '<p>None</p>'), reply('3', spoiler)],
    [reply('4', linkTo('d', 'The lake')), reply('5', linkTo('e', 'The mill'))],
  ];
  const read = vi.fn(() => Promise.resolve(unread.shift() ?? []));
  const createReader = () => ({
    isMissing: (after: string, before: string) => unread.length > 0 && after < '5' && before > '1',
    read,
  });
  const { user, dialog } = await openFirst(
    <ReplyReaders value={createReader}>
      <main>
        <ul>
          <li data-order="1">
            <Prose html={linkTo('a', 'The pier')} />
          </li>
          <li data-order="6">
            <Prose html={linkTo('f', 'The end')} />
          </li>
        </ul>
      </main>
    </ReplyReaders>,
  );
  expect(dialog.textContent, 'the number of pictures is unknown').not.toMatch(/1 of/);
  for (const [id, alt] of [
    ['d', 'The lake'],
    ['e', 'The mill'],
    ['f', 'The end'],
  ]) {
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(getShown()).toContain(`/uploads/${id}.webp`));
    expect(dialog.textContent).toContain(alt);
  }
  expect(read.mock.calls).toEqual([
    ['1', '6', false],
    ['1', '6', false],
  ]);
  expect(dialog.textContent).toContain('4 of 4');
  await user.keyboard('{ArrowLeft}{ArrowLeft}{Escape}');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-picture')).toBe('a'));
});

function ThreadWithGap({ read }: { read: () => Promise<never[]> }) {
  return (
    <ReplyReaders value={() => ({ isMissing: (_after, before) => before === lastOrder, read })}>
      <Thread />
    </ReplyReaders>
  );
}

test('the lightbox reports that replies could not be read, and the reader can retry', async () => {
  setSecond(null);
  const read = vi.fn(() => Promise.reject(new Error('offline')));
  const { user, dialog } = await openFirst(<ThreadWithGap read={read} />);
  await user.keyboard('{ArrowRight}');
  expect(getShown()).toMatch(/b\.webp$/);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await user.keyboard('{ArrowRight}');
    await screen.findByText(texts.moreFailed);
    await waitFor(() => expect(dialog.getAttribute('aria-busy')).toBe('false'));
    expect(read).toHaveBeenCalledTimes(attempt);
  }
  expect(getShown()).toMatch(/b\.webp$/);
});

test('the lightbox is busy while it reads replies, and follows an edit made meanwhile', async () => {
  let finish = (_replies: never[]) => {};
  const read = vi.fn(() => Promise.resolve([]));
  read.mockImplementationOnce(() => new Promise<never[]>((resolve) => (finish = resolve)));
  const { user, dialog } = await openFirst(<ThreadWithGap read={read} />);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(dialog.getAttribute('aria-busy')).toBe('true');
  setSecond(linkTo('c', 'The old mine'));
  await waitFor(() => expect(dialog.textContent).toContain('The old mine'));
  await act(async () => finish([]));
  await waitFor(() => expect(dialog.getAttribute('aria-busy')).toBe('false'));
  expect(dialog.textContent).toContain('The old mine');
});

test('the lightbox reports a picture that could not be loaded', async () => {
  const { dialog } = await openFirst();
  const image = dialog.querySelector('img');
  if (image) fireEvent.error(image);
  await screen.findByText('The picture could not be loaded.');
});
