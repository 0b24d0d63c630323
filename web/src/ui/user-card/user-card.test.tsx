import { refusals } from '@guildhall/domain/refusals.js';
import type { Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { anna, buildSuccessResponse, buildMe, buildPerson } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { AuthorName } from './author-link.js';
import { UserCard } from './user-card.js';
import { UserCards } from './user-cards.js';

const profile: Profile = {
  user: { ...buildPerson(12, 'Bram'), role: 'Builder', created_at: '2026-03-01T12:00:00.000Z', post_count: 1 },
  about: { title: null, bio: null, links: [] },
  seen: null,
  followers: 0,
  following: 0,
  posts: [],
  isFollowing: false,
  game_accounts: [],
};

async function open(as: typeof anna | null, isFollowing = false) {
  server.respondWith('GET /profile/Bram', { ...profile, isFollowing });
  server.respondWith('GET /ignored', []);
  server.respondWith('GET /muted', []);
  const link = document.createElement('a');
  const close = vi.fn();
  return {
    close,
    link,
    user: await show(<UserCard username="Bram" link={link} close={close} />, { as, at: '/', path: '/' }),
  };
}
const queryFollowButton = () => screen.queryByRole('button', { name: /follow/i });

test("the user card shows the member's role, join date and number of posts", async () => {
  await open(null);
  await screen.findByText('1 post');
  screen.getByText(/^Joined 2 mrt 2026$/);
  screen.getByText('Builder');
  expect(queryFollowButton()).toBeNull();
});

test('the user card offers to follow other members and shows the result', async () => {
  const { user } = await open(anna);
  server.respondWith('POST /profile/Bram/follow', buildSuccessResponse());
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  await screen.findByRole('button', { name: 'Unfollow' });
  server.refuse('POST /profile/Bram/unfollow', 'too-many');
  await user.click(screen.getByRole('button', { name: 'Unfollow' }));
  await waitFor(() => expect(server.calls('POST /profile/Bram/unfollow')).toHaveLength(1));
  await screen.findByText(refusals['too-many'][1]);
  screen.getByRole('button', { name: 'Unfollow' });
});

test('the user card offers to ignore the member and to mute their notifications', async () => {
  const { user } = await open(anna);
  server.respondWith('POST /profile/Bram/mute', buildSuccessResponse());
  await user.click(await screen.findByRole('button', { name: 'Mute notifications: Bram' }));
  await screen.findByRole('button', { name: 'Unmute notifications: Bram' });
  screen.getByRole('button', { name: 'Ignore: Bram' });
  expect(server.calls('POST /profile/Bram/mute')).toHaveLength(1);
});

test('members cannot follow themselves from their own user card', async () => {
  await open(buildMe('Bram', 12));
  await screen.findByText('1 post');
  expect(queryFollowButton()).toBeNull();
  expect(screen.queryByRole('button', { name: /^Mute/ })).toBeNull();
});

test('Escape closes the user card', async () => {
  const { user, close } = await open(null);
  await screen.findByText('1 post');
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalled();
});

test('the user card closes when the reader scrolls, unless its name stays in place or the pointer is on the card', async () => {
  const { close, link } = await open(null);
  await screen.findByText('1 post');
  fireEvent.scroll(document);
  expect(close).not.toHaveBeenCalled();
  vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -40));
  const card = screen.getByRole('dialog');
  const hover = vi.spyOn(card, 'matches').mockReturnValue(true);
  fireEvent.scroll(document);
  expect(close).not.toHaveBeenCalled();
  hover.mockReturnValue(false);
  vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -80));
  fireEvent.scroll(document);
  expect(close).toHaveBeenCalled();
});

test('opens the user card when a pointer rests on a name, but not when it only passes over, on a touch, or because the page changes', async () => {
  server.respondWith('GET /profile/Bram', profile);
  const user = await show(
    <>
      <AuthorName name="Bram" />
      <UserCards />
    </>,
  );
  const link = screen.getByRole('link', { name: 'Bram' });
  fireEvent.pointerMove(link, { pointerType: 'mouse' });
  await screen.findByText('1 post');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('1 post')).toBeNull());

  vi.useFakeTimers();
  fireEvent.pointerMove(document.body, { pointerType: 'mouse' });
  const pass = () => act(() => vi.advanceTimersByTimeAsync(1_000));
  fireEvent.pointerMove(link, { pointerType: 'touch' });
  await pass();
  // The browser dispatches this event even if only the page has moved.
  fireEvent.pointerOver(link, { pointerType: 'mouse' });
  await pass();
  fireEvent.pointerMove(link, { pointerType: 'mouse' });
  fireEvent.pointerOut(link, { pointerType: 'mouse' });
  await pass();
  expect(server.calls('GET /profile/Bram')).toHaveLength(1);
});

test('the user card closes after the pointer has left, even if its page keeps re-rendering', async () => {
  server.respondWith('GET /profile/Bram', profile);
  let renderPage = () => {};
  const Page = () => {
    const [, setCount] = useState(0);
    renderPage = () => setCount((count) => count + 1);
    return (
      <>
        <AuthorName name="Bram" />
        <UserCards />
      </>
    );
  };
  await show(<Page />);
  fireEvent.pointerMove(screen.getByRole('link', { name: 'Bram' }), { pointerType: 'mouse' });
  await screen.findByText('1 post');
  vi.useFakeTimers();
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
  act(() => renderPage());
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('1 post')).toBeNull();
});

test('the user card does not appear with an earlier response or after the pointer has left', async () => {
  server.respondWith('GET /profile/Bram', profile);
  await show(
    <>
      <AuthorName name="Bram" />
      <UserCards />
    </>,
  );
  const link = screen.getByRole('link', { name: 'Bram' });
  const isShown = () => screen.queryByText('1 post') !== null;
  fireEvent.pointerMove(link, { pointerType: 'mouse' });
  await screen.findByText('1 post');
  fireEvent.pointerMove(document.body, { pointerType: 'mouse' });
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
  await waitFor(() => expect(isShown()).toBe(false));

  const respond = server.hold('GET /profile/Bram');
  fireEvent.pointerMove(link, { pointerType: 'mouse' });
  await waitFor(() => expect(server.calls('GET /profile/Bram')).toHaveLength(2));
  expect(isShown()).toBe(false);
  const otherPopup = document.body.appendChild(document.createElement('div'));
  otherPopup.className = 'popup-layer';
  vi.useFakeTimers();
  fireEvent.pointerOut(link, { pointerType: 'mouse' });
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
  respond();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(isShown()).toBe(false);
  otherPopup.remove();
});

test('retries a follow without a response using the same key', async () => {
  const { user } = await open(anna);
  server.fail('POST /profile/Bram/follow');
  const follow = await screen.findByRole('button', { name: 'Follow' });
  await user.click(follow);
  await waitFor(() => expect(follow.getAttribute('aria-disabled')).toBe('false'));
  server.respondWith('POST /profile/Bram/follow', buildSuccessResponse());
  await user.click(follow);
  await screen.findByRole('button', { name: 'Unfollow' });
  const [first, second] = server.calls('POST /profile/Bram/follow').map(({ key }) => key);
  expect(second).toBe(first);
});
