import { can } from '@guildhall/domain/permissions.js';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { lazyComponent } from '../shared/lazy.js';
import { linkTo } from '../shared/paths.js';
import { useLocation } from '../shared/router.js';
import { useActor, useSession } from '../shared/state/session.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import { useToasts } from '../shared/toast.js';
import { ConnectionNote } from './connection-note.js';
import { ErrorBoundary } from './error-boundary.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import styles from './layout.module.css';
import { useScrollMemory } from './scroll-memory.js';

const SetUpNote = lazyComponent(() => import('./tools/set-up-note.js').then((file) => file.SetUpNote));
const EndedDialog = lazyComponent(() => import('../features/account/ended-dialog.js').then((file) => file.EndedDialog));
const Toasts = lazyComponent(() => import('../ui/toast/toasts.js').then((file) => file.Toasts));

/** The frame of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const toasts = useToasts((state) => state.used);
  const ended = useSession((state) => state.ended);
  const isNew = useSite((site) => !site.set_up);
  const actor = useActor();
  useScrollMemory();
  useEffect(() => {
    // After a step to another page, screen readers and the Tab key continue from its content; a form puts them into its
    // first field itself.
    const { current } = main;
    if (shown.current !== pathname && !current?.contains(document.activeElement))
      current?.focus({ preventScroll: true });
    shown.current = pathname;
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
        <SetUpNote fallback={<div className={styles['noteRoom']} />} />
      )}
      <main id="content" ref={main} tabIndex={-1} className={`full-width ${styles['main']}`}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <ConnectionNote />
      {ended && <EndedDialog why={ended} close={() => useSession.setState({ ended: null })} />}
      {toasts && <Toasts unfetched={() => useToasts.setState({ used: false })} />}
    </div>
  );
}
