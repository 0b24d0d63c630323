import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { linkTo } from '../../../shared/paths.js';
import { useSingleKeys } from '../../../shared/hooks/use-single-keys.js';
import { Link, useLocation } from '../../../shared/router.js';
import { useSession } from '../../../shared/state/session.js';
import { texts as shared } from '../../../shared/texts.js';
import { getButtonClass } from '../../../ui/button.js';
import { LoadError } from '../../../ui/alert.js';
import styles from './composer.module.css';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import { insertIntoComposer } from './composer-text.js';
import { useRights } from '../state/use-rights.js';

const ReplyForm = createLazyComponent(() => import('../member-parts.js'), 'ReplyForm');

/** `position` is rendered next to the minimized composer, where it covers no text. */
export function Composer({ threadId, position }: { threadId: number; position: ReactNode }) {
  const user = useSession((state) => state.user);
  const dock = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useSteadyHeight(dock, bar);
  useSingleKeys({
    r: () => {
      if (user) insertIntoComposer({ threadId });
      else bar.current?.querySelector('a')?.focus({ preventScroll: true });
    },
  });
  return (
    <div ref={dock} className={`flex ${styles['dock']}`}>
      <div ref={bar} id="thread-dock" className={`flex gap-8 border-top padding-y-8 ${styles['bar']}`}>
        <section className="grow shrinkable" aria-label={texts.composer}>
          {user === null && <LoginFirst />}
          {user && <MemberComposer user={user} threadId={threadId} />}
          {user === undefined && <Place />}
        </section>
        <div className={styles['position']}>{position}</div>
      </div>
    </div>
  );
}

function LoginFirst() {
  const { pathname } = useLocation();
  return (
    <div className={`bg-raised flex gap-8 spread align-center color-muted ${styles['loginNote']}`}>
      <p>{texts.logInToReply}</p>
      <Link className={getButtonClass('primary')} to={linkTo('auth')} state={{ from: pathname }}>
        {shared.nav.logIn}
      </Link>
    </div>
  );
}

function MemberComposer({ user, threadId }: { user: Me; threadId: number }) {
  const rights = useRights();
  const locked = useThread((state) => state.thread?.locked ?? false);
  const [isUnfetched, setUnfetched] = useState(false);
  if (isUnfetched) return <LoadError retry={() => setUnfetched(false)} />;
  const reason = locked ? texts.lockedHere : texts.mayNotReply;
  return (
    <ReplyForm
      key={`${user.id}.${threadId}`}
      user={user}
      threadId={threadId}
      refusedField={rights.isLoaded && !rights.may('reply') ? reason : null}
      fallback={<Place />}
      onUnfetched={() => setUnfetched(true)}
    />
  );
}

function Place() {
  return <div className={styles['place']} />;
}

/**
 * Browsers scroll if a page becomes shorter while its end is in view, so the dock keeps its height until shrinking
 * cannot move the page.
 */
function useSteadyHeight(dock: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [outer, inner] = [dock.current, bar.current];
    if (!outer || !inner) return;
    const fitHeight = () => {
      const height = parseFloat(outer.style.minHeight) || 0;
      const pixelsBelow = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      outer.style.minHeight = `${Math.max(inner.offsetHeight, height - Math.max(0, pixelsBelow))}px`;
    };
    const sizes = new ResizeObserver(fitHeight);
    sizes.observe(inner);
    addEventListener('scroll', fitHeight, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', fitHeight);
    };
  }, [dock, bar]);
}
