import { ownThreadLists } from '@guildhall/domain/wire/kinds.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useListChoices } from '../../../shared/browser/list-choices.js';
import { usePageTitle } from '../../../shared/hooks/use-page-title.js';
import { createLazyComponent } from '../../../shared/lazy.js';
import { linkTo } from '../../../shared/paths.js';
import { Link, useLocation, useSearchParams } from '../../../shared/router.js';
import { findPlaceName, useSections } from '../../../shared/state/sections.js';
import { useSession } from '../../../shared/state/session.js';
import { LoadError } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { NextSteps } from '../../../ui/page/lazy-next-steps.js';
import type { HeldList } from '../../../ui/live-list/use-held-rows.js';
import { HeldRows, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { DensityToggle } from '../list/density-toggle.js';
import listStyles from '../list/list.module.css';
import { ThreadRow, ThreadRowSkeleton } from '../list/thread-row.js';
import { MoreRows } from '../../../ui/loading/more-button.js';
import { StartThreadLink } from '../places/start-thread-link.js';
import { useThreadMarks } from '../../../shared/reading/use-thread-marks.js';
import tabStyles from '../../../ui/tabs.module.css';
import { UserCards } from '../../../ui/user-card/user-cards.js';
import forum from '../forum.module.css';
import styles from './latest.module.css';
import { loadMore, openLatest, reloadLatest, useLatest } from './store.js';
import { texts as forumTexts } from '../texts.js';
import { texts } from './texts.js';
import { useListKeys } from './use-list-keys.js';

const KeysDialog = createLazyComponent(() => import('../lazy-parts.js'), 'KeysDialog');

export function LatestPage() {
  const isReturn = useLocation().step === 'pop';
  const member = useSession((state) => Boolean(state.user));
  const [search] = useSearchParams();
  const tab = (member && ownThreadLists.find((list) => list === search.get('tab'))) || 'all';
  const { byId, order, status, waiting, next, loadingMore, loads } = useLatest();
  const rows = useMemo(() => (order ?? []).flatMap((id) => byId[id] ?? []), [byId, order]);
  const [showsKeys, setShowsKeys] = useState(false);
  const [announcement, announce] = useState('');
  const count = Object.keys(waiting).length;
  usePageTitle(texts.title, count);
  // A link to the page loads the current list. The Back button restores the previous one.
  useEffect(() => openLatest(tab, isReturn), [tab, isReturn]);
  useThreadMarks(rows.map(({ id }) => id));
  const [list, listRef] = useHeldRows(rows, getId, { scope: loads });
  const reload = async () => {
    await reloadLatest(tab);
    announce(useLatest.getState().status === 'failed' ? texts.reloadFailed : texts.reloaded);
  };
  return (
    <div className="stack one-column">
      <div className={forum['headRow']}>
        <div>
          <h1>{texts.title}</h1>
          <p className="color-muted margin-top-4">{texts.intro}</p>
        </div>
        <div className={`row ${forum['headActions']}`}>
          <DensityToggle />
          <span className={styles['keysButton']}>
            <Button kind="quiet" onClick={() => setShowsKeys(true)}>
              {texts.keys.title}
            </Button>
          </span>
          <StartThreadLink />
        </div>
      </div>
      {member && (
        <nav className={tabStyles['tabs']} aria-label={texts.lists}>
          {(['all', ...ownThreadLists] as const).map((name) => (
            <Link
              key={name}
              className={tabStyles['tab']}
              to={name === 'all' ? linkTo('latest') : `?tab=${name}`}
              aria-current={name === tab ? 'page' : undefined}
            >
              {texts.tabs[name]}
            </Link>
          ))}
        </nav>
      )}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {status === 'failed' && <LoadError retry={() => void reload()} />}
      {status === 'loading' && rows.length === 0 && [0, 1, 2, 3, 4, 5].map((line) => <ThreadRowSkeleton key={line} />)}
      {status === 'ready' && list.rows.length === 0 && next === null && (
        <>
          <EmptyState>{texts.none[tab]}</EmptyState>
          <NextSteps />
        </>
      )}
      <div ref={listRef} className={styles['list']}>
        <UpdatesPill
          list={list}
          missedUpdates={count > 0 ? { label: texts.changed(count), reload: () => void reload() } : null}
        />
        <Rows list={list} reload={() => void reload()} announce={announce} openHelp={() => setShowsKeys(true)} />
      </div>
      <MoreRows list={{ next, loadingMore, loadMore }} name={forumTexts.more} />
      {showsKeys && <KeysDialog close={() => setShowsKeys(false)} />}
      <UserCards />
    </div>
  );
}

const getId = ({ id }: ThreadSummary): number => id;

interface RowsProps {
  list: HeldList<ThreadSummary>;
  reload: () => void;
  announce: (text: string) => void;
  openHelp: () => void;
}

function Rows({ list, reload, announce, openHelp }: RowsProps) {
  const listElement = useRef<HTMLUListElement>(null);
  const sections = useSections((state) => state.sections);
  const waitingRows = useLatest((state) => state.waiting);
  const density = useListChoices((choices) => choices.density);
  const visibleRows = list.rows.filter(({ blank }) => !blank).map(({ row }) => row);
  useListKeys({ listElement, rows: visibleRows, reload, announce, openHelp });
  if (list.rows.length === 0) return null;
  return (
    <section>
      <h2 className="visually-hidden">{texts.threads}</h2>
      <ul ref={listElement} role="list" data-rows className={`${listStyles['threads']} ${listStyles[density]}`}>
        <HeldRows list={list}>
          {(row) => <ThreadRow row={row} place={findPlaceName(sections, row)} isFresh={waitingRows[row.id] ?? false} />}
        </HeldRows>
      </ul>
    </section>
  );
}
