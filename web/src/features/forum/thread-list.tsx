import { useEffect, useMemo, useState } from 'react';
import { createLazyComponent } from '../../shared/lazy.js';
import { useListChoices } from '../../shared/browser/list-choices.js';
import { disallowsDirectThreads, toPlaceIds, type Place } from '../../shared/state/sections.js';
import { useActor, useSession } from '../../shared/state/session.js';
import { Alert, LoadError } from '../../ui/alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { HeldRows, UpdatesPill } from '../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../ui/live-list/use-held-rows.js';
import { ListTools } from './moderation/list-tools.js';
import { useSelection } from './moderation/selection.js';
import { listPlacesToPost } from './places/places-to-post.js';
import { MarkAll } from '../../ui/reading/mark-all.js';
import { useThreadMarks } from '../../shared/reading/use-thread-marks.js';
import { ListControls } from './list/list-controls.js';
import styles from './list/list.module.css';
import { ThreadRow, ThreadRowSkeleton } from './list/thread-row.js';
import { useListQuery, type ListQuery } from './list/use-list-query.js';
import { MoreRows } from '../../ui/loading/more-button.js';
import { isFresh, loadMore, openPlace, listVisibleRows, useThreadList } from './store.js';
import { texts } from './texts.js';
import { navigate, useLocation } from '../../shared/router.js';

const SelectionBar = createLazyComponent(() => import('./lazy-parts.js'), 'SelectionBar');

export function ThreadList({ place }: { place: Place }) {
  const { section_id, subsection_id } = toPlaceIds(place);
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt(attempt + 1);
  const { query, choose } = useListQuery(place.section.prefixes);
  const { sort, prefixId, author } = query;
  const isReturn = useLocation().step === 'pop';
  useEffect(
    () => openPlace({ section_id, subsection_id, sort, prefixId, author }, isReturn),
    [section_id, subsection_id, sort, prefixId, author, isReturn, attempt],
  );
  const { byId, order, status, openedAt, waiting, next, loadingMore, loads } = useThreadList();
  const waitingCount = Object.keys(waiting).length;
  const rows = useMemo(() => listVisibleRows({ byId, order }), [byId, order]);
  const [list, listRef] = useHeldRows(rows, getId, { scope: loads, loading: status === 'loading' });
  const isSelecting = useSelection((state) => state.on);
  useThreadMarks(rows.map(({ id }) => id));
  const createdId = useCreatedThread();
  const density = useListChoices((choices) => choices.density);
  const guest = useSession((state) => state.user === null);
  const isFiltered = prefixId !== null || author !== '' || sort === 'unanswered';
  if (disallowsDirectThreads(place) && rows.length === 0 && !isFiltered)
    return guest ? <Alert>{texts.notDirect}</Alert> : null;
  return (
    <section>
      <div className={`row gap-4-8 ${styles['listHead']}`}>
        <h2>{texts.threads}</h2>
        <MarkAll place={place} rows={rows} />
        <ListTools place={place} />
        <ListControls query={query} choose={choose} prefixes={place.section.prefixes} />
      </div>
      {isSelecting && <SelectionBar place={place} rows={rows} />}
      {status === 'failed' && <LoadError retry={retry} />}
      {status === 'loading' && rows.length === 0 && [0, 1, 2, 3].map((line) => <ThreadRowSkeleton key={line} />)}
      {status === 'ready' && list.rows.length === 0 && (
        <>
          <NoThreads query={query} isFiltered={isFiltered} place={place} />
          <NextSteps />
        </>
      )}
      <div ref={listRef}>
        <UpdatesPill
          list={list}
          missedUpdates={waitingCount > 0 ? { label: texts.list.missed(waitingCount), reload: retry } : null}
        />
        {list.rows.length > 0 && (
          <ul role="list" data-rows className={`${styles['threads']} ${styles[density]}`}>
            <HeldRows list={list}>
              {(row) => (
                <ThreadRow
                  row={row}
                  isFresh={isFresh({ status, openedAt }, row)}
                  isCreated={row.id === createdId}
                  withReactions={sort === 'reactions'}
                />
              )}
            </HeldRows>
          </ul>
        )}
      </div>
      <MoreRows list={{ next, loadingMore, loadMore }} name={texts.more} />
    </section>
  );
}

const getId = ({ id }: { id: number }): number => id;

interface NoThreadsProps {
  query: ListQuery;
  isFiltered: boolean;
  place: Place;
}

function NoThreads({ query: { prefixId, author, sort }, isFiltered, place }: NoThreadsProps) {
  const actor = useActor();
  const mayStart = listPlacesToPost(place, actor).length > 0;
  if (isFiltered) {
    const prefix = place.section.prefixes.find(({ id }) => id === prefixId)?.label ?? '';
    return <EmptyState>{texts.list.none({ prefix, author, isUnanswered: sort === 'unanswered' })}</EmptyState>;
  }
  return <EmptyState>{mayStart ? `${texts.noThreads} ${texts.beFirst}` : texts.noThreads}</EmptyState>;
}

/**
 * Returns the thread that the reader has just started, but only on the first view of the list so that a reload does not
 * highlight it again.
 */
function useCreatedThread(): number | null {
  const location = useLocation();
  const createdId = findCreatedThread(location.state);
  const address = location.pathname + location.search;
  const [newestId] = useState(createdId);
  useEffect(() => {
    if (createdId !== null) navigate(address, { replace: true, state: null });
  }, [createdId, address]);
  return newestId;
}

function findCreatedThread(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('createdThread' in state)) return null;
  return typeof state.createdThread === 'number' ? state.createdThread : null;
}
