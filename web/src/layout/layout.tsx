import { can } from '@guildhall/domain/permissions.js';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useConnection } from '../live/connection.js';
import { createLazyComponent } from '../shared/lazy.js';
import { linkTo } from '../shared/paths.js';
import { useLocation } from '../shared/router.js';
import { useActor, useSession } from '../shared/state/session.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import { useToasts } from '../shared/toast.js';
import { ErrorBoundary } from './error-boundary.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import styles from './layout.module.css';
import { useScrollMemory } from './scroll-memory.js';

const SetUpNote = createLazyComponent(() => import('./staff-tools.js'), 'SetUpNote');
const EndedDialog = createLazyComponent(() => import('../features/account/lazy-screens.js'), 'EndedDialog');
const Toasts = createLazyComponent(() => import('../ui/toast/toasts.js'), 'Toasts');

export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const toasts = useToasts((state) => state.used);
  const sessionEnd = useSession((state) => state.sessionEnd);
  const isNew = useSite((site) => !site.set_up);
  const actor = useActor();
  useScrollMemory();
  useEffect(() => {
    // After navigation, screen readers and the Tab key continue from the content. Forms focus their own first field.
    const { current } = main;
    if (lastPathname.current !== pathname && !current?.contains(document.activeElement))
      current?.focus({ preventScroll: true });
    lastPathname.current = pathname;
  }, [pathname]);
  return (
    <div className={`flex ${styles['frame']}`}>
      <Header
        skip={
          <a className="skip-link" href="#content">
            {texts.skip}
          </a>
        }
      />
      {isNew && can(actor, 'manage-settings') && pathname !== linkTo('adminFirstRun') && (
        <SetUpNote fallback={<div className={styles['notePlaceholder']} />} />
      )}
      <main id="content" ref={main} tabIndex={-1} className={`full-width ${styles['main']}`}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <ConnectionNote />
      {sessionEnd && <EndedDialog reason={sessionEnd} close={() => useSession.setState({ sessionEnd: null })} />}
      {toasts && <Toasts onUnfetched={() => useToasts.setState({ used: false })} />}
    </div>
  );
}

const getLostText = () => (navigator.onLine ? texts.connection.lost : texts.offline);
const quietMs = 4_000;
const reconnectedShownMs = 3_000;

/** Hidden during short interruptions, which recover silently. A recovery is announced only if the interruption was. */
function ConnectionNote() {
  const lostAt = useConnection((state) => state.lostAt);
  const [announcedAt, setAnnouncedAt] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null && announcedAt === null) return;
    const after = lostAt === null ? reconnectedShownMs : Math.max(0, lostAt + quietMs - Date.now());
    const timer = setTimeout(() => setAnnouncedAt(lostAt), after);
    return () => clearTimeout(timer);
  }, [lostAt, announcedAt]);
  const word = announcedAt === null ? null : lostAt === null ? texts.connection.back : getLostText();
  return (
    <div role="status">
      {word !== null && <p className={`muted floating rounded padding-8-12 ${styles['connection']}`}>{word}</p>}
    </div>
  );
}
