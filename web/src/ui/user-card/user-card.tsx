import { Popover } from '@base-ui/react/popover';
import { can } from '@guildhall/domain/permissions.js';
import type { Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { useResponse } from '../../queries/use-response.js';
import { send } from '../../shared/api/api.js';
import { formatDate } from '../../shared/dates.js';
import { useActor } from '../../shared/state/session.js';
import { showError } from '../../shared/toast.js';
import { Button } from '../button.js';
import { GameAccounts } from '../game-accounts/game-account.js';
import { Avatar, RoleBadge } from '../member.js';
import { IgnoreButton, MuteButton } from '../notifications/member-list-buttons.js';
import { texts as shared } from '../texts.js';
import styles from './user-card.module.css';

const texts = shared.userCard;

interface UserCardProps {
  username: string;
  link: HTMLElement;
  close: () => void;
}

/** Within this time, the pointer can move from the name to the card. */
const leaveDelayMs = 250;

export function UserCard({ username, link, close }: UserCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const anchor = useMemo(() => createAnchor(link), [link]);
  useEffect(() => closeWhenLeft(link, card, close), [link, close]);
  const { body: profile, loading } = useResponse<Profile>(`/profile/${encodeURIComponent(username)}?limit=1`);
  // An earlier response may be shorter. A card above the name would cover the name for a moment when it grows.
  const [isLoaded, setIsLoaded] = useState(false);
  if (!isLoaded && !loading) setIsLoaded(true);
  if (!isLoaded) return null;
  return (
    <Popover.Root open onOpenChange={(open) => !open && close()}>
      <Popover.Portal>
        {/* When the page scrolls to keep the pointer's target in place, a fixed card stays in place too. */}
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={6}
          positionMethod="fixed"
          className="popup-layer"
        >
          <Popover.Popup
            ref={card}
            className={`floating popup stack padding-16 ${styles['card']}`}
            initialFocus={false}
            finalFocus={false}
          >
            <Popover.Title className="visually-hidden">{texts.about(username)}</Popover.Title>
            {profile === null ? <p className="muted">{texts.failed}</p> : <Content profile={profile} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** When the name is removed, its card stays in place until the pointer leaves. */
function createAnchor(link: HTMLElement) {
  let rect = link.getBoundingClientRect();
  return {
    contextElement: link,
    getBoundingClientRect: () => (link.isConnected ? (rect = link.getBoundingClientRect()) : rect),
  };
}

function closeWhenLeft(link: HTMLElement, card: { current: HTMLElement | null }, close: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && (link.contains(target) || (card.current?.contains(target) ?? false));
  const onPointerOver = ({ target }: PointerEvent) => {
    clearTimeout(timer);
    // A card that was opened by keyboard ignores a pointer elsewhere.
    const isKeyboardFocus = document.activeElement?.matches(':focus-visible') && isInside(document.activeElement);
    if (!isInside(target) && !isKeyboardFocus) timer = setTimeout(close, card.current ? leaveDelayMs : 0);
  };
  const onFocus = ({ target }: FocusEvent) => !isInside(target) && close();
  let { top } = link.getBoundingClientRect();
  // A card that followed its name could cover what the pointer has come to rest on.
  const onScroll = () => {
    const previousTop = top;
    ({ top } = link.getBoundingClientRect());
    if (Math.abs(top - previousTop) > 1 && !card.current?.matches(':hover')) close();
  };
  const onKey = (event: KeyboardEvent) => {
    const firstButton = card.current?.querySelector<HTMLElement>('button');
    if (event.key !== 'ArrowDown' || document.activeElement !== link || !firstButton) return;
    event.preventDefault();
    firstButton.focus();
  };
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('pointerover', onPointerOver, { signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('scroll', onScroll, { signal, capture: true, passive: true });
  document.addEventListener('keydown', onKey, { signal });
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

function Content({ profile }: { profile: Profile }) {
  const actor = useActor();
  const { user } = profile;
  return (
    <>
      <div className="flex gap-12">
        <Avatar name={user.username} url={user.avatar_url} large />
        <div>
          <p className="bold">
            {user.username} <RoleBadge role={user.role} />
          </p>
          <p className="muted numbers">{texts.posts(user.post_count)}</p>
          <p className="muted">{texts.joined(formatDate(new Date(user.created_at)))}</p>
        </div>
      </div>
      {profile.game_accounts.length > 0 && <GameAccounts accounts={profile.game_accounts} />}
      {actor.userId !== null && actor.userId !== user.id && (
        <div className="flow gap-4">
          {can(actor, 'follow') && <FollowButton username={user.username} isFollowing={profile.isFollowing} />}
          <IgnoreButton person={user} />
          <MuteButton person={user} />
        </div>
      )}
    </>
  );
}

function FollowButton({ username, isFollowing }: { username: string; isFollowing: boolean }) {
  const [follows, setFollows] = useState(isFollowing);
  const { busy, run } = useMutation(texts.followFailed, { onFailed: showError });
  const toggle = () =>
    void run(!follows, async (key) => {
      await send<WriteResponse>(
        'POST',
        `/profile/${encodeURIComponent(username)}/${follows ? 'unfollow' : 'follow'}`,
        key,
      );
      setFollows(!follows);
    });
  return (
    <Button aria-disabled={busy} onClick={toggle}>
      {follows ? texts.unfollow : texts.follow}
    </Button>
  );
}
