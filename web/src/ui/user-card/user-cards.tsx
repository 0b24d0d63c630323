import { useCallback, useEffect, useState } from 'react';
import { createLazyComponent } from '../../shared/lazy.js';

const UserCard = createLazyComponent(() => import('./user-card.js'), 'UserCard');

/** The pointer must rest on a name for this long before its card opens. */
const hoverDelayMs = 350;

interface OpenedCard {
  username: string;
  link: HTMLElement;
}

export function UserCards() {
  const [openedCard, setOpened] = useState<OpenedCard | null>(null);
  // If every render of a live page passed a new function, the card's timer would never end.
  const close = useCallback(() => setOpened(null), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let restedOn: HTMLElement | null = null;
    const showCard = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-member]') : null;
      const username = link?.dataset['member'];
      if (link === restedOn) return;
      restedOn = link;
      if (!link || !username) return;
      clearTimeout(timer);
      UserCard.preload();
      timer = setTimeout(() => setOpened({ username, link }), hoverDelayMs);
    };
    const controller = new AbortController();
    const { signal } = controller;
    const cancel = () => {
      clearTimeout(timer);
      // The pointer may leave while the card is loading.
      if (!document.querySelector('.popup-layer')) close();
    };
    // If the page changes and a name ends up under a resting pointer, no card opens. On touch screens, a tap follows
    // the link instead.
    const onPointerMove = (event: PointerEvent) => event.pointerType === 'mouse' && showCard(event);
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) showCard(event);
    };
    document.addEventListener('pointermove', onPointerMove, { signal, passive: true });
    document.addEventListener('focusin', onFocus, { signal });
    for (const type of ['pointerout', 'focusout', 'click']) document.addEventListener(type, cancel, { signal });
    return () => {
      cancel();
      controller.abort();
    };
  }, [close]);
  if (!openedCard) return null;
  return (
    <UserCard
      key={openedCard.username}
      username={openedCard.username}
      link={openedCard.link}
      close={close}
      onUnfetched={close}
    />
  );
}
