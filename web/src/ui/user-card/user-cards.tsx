import { useEffect, useState } from 'react';
import { lazyComponent } from '../../shared/lazy.js';

const UserCard = lazyComponent(() => import('./user-card.js'), 'UserCard');

/** The pointer must rest on a name for this long before its card opens. */
const hoverDelayMs = 350;

interface OpenedCard {
  username: string;
  link: HTMLElement;
}

export function UserCards() {
  const [opened, setOpened] = useState<OpenedCard | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showCard = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-member]') : null;
      const username = link?.dataset['member'];
      if (!link || !username) return;
      clearTimeout(timer);
      UserCard.preload();
      timer = setTimeout(() => setOpened({ username, link }), hoverDelayMs);
    };
    const listening = new AbortController();
    const { signal } = listening;
    const cancel = () => clearTimeout(timer);
    // On touch screens, a tap follows the link instead.
    const onPointerOver = (event: PointerEvent) => event.pointerType === 'mouse' && showCard(event);
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) showCard(event);
    };
    document.addEventListener('pointerover', onPointerOver, { signal });
    document.addEventListener('focusin', onFocus, { signal });
    for (const type of ['pointerout', 'focusout', 'click']) document.addEventListener(type, cancel, { signal });
    return () => {
      cancel();
      listening.abort();
    };
  }, []);
  if (!opened) return null;
  return (
    <UserCard
      key={opened.username}
      username={opened.username}
      link={opened.link}
      close={() => setOpened(null)}
      unfetched={() => setOpened(null)}
    />
  );
}
